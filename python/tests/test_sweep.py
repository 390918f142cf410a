"""Filter, smoother and optimal control: against dense least squares and against one another."""

import numpy as np
import pytest

import sinew
from sinew.sweep import (
    KalmanFilter, Stage, Step, bryson_frazier_smoother, dual, filter_scan, kalman_filter, optimal_control,
    smoother_scan,
)  # fmt: skip


def random_system(steps, seed=1, states=3):
    rng = np.random.default_rng(seed)

    def covariance(n):
        root = rng.normal(size=(n, n))
        return root @ root.T + 0.1 * np.eye(n)

    system = [Step(M=covariance(states), b=rng.normal(size=states))]
    for k in range(1, steps):
        measured = k % 3  # 0: nothing is measured
        measurement = dict(H=rng.normal(size=(measured, states)), R=covariance(measured), tau=rng.normal(size=measured))
        system.append(
            Step(
                phi=rng.normal(size=(states, states)) / 2,
                M=covariance(states),
                b=rng.normal(size=states),
                **(measurement if measured else {}),
            )
        )
    return system


def least_squares(system):
    """All states at once: the minimum of the weighted squares of process and measurement noise, and its covariance."""
    n = len(system[0].M)
    normal, right = np.zeros((n * len(system),) * 2), np.zeros(n * len(system))
    for k, step in enumerate(system):
        rows = np.zeros((n, n * len(system)))
        rows[:, n * k : n * k + n] = np.eye(n)
        if k > 0:
            rows[:, n * k - n : n * k] = -step.phi
        weight = np.linalg.inv(step.M)
        normal += rows.T @ weight @ rows
        right += rows.T @ weight @ step.b
        if len(step.tau):
            rows = np.zeros((len(step.tau), n * len(system)))
            rows[:, n * k : n * k + n] = step.H
            weight = np.linalg.inv(step.R)
            normal += rows.T @ weight @ rows
            right += rows.T @ weight @ step.tau
    covariance = np.linalg.inv(normal)
    return (covariance @ right).reshape(-1, n), covariance


def test_the_smoother_solves_the_least_squares_problem():
    system = random_system(40)
    smoothed = bryson_frazier_smoother(system, kalman_filter(system))
    x, covariance = least_squares(system)
    assert np.allclose([step.x for step in smoothed], x, atol=1e-9)
    for k, step in enumerate(smoothed):
        assert np.allclose(step.S, covariance[3 * k : 3 * k + 3, 3 * k : 3 * k + 3], atol=1e-9)


def test_the_filter_estimates_from_the_measurements_so_far():
    system = random_system(12)
    filtered = kalman_filter(system)
    for k in range(12):
        x, covariance = least_squares(system[: k + 1])
        assert np.allclose(filtered[k].z_plus, x[-1], atol=1e-9)
        assert np.allclose(filtered[k].P_plus, covariance[-3:, -3:], atol=1e-9)


def test_the_filter_s_results_satisfy_its_equations():
    system = random_system(9)
    before = None
    for step, f in zip(system, kalman_filter(system)):
        z, P = (step.b, step.M) if before is None else (
            step.phi @ before.z_plus + step.b, step.phi @ before.P_plus @ step.phi.T + step.M)  # fmt: skip
        assert np.allclose(f.z, z) and np.allclose(f.P, P)
        if len(step.tau):
            assert np.allclose(f.D, step.H @ P @ step.H.T + step.R) and np.allclose(f.G @ f.D, P @ step.H.T)
            assert np.allclose(f.e, step.tau - step.H @ z) and np.allclose(f.D @ f.residual, f.e)
            assert np.allclose(f.I_minus_GH, np.eye(3) - f.G @ step.H)
        before = f


def test_the_smoother_s_results_satisfy_the_boundary_value_problem():
    system = random_system(9)
    smoothed = bryson_frazier_smoother(system, kalman_filter(system))
    for k, (step, s) in enumerate(zip(system, smoothed)):
        before = 0 if k == 0 else step.phi @ smoothed[k - 1].x
        assert np.allclose(s.x, before + step.M @ s.lambda_ + step.b)
        after = 0 if k == 8 else system[k + 1].phi.T @ smoothed[k + 1].lambda_
        assert np.allclose(s.lambda_, after + (step.H.T @ s.a if len(step.tau) else 0))
        assert s.Delta.shape == (3, 3)


