"""Robots as functions of CasADi.

    import sinew.casadi
    (forward_dynamics,) = sinew.casadi.functions(robot, ["forward-dynamics"])
    a = forward_dynamics(q, v, tau)             # numbers, or MX symbols in an optimal-control problem

The functions have exact first derivatives (Jacobians with their sparsity, forward and reverse mode) by the numbers of all
arguments, and no second ones: solvers approximate the Hessian, IPOPT with hessian_approximation='limited-memory'.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import casadi

import sinew

__all__ = ["functions"]


def functions(
    robot: sinew.Model,
    wanted: Sequence[str | tuple[str, str]] = ("forward-dynamics",),
    *,
    parameters: Sequence[str] = (),
    name: str = "",
    followers: str = "embedded",
    compiler: str = "",
    folder: str | os.PathLike[str] | None = None,
) -> list[casadi.Function]:
    """Returns the wanted quantities of a robot as functions that CasADi can differentiate.

    wanted, parameters, followers: as in sinew.compile; open parameters are the last argument. name: prefix of the
    functions' names; the robot's name if ''. compiler: a command; $CC or cc if ''. folder: where NAME.c and NAME.so are
    kept, for code that CasADi generates; a temporary folder if None. Raises RuntimeError if nothing compiles the code.
    """
    text, names = sinew.generate_casadi_code(robot, wanted, name=name, parameters=parameters, followers=followers)
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary if folder is None else folder)
        place.mkdir(parents=True, exist_ok=True)
        source, library = place / f"{name or 'robot'}.c", place / f"{name or 'robot'}.so"
        source.write_text(text)
        command = shlex.split(compiler or os.environ.get("CC", "cc"))
        command += ["-O2", "-shared", "-fPIC", "-o", str(library), str(source), "-lm"]
        try:
            subprocess.run(command, check=True, capture_output=True, text=True)
        except FileNotFoundError:
            raise RuntimeError(f"no C compiler runs here (tried {command[0]})") from None
        except subprocess.CalledProcessError as error:
            raise RuntimeError(f"{command[0]} cannot compile the code: {error.stderr}") from None
        return [casadi.external(each, str(library)) for each in names]
