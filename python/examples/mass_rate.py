"""Differentiates formulas of spatial operators: the rate of the mass matrix is derived, explained and evaluated, and with
it the change of the accelerations when the robot moves a little."""

from pathlib import Path

import numpy as np

import sinew
from sinew.operators import H, M, Mass, Prepared, constant, cross, d, inv, phi, v

MODELS = Path(__file__).resolve().parents[2] / "models"
arm = sinew.load(MODELS / "arm7.urdf")
state = arm.random_state(4)

# d(X) is the rate of X while the joints move with v. It is an expression again, which is simplified and explained.
print(d(Mass).explain(arm).text.split("At every position")[0])

# A Coriolis matrix: dM/dt - 2 C is skew, so dM/dt - C - C* is simplified to 0.
V = cross(~phi @ ~H @ v)
C = H @ phi @ (M @ d(~phi @ ~H) + (V @ M - M @ ~V) @ ~phi @ ~H)
print("dM/dt - C - C* =", Prepared(d(Mass) - C - ~C, arm).derivation.result)

# Along another direction x: the columns of inv(Mass) change by d(inv(Mass), x) when the robot moves by a small multiple
# of x. Products with vectors take time proportional to the number of links.
direction = np.random.default_rng(1).normal(size=arm.velocity_size)
x = constant("x", "joint", "number", direction)
change = d(inv(Mass), x).apply(arm, state.tau, state.q)
step = 1e-6
after, before = (inv(Mass).apply(arm, state.tau, arm.integrate(state.q, direction, h)) for h in (step, -step))
print("change of M^-1 tau along x:", change.round(4))
assert np.allclose((after - before) / (2 * step), change, rtol=1e-5, atol=1e-5 * np.abs(change).max())
