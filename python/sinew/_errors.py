"""The exceptions of the compiled part, which raises them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sinew._sinew import Finding


class SingularPosition(ArithmeticError):
    """The result does not exist at this position."""

    __module__ = "sinew"


class InvalidModel(ValueError):
    """A robot's description has errors; `findings` lists them all."""

    __module__ = "sinew"
    findings: list[Finding]


class ImpossibleRobot(SingularPosition):
    """A function divides by the inertia that a joint moves, and the robot's inertias are impossible.

    `findings` lists the reasons."""

    __module__ = "sinew"
    findings: list[Finding]
