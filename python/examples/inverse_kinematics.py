"""Solves inverse kinematics of a redundant arm: for a pose, for a straight line at a given speed, and for joint
motion that leaves the tool at rest (null-space motion). Run it from the project's folder."""

import numpy as np

import sinew

arm = sinew.load("models/arm7.urdf")
work = sinew.Workspace(arm)

# A pose: the tool points down, half a metre in front of the base.
target = sinew.transform([0.5, 0.1, 0.3], rpy=[0, np.pi, 0])
found = arm.inverse_kinematics("tool", target, restarts=20)
print(f"{found}, {found.angle_error:.1e} rad and {found.position_error:.1e} m left")

# A line: one second along y at 0.2 m/s, with joint velocities of least norm. The error of the finite steps is
# fed back.
q, steps = found.q, 200
for i in range(steps):
    work.set_position(q)
    at = work.pose("tool")
    wanted = target[:3, 3] + [0, 0.2 * i / steps, 0]
    turn = np.eye(4)
    turn[:3, :3] = target[:3, :3] @ at[:3, :3].T
    twist = np.concatenate([10 * sinew.rotation_vector_of(turn), [0, 0.2, 0] + 10 * (wanted - at[:3, 3])])
    v = work.minimum_norm_velocity("tool", twist, "aligned", damping=1e-3)
    q = arm.integrate(q, v, 1 / steps)
end = arm.pose(q, "tool")[:3, 3]
print("after the line", end.round(4), "m")

# The elbow swings while the tool is at rest: v is the projection of `preferred` onto the joint velocities that
# do not move the tool.
work.set_position(q)
v = work.minimum_norm_velocity("tool", np.zeros(6), preferred=[0.5, 0, 0, 0, 0, 0, 0])
felt = work.jacobian_times("tool", v)
print(f"joints move with {v.round(3)} rad/s, the tool with {np.abs(felt).max():.1e} m/s")

assert found.converged and np.allclose(end, target[:3, 3] + [0, 0.2, 0], atol=2e-3)
assert np.abs(v).max() > 0.1 and np.allclose(felt, 0, atol=1e-12)
