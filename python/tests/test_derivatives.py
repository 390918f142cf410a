"""Derivatives of the dynamics: against central differences on the group of positions, and against each other."""

import numpy as np
import pytest

import sinew


@pytest.fixture(params=["arm", "humanoid"])
def robot(request):
    return request.getfixturevalue(request.param)


@pytest.fixture
def state(robot):
    state = robot.random_state(4)
    return state.q, state.v, state.tau


def directions(robot, count):
    rng = np.random.default_rng(2)
    return [rng.uniform(-1, 1, robot.velocity_size) for _ in range(count)]


def test_products_are_rates_along_a_direction(robot, state):
    q, v, third = state
    dq, dv, d3 = directions(robot, 3)
    for function, jvp in [
        (robot.forward_dynamics, robot.forward_dynamics_jvp),
        (robot.inverse_dynamics, robot.inverse_dynamics_jvp),
    ]:
        h = 1e-5
        ahead, behind = (function(robot.integrate(q, dq, t), v + t * dv, third + t * d3) for t in (h, -h))
        found = jvp(q, v, third, dq, dv, d3)
        assert np.allclose(found, (ahead - behind) / (2 * h), rtol=1e-5, atol=1e-5 * np.abs(found).max())


def test_adjoint_products_belong_to_the_products(robot, state):
    q, v, third = state
    dq, dv, d3, w = directions(robot, 4)
    for jvp, vjp in [
        (robot.forward_dynamics_jvp, robot.forward_dynamics_vjp),
        (robot.inverse_dynamics_jvp, robot.inverse_dynamics_vjp),
    ]:
        along = w @ jvp(q, v, third, dq, dv, d3)
        by_q, by_v, by_third = vjp(q, v, third, w)
        assert np.isclose(along, by_q @ dq + by_v @ dv + by_third @ d3, rtol=1e-9)


def test_matrices_have_the_products_as_columns(robot, state):
    q, v, third = state
    dq, dv, d3 = directions(robot, 3)
    by_q, by_v, by_tau = robot.forward_dynamics_derivatives(q, v, third)
    expected = robot.forward_dynamics_jvp(q, v, third, dq, dv, d3)
    assert np.allclose(by_q @ dq + by_v @ dv + by_tau @ d3, expected, rtol=1e-8, atol=1e-8)
    assert np.allclose(by_tau, robot.inverse_mass_matrix(q), atol=1e-9)
    of_a = robot.inverse_dynamics_derivatives(q, v, third)[2]
    assert np.allclose(of_a, robot.mass_matrix(q), atol=1e-10)


def test_leading_dimensions_and_float32_are_kept(arm):
    q, v, tau = (np.zeros((2, 3, 7), np.float32) for _ in range(3))
    by_q, _, _ = arm.forward_dynamics_vjp(q, v, tau, np.ones(7, np.float32))
    assert by_q.shape == (2, 3, 7) and by_q.dtype == np.float32
    assert arm.inverse_dynamics_derivatives(q, v, tau)[0].shape == (2, 3, 7, 7)


def test_a_state_that_fails_gives_nan_and_a_warning(arm):
    q = np.zeros((3, 7))
    q[1, 2] = np.nan
    with pytest.warns(RuntimeWarning, match="1 of 3 states have no result"):
        by_q, _, _ = arm.forward_dynamics_vjp(q, q * 0, np.zeros(7), np.ones(7))
    assert np.isnan(by_q[1]).all() and np.isfinite(by_q[[0, 2]]).all()


def rates(function, robot, q, v, third, dq, dv, d3, h=1e-5):
    """Central differences of a function of q, v and a third argument along a direction."""
    ahead, behind = (function(robot.integrate(q, dq, t), v + t * dv, third + t * d3) for t in (h, -h))
    return (np.asarray(ahead) - np.asarray(behind)) / (2 * h)


GRIPPER = """<robot name="gripper"><link name="base"/>
<link name="palm"><inertial><mass value="2"/><inertia ixx=".1" iyy=".1" izz=".1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="f1"><inertial><origin xyz=".2 .1 0"/><mass value="1"/>
<inertia ixx=".1" iyy=".1" izz=".1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="f2"><inertial><origin xyz=".2 -.1 .1"/><mass value="1"/>
<inertia ixx=".1" iyy=".1" izz=".1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="wrist" type="continuous"><parent link="base"/><child link="palm"/><axis xyz="0 1 0"/></joint>
<joint name="finger1" type="continuous"><parent link="palm"/><child link="f1"/><origin xyz="0 .1 0"/><axis xyz="1 0 0"/></joint>
<joint name="finger2" type="continuous"><parent link="palm"/><child link="f2"/><origin xyz="0 -.1 0"/><axis xyz="1 0 0"/>
<mimic joint="finger1" multiplier="-1.5" offset="0.2"/></joint></robot>"""


