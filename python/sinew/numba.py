"""Compiled robots in functions that numba compiles.

functions = sinew.numba.functions(sinew.compile(robot))
forward_dynamics = functions["forward_dynamics"]

@numba.njit
def step(q, v, tau, dt):
    v = v + dt * forward_dynamics(q, v, tau)
    return q + dt * v, v
"""

import ctypes
from typing import Any, Callable

import numba
import numpy as np

import sinew

_VELOCITIES = {
    "forward-dynamics": ("v", "tau"),
    "inverse-dynamics": ("v", "a"),
    "bias-force": ("v",),
    "forward-dynamics-derivatives": ("v", "tau"),
    "forward-dynamics-jvp": ("v", "tau", "dq", "dv", "dtau"),
    "forward-dynamics-vjp": ("v", "tau", "weights"),
    "inverse-dynamics-derivatives": ("v", "a"),
    "inverse-dynamics-jvp": ("v", "a", "dq", "dv", "da"),
    "inverse-dynamics-vjp": ("v", "a", "weights"),
}


def functions(compiled: sinew.CompiledRobot) -> dict[str, Callable[..., Any]]:
    """Returns the functions of a compiled robot as functions that numba-compiled code may call.

    They are named after quantity and frame: "forward_dynamics", "jacobian_tool", or "jacobian" if no frame was named.
    Each takes its inputs for one state, then the open parameters if the robot has any, and returns a new array. The
    three matrices of derivatives are side by side, and a gradient has three rows. Inputs of the wrong size raise
    ValueError; numbers are not checked. Raises RuntimeError if the robot is not compiled.
    """
    found = {}
    for quantity, frame in compiled.wanted:
        name = quantity.replace("-", "_") + ("_" + frame if frame else "")
        found[name] = _function(compiled, quantity, frame)
    return found


def _function(compiled, quantity, frame):
    robot = compiled.robot
    n_v, n_u = robot.velocity_size, len(compiled.independent)
    names = ("q", *_VELOCITIES.get(quantity, ())) + (("parameters",) if compiled.parameters else ())
    sizes = {"q": robot.position_size, "parameters": len(compiled.parameters)}
    if quantity == "inverse-dynamics-vjp":
        sizes["weights"] = n_u
    shape = {
        "forward-dynamics": (n_v,),
        "forward-dynamics-derivatives": (3 * n_v, n_v),
        "forward-dynamics-jvp": (n_v,),
        "forward-dynamics-vjp": (3, n_v),
        "inverse-dynamics-derivatives": (3 * n_v, n_u),
        "inverse-dynamics-vjp": (3, n_v),
        "mass-matrix": (n_u, n_u),
        "inverse-mass-matrix": (n_u, n_u),
        "omega": (6, 6),
        "jacobian": (n_u, 6),
        "pose": (4, 3),
    }.get(quantity, (n_u,))
    code = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(
        compiled.address((quantity, frame) if frame else quantity)
    )
    code.robot = compiled  # exists as long as its code may be called
    inputs = [_input(name, sizes.get(name, n_v)) for name in names]
    finish = {
        "jacobian": _transposed,
        "pose": _homogeneous,
        "forward-dynamics-derivatives": _transposed,
        "inverse-dynamics-derivatives": _transposed,
    }.get(quantity, _unchanged)

    @numba.njit
    def compute(inputs):
        addresses = np.empty(len(inputs), np.uintp)
        for i in range(len(inputs)):
            addresses[i] = inputs[i].ctypes.data
        result = np.empty(shape)
        code(addresses.ctypes, result.ctypes)
        return finish(result)

    return _with_inputs(compute, inputs)


def _input(name, size):
    message = f"{name} has a wrong size, expected {size} numbers"

    @numba.njit
    def checked(x):
        if x.shape != (size,):
            raise ValueError(message)
        return np.ascontiguousarray(x).astype(np.float64)

    return checked


@numba.njit
def _unchanged(result):
    return result


@numba.njit
def _transposed(result):
    return result.T


@numba.njit
def _homogeneous(result):
    pose = np.eye(4)
    pose[:3] = result.T
    return pose


# numba compiles functions of a fixed number of arguments.
def _with_inputs(compute, checks):
    padded = checks + [None] * (7 - len(checks))
    a, b, c, d, e, f, g = padded
    by_count = [
        lambda q: compute((a(q),)),
        lambda q, r: compute((a(q), b(r))),
        lambda q, r, s: compute((a(q), b(r), c(s))),
        lambda q, r, s, t: compute((a(q), b(r), c(s), d(t))),
        lambda q, r, s, t, u: compute((a(q), b(r), c(s), d(t), e(u))),
        lambda q, r, s, t, u, v: compute((a(q), b(r), c(s), d(t), e(u), f(v))),
        lambda q, r, s, t, u, v, w: compute((a(q), b(r), c(s), d(t), e(u), f(v), g(w))),
    ]
    return numba.njit(by_count[len(checks) - 1])
