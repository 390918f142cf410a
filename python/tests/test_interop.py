"""The converters of sinew.interop without the other libraries: shapes, number types and messages."""

import numpy as np
import pytest

import sinew


@pytest.fixture
def peer(humanoid):
    return sinew.interop.pinocchio(humanoid)


def test_a_converter_knows_the_sizes_and_the_joints_of_the_peer(humanoid, peer):
    assert (peer.position_size, peer.velocity_size) == (humanoid.position_size, humanoid.velocity_size)
    assert peer.convention == "Pinocchio"
    assert sorted(peer.joint_names) == sorted(joint.name for joint in humanoid.joints)
    assert "Pinocchio, 37 positions, 36 velocities" in repr(peer)


def test_pinocchio_has_the_position_and_a_quaternion_with_w_last(humanoid, peer):
    q = humanoid.random_state(1).q
    assert list(peer.q_from_sinew(q)[:7]) == [*q[:3], *q[4:7], q[3]]
    v = humanoid.random_state(1).v
    assert list(peer.v_from_sinew(q, v)[:6]) == [*v[3:6], *v[:3]]


def test_drake_has_the_quaternion_before_the_position(humanoid):
    q = humanoid.random_state(1).q
    assert list(sinew.interop.drake(humanoid).q_from_sinew(q)[:7]) == [*q[3:7], *q[:3]]


@pytest.mark.parametrize("name", ["pinocchio", "mujoco", "drake"])
def test_leading_dimensions_are_kept_and_broadcast(humanoid, name):
    peer = getattr(sinew.interop, name)(humanoid)
    states = [humanoid.random_state(seed) for seed in range(6)]
    q, v, a = (np.array([getattr(s, x) for s in states]).reshape(2, 3, -1) for x in "qva")
    assert peer.q_from_sinew(q).shape == (2, 3, 37)
    for i in np.ndindex(2, 3):
        assert np.array_equal(peer.a_from_sinew(q, v, a)[i], peer.a_from_sinew(q[i], v[i], a[i]))
        assert np.array_equal(peer.v_to_sinew(q, v[0, 0])[i], peer.v_to_sinew(q[i], v[0, 0]))
    M, J = humanoid.mass_matrix(q), humanoid.jacobian(q, "pelvis")
    assert np.allclose(peer.mass_matrix_to_sinew(q, peer.mass_matrix_from_sinew(q, M)), M, atol=1e-12)
    assert np.allclose(peer.jacobian_to_sinew(q, peer.jacobian_from_sinew(q, J)), J, atol=1e-12)
    assert peer.twist_from_sinew(np.zeros((4, 6))).shape == (4, 6)


def test_matrices_need_not_be_symmetric(humanoid):
    peer, q = sinew.interop.mujoco(humanoid), humanoid.random_state(1).q
    n = humanoid.velocity_size
    T = np.array([peer.v_from_sinew(q, column) for column in np.eye(n)]).T
    A = np.random.default_rng(1).uniform(-1, 1, (n, n))
    assert np.allclose(peer.mass_matrix_from_sinew(q, A), T @ A @ T.T, atol=1e-13)
    assert np.allclose(peer.mass_matrix_to_sinew(q, A), T.T @ A @ T, atol=1e-13)
    J = A[:6]
    swap = np.r_[3:6, 0:3]
    assert np.allclose(peer.jacobian_from_sinew(q, J), (J @ T.T)[swap], atol=1e-13)
    assert np.allclose(peer.jacobian_to_sinew(q, J), J[swap] @ T, atol=1e-13)
    assert np.allclose(peer.jacobian_to_sinew(q, np.asfortranarray(J)), J[swap] @ T, atol=1e-13)


def test_float32_is_kept_and_out_is_written(humanoid, peer):
    q, v = (humanoid.random_state(1).q, humanoid.random_state(1).v)
    single = peer.v_from_sinew(q.astype(np.float32), v.astype(np.float32))
    assert single.dtype == np.float32
    assert np.allclose(single, peer.v_from_sinew(q, v), atol=1e-6)
    out = np.empty(36)
    assert peer.v_from_sinew(q, v, out=out) is out
    assert np.array_equal(out, peer.v_from_sinew(q, v))
    assert np.array_equal(peer.v_from_sinew(q, v, out=v), out)  # in place


def test_messages_name_what_is_wrong(humanoid, arm, peer):
    q = humanoid.neutral_position()
    with pytest.raises(ValueError, match=r"q has the shape \(3,\), expected \(..., 37\)"):
        peer.q_from_sinew(np.zeros(3))
    with pytest.raises(ValueError, match=r"tau has the shape \(7,\)"):
        peer.tau_to_sinew(q, np.zeros(7))
    with pytest.raises(ValueError, match="'kdlx'.*did you mean 'kdl'"):
        sinew.Converter(arm, "kdlx")
    with pytest.raises(ValueError, match="KDL has no such joints"):
        sinew.interop.kdl(humanoid)
    with pytest.raises(ValueError, match="unknown joint 'elbow'(.|\n)*not listed"):
        sinew.interop.kdl(arm, ["elbow"])