@pytest.mark.parametrize("file", ["four_bar.urdf", "slider_crank.urdf", "stewart_platform.urdf"])
def test_robots_with_loops_have_the_derivatives_of_the_closed_mechanism(models, file):
    linkage = sinew.load(models / file)
    system = sinew.ConstrainedSystem(linkage)
    q = linkage.neutral_position()
    rng = np.random.default_rng(4)
    v = system.kinematics(q).project(rng.uniform(-1, 1, linkage.velocity_size))
    tau, dtau, w = (rng.uniform(-1, 1, linkage.velocity_size) for _ in range(3))
    dq, dv = v, system.forward_dynamics(q, v, tau)  # along the motion, so that redundant rows stay redundant
    change = linkage.forward_dynamics_jvp(q, v, tau, dq, dv, dtau)
    expected = rates(linkage.forward_dynamics, linkage, q, v, tau, dq, dv, dtau)
    assert np.allclose(change, expected, rtol=1e-5, atol=1e-5 * np.abs(expected).max())
    by_q, by_v, by_tau = linkage.forward_dynamics_derivatives(q, v, tau)
    assert np.allclose(by_q @ dq + by_v @ dv + by_tau @ dtau, change, rtol=1e-7, atol=1e-7)
    gradients = linkage.forward_dynamics_vjp(q, v, tau, w)
    assert np.allclose(gradients[0], w @ by_q) and np.allclose(gradients[2], w @ by_tau)

    def multipliers(q, v, tau):
        system.forward_dynamics(q, v, tau)
        return system.multipliers

    da, dforces = system.forward_dynamics_jvp(q, v, tau, dq, dv, dtau)
    expected = rates(multipliers, linkage, q, v, tau, dq, dv, dtau)
    assert np.allclose(da, change)
    assert np.allclose(dforces, expected, rtol=1e-5, atol=1e-5 * (1 + np.abs(expected).max()))
    six = system.forward_dynamics_derivatives(q, v, tau)
    assert np.allclose(six[3] @ dq + six[4] @ dv + six[5] @ dtau, dforces, rtol=1e-7, atol=1e-6)
    y = rng.uniform(-1, 1, system.rows)
    found = system.forward_dynamics_vjp(q, v, tau, w, y)
    assert np.allclose(found[1], w @ six[1] + y @ six[4])


def test_mimic_joints_have_the_derivatives_of_independent_coordinates(tmp_path):
    file = tmp_path / "gripper.urdf"
    file.write_text(GRIPPER)
    robot = sinew.load(file)
    state = robot.random_state(3)
    q, v, third = robot.follow(state.q), state.v, state.tau
    dq, dv, d3 = directions(robot, 3)
    for function, jvp, vjp, matrices in [
        (
            robot.forward_dynamics,
            robot.forward_dynamics_jvp,
            robot.forward_dynamics_vjp,
            robot.forward_dynamics_derivatives,
        ),
        (
            robot.inverse_dynamics,
            robot.inverse_dynamics_jvp,
            robot.inverse_dynamics_vjp,
            robot.inverse_dynamics_derivatives,
        ),
    ]:
        found = jvp(q, v, third, dq, dv, d3)
        expected = rates(function, robot, q, v, third, dq, dv, d3)
        assert found.shape == function(q, v, third).shape
        assert np.allclose(found, expected, rtol=1e-5, atol=1e-5 * np.abs(expected).max())
        by_q, by_v, by_third = matrices(q, v, third)
        assert np.allclose(by_q @ dq + by_v @ dv + by_third @ d3, found, rtol=1e-8, atol=1e-8)
        assert np.all(by_q[:, 2] == 0), "the follower's own position is not read"
        w = np.arange(1.0, 1 + len(found))
        assert np.allclose(vjp(q, v, third, w)[1], w @ by_v)
    single = robot.forward_dynamics_vjp(*(np.float32(x) for x in (q, v, third, d3)))
    assert single[0].dtype == np.float32


def test_impulses_are_linear_in_the_rows(models):
    linkage = sinew.load(models / "slider_crank.urdf")
    system = sinew.ConstrainedSystem(linkage)
    q = linkage.neutral_position()
    rows = system.velocity_errors(q, np.ones(linkage.velocity_size))
    change = system.impulse(q, rows)
    impulses = system.multipliers
    _, by_rows, _, impulses_by_rows = system.impulse_derivatives(q, rows)
    assert np.allclose(by_rows @ rows, change) and np.allclose(impulses_by_rows @ rows, impulses)
