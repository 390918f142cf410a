"""Dynamics as functions of JAX arrays: jit, vmap, jvp and grad work on them.

    import jax
    from sinew.jax import Dynamics
    dynamics = Dynamics(robot)
    a = dynamics.forward(q, v, tau)                                      # arrays (..., n)
    gradient = jax.grad(lambda tau: dynamics.forward(q, v, tau).sum())(tau)

XLA calls the library directly, on the CPU; products with derivatives are computed in O(n) for each state. States that
cannot be computed give NaN. Robots of this module stay in memory until the process ends.
"""

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend.core import Primitive
from jax.interpreters import ad, batching, mlir

from . import _sinew
from ._tangent import _others, _parts

__all__ = ["Dynamics"]

if not hasattr(_sinew, "_xla_handler"):
    raise ImportError("this build of sinew was made without jaxlib; install jaxlib and build sinew again")

jax.ffi.register_ffi_target("sinew", _sinew._xla_handler(), platform="cpu")
_FORWARD, _INVERSE, _FORWARD_JVP, _INVERSE_JVP, _FORWARD_VJP, _INVERSE_VJP = range(6)  # as in python/src/xla.cpp


def _call(function, results, arrays, robot, size):
    shape = jax.ShapeDtypeStruct(arrays[1].shape[:-1] + (size,), arrays[1].dtype)
    call = jax.ffi.ffi_call("sinew", [shape] * results, vmap_method="broadcast_all")
    return call(*arrays, robot=np.int64(robot), function=np.int64(function))


# The product of the derivative at (q, v, x) with (dq, dv, dx), which is linear in the latter: its transpose is the
# product with the adjoint. All arguments have the same leading dimensions. Function numbers are parameters.
_product = Primitive("sinew_product")


def _compute_product(*arrays, jvp, vjp, robot, size):
    return _call(jvp, 1, arrays, robot, size)[0]


def _batch_product(arrays, axes, **parameters):
    count = next(a.shape[axis] for a, axis in zip(arrays, axes) if axis is not batching.not_mapped)
    moved = [
        jnp.broadcast_to(a, (count, *a.shape)) if axis is batching.not_mapped else jnp.moveaxis(a, axis, 0)
        for a, axis in zip(arrays, axes)
    ]
    return _product.bind(*moved, **parameters), 0


def _transpose_product(weights, *arrays, jvp, vjp, robot, size):
    gradients = _call(vjp, 3, (*arrays[:3], weights), robot, size)
    return [None] * 3 + [g if ad.is_undefined_primal(d) else None for g, d in zip(gradients, arrays[3:])]


_product.def_impl(lambda *arrays, **parameters: jax.jit(lambda *a: _compute_product(*a, **parameters))(*arrays))
_product.def_abstract_eval(lambda *arrays, **parameters: arrays[1])
mlir.register_lowering(_product, mlir.lower_fun(_compute_product, multiple_results=False))
batching.primitive_batchers[_product] = _batch_product
ad.primitive_transposes[_product] = _transpose_product


def _broadcast(arrays):
    kind = jnp.result_type(*arrays)
    kind = kind if kind in (jnp.float32, jnp.float64) else jnp.zeros(0).dtype
    batch = jnp.broadcast_shapes(*(jnp.shape(x)[:-1] for x in arrays))
    return [jnp.broadcast_to(x, batch + jnp.shape(x)[-1:]).astype(kind) for x in arrays]


class Dynamics:
    """Forward and inverse dynamics of a robot without loops, differentiable by q, v and tau or a."""

    def __init__(self, robot):
        self.robot = robot
        self._number = _sinew._xla_robot(robot)
        self.forward = self._differentiable(_FORWARD, _FORWARD_JVP, _FORWARD_VJP, "tau", "accelerations")
        self.inverse = self._differentiable(_INVERSE, _INVERSE_JVP, _INVERSE_VJP, "a", "torques")

    def _differentiable(self, value, jvp, vjp, third, result):
        of_robot = {"robot": self._number, "size": self.robot.velocity_size}

        @jax.custom_jvp
        def function(q, v, x):
            return _call(value, 1, (q, v, x), **of_robot)[0]

        @function.defjvp
        def rule(state, rates):
            directions = (self._velocity(state[0], rates[0]), *rates[1:])
            return function(*state), _product.bind(*state, *directions, jvp=jvp, vjp=vjp, **of_robot)

        def dynamics(q, v, x):
            sizes = (self.robot.position_size, self.robot.velocity_size, self.robot.velocity_size)
            for name, array, size in zip(("q", "v", third), (q, v, x), sizes):
                if jnp.ndim(array) == 0 or jnp.shape(array)[-1] != size:
                    raise ValueError(f"{name} has the shape {jnp.shape(array)}, expected (..., {size})")
            return function(*_broadcast((q, v, x)))

        dynamics.__doc__ = f"Returns the joint {result} (..., n_v) of q, v and {third}."
        return dynamics

    def _velocity(self, q, rate):
        """The velocities at which q changes at a rate; linear in the rate."""
        (of_q, of_v), parts = _others(self.robot), list(_parts(self.robot))
        if not parts:
            return rate
        velocity = jnp.zeros(rate.shape[:-1] + (self.robot.velocity_size,), rate.dtype)
        velocity = velocity.at[..., np.array(of_v, int)].set(rate[..., np.array(of_q, int)], unique_indices=True)
        for quaternion, omega, origin in parts:
            x, dx = q[..., quaternion], rate[..., quaternion]
            w, u = x[..., :1], x[..., 1:]
            dw, du = dx[..., :1], dx[..., 1:]
            square = (x * x).sum(-1, keepdims=True)
            rotation = 2 * (w * du - dw * u - jnp.cross(u, du)) / square
            velocity = velocity.at[..., omega].set(rotation, unique_indices=True)
            if origin:
                p = rate[..., origin[0]]
                back = p + 2 * jnp.cross(u, jnp.cross(u, p) - w * p) / square  # R^T p
                velocity = velocity.at[..., origin[1]].set(back, unique_indices=True)
        return velocity
