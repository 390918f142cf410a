"""Tries two joint torques from one saved state.

A pendulum swings for a second, and each torque then acts for half a second. The simulation goes on with the torque that
adds more energy.
"""

import sinew

pendulum = sinew.load_text("""<robot name="pendulum"><link name="ground"/>
  <link name="rod"><inertial><mass value="1"/><origin xyz="0 0 -0.5"/>
    <inertia ixx="0.0833" iyy="0.0833" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="pivot" type="continuous"><parent link="ground"/><child link="rod"/>
    <axis xyz="0 1 0"/></joint></robot>""")
simulation = sinew.Simulation(pendulum, q=[0.4], integrator="rkmk4", step=1e-3)
simulation.advance_to(1)
before = simulation.save()


def energy_after(torque):
    simulation.restore(before)
    simulation.set_torques([torque])
    simulation.advance_by(0.5)
    return sum(pendulum.energy(simulation.q, simulation.v))


energies = {torque: energy_after(torque) for torque in (-1, 1)}
for torque, energy in energies.items():
    print(f"with {torque:+} N m the energy is {energy:.3f} J after {simulation.time:.1f} s")
best = max(energies, key=energies.get)
assert energy_after(best) == energies[best]  # the same bits
