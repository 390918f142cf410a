"""Writes Omega, the inverse of the operational-space inertia, as the formula of the papers: simplified, evaluated by
sweeps over the links, explained, and compared with the library's own recursion."""

from pathlib import Path

import numpy as np

import sinew
from sinew.operators import B, D, H, J, Mass, Prepared, inv, parse, psi, verify

MODELS = Path(__file__).resolve().parents[2] / "models"
arm = sinew.load(MODELS / "arm7.urdf")

# SOA (20). In Python @ is the product, ~ the adjoint; text is understood, too.
omega = ~B @ ~psi @ ~H @ inv(D) @ H @ psi @ B
assert omega == parse("B* psi* H* D^-1 H psi B")
print(omega, " in LaTeX:", omega.to_text("latex"))

# The definition J M^-1 J* is simplified to the same formula, step by step.
definition = J @ inv(Mass) @ ~J
prepared = Prepared(definition, arm, frames=["tool"], purpose="matrix")
print(prepared.derivation)
print(definition.explain(arm, frames=["tool"]).text.split("Cost")[1].split("Operators")[0])
assert verify(definition - omega, arm, frames=["tool"]).is_zero

# One state, and many.
q = arm.random_state(1).q
prepared.set(q)
assert np.allclose(prepared.matrix(), arm.omega(q, "tool"))
many = np.array([arm.random_state(seed).q for seed in range(1, 101)])
assert np.allclose(omega.matrix(arm, many, frames=["tool"]), arm.omega(many, "tool"))

# Products with vectors need no matrix: the acceleration of the tool by a force on it.
force = [0, 0, 0, 0, 0, 1.0]
print("1 N along the tool's z axis moves it by", omega.apply(arm, force, q, frames=["tool"])[5].round(4), "m/s^2")
assert np.allclose(omega.apply(arm, force, q, frames=["tool"]), arm.omega(q, "tool") @ force)
