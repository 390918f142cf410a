"""Linearised robots: against the integrators of simulations, and modes known by hand."""

import numpy as np
import pytest

import sinew


@pytest.mark.parametrize("integrator", ["semi_implicit_euler", "rk4", "rkmk4"])
def test_the_discrete_pair_predicts_a_step_of_a_simulation(arm, integrator):
    state = arm.random_state(3)
    step, n = 0.01, arm.velocity_size
    linear = arm.linearize(state.q, state.v, state.tau, integrator=integrator, step=step)
    rng = np.random.default_rng(1)
    dx, dtau = 1e-5 * rng.uniform(-1, 1, 2 * n), 1e-5 * rng.uniform(-1, 1, n)

    def end(sign):
        simulation = sinew.Simulation(
            arm,
            q=arm.integrate(state.q, sign * dx[:n], 1),
            v=state.v + sign * dx[n:],
            tau=state.tau + sign * dtau,
            integrator=integrator,
            step=step,
            limits="none",
            dry_friction=False,
        )
        simulation.advance_by(step)
        return np.concatenate([simulation.q, simulation.v])

    expected = (end(1) - end(-1)) / 2
    assert np.allclose(linear.A_discrete @ dx + linear.B_discrete @ dtau, expected, rtol=1e-5, atol=1e-9)


def test_the_continuous_pair_is_made_of_the_derivatives_of_forward_dynamics(arm):
    state = arm.random_state(5)
    n = arm.velocity_size
    linear = arm.linearize(state.q, state.v, state.tau, joint_damping=False, joint_springs=False)
    dq, dv, dtau = arm.forward_dynamics_derivatives(state.q, state.v, state.tau)
    assert np.array_equal(linear.A[n:, :n], dq)
    assert np.array_equal(linear.A[n:, n:], dv)
    assert np.array_equal(linear.B[n:], dtau)
    assert np.array_equal(linear.A[:n, n:], np.eye(n))


def test_modes_are_the_eigenvalues_of_the_continuous_matrix(arm):
    at_rest = arm.linearize(arm.initial_position())
    values = np.linalg.eigvals(at_rest.A)
    for mode in at_rest.modes():
        assert np.abs(values - mode.eigenvalue).min() < 1e-6 * np.abs(values).max()
        assert mode.frequency == pytest.approx(abs(mode.eigenvalue))
        assert mode.shape.shape == (arm.velocity_size,)
        assert np.abs(mode.shape).max() == pytest.approx(1)


def test_wrong_requests_name_what_was_expected(arm):
    q = arm.initial_position()
    with pytest.raises(ValueError, match="unknown integrator 'euler'"):
        arm.linearize(q, integrator="euler")
    with pytest.raises(ValueError, match="have no derivatives"):
        arm.linearize(q, integrator="variational")
    with pytest.raises(ValueError, match="q has the shape"):
        arm.linearize([0, 0])


def test_an_equilibrium_holds_in_forward_dynamics(arm):
    found = arm.trim([0.3] * 7, least_effort=True)
    assert found.converged
    rest = np.zeros(7)
    assert np.abs(arm.forward_dynamics(found.q, rest, found.tau)).max() < 1e-6
    assert found.effort <= arm.trim([0.3] * 7).effort
    nearest = arm.trim([0.3] * 7, motors=["joint2"], hold=["joint1"])
    assert nearest.q[0] == 0.3
    assert np.flatnonzero(nearest.tau).tolist() in ([], [1])


def test_feedback_solves_its_riccati_equation(arm):
    from sinew.sweep import continuous_lqr, discrete_lqr

    linear = arm.linearize(arm.initial_position(), tau=arm.gravity_force(arm.initial_position()), step=0.01)
    M, R = np.eye(14), np.eye(7)
    S, A, B = (found := continuous_lqr(linear.A, linear.B, M, R)).S, linear.A, linear.B
    assert np.allclose(A.T @ S + S @ A - S @ B @ B.T @ S + M, 0, atol=1e-6 * np.abs(S).max() * np.abs(A).max())
    assert np.allclose(found.K, B.T @ S)
    discrete = discrete_lqr(linear.A_discrete, linear.B_discrete, M, R)
    assert np.abs(np.linalg.eigvals(linear.A_discrete - linear.B_discrete @ discrete.K)).max() < 1
    with pytest.raises(sinew.SingularPosition, match="no control moves it"):
        discrete_lqr([[2]], [[0]], [[1]], [[1]])


def test_a_simulation_keeps_an_arm_upright_by_lqr(arm):
    upright = arm.initial_position()
    start = upright + 0.05
    result = sinew.simulate(
        arm,
        q=start,
        duration=3,
        limits="none",
        dry_friction=False,
        controllers=[
            sinew.LqrControl(
                target=sinew.Trajectory([0], [upright]),
                position_cost=100,
                velocity_cost=1,
                torque_cost=1e-3,
                period=0.005,
            )
        ],
    )
    assert np.abs(result["q"][-1] - upright).max() < 1e-3


def test_an_optimised_motion_reaches_its_target(arm):
    target = np.array([0.5, 0.4, -0.3, 0.6, 0.2, 0.3, -0.1])
    motion = arm.optimize(
        np.zeros(7),
        target=target,
        duration=0.5,
        final_position_cost=[1e4],
        final_velocity_cost=[100],
        torque_cost=[1e-4],
    )
    assert motion.converged
    assert np.abs(motion.q[-1] - target).max() < 0.01
    assert motion.q.shape == (51, 7) and motion.tau.shape == (50, 7) and motion.K.shape == (50, 7, 14)
    assert (np.diff(motion.costs) <= 0).all() and motion.cost == motion.costs[-1]
