"""Operational space and inverse kinematics: against dense matrices, poses and the projections that define them."""

import numpy as np
import pytest

import sinew


@pytest.fixture
def state(arm):
    return arm.random_state(3)


@pytest.fixture(scope="module")
def gripper(models):
    """The arm with two sliding fingers, of which the second follows the first."""
    description = sinew.load(models / "arm7.urdf").description
    for number, side in ((1, 1.0), (2, -1.0)):
        joint = sinew.Joint(f"finger_joint{number}", "prismatic", axis=[0, side, 0])
        inertial = sinew.Inertial(0.1, [0, 0.01 * side, 0.02], 1e-5 * np.eye(3))
        description.bodies.append(sinew.Body(f"finger{number}", "tool", joint, inertial))
    description.bodies[-1].joint.mimic = sinew.Mimic("finger_joint1")
    return sinew.Model(description)


@pytest.mark.parametrize("reference", ["body", "world", "aligned"])
def test_everything_agrees_with_dense_matrices(arm, state, reference):
    space = sinew.OperationalSpace(arm, "tool", reference)
    q, v, tau = state.q, state.v, state.tau
    J, M = arm.jacobian(q, "tool", reference), arm.mass_matrix(q)
    Omega = J @ np.linalg.solve(M, J.T)
    Lambda = np.linalg.inv(Omega)
    assert np.allclose(space.omega(q), Omega, atol=1e-9)
    assert np.allclose(space.lambda_(q), Lambda, rtol=1e-7)
    assert np.allclose(space.pseudo_inverse(q), np.linalg.solve(M, J.T @ Lambda), atol=1e-7)
    assert np.allclose(space.project(q, tau), tau - J.T @ Lambda @ J @ np.linalg.solve(M, tau), atol=1e-7)
    assert np.allclose(space.jacobian_times(q, v), J @ v)
    assert np.allclose(space.jacobian_adjoint_times(q, np.arange(6)), J.T @ np.arange(6))
    assert space.rank(q) == 6 == space.size and space.is_regular(q)
    free = arm.acceleration(q, v, arm.aba(q, v, np.zeros(7)), "tool", reference)
    assert np.allclose(space.bias(q, v), -Lambda @ free, atol=1e-6)


def test_a_workspace_gives_the_position(arm, state):
    space, work = sinew.OperationalSpace(arm, "tool"), sinew.Workspace(arm)
    work.set_position(state.q)
    expected = space.omega(state.q)
    assert np.array_equal(space.omega(work), expected)
    work.set_position(state.q + 0.3)
    assert not np.allclose(space.omega(work), expected)
    assert np.array_equal(space.omega(state.q), expected)
    assert np.array_equal(space.lambda_(state.q), sinew.OperationalSpace(arm, "tool").lambda_(state.q))


def test_positions_may_alternate(arm, state):
    space, other = sinew.OperationalSpace(arm, "tool"), state.q + 0.2
    fresh = [sinew.OperationalSpace(arm, "tool").omega(q) for q in (state.q, other)]
    for _ in range(2):
        assert np.array_equal(space.omega(state.q), fresh[0])
        assert np.array_equal(space.omega(other), fresh[1])
    space.bias(state.q, state.v)
    assert np.array_equal(space.omega(other), fresh[1])
    with pytest.raises(ValueError, match="nan"):
        space.omega(np.full(7, np.nan))
    assert np.array_equal(space.omega(other), fresh[1])


def test_several_frames_are_stacked(humanoid):
    frames = ["left_sole", "right_sole"]
    space, q = sinew.OperationalSpace(humanoid, frames, "aligned"), humanoid.random_state(1).q
    J = np.vstack([humanoid.jacobian(q, frame, "aligned") for frame in frames])
    assert space.frames == frames and space.size == 12
    assert np.allclose(space.omega(q), J @ humanoid.inverse_mass_matrix(q) @ J.T, atol=1e-6)


