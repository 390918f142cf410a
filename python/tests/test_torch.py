"""Dynamics of PyTorch tensors: gradients against finite differences by torch itself."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from sinew.torch import forward_dynamics, inverse_dynamics  # noqa: E402


def tensors(robot, count=2, requires_grad=True):
    states = [robot.random_state(seed) for seed in range(1, count + 1)]
    arrays = [np.array([getattr(s, name) for s in states]) for name in ("q", "v", "tau")]
    return [torch.tensor(array, requires_grad=requires_grad) for array in arrays]


@pytest.mark.parametrize("function", [forward_dynamics, inverse_dynamics])
def test_gradients_are_those_of_finite_differences(arm, function):
    assert torch.autograd.gradcheck(lambda *x: function(arm, *x), tensors(arm), atol=1e-5, rtol=1e-4)


def test_gradients_by_quaternions_are_those_of_finite_differences(humanoid):
    assert torch.autograd.gradcheck(
        lambda *x: inverse_dynamics(humanoid, *x), tensors(humanoid, 1), atol=1e-4, rtol=1e-4
    )


def test_values_are_those_of_the_robot(arm):
    q, v, tau = tensors(arm, 3, requires_grad=False)
    assert np.array_equal(forward_dynamics(arm, q, v, tau).numpy(), arm.forward_dynamics(q, v, tau))


def test_types_and_leading_dimensions_are_kept(arm):
    q = torch.zeros((4, 5, 7), requires_grad=True)
    tau = torch.ones(7, requires_grad=True)
    a = forward_dynamics(arm, q, torch.zeros(7), tau)
    assert a.dtype == torch.float32 and a.shape == (4, 5, 7)
    a.sum().backward()
    assert q.grad.shape == (4, 5, 7) and tau.grad.shape == (7,)


def test_gradient_descent_finds_the_torques_of_an_acceleration(arm):
    q, v, target = tensors(arm, 1, requires_grad=False)
    tau = torch.zeros_like(v, requires_grad=True)
    optimizer = torch.optim.LBFGS([tau], max_iter=200, tolerance_grad=1e-12, line_search_fn="strong_wolfe")

    def loss():
        optimizer.zero_grad()
        value = (forward_dynamics(arm, q, v, tau) - target).square().sum()
        value.backward()
        return value

    optimizer.step(loss)
    assert torch.allclose(tau, inverse_dynamics(arm, q, v, target), atol=1e-3)
