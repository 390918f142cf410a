"""Evaluates the diagonalised equations of motion of SOA section 6, in which every joint has unit mass and no inertial
coupling to other joints:

    rate(nu) + mu = epsilon,   nu = D^(1/2) (I + H phi K)* v,   epsilon = D^(-1/2) (I - H psi K) T
"""

from pathlib import Path

import numpy as np

import sinew
from sinew.operators import C, Mass, Prepared, T, epsilon, inv, mu, nu, rate, v

MODELS = Path(__file__).resolve().parents[2] / "models"
arm = sinew.load(MODELS / "arm7.urdf")
state = arm.random_state(9)

# The equation, typed as in the paper, is simplified to 0 = 0.
equation = Prepared(rate(nu) + mu - epsilon, arm)
print(f"rate(nu) + mu - epsilon becomes {equation.derivation.result} in {len(equation.derivation)} steps")
assert str(equation.derivation.result) == "0"

# The residuals nu have unit mass: half their square is the kinetic energy.
residuals = nu.apply(arm, None, state.q, state.v)
kinetic, _ = arm.energy(state.q, state.v)
print(f"half the square of nu: {residuals @ residuals / 2:.6f} J, kinetic energy: {kinetic:.6f} J")
assert np.isclose(residuals @ residuals / 2, kinetic)

# Their rates are epsilon - mu: compared with differences of nu along the motion.
rates = (epsilon - mu).apply(arm, None, state.q, state.v, state.tau)
acceleration = (inv(Mass) @ (T - C)).apply(arm, None, state.q, state.v, state.tau)
dt = 1e-6
before, after = (
    nu.apply(arm, None, arm.integrate(state.q, state.v + t / 2 * acceleration, t), state.v + t * acceleration)
    for t in (-dt, dt)
)
print("rates of the residuals:", rates.round(4))
assert np.allclose((after - before) / (2 * dt), rates, rtol=1e-5, atol=1e-5)
assert np.allclose(v.apply(arm, None, state.q, state.v), state.v)
