"""Regressors and inertial parameters: against the dynamics of the robots that they describe."""

import numpy as np
import pytest

import sinew


@pytest.fixture(params=["arm", "humanoid"])
def robot(request):
    return request.getfixturevalue(request.param)


def states(robot, count):
    samples = [robot.random_state(seed) for seed in range(count)]
    return (np.array([getattr(sample, name) for sample in samples]) for name in ("q", "v", "a"))


def test_the_regressor_times_the_parameters_is_inverse_dynamics(robot):
    q, v, a = states(robot, 4)
    armature = robot.joint_parameters[: robot.velocity_size]
    tau = robot.torque_regressor(q, v, a) @ robot.inertial_parameters + armature * a
    assert np.allclose(tau, robot.inverse_dynamics(q, v, a), rtol=1e-11, atol=1e-10)
    single = robot.torque_regressor(q[0].astype(np.float32), v[0].astype(np.float32), a[0].astype(np.float32))
    assert single.dtype == np.float32 and single.shape == (robot.velocity_size, robot.inertial_parameters.size)
    out = np.empty((4, *single.shape))
    assert robot.torque_regressor(q, v, a, out=out) is out
    assert np.allclose(out[0], single, atol=1e-3)


def test_joint_parameters_are_those_of_the_dofs(robot):
    n = robot.velocity_size
    wanted = np.arange(3 * n) / n
    changed = robot.with_joint_parameters(wanted)
    assert np.allclose([dof.damping for dof in changed.dofs], wanted[n : 2 * n])
    assert np.allclose(changed.joint_parameters, wanted)
    v, a = np.linspace(-1, 1, n), np.ones(n)
    expected = wanted[:n] * a + wanted[n : 2 * n] * v + wanted[2 * n :] * np.sign(v)
    assert np.allclose(robot.joint_regressor(v, a) @ wanted, expected)


def test_regressors_of_energy_and_momentum(robot):
    q, v, _ = states(robot, 3)
    p, n = robot.inertial_parameters, robot.velocity_size
    kinetic, potential = robot.energy_regressors(q, v)
    of_bodies, of_weight = robot.energy(q, v)
    rotors = 0.5 * v**2 @ robot.joint_parameters[:n]
    assert np.allclose(kinetic @ p + rotors, of_bodies) and np.allclose(potential @ p, of_weight)
    momentum = robot.momentum_regressor(q, v) @ p
    still = robot.momentum_regressor(q, 0 * v) @ p
    assert momentum.shape == (3, 6) and np.allclose(still, 0)
    gravity = robot.momentum_regressor(q[0], np.eye(n)[min(5, n - 1)])
    assert gravity.shape == (6, p.size)


def test_parameters_are_written_back(robot):
    p = robot.inertial_parameters
    assert p.size == 10 * len(robot.body_names)
    heavier = robot.with_inertial_parameters(2 * p)
    assert np.allclose(heavier.inertial_parameters, 2 * p) and np.isclose(heavier.mass, 2 * robot.mass)
    negative = p.copy()
    negative[np.flatnonzero(p[::10])[-1] * 10] = -1
    with pytest.raises(sinew.InvalidModel, match="mass is -"):
        robot.with_inertial_parameters(negative)
    with pytest.raises(ValueError, match="parameters"):
        robot.with_inertial_parameters(p[1:])


def test_log_cholesky_numbers_describe_possible_bodies():
    rng = np.random.default_rng(3)
    numbers = rng.uniform(-1, 1, 10)
    p = sinew.parameters_from_log_cholesky(numbers)
    assert np.isclose(p[0], np.exp(2 * numbers[0])) and np.allclose(p[1:4] / p[0], numbers[7:])
    assert np.allclose(sinew.log_cholesky(p), numbers)
    step = 1e-6 * rng.uniform(-1, 1, 10)
    change = sinew.parameters_from_log_cholesky(numbers + step) - sinew.parameters_from_log_cholesky(numbers - step)
    assert np.allclose(sinew.log_cholesky_jacobian(numbers) @ (2 * step), change, rtol=1e-5, atol=1e-11)
    with pytest.raises(ValueError, match="pseudo-inertia"):
        sinew.log_cholesky([1, 0, 0, 0, 1, 0, 0, 1, 0, 3])
