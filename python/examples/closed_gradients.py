"""Computes the gradient of a loop force by products with the derivatives of closed dynamics, and compares it with a
difference."""

import numpy as np

import sinew

linkage = sinew.load(sinew.example("slider_crank.urdf"))
system = sinew.ConstrainedSystem(linkage)
n = linkage.velocity_size
q, v, tau = linkage.neutral_position(), np.zeros(n), np.zeros(n)
tau[0] = 2

# The cost is the sum of the multipliers, the forces along the constraint rows.
weights, ones = np.zeros(n), np.ones(system.rows)
by_q, by_v, by_tau = system.forward_dynamics_vjp(q, v, tau, weights, ones)
print(f"cost by the torque of the crank: {by_tau[0]:9.4f}")


def cost(torque):
    tau[0] = torque
    system.forward_dynamics(q, v, tau)
    return system.multipliers.sum()


difference = cost(2.5) - cost(1.5)  # exact: the forces are linear in the torques
print(f"by a difference:                 {difference:9.4f}")
assert np.isclose(difference, by_tau[0], rtol=1e-8)
