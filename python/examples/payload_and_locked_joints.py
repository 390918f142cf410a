"""Adds a payload, locks joints and makes the base floating. Robots are immutable: each change makes another
one. Run it from the project's folder."""

import numpy as np

import sinew


def holding_torque(arm):
    """The joint torque of joint2 that keeps the arm at rest, stretched out to the side."""
    return arm.gravity_force(arm.position(joint2=np.pi / 2))[arm.joint("joint2").v_index]


arm = sinew.load("models/arm7.urdf")
# A part of 3 kg in the gripper; without_body("part") removes it again.
loaded = arm.with_payload("tool", mass=3, inertia=0.005 * np.eye(3), name="part")
# Two joints locked, one at its initial position: fewer degrees of freedom, the same mass.
blocked = loaded.with_locked_joints({"joint3": None, "joint5": 0.4})
put_down = loaded.without_body("part")
thrown = arm.with_floating_base()

for name, robot in [("arm", arm), ("with 3 kg", loaded), ("joints locked", blocked), ("payload removed", put_down)]:
    print(f"{name:16} {robot.velocity_size:2} degrees of freedom  joint2 torque {holding_torque(robot):8.3f} Nm")
print(f"{'floating base':16} {thrown.velocity_size:2} degrees of freedom, q has {thrown.position_size} numbers")

assert blocked.velocity_size == 5 and thrown.velocity_size == 13 and blocked.mass == loaded.mass
assert holding_torque(put_down) == holding_torque(arm)
assert abs(holding_torque(loaded)) > abs(holding_torque(arm)) + 20
