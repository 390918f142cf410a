"""Shares the load of a beam between the two arms that carry it: the joint torques that support it, the part of the
contact forces that only squeezes it, and the joint velocities that lift it. Run it from the project's folder."""

import numpy as np

import sinew

scene = sinew.load_scene("models/dual_arm_beam.yaml")
system = scene.system()
q = scene.state.q
weight = scene.object.model.mass * 9.81
kinematics = sinew.MultiArmKinematics(system)
kinematics.update(q)

# The left arm takes twice the share of the right one.
sharing = sinew.LoadSharing(kinematics, shares=[2, 1])
forces = sharing.share([0, 0, 0, 0, 0, weight]).reshape(2, 6)
tau = np.zeros(20)
for i, (arm, f) in enumerate(zip(scene.robots, forces)):
    own = arm.state.q
    tau[7 * i : 7 * i + 7] = arm.model.gravity_force(own) + arm.model.jacobian(own, "tool").T @ f
a = system.forward_dynamics(q, np.zeros(20), tau)
print(f"at rest: the largest acceleration is {np.abs(a).max():.1e}")
assert np.abs(a).max() < 1e-9

# More torque at the left elbow: part of the change in the contact forces squeezes the beam without moving it.
a = system.forward_dynamics(q, np.zeros(20), tau + 5 * np.eye(20)[3])
kinematics.update(q)
squeeze = sharing.squeeze_part(system.row_forces())
print(f"5 N m more: the beam accelerates at {a[-1]:.3f} m/s^2, squeezed by {np.linalg.norm(squeeze[3:6]):.2f} N")

# Lift the beam at 0.1 m/s: joint velocities of least norm, for which the end effectors do not slip.
v = kinematics.joint_velocities(0.1 * np.eye(20)[-1])
slip = np.abs(kinematics.relative_velocity(v)).max()
print(f"lifting: left shoulder {v[1]:.4f} rad/s, slip {slip:.1e} m/s")
assert slip < 1e-12
