"""Moves a two-joint arm by servos that are part of its model, and reads its sensors.

The arm hangs from a shoulder; both joints turn about y. Each servo pulls with force = 200 (control - angle) - 15 rate,
but no more than 60 N m.
"""

import sinew

robot = sinew.load_text(
    """<mujoco model="arm"><compiler angle="radian"/> <worldbody><body name="upper"><joint name="upper_joint" axis="0 1
    0"/> <inertial mass="2" pos="0 0 -0.25" diaginertia="0.05 0.05 0.01"/> <body name="lower" pos="0 0 -0.5"><joint
    name="lower_joint" axis="0 1 0"/> <inertial mass="2" pos="0 0 -0.25" diaginertia="0.05 0.05 0.01"/> <site
    name="hand" pos="0 0 -0.5"/></body></body></worldbody> <actuator> <position name="upper_servo" joint="upper_joint"
    kp="200" kv="15" forcerange="-60 60"/> <position name="lower_servo" joint="lower_joint" kp="200" kv="15"
    forcerange="-60 60"/></actuator> <sensor><jointactuatorfrc name="load" joint="upper_joint"/><framepos name="hand"
    objtype="site" objname="hand"/></sensor> </mujoco>
    """,
    file_name="arm.xml",
)
simulation = sinew.Simulation(
    robot,
    duration=4,
    record_interval=1,
    controllers=[sinew.ActuatorControl({"upper_servo": 1.2, "lower_servo": -0.6})],
)
result = simulation.run()
for t, load, x, z in zip(result.t, result["sensors/load/value"], result["sensors/hand/x"], result["sensors/hand/z"]):
    print(f"{t:5.2f} s  load {load:7.3f} N m  hand at x = {x:6.3f} m, z = {z:6.3f} m")

# At rest the servos sag until they hold the weight.
weight = robot.gravity_force(result.q[-1])[0]
print(f"weight at the shoulder: {weight:.3f} N m, sag of the shoulder: {1.2 - result.q[-1, 0]:.4f} rad")
assert abs(result["sensors/load/value"][-1] - weight) < 1e-3 * abs(weight)

simulation.set_controls({"upper_servo": 0.2})
simulation.advance_by(4)
print(f"lowered: the shoulder is at {simulation.q[0]:.3f} rad")
