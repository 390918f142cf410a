"""Uses sinew with NumPy's matrices: solves the equations of motion by a Cholesky factorisation and finds the joint
velocities that move the tool without moving the elbow. Run it from the project's folder."""

import numpy as np

import sinew

robot = sinew.load("models/arm7.urdf")
state = robot.random_state(2)
q, v, tau = state.q, state.v, state.tau

# M a + bias = tau, solved by NumPy.
L = np.linalg.cholesky(robot.mass_matrix(q))
solved = np.linalg.solve(L.T, np.linalg.solve(L, tau - robot.bias_force(q, v)))
a = robot.forward_dynamics(q, v, tau)
print(f"forward dynamics and Cholesky factorisation differ by {np.linalg.norm(a - solved) / np.linalg.norm(a):.1e}")
assert np.allclose(a, solved)

# The linear rows of two Jacobians in one matrix: velocities of both origins.
tasks = np.vstack([robot.jacobian(q, frame, "aligned")[3:] for frame in ("tool", "link4")])
wanted = np.array([0.1, 0, 0, 0, 0, 0])
motion = np.linalg.lstsq(tasks, wanted, rcond=None)[0]
print(f"the tool moves at 0.1 m/s and the elbow rests if the joints move with {motion.round(3)} rad/s")
assert np.allclose(tasks @ motion, wanted)
