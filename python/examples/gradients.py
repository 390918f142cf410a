"""Computes the gradient of a cost by products with the derivatives of forward dynamics, in O(n)."""

import numpy as np

import sinew

arm = sinew.load(sinew.example("arm7.urdf"))
state = arm.random_state(1)
q, v, tau = state.q, state.v, state.tau

# The cost is the sum of all joint accelerations; its gradient by a is a vector of ones.
by_q, by_v, by_tau = arm.forward_dynamics_vjp(q, v, tau, np.ones(7))
print(f"cost by the position of joint 3: {by_q[2]:9.4f}")
print(f"cost by the torque of joint 3:   {by_tau[2]:9.4f}")

step = 1e-6
moved = arm.integrate(q, step * np.eye(7)[2])
difference = (arm.forward_dynamics(moved, v, tau) - arm.forward_dynamics(q, v, tau)).sum() / step
print(f"by a difference:                 {difference:9.4f}")
assert abs(difference - by_q[2]) < 1e-3 * (1 + abs(difference))
