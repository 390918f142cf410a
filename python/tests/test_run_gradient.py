"""Gradients of whole runs: against differences of the cost, and errors of Python functions."""

import numpy as np
import pytest

import sinew


def slope(f, d=1e-4):
    return sum(w * (f(k * d) - f(-k * d)) / d for k, w in [(1, 3 / 4), (2, -3 / 20), (3, 1 / 60)])


def arm_run(**options):
    robot = sinew.load(sinew.example("arm7.urdf"))
    return robot, sinew.RunGradient(
        robot, duration=0.1, step=0.01, knots=[0, 0.05, 0.08], interpolation="linear", **options
    )


def test_the_gradient_is_the_limit_of_differences_of_the_cost():
    target = np.linspace(0.2, 0.8, 7)

    def final(t, q, v):
        return 3 * np.sin(q).sum() + t * v @ v, 3 * np.cos(q), 2 * t * v

    robot, run = arm_run(
        target=target,
        position_cost=[2],
        final_velocity_cost=[0.1],
        final=final,
        controllers=[sinew.ComputedTorque(target=target, stiffness=10, damping=2)],
    )
    random = np.random.default_rng(3)
    q, v, controls = random.uniform(-1, 1, 7), random.uniform(-1, 1, 7), random.uniform(-1, 1, run.shape)
    found = run.gradient(q, v, controls)
    assert found.cost == pytest.approx(run.cost(q, v, controls), rel=1e-13)
    dq, dv, du = random.uniform(-1, 1, 7), random.uniform(-1, 1, 7), random.uniform(-1, 1, run.shape)
    expected = slope(lambda x: run.cost(q + x * dq, v + x * dv, controls + x * du))
    assert found.q @ dq + found.v @ dv + (found.controls * du).sum() == pytest.approx(expected, rel=1e-8)
    assert found.parameters.shape == np.ravel(robot.inertial_parameters).shape
    t, positions, velocities = run.run(q, v, controls)
    assert t[-1] == 0.1
    assert positions.shape == velocities.shape == (run.steps + 1, 7)


def test_fewer_stored_states_give_the_same_gradient():
    _, all_stored = arm_run(final_position_cost=[1])
    _, few = arm_run(final_position_cost=[1], stored_states=2)
    start = np.full(7, 0.3)
    first, second = all_stored.gradient(start), few.gradient(start)
    assert np.array_equal(first.controls, second.controls)
    assert second.advanced > first.advanced


def test_wrong_inputs_are_refused():
    with pytest.raises(ValueError, match="OperationalSpaceControl"):
        arm_run(
            controllers=[sinew.OperationalSpaceControl(frame=sinew.load(sinew.example("arm7.urdf")).frame_names[-1])]
        )
    with pytest.raises(ValueError, match="period"):
        arm_run(controllers=[sinew.JointPd(period=0.5)])
    with pytest.raises(TypeError, match="running returned 3"):
        arm_run(running=lambda t, q, v: 3)[1].cost()
    with pytest.raises(ZeroDivisionError):
        arm_run(final=lambda t, q, v: 1 / 0)[1].gradient()
    with pytest.raises(ValueError, match="controls"):
        arm_run()[1].cost(controls=np.zeros((2, 2)))


def test_a_bouncing_ball_has_its_saltation_matrix():
    e, speed, g = 0.7, -2.0, 9.81
    reset = np.diag([1, -e])
    found = sinew.saltation_matrix([1], [0], [speed], [-g], [-e * speed], [-g], reset=reset)
    assert np.allclose(found, [[-e, 0], [-(1 + e) * g / speed, -e]])
    with pytest.raises(ArithmeticError, match="grazes"):
        sinew.saltation_matrix([1], [0], [0], [-g], [0], [-g])


def test_a_joint_rebounds_from_its_stop():
    robot = sinew.load(sinew.example("arm7.urdf"))
    joint = robot.joint_names[2]
    v = np.linspace(-1, 1, 7) + 0.4
    impact = sinew.stop_impact(robot, joint, np.zeros(7), v, restitution=0.5)
    assert impact.v[2] == pytest.approx(-0.5 * v[2])
    assert not impact.stays
    assert impact.saltation.shape == (14, 14)
