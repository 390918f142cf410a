"""Dynamics as differentiable functions of PyTorch tensors.

    from sinew.torch import forward_dynamics
    a = forward_dynamics(robot, q, v, tau)      # tensors (..., n), float32 or float64, on any device
    a.square().sum().backward()

Gradients are products with the adjoint of the derivative, computed in O(n) for each state. Computation takes place on
the CPU; tensors of other devices are copied. Leading dimensions are broadcast. Second derivatives are not available.
"""

import numpy as np
import torch
from torch.autograd.function import once_differentiable

from ._tangent import gradient_by_position

__all__ = ["forward_dynamics", "inverse_dynamics"]


def _numbers(tensor):
    return tensor.detach().cpu().numpy()


def _tensor(array, like):
    return torch.from_numpy(np.ascontiguousarray(array)).to(like)


class _Dynamics(torch.autograd.Function):
    @staticmethod
    def forward(ctx, robot, function, q, v, third):
        ctx.robot, ctx.function = robot, function
        ctx.save_for_backward(q, v, third)
        return _tensor(getattr(robot, function)(_numbers(q), _numbers(v), _numbers(third)), q)

    @staticmethod
    @once_differentiable
    def backward(ctx, weights):
        tensors = ctx.saved_tensors
        q, v, third = (_numbers(tensor) for tensor in tensors)
        product = getattr(ctx.robot, ctx.function + "_vjp")
        gradients = list(product(q, v, third, _numbers(weights)))
        gradients[0] = gradient_by_position(ctx.robot, q, gradients[0])
        return None, None, *(_tensor(g, t).sum_to_size(t.shape) for g, t in zip(gradients, tensors))


def forward_dynamics(robot, q, v, tau):
    """Returns the joint accelerations (..., n_v); differentiable by q, v and tau."""
    return _Dynamics.apply(robot, "forward_dynamics", q, v, tau)


def inverse_dynamics(robot, q, v, a):
    """Returns the joint torques (..., n_v); differentiable by q, v and a."""
    return _Dynamics.apply(robot, "inverse_dynamics", q, v, a)
