"""Loads a robot from a file, computes joint accelerations from joint torques (forward dynamics, ABA), and the
torques back from the accelerations (inverse dynamics, RNEA).

    python load_and_compute.py [MODEL]      (default models/arm7.urdf; run it from the project's folder)
"""

import sys

import numpy as np

import sinew

try:
    robot = sinew.load(sys.argv[1] if len(sys.argv) > 1 else "models/arm7.urdf")
except sinew.InvalidModel as error:
    sys.exit("\n".join(str(finding) for finding in error.findings))  # every finding, with file and line
print(robot)

state = robot.random_state(1)  # or your own q, v, tau
acceleration = robot.forward_dynamics(state.q, state.v, state.tau)
torque = robot.inverse_dynamics(state.q, state.v, acceleration)
for i, (given, found) in enumerate(zip(state.tau, acceleration)):
    print(f"  v[{i}]  tau {given:9.4f}   qdd {found:10.4f}")
print(f"inverse after forward dynamics gives tau back within {np.abs(torque - state.tau).max():.1e}")

# Many states at once: any leading dimensions, computed on SIMD lanes and threads.
q = np.random.default_rng(1).uniform(-1, 1, (1000, robot.position_size))
print("mass matrices of 1000 positions:", robot.mass_matrix(q).shape)

assert np.allclose(torque, state.tau, atol=1e-9)
