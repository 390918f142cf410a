"""Dynamics of JAX arrays: values, transformations and derivatives."""

import numpy as np
import pytest

jax = pytest.importorskip("jax", reason="JAX is not installed")
pytest.importorskip("sinew.jax", reason="sinew was built without jaxlib", exc_type=ImportError)

import jax.numpy as jnp  # noqa: E402
from sinew.jax import Dynamics  # noqa: E402

jax.config.update("jax_enable_x64", True)


@pytest.fixture(params=["arm", "humanoid"])
def robot(request):
    return request.getfixturevalue(request.param)


@pytest.fixture
def dynamics(robot):
    return Dynamics(robot)


def states(robot, count=4):
    found = [robot.random_state(seed) for seed in range(1, count + 1)]
    return [jnp.array([getattr(state, name) for state in found]) for name in ("q", "v", "tau")]


def test_values_are_those_of_the_robot(robot, dynamics):
    q, v, tau = states(robot)
    assert np.allclose(dynamics.forward(q, v, tau), robot.forward_dynamics(q, v, tau), rtol=1e-9, atol=1e-8)
    assert np.allclose(dynamics.inverse(q, v, tau), robot.inverse_dynamics(q, v, tau), rtol=1e-9, atol=1e-8)


def test_functions_compile_and_vectorise(robot, dynamics):
    q, v, tau = states(robot)
    expected = dynamics.forward(q, v, tau)
    assert np.allclose(jax.jit(dynamics.forward)(q, v, tau), expected)
    assert np.allclose(jax.vmap(dynamics.forward)(q, v, tau), expected)
    assert np.allclose(jax.jit(jax.vmap(dynamics.forward, (0, None, None)))(q, v[0], tau[0])[0], expected[0])


@pytest.mark.parametrize("name", ["forward", "inverse"])
def test_forward_mode_follows_the_derivative(robot, dynamics, name):
    function = getattr(dynamics, name)
    q, v, x = (s[0] for s in states(robot))
    rng = np.random.default_rng(3)
    u, dv, dx = (jnp.array(rng.uniform(-1, 1, robot.velocity_size)) for _ in range(3))
    h = 1e-6
    ahead, behind = jnp.array(robot.integrate(q, u, h)), jnp.array(robot.integrate(q, u, -h))
    dq = (ahead - behind) / (2 * h)
    value, rate = jax.jvp(function, (q, v, x), (dq, dv, dx))
    jvp = getattr(robot, f"{name}_dynamics_jvp")
    assert np.allclose(value, function(q, v, x))
    assert np.allclose(rate, jvp(q, v, x, u, dv, dx), rtol=1e-6, atol=1e-6 * np.abs(rate).max())


@pytest.mark.parametrize("name", ["forward", "inverse"])
def test_reverse_mode_is_the_adjoint_of_forward_mode(robot, dynamics, name):
    function = getattr(dynamics, name)
    primals = tuple(s[0] for s in states(robot))
    rng = np.random.default_rng(5)
    tangents = tuple(jnp.array(rng.uniform(-1, 1, p.shape)) for p in primals)
    weights = jnp.array(rng.uniform(-1, 1, robot.velocity_size))
    _, rate = jax.jvp(function, primals, tangents)
    _, pull = jax.vjp(function, *primals)
    gradients = jax.jit(pull)(weights)
    along = sum(float(g @ t) for g, t in zip(gradients, tangents))
    assert np.isclose(float(weights @ rate), along, rtol=1e-8)


def test_gradients_of_many_states_are_those_of_each(dynamics, robot):
    q, v, tau = states(robot)
    gradient = jax.grad(lambda tau: (dynamics.forward(q, v, tau) ** 2).sum())(tau)
    single = jax.grad(lambda tau: (dynamics.forward(q[1], v[1], tau) ** 2).sum())(tau[1])
    assert np.allclose(gradient[1], single, rtol=1e-8)
    shared = jax.grad(lambda tau: (dynamics.forward(q, v, tau) ** 2).sum())(tau[1])
    assert shared.shape == single.shape


def test_jacobians_are_the_matrices_of_the_robot(dynamics, robot):
    q, v, tau = (s[0] for s in states(robot))
    by_tau = jax.jacobian(dynamics.forward, argnums=2)(q, v, tau)
    assert np.allclose(by_tau, robot.inverse_mass_matrix(q), rtol=1e-8, atol=1e-8)


def test_wrong_sizes_are_named(dynamics):
    with pytest.raises(ValueError, match=r"q has the shape"):
        dynamics.forward(jnp.zeros(3), jnp.zeros(3), jnp.zeros(3))
