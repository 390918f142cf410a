"""Every quantity as a function of arrays: against definitions, for one state and for many."""

import numpy as np
import pytest

import sinew


def states(robot, count):
    found = [robot.random_state(seed) for seed in range(1, count + 1)]
    return [np.array([getattr(state, name) for state in found]) for name in ("q", "v", "tau", "a")]


@pytest.fixture(params=["arm", "humanoid"])
def robot(request):
    return request.getfixturevalue(request.param)


def test_inverse_dynamics_undoes_forward_dynamics(robot):
    q, v, tau, _ = states(robot, 20)
    assert np.allclose(robot.rnea(q, v, robot.aba(q, v, tau)), tau, atol=1e-9)


def test_the_equations_of_motion_hold(robot):
    q, v, _, a = states(robot, 20)
    expected = np.einsum("nij,nj->ni", robot.crba(q), a) + robot.bias_force(q, v)
    assert np.allclose(robot.inverse_dynamics(q, v, a), expected, rtol=1e-10, atol=1e-10)


def test_the_bias_force_is_coriolis_and_gravity(robot):
    q, v, _, _ = states(robot, 5)
    coriolis = np.einsum("nij,nj->ni", robot.coriolis_matrix(q, v), v)
    assert np.allclose(robot.bias_force(q, v), coriolis + robot.gravity_force(q), atol=1e-10)


def test_factors_and_inverse_belong_to_the_mass_matrix(robot):
    q = states(robot, 10)[0]
    M, (U, D) = robot.mass_matrix(q), robot.udut(q)
    assert np.allclose(U * D[:, None, :] @ U.swapaxes(-1, -2), M, atol=1e-10)
    assert np.allclose(robot.inverse_mass_matrix(q) @ M, np.eye(robot.velocity_size), atol=1e-8)


@pytest.mark.parametrize("reference", ["body", "world", "aligned"])
def test_the_jacobian_times_velocities_is_the_twist(robot, reference):
    q, v, _, _ = states(robot, 10)
    frame = robot.frame_names[-1]
    J = robot.jacobian(q, frame, reference)
    assert J.shape == (10, 6, robot.velocity_size)
    assert np.allclose(np.einsum("nij,nj->ni", J, v), robot.velocity(q, v, frame, reference), atol=1e-10)
    assert np.allclose(
        robot.omega(q, frame, reference), J @ robot.inverse_mass_matrix(q) @ J.swapaxes(-1, -2), atol=1e-7
    )


def test_poses_move_with_the_velocity(robot):
    q, v, _, _ = states(robot, 1)
    q, v, frame, dt = q[0], v[0], robot.frame_names[-1], 1e-6
    before, after = (robot.pose(robot.integrate(q, v, t), frame) for t in (-dt, dt))
    rate = (after[:3, 3] - before[:3, 3]) / (2 * dt)
    assert np.allclose(rate, robot.velocity(q, v, frame, "aligned")[3:], atol=1e-7)


def test_accelerations_are_rates_of_twists(robot):
    q, v, _, a = states(robot, 1)
    q, v, a, frame, dt = q[0], v[0], a[0], robot.frame_names[-1], 1e-6
    twists = [robot.velocity(robot.integrate(q, v, t), v + t * a, frame) for t in (-dt, dt)]
    assert np.allclose((twists[1] - twists[0]) / (2 * dt), robot.acceleration(q, v, a, frame), atol=1e-6)


def test_external_forces_act_through_the_jacobian(robot):
    q, v, _, a = states(robot, 6)
    frame, force = robot.frame_names[-1], np.array([1.0, -2, 3, 4, -5, 6])
    expected = robot.rnea(q, v, a) - np.einsum("nij,i->nj", robot.jacobian(q, frame), force)
    assert np.allclose(robot.rnea(q, v, a, forces={frame: force}), expected, atol=1e-9)
    assert np.allclose(robot.rnea(q[0], v[0], a[0], forces={frame: force}), expected[0], atol=1e-9)


def test_a_base_that_falls_freely_feels_no_gravity(arm):
    q, v, _, a = states(arm, 3)
    falling = np.array([0, 0, 0, 0, 0, -9.81])
    expected = arm.with_gravity([0, 0, 0]).rnea(q, v, a)
    assert np.allclose(arm.rnea(q, v, a, base_acceleration=falling), expected, atol=1e-10)


def test_energies_have_the_leading_dimensions(robot):
    q, v, _, _ = states(robot, 6)
    kinetic, potential = robot.energy(q.reshape(2, 3, -1), v.reshape(2, 3, -1))
    assert kinetic.shape == potential.shape == (2, 3)
    assert np.allclose(kinetic.ravel(), np.einsum("ni,nij,nj->n", v, robot.crba(q), v) / 2)


GRIPPER = """<robot name="gripper"><link name="palm"/>
  <link name="left"><inertial><mass value="0.1"/><origin xyz="0 0 0.02"/>
    <inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="right"><inertial><mass value="0.2"/><origin xyz="0 0 0.02"/>
    <inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="open" type="prismatic"><parent link="palm"/><child link="left"/><axis xyz="0 1 0"/>
    <limit lower="0" upper="0.1" effort="1" velocity="1"/></joint>
  <joint name="mirror" type="prismatic"><parent link="palm"/><child link="right"/><axis xyz="0 1 0"/>
    <limit lower="-0.1" upper="0" effort="1" velocity="1"/><mimic joint="open" multiplier="-1"/></joint>
</robot>"""


def test_a_mimic_joint_follows_in_every_quantity():
    gripper = sinew.load_text(GRIPPER)
    assert gripper.is_closed and gripper.velocity_size == 2
    q = gripper.position(open=0.05)
    assert np.array_equal(q, [0.05, -0.05])
    assert np.allclose(gripper.mass_matrix(q), [[0.3]])
    assert np.allclose(gripper.forward_dynamics(q, np.zeros(2), [0.6, 0]), [2, -2])
    assert np.allclose(gripper.inverse_dynamics(q, np.zeros(2), [2, -2]), [0.6])
    assert np.allclose(gripper.coriolis_matrix(q, np.zeros(2)), [[0]])
    assert gripper.jacobian(q, "left").shape == (6, 1)
    U, D = gripper.udut(q)
    assert np.allclose(D, [0.3])
