"""Derivatives of frames, energy, momentum, the mass matrix and Omega, and Hessians: against central differences."""

import numpy as np
import pytest

import sinew

STEP = 1e-5


@pytest.fixture(params=["arm", "humanoid"])
def robot(request):
    return request.getfixturevalue(request.param)


@pytest.fixture
def state(robot):
    state = robot.random_state(4)
    return state.q, state.v, state.a


def by_position(robot, q, function):
    """The derivative of an array function of q, with the motions as its last dimension."""
    columns = []
    for motion in np.eye(robot.velocity_size):
        ahead, behind = (np.asarray(function(robot.integrate(q, motion, t))) for t in (STEP, -STEP))
        columns.append((ahead - behind) / (2 * STEP))
    return np.stack(columns, axis=-1)


def agree(found, expected):
    return np.allclose(found, expected, rtol=1e-6, atol=1e-7 * (1 + np.abs(expected).max()))


def test_velocities_and_accelerations_of_frames(robot, state):
    q, v, a = state
    frame = robot.frame_names[-1]
    for reference in ("body", "world", "aligned"):
        expected = by_position(robot, q, lambda x, r=reference: robot.velocity(x, v, frame, r))
        assert agree(robot.velocity_derivative(q, v, frame, reference), expected)
        by_q, by_v = robot.acceleration_derivatives(q, v, a, frame, reference)
        assert agree(by_q, by_position(robot, q, lambda x, r=reference: robot.acceleration(x, v, a, frame, r)))
        motion = np.linspace(-1, 1, v.size)
        ahead, behind = (robot.acceleration(q, v + t * motion, a, frame, reference) for t in (STEP, -STEP))
        assert agree(by_v @ motion, (ahead - behind) / (2 * STEP))
        rate = robot.jacobian_rate(q, v, frame, reference)
        later, before = (robot.jacobian(robot.integrate(q, v, t), frame, reference) for t in (STEP, -STEP))
        assert agree(rate, (later - before) / (2 * STEP))


def test_products_with_the_derivatives_of_frames(robot, state):
    q, v, a = state
    frame = robot.frame_names[-1]
    dq, dv, da = np.random.default_rng(3).normal(size=(3, v.size))
    w = np.random.default_rng(4).normal(size=(3, 6))
    for reference in ("body", "world", "aligned"):
        J = robot.jacobian(q, frame, reference)
        by_q, by_v = robot.acceleration_derivatives(q, v, a, frame, reference)
        changes = robot.frame_jvp(q, v, a, frame, dq, dv, da, reference)
        expected = (J @ dq, robot.velocity_derivative(q, v, frame, reference) @ dq + J @ dv)
        for found, one in zip(changes, (*expected, by_q @ dq + by_v @ dv + J @ da), strict=True):
            assert np.allclose(found, one, rtol=1e-10, atol=1e-10)
        gradients = robot.frame_vjp(q, v, a, frame, *w, reference)
        along = sum(one @ d for one, d in zip(gradients, (dq, dv, da), strict=True))
        assert np.isclose(along, sum(one @ change for one, change in zip(w, changes, strict=True)))


def test_energy_and_momentum(robot, state):
    q, v, _ = state
    by_q, by_v = robot.kinetic_energy_gradient(q, v)
    assert agree(by_q, by_position(robot, q, lambda x: robot.energy(x, v)[0]))
    assert np.allclose(by_v, robot.mass_matrix(q) @ v)
    assert agree(robot.gravity_force(q), by_position(robot, q, lambda x: robot.energy(x, v)[1]))
    linear = by_position(robot, q, lambda x: robot.momentum_regressor(x, v)[3:] @ robot.inertial_parameters)
    derivative = robot.centroidal_momentum_derivative(q, v)
    assert derivative.shape == (6, v.size) and agree(derivative[3:], linear)

    def momentum_matrix(q):
        work = sinew.Workspace(robot)
        work.set_position(q)
        return work.centroidal_momentum_matrix()

    later, before = (momentum_matrix(robot.integrate(q, v, t)) for t in (STEP, -STEP))
    assert agree(robot.centroidal_momentum_matrix_rate(q, v), (later - before) / (2 * STEP))


def test_the_mass_matrix(robot, state):
    q, x, y = state
    gradient = robot.mass_matrix_gradient(q, x, y)
    assert agree(gradient, by_position(robot, q, lambda p: y @ robot.mass_matrix(p) @ x))
    tensor = robot.mass_matrix_derivative(q)
    assert np.allclose(np.einsum("ijk,i,j->k", tensor, y, x), gradient)
    assert np.allclose(tensor, tensor.swapaxes(0, 1))


def test_the_operational_space(robot, state):
    q = state[0]
    frame = robot.frame_names[-1]
    x, w = np.linspace(-1, 1, 6), np.linspace(2, -1, 6)
    found = robot.omega_gradient(q, frame, x, w, "world")
    assert agree(found, by_position(robot, q, lambda p: w @ robot.omega(p, frame, "world") @ x))
    found = robot.operational_inertia_gradient(q, frame, x, w)
    assert agree(found, by_position(robot, q, lambda p: w @ robot.operational_inertia(p, frame) @ x))


def test_hessians_are_the_curvature_of_costs(robot, state):
    q, v, third = state
    n, w = v.size, np.linspace(-1, 1, v.size)
    motion = np.random.default_rng(2).uniform(-1, 1, 3 * n)
    for function, hessian in [
        (robot.inverse_dynamics, robot.inverse_dynamics_hessian),
        (robot.forward_dynamics, robot.forward_dynamics_hessian),
    ]:
        H = hessian(q, v, third, w)
        assert np.allclose(H, H.T)
        step = 1e-3
        cost = [
            w @ function(robot.integrate(q, motion[:n], t), v + t * motion[n : 2 * n], third + t * motion[2 * n :])
            for t in (-step, 0, step)
        ]
        expected = (cost[0] - 2 * cost[1] + cost[2]) / step**2
        assert np.isclose(motion @ H @ motion, expected, rtol=1e-3, atol=1e-4 * np.abs(H).max())


def test_robots_with_loops_are_refused(models):
    linkage = sinew.load(models / "four_bar.urdf")
    zero = np.zeros(linkage.velocity_size)
    with pytest.raises(ValueError, match="for trees only"):
        linkage.mass_matrix_gradient(linkage.neutral_position(), zero, zero)