def test_the_bias_takes_external_influences_into_account(arm, state):
    space, force = sinew.OperationalSpace(arm, "tool"), np.array([1.0, -2, 3, 4, -5, 6])
    q, v = state.q, state.v
    assert np.allclose(space.bias(q, v, forces={"tool": force}), space.bias(q, v) - force, atol=1e-7)
    falling = space.bias(q, v, base_acceleration=[0, 0, 0, 0, 0, -9.81])
    assert np.allclose(falling, sinew.OperationalSpace(arm.with_gravity([0, 0, 0]), "tool").bias(q, v), atol=1e-6)


def test_followers_move_with_their_leaders(gripper):
    space = sinew.OperationalSpace(gripper, "tool", "aligned")
    state = gripper.random_state(3)
    q = gripper.position(dict(zip(gripper.joint_names[:8], state.q[:8])))
    J, M = gripper.jacobian(q, "tool", "aligned"), gripper.mass_matrix(q)
    assert M.shape == (8, 8) and M[7, 7] == pytest.approx(0.2)
    Omega = J @ np.linalg.solve(M, J.T)
    assert np.allclose(space.omega(q), Omega, atol=1e-8)
    assert space.pseudo_inverse(q).shape == (8, 6)
    grip = np.zeros(8)
    grip[7] = -0.2
    free = space.project(q, grip)
    assert np.allclose(J @ np.linalg.solve(M, free), 0, atol=1e-9)
    with pytest.raises(ValueError, match="follow others"):
        space.omega(sinew.Workspace(gripper))
    with pytest.raises(ValueError, match=r"tau has the shape \(9,\), expected \(8,\)"):
        space.project(q, np.zeros(9))


def test_singular_positions_are_named():
    chain = sinew.Model(sinew.planar_chain(3))
    space = sinew.OperationalSpace(chain, "tip")
    q = np.array([0.1, 0.2, 0.3])
    assert space.rank(q) == 3 and not space.is_regular(q)
    with pytest.raises(sinew.SingularPosition, match="'tip'.*3"):
        space.lambda_(q)


def test_wrong_arguments_are_named(arm, humanoid, state):
    space = sinew.OperationalSpace(arm, "tool")
    with pytest.raises(ValueError, match=r"q has the shape \(3,\), expected \(7,\)"):
        space.omega([1, 2, 3])
    with pytest.raises(ValueError, match="another model|made for"):
        space.omega(sinew.Workspace(humanoid))
    with pytest.raises(ValueError, match="tool"):
        sinew.OperationalSpace(arm, "tol")
    with pytest.raises(ValueError):
        sinew.OperationalSpace(arm, [])
    with pytest.raises(TypeError, match="frames is the name"):
        sinew.OperationalSpace(arm, 1.5)
    with pytest.raises(ValueError, match="unknown reference 'bdy'"):
        sinew.OperationalSpace(arm, "tool", "bdy")
    with pytest.raises(RuntimeError):
        space.omega(sinew.Workspace(arm))  # without a position


# ---- Inverse kinematics ----


def test_a_pose_is_found(arm, state):
    target = arm.pose(state.q, "tool")
    found = arm.inverse_kinematics("tool", target, restarts=20)
    assert found.converged and found.iterations > 0
    assert found.angle_error < 1e-8 and found.position_error < 1e-8
    assert np.allclose(arm.pose(found.q, "tool"), target, atol=1e-7)
    lower, upper = [dof.lower for dof in arm.dofs], [dof.upper for dof in arm.dofs]
    assert (lower <= found.q).all() and (found.q <= upper).all()


def test_a_start_at_the_solution_needs_no_step(arm, state):
    found = arm.inverse_kinematics("tool", arm.pose(state.q, "tool"), state.q)
    assert found.converged and np.array_equal(found.q, state.q)


def test_the_task_chooses_what_has_to_agree(arm, state):
    target = arm.pose(state.q, "tool")
    point = arm.inverse_kinematics("tool", target[:3, 3], task="position", restarts=5)
    assert point.converged and np.allclose(arm.pose(point.q, "tool")[:3, 3], target[:3, 3], atol=1e-7)
    turned = arm.inverse_kinematics("tool", target, task="orientation", restarts=5)
    assert turned.converged and np.allclose(arm.pose(turned.q, "tool")[:3, :3], target[:3, :3], atol=1e-7)


