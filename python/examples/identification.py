"""Identifies the friction of an arm and the payload that it carries from noisy torques."""

import numpy as np

import sinew

arm = sinew.load(sinew.example("arm7.urdf"))
inertia = [[0.02, 0.001, 0], [0.001, 0.015, 0.002], [0, 0.002, 0.01]]
truth = arm.with_payload(arm.joints[-1].body, mass=1.5, com=[0.01, 0.02, 0.05], inertia=inertia)
friction = np.r_[np.zeros(7), np.full(7, 0.3), np.full(7, 0.5)]  # armature, damping, dry friction of each joint
truth = truth.with_joint_parameters(truth.joint_parameters + friction)

# Torques are measured at random states, with noise of 0.01 N m.
rng = np.random.default_rng(1)
q, v, a = (rng.uniform(-1, 1, (2000, 7)) for _ in range(3))
exact = truth.torque_regressor(q, v, a) @ truth.inertial_parameters
exact += truth.joint_regressor(v, a) @ truth.joint_parameters
measured = exact + rng.normal(0, 0.01, exact.shape)

# The arm's own parameters are known: what is left is due to the payload and the joints.
first = 10 * truth.body_names.index("payload")
known = truth.inertial_parameters
known[first : first + 10] = 0
left = measured - truth.torque_regressor(q, v, a) @ known
columns = np.concatenate(
    [truth.torque_regressor(q, v, a)[..., first : first + 10], truth.joint_regressor(v, a)], axis=-1
)
found, *_ = np.linalg.lstsq(columns.reshape(-1, columns.shape[-1]), left.ravel(), rcond=None)
payload, joints = found[:10], found[10:]

expected = truth.inertial_parameters[first : first + 10]
print("payload found:", np.round(payload, 3))
print("payload:      ", np.round(expected, 3))
print("damping found:", np.round(joints[7:14], 3))
assert np.allclose(payload, expected, atol=0.01) and np.allclose(joints, truth.joint_parameters, atol=0.01)

# The numbers describe a body that can exist: its robot can be built, and has log-Cholesky parameters.
known[first : first + 10] = payload
identified = truth.with_inertial_parameters(known)
print("log-Cholesky: ", np.round(sinew.log_cholesky(payload), 2))
print(f"mass:          {identified.mass:.3f} kg")
