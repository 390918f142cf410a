"""Formulas of spatial operators as Python expressions.

from sinew.operators import B, D, H, inv, psi
omega = ~B @ ~psi @ ~H @ inv(D) @ H @ psi @ B
omega.matrix(robot, q, frames=["tool"])
print(omega.explain(robot, frames=["tool"]))
"""

from sinew._sinew.operators import *