def test_measurements_may_arrive_one_at_a_time():
    system = random_system(8)
    online, expected = KalmanFilter(), kalman_filter(system)
    for step, f in zip(system, expected):
        assert np.array_equal(online.advance(step).z_plus, f.z_plus)


def test_scans_give_the_same_results_on_any_number_of_threads():
    system = random_system(70, seed=2)
    filtered = kalman_filter(system)
    expected = bryson_frazier_smoother(system, filtered)
    found = [smoother_scan(system, filter_scan(system, threads), threads) for threads in (1, 3)]
    assert np.allclose([s.x for s in found[0]], [s.x for s in expected], atol=1e-8)
    assert np.array_equal([s.x for s in found[0]], [s.x for s in found[1]])


def test_numbers_and_rows_are_matrices():
    system = [Step(M=4.0, b=1.0, H=1.0, R=1.0, tau=3.0), Step(phi=1, M=0.5, b=0, H=[2.0], R=1, tau=[6.5])]
    x, _ = least_squares(system)
    smoothed = bryson_frazier_smoother(system, kalman_filter(system))
    assert np.allclose([s.x for s in smoothed], x) and system[1].H.shape == (1, 1)
    assert repr(system[0]) == "<sinew.sweep.Step: 1 states, 1 measurements>"


def quadratic_program(problem, start):
    """The controls of least cost, from the stacked equations of all stages."""
    n, m, count = len(problem[0].M), problem[0].B.shape[1], len(problem)
    constant, effect = np.asarray(start, float), np.zeros((n, m * count))
    hessian, gradient = np.zeros((m * count,) * 2), np.zeros(m * count)
    for k, stage in enumerate(problem):
        constant, effect = stage.A @ constant, stage.A @ effect
        effect[:, m * k : m * k + m] += stage.B
        hessian += effect.T @ stage.M @ effect
        gradient += effect.T @ (stage.M @ constant)
        hessian[m * k : m * k + m, m * k : m * k + m] += stage.R
    return np.linalg.solve(hessian, -gradient)


def test_the_controls_cost_least():
    dt = 0.1
    problem = [Stage(A=[[1, dt], [0, 1]], B=[[0], [dt]], M=np.diag([1, 0.1]), R=0.01)] * 30
    best = optimal_control(problem, [1.0, 0])
    assert np.allclose([s.u[0] for s in best.stages], quadratic_program(problem, [1, 0]), atol=1e-9)
    x, cost = np.array([1.0, 0]), 0
    for stage, s in zip(problem, best.stages):
        u = s.feedforward - s.K @ x
        x = stage.A @ x + stage.B @ u
        cost += x @ stage.M @ x / 2 + u @ stage.R @ u / 2
        assert np.allclose(u, s.u) and np.allclose(x, s.x) and np.allclose(s.lambda_, -s.S @ x - s.r)
    assert best.cost == pytest.approx(cost)


def test_estimation_is_dual_to_control():
    system = random_system(10)
    smoothed = bryson_frazier_smoother(system, kalman_filter(system))
    solution = optimal_control(dual(system))
    for stage, s in zip(solution.stages, reversed(smoothed)):
        assert np.allclose(stage.x, s.lambda_, atol=1e-9) and np.allclose(stage.u, s.a, atol=1e-9)
        assert np.allclose(stage.lambda_, -s.x, atol=1e-9)


def test_mistakes_are_named():
    with pytest.raises(ValueError, match=r"step 1: .*phi"):
        kalman_filter([Step(M=np.eye(2)), Step(M=np.eye(2), phi=np.eye(3))])
    with pytest.raises(ValueError, match="M"):
        kalman_filter([Step(M=[[1, 2], [0, 1]])])
    with pytest.raises(ValueError, match=r"H has the shape \(1, 1, 2\), expected \(n, n\)"):
        Step(M=np.eye(2), H=np.ones((1, 1, 2)))
    with pytest.raises(sinew.SingularPosition, match="step 0"):
        kalman_filter([Step(M=0.0, H=1.0, tau=1.0)])
    with pytest.raises(ValueError, match="the filter's result"):
        bryson_frazier_smoother(random_system(3), kalman_filter(random_system(2)))
