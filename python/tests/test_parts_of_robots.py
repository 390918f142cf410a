"""Springs, friction, tendons and actuators against their formulas."""

import numpy as np
import pytest

import sinew

HAND = """<mujoco model="hand"><compiler angle="radian"/><option gravity="0 0 -9.81"/>
  <worldbody>
    <site name="root" pos="-0.03 0 0.01"/>
    <body name="proximal" gravcomp="0.5">
      <joint name="first" axis="0 1 0" stiffness="0.4" springref="0.2" damping="0.03" frictionloss="0.01"/>
      <inertial mass="0.2" pos="0.02 0 0" diaginertia="1e-4 1e-4 1e-4"/>
      <site name="middle" pos="0.02 0 0.01"/>
      <body name="distal" pos="0.04 0 0">
        <joint name="second" axis="0 1 0" damping="0.02"/>
        <inertial mass="0.1" pos="0.02 0 0" diaginertia="1e-4 1e-4 1e-4"/>
        <site name="end" pos="0.02 0 0.01"/>
      </body>
    </body>
  </worldbody>
  <tendon>
    <fixed name="belt"><joint joint="first" coef="0.3"/><joint joint="second" coef="-0.2"/></fixed>
    <spatial name="cable" stiffness="500" damping="7" springlength="0.02">
      <site site="root"/><site site="middle"/><site site="end"/></spatial>
  </tendon>
  <actuator>
    <motor name="motor" joint="second" gear="50" ctrlrange="-1 1"/>
    <position name="servo" joint="first" kp="20"/>
    <motor name="winch" tendon="cable"/>
  </actuator>
  <sensor><jointpos name="angle" joint="first"/></sensor>
  <keyframe><key name="closed" qpos="0.4 0.6" ctrl="0.5 0.4 0"/></keyframe>
</mujoco>"""


@pytest.fixture(scope="module")
def hand():
    return sinew.load_text(HAND, file_name="hand.xml")


@pytest.fixture(scope="module")
def state():
    rng = np.random.default_rng(2)
    return rng.uniform(-0.8, 0.8, (2, 12, 2))


def test_parts_have_names(hand):
    assert hand.tendon_names == ["belt", "cable"]
    assert hand.actuator_names == ["motor", "servo", "winch"]
    assert hand.sensor_names == ["angle"] and hand.position_names == ["closed"]
    assert np.array_equal(hand.named_controls("closed"), [0.5, 0.4, 0])
    assert np.array_equal(hand.initial_controls(), [0, 0, 0])


def test_springs_and_friction_follow_their_formulas(hand, state):
    q, v = state
    assert np.allclose(hand.joint_springs(q), np.outer(0.2 - q[:, 0], [0.4, 0]), atol=1e-15)
    assert np.allclose(hand.joint_friction(v), -v * [0.03, 0.02] - np.sign(v) * [0.01, 0], atol=1e-15)
    out = np.empty(2)
    assert hand.joint_springs(q[0], out=out) is out and np.array_equal(out, hand.joint_springs(q)[0])


def test_compensated_weight_is_a_force_at_the_centre_of_mass(hand, state):
    q = state[0][0]
    centre = hand.pose(q, "proximal") @ [0.02, 0, 0, 1]
    lever = centre[:3] - hand.pose(q, "proximal")[:3, 3]
    up = np.array([0, 0, 0.5 * 0.2 * 9.81])
    assert np.allclose(hand.gravity_compensation(q), [np.cross(lever, up)[1], 0])


