"""Computes poses, Jacobians, energy, and the acceleration that a sensor measures, of a humanoid with a floating
base. Run it from the project's folder."""

import numpy as np

import sinew

robot = sinew.load("models/humanoid.urdf", base="floating")
state = robot.random_state(7)
q, v, frame, step = state.q, state.v, "left_sole", 1e-6

# The position of the left sole, and its velocity J v. `aligned`: world axes at the frame's origin.
position = robot.pose(q, frame)[:3, 3]
twist = robot.jacobian(q, frame, "aligned") @ v
print(frame, "at", position.round(4), "m")
print("moves with  ", twist[3:].round(4), "m/s")

# The same velocity by a finite difference: move the robot for a microsecond.
moved = (robot.pose(robot.integrate(q, v, step), frame)[:3, 3] - position) / step
print("difference  ", moved.round(4), "m/s")
assert np.allclose(moved, twist[3:], atol=1e-4)

# Kinetic energy is v^T M v / 2.
kinetic, potential = robot.energy(q, v)
half_vMv = v @ robot.mass_matrix(q) @ v / 2
print(f"kinetic {kinetic:.6f} J (v M v / 2: {half_vMv:.6f}), potential {potential:.6f} J")
assert np.isclose(kinetic, half_vMv, rtol=1e-10)

# An accelerometer on the sole measures the acceleration of its own point minus that of gravity, in its own
# axes. In `aligned`, the linear part of `acceleration` is the acceleration of the point.
work = sinew.Workspace(robot)
a = work.forward_dynamics(q, v, state.tau)
felt = work.pose(frame)[:3, :3].T @ (work.acceleration(frame, "aligned")[3:] - robot.gravity)
print("accelerometer", felt.round(4), "m/s^2")

# The same from the poses a moment before and after.
points = [robot.pose(robot.integrate(q, v + t / 2 * a, t), frame)[:3, 3] for t in (-1e-4, 0, 1e-4)]
second = (points[0] - 2 * points[1] + points[2]) / 1e-8
assert np.allclose(felt, work.pose(frame)[:3, :3].T @ (second - robot.gravity), atol=1e-2)