def test_what_is_out_of_reach_does_not_converge(arm):
    found = arm.inverse_kinematics("tool", [9, 0, 0], task="position", iterations=30)
    assert not found.converged and found.iterations <= 30 and found.position_error > 5
    assert np.isfinite(found.q).all()


def test_fingers_follow_while_the_hand_is_placed(gripper):
    target = gripper.pose(gripper.random_state(5).q, "tool")
    found = gripper.inverse_kinematics("tool", target, restarts=20)
    assert found.converged and found.q[8] == found.q[7]


def test_joint_velocities_of_least_norm_give_the_twist(arm, state):
    work, twist = sinew.Workspace(arm), np.array([0.1, -0.2, 0.3, 0.4, 0.5, -0.6])
    work.set_state(state.q, state.v)
    J = arm.jacobian(state.q, "tool", "aligned")
    v = work.minimum_norm_velocity("tool", twist, "aligned")
    assert np.allclose(v, np.linalg.pinv(J) @ twist, atol=1e-9)
    preferred = np.arange(7.0)
    nearest = work.minimum_norm_velocity("tool", twist, "aligned", preferred=preferred)
    assert np.allclose(nearest, preferred + np.linalg.pinv(J) @ (twist - J @ preferred), atol=1e-8)
    W = np.diag(np.arange(1.0, 8))
    weighted = work.minimum_norm_velocity("tool", twist, "aligned", weights=np.diag(W))
    inverse = np.linalg.inv(W)
    assert np.allclose(weighted, inverse @ J.T @ np.linalg.solve(J @ inverse @ J.T, twist), atol=1e-8)
    damped = work.minimum_norm_velocity("tool", twist, "aligned", damping=0.3)
    assert np.allclose(damped, J.T @ np.linalg.solve(J @ J.T + 0.09 * np.eye(6), twist), atol=1e-9)
    linear = work.minimum_norm_velocity("tool", twist[3:], "aligned", "position")
    assert np.allclose(linear, np.linalg.pinv(J[3:]) @ twist[3:], atol=1e-9)
    angular = work.minimum_norm_velocity("tool", twist, "aligned", "orientation")
    assert np.allclose(angular, np.linalg.pinv(J[:3]) @ twist[:3], atol=1e-9)


def test_joint_accelerations_of_least_norm_give_the_acceleration(arm, state):
    work, wanted = sinew.Workspace(arm), np.array([0.1, -0.2, 0.3, 0.4, 0.5, -0.6])
    work.set_state(state.q, state.v)
    a = work.minimum_norm_acceleration("tool", wanted)
    assert np.allclose(arm.acceleration(state.q, state.v, a, "tool"), wanted, atol=1e-8)


def test_impossible_motions_and_wrong_arguments_are_named(arm, state):
    chain = sinew.Model(sinew.planar_chain(3))
    work = sinew.Workspace(chain)
    work.set_position([0.1, 0.2, 0.3])
    with pytest.raises(sinew.SingularPosition, match="tip"):
        work.minimum_norm_velocity("tip", np.ones(6))
    assert np.isfinite(work.minimum_norm_velocity("tip", np.ones(6), damping=0.1)).all()
    with pytest.raises(ValueError, match="twist has 4 numbers, expected 6"):
        work.minimum_norm_velocity("tip", np.ones(4))
    with pytest.raises(ValueError, match="unknown task 'psition': did you mean 'position'"):
        arm.inverse_kinematics("tool", np.eye(4), task="psition")
    with pytest.raises(ValueError, match="pose is no pose"):
        arm.inverse_kinematics("tool", np.zeros((4, 4)))
    with pytest.raises(ValueError, match=r"pose has the shape \(3,\), expected \(4, 4\)"):
        arm.inverse_kinematics("tool", [1, 2, 3])
    with pytest.raises(ValueError, match="expected one of embedded, free"):
        arm.inverse_kinematics("tool", np.eye(4), followers="both")
    with pytest.raises(ValueError, match="weight"):
        arm.inverse_kinematics("tool", arm.pose(state.q, "tool"), weights=[-1] * 7)
