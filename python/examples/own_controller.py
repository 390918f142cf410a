"""Defines a custom controller: a function of time and state.

Sampled a hundred times a second, it swings up a pendulum whose motor is too weak to lift it directly, by pumping
energy into it.
"""

import math

import sinew

pendulum = sinew.load_text("""<robot name="pendulum"><link name="ground"/>
  <link name="rod"><inertial><mass value="1"/><origin xyz="0 0 -0.5"/>
    <inertia ixx="0.0833" iyy="0.0833" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="pivot" type="continuous"><parent link="ground"/><child link="rod"/>
    <axis xyz="0 1 0"/></joint></robot>""")


def energy(q, v):
    return sum(pendulum.energy(q, v))


upright = energy([math.pi], [0.0])


def swing_up(t, q, v):
    missing = upright - energy(q, v)
    return [min(max(2 * missing * v[0], -0.5), 0.5)]  # along v, so as to add the missing energy


simulation = sinew.Simulation(pendulum, q=[0.1], duration=20, integrator="rkmk4", step=5e-3)
simulation.add_controller(swing_up, period=0.01)
result = simulation.run()
reached = energy(result.q[-1], result.v[-1])
print(
    f"{result.report.end} after {result.t[-1]:.0f} s: {reached:.3f} J, upside down has {upright:.3f} J; "
    f"the motor gave {result['energy/work'][-1]:.3f} J with at most 0.5 N m"
)
assert abs(reached - upright) < 0.01
