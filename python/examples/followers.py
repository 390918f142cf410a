"""Controls the hand of an arm whose gripper has two fingers, of which the second mimics the first: the mass
matrix and the operational space are those of the eight independent joints. Run it from the project's folder."""

import numpy as np

import sinew

# models/arm7.urdf with two sliding fingers.
description = sinew.load("models/arm7.urdf").description
for number, side in [(1, 1.0), (2, -1.0)]:
    joint = sinew.Joint(f"finger_joint{number}", "prismatic", axis=[0, side, 0])
    inertial = sinew.Inertial(0.1, com=[0, 0.01 * side, 0.02], inertia=1e-5 * np.eye(3))
    description.bodies.append(sinew.Body(f"finger{number}", "tool", joint, inertial))
description.bodies[-1].joint.mimic = sinew.Mimic("finger_joint1")
arm = sinew.Model(description)

state = arm.random_state(3)
q = arm.follow(state.q)  # the second finger is where the first one puts it
v = arm.expand(q, state.v[arm.independent])
M = arm.mass_matrix(q)
print(f"{arm.velocity_size} joints, {len(M)} of them independent")
print(f"mass that the finger's motor moves: {M[7, 7]:.3f} kg, of both fingers")

# Torques of the independent joints that accelerate the hand, and close the fingers: a finger force in the null
# space does not disturb the hand.
space = sinew.OperationalSpace(arm, "tool", "aligned")
wanted = np.array([0, 0, 0, 0.5, 0, -1])
tau = space.jacobian_adjoint_times(q, space.lambda_(q) @ wanted + space.bias(q, v))
tau += space.project(q, -0.2 * np.eye(8)[7])

# Torques of all joints, zero at the finger that follows, and the accelerations that result from them.
a = arm.forward_dynamics(q, v, np.append(tau, 0))
got = arm.acceleration(q, v, a, "tool", "aligned")
print("wanted", wanted[3:], "m/s^2, got", got[3:].round(4), "fingers", a[7:].round(4), "m/s^2")
assert len(M) == 8 and np.isclose(a[7], a[8]) and np.allclose(got, wanted, atol=1e-7)
