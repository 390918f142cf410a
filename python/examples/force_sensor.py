"""Simulates a force sensor at the wrist: computes the force across the fixed joint between the last link and
the gripper, at rest and when the arm falls. Run it from the project's folder."""

import numpy as np

import sinew

robot = sinew.load("models/arm7.urdf")
work = sinew.Workspace(robot)
q = robot.position(joint2=0.8, joint4=-1.1)
zero = np.zeros(robot.velocity_size)

# The sensor is a fixed joint; sinew merges the bodies on both sides of it into one link.
sensor = [joint.body for joint in robot.fixed_joints].index("gripper")
weight = robot.fixed_joints[sensor].mass * 9.81

# When the motors keep the arm at rest, the sensor shows the gripper's weight.
tau = work.inverse_dynamics(q, zero, zero)
work.forward_dynamics(q, zero, tau)
held = np.linalg.norm(work.fixed_joint_forces()[sensor, 3:])
print(f"held still: {held:.4f} N, the gripper weighs {weight:.4f} N")

# With the motors off the arm falls, and the sensor shows a different force.
work.forward_dynamics(q, zero, zero)
falling = np.linalg.norm(work.fixed_joint_forces()[sensor, 3:])
print(f"motors off: {falling:.4f} N")

assert np.isclose(held, weight, rtol=1e-9) and abs(falling - weight) > 0.01 * weight
