"""Computes what an accelerometer and a gyroscope measure: the acceleration of a sensor's frame minus gravity, and
its angular velocity, in its own axes. A humanoid in free fall measures no weight. Run it from the project's folder."""

import numpy as np

import sinew

robot = sinew.load("models/humanoid.urdf", base="floating")


def accelerometer(q, v, tau):
    """In the reference "aligned" the linear part is the acceleration of the frame's origin, in world axes."""
    a = robot.forward_dynamics(q, v, tau)
    linear = robot.acceleration(q, v, a, "imu", "aligned")[3:]
    return robot.pose(q, "imu")[:3, :3].T @ (linear - robot.gravity)


state = robot.random_state(3)
q, v = state.q, state.v
measured, rate = accelerometer(q, v, state.tau), robot.velocity(q, v, "imu")[:3]
print(f"moving:  accelerometer {measured.round(3)} m/s^2, gyroscope {rate.round(3)} rad/s")

# The same by the reference "body", whose linear part lacks angular velocity x velocity.
twist = robot.velocity(q, v, "imu")
own = robot.acceleration(q, v, robot.forward_dynamics(q, v, state.tau), "imu")
same = own[3:] + np.cross(twist[:3], twist[3:]) - robot.pose(q, "imu")[:3, :3].T @ robot.gravity
assert np.allclose(same, measured)

zero = np.zeros(robot.velocity_size)
falling = np.linalg.norm(accelerometer(robot.neutral_position(), zero, zero))
print(f"falling: accelerometer {falling:.1e} m/s^2")
assert falling < 1e-9