def test_tendons_have_lengths_rates_and_moment_arms(hand, state):
    q, v = state
    assert np.allclose(hand.tendon_length(q, "belt"), q @ [0.3, -0.2])
    points = [
        (hand.pose(q, body) @ [*at, 1])[:, :3]
        for body, at in [("", [-0.03, 0, 0.01]), ("proximal", [0.02, 0, 0.01]), ("distal", [0.02, 0, 0.01])]
    ]
    length = sum(np.linalg.norm(b - a, axis=1) for a, b in zip(points, points[1:]))
    assert np.allclose(hand.tendon_length(q, "cable"), length)
    assert np.allclose(hand.tendon_length(q, 1), length)
    step = 1e-6
    arms = [
        (hand.tendon_length(q + step * e, "cable") - hand.tendon_length(q - step * e, "cable")) / (2 * step)
        for e in np.eye(2)
    ]
    assert np.allclose(hand.tendon_moment_arms(q, "cable"), np.transpose(arms), atol=1e-8)
    rate = (hand.tendon_moment_arms(q, "cable") * v).sum(1)
    assert np.allclose(hand.tendon_velocity(q, v, "cable"), rate)
    stretch = np.maximum(length - 0.02, 0)[:, None]
    assert np.allclose(hand.tendon_springs(q), -500 * stretch * hand.tendon_moment_arms(q, "cable"))
    assert np.allclose(hand.tendon_damping(q, v), -7 * rate[:, None] * hand.tendon_moment_arms(q, "cable"))


def test_one_tendon_length_is_a_number(hand):
    assert isinstance(hand.tendon_length([0.1, 0.2], "belt"), float)
    assert hand.tendon_length(np.zeros((3, 5, 2)), "belt").shape == (3, 5)


def test_actuators_give_joint_torques(hand, state):
    q, v = state
    controls = np.array([0.1, 0.3, -2.0])
    expected = hand.tendon_moment_arms(q, "cable") * -2.0
    expected[:, 1] += 50 * 0.1
    expected[:, 0] += 20 * (0.3 - q[:, 0])
    assert np.allclose(hand.actuator_torques(q, v, controls), expected)
    many = np.tile(controls, (12, 1))
    many[:, 0] = 5  # beyond the range of the control
    assert np.allclose(hand.actuator_torques(q, v, many)[:, 1] - expected[:, 1], 50 * 0.9)


def test_wrong_names_and_shapes_are_named(hand):
    with pytest.raises(ValueError, match="no tendon 'cabel'; there are: belt, cable"):
        hand.tendon_length([0, 0], "cabel")
    with pytest.raises(ValueError, match="tendon is 2, expected a name or a number from 0 to 1"):
        hand.tendon_length([0, 0], 2)
    with pytest.raises(ValueError, match=r"controls has the shape \(2,\), expected \(\.\.\., 3\)"):
        hand.actuator_torques([0, 0], [0, 0], [0, 0])
    with pytest.raises(ValueError, match=r"q\[1\] is nan"):
        hand.joint_springs([0, np.nan])


def test_a_state_without_a_result_does_not_spoil_the_others(hand):
    q = np.array([[0.1, 0.2], [np.nan, 0], [0.3, 0.1]])
    with pytest.warns(RuntimeWarning, match="1 of 3 states have no result"):
        lengths = hand.tendon_length(q, "cable")
    assert np.isnan(lengths).tolist() == [False, True, False]


def test_products_of_a_workspace_agree_with_dense_matrices(arm):
    state = arm.random_state(5)
    q, v, tau = state.q, state.v, state.tau
    work = sinew.Workspace(arm)
    assert np.allclose(work.coriolis_product(q, v, state.a), arm.coriolis_matrix(q, v) @ state.a)
    parts = work.acceleration_parts(q, v, tau)
    inverse = arm.inverse_mass_matrix(q)
    assert np.allclose(sum(parts), arm.forward_dynamics(q, v, tau))
    assert np.allclose(parts[0], inverse @ tau)
    work.set_position(q)
    assert np.allclose(work.inverse_mass_column(3), inverse[:, 3])
    force, J = np.array([1.0, 2, 3, 4, 5, 6]), arm.jacobian(q, "tool")
    assert np.allclose(work.force_response({"tool": force}), inverse @ J.T @ force)
    assert np.allclose(work.jacobian_outer_product("tool"), J @ J.T)
    assert np.allclose(work.jacobian_inner_product("tool"), J.T @ J)
    six = arm.with_locked_joints({"joint3": 0.3})
    work = sinew.Workspace(six)
    work.set_position(np.delete(q, 2))
    J = work.jacobian("tool", "world")
    assert np.allclose(work.jacobian_inner_product_inverse("tool", "world") @ J.T @ J, np.eye(6), atol=1e-6)
    redundant = sinew.Workspace(arm)
    redundant.set_position(q)
    with pytest.raises(sinew.SingularPosition):
        redundant.jacobian_inner_product_inverse("tool")
