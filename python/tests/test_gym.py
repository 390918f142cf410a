"""Environments for gymnasium: its own checker, closed forms, and exact simulations."""

import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="the environments need gymnasium")

import sinew.gym
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import sinew

SLIDER = """<robot name="slider"><link name="rail"/><link name="block"><inertial><mass value="2"/>
  <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="slide" type="prismatic"><parent link="rail"/><child link="block"/><axis xyz="1 0 0"/>
  <limit lower="-1" upper="1" effort="10" velocity="1"/><dynamics damping="0.5"/></joint></robot>"""


@pytest.fixture
def slider():
    return sinew.load_text(SLIDER)


def cost(q, v, tau):
    return -(q**2).sum(axis=-1)


def at_rest(rng, count):
    return np.zeros((count, 1)), np.zeros((count, 1))


@pytest.mark.parametrize("name", ["arm", "humanoid"])
def test_gymnasiums_checker_accepts_the_environment(request, name):
    robot = request.getfixturevalue(name)
    env = sinew.gym.RobotEnv(robot, reward=cost, max_steps=20, torque_limits=5.0)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*(infinity|unwrapped|spec).*")
        check_env(env)


def test_many_environments_are_those_of_one(arm):
    options = dict(reward=cost, start_noise=0.1)
    many = sinew.gym.RobotVectorEnv(arm, 5, **options)
    observations, info = many.reset(seed=3)
    assert observations.shape == (5, 14) and observations in many.observation_space and info == {}
    assert np.ptp(observations[:, 0]) > 0
    actions = many.action_space.sample() * 0.1
    after = many.step(actions)[0]
    for i in range(5):
        one = sinew.gym.RobotEnv(
            arm, **{**options, "start": lambda rng, count: (observations[i : i + 1, :7], observations[i : i + 1, 7:])}
        )
        one.reset(seed=0)
        assert np.allclose(one.step(actions[i])[0], after[i], atol=1e-12)


def test_the_same_seed_gives_the_same_episode(arm):
    env = sinew.gym.RobotVectorEnv(arm, 3, reward=cost)
    first = env.reset(seed=7)[0]
    assert np.array_equal(env.reset(seed=7)[0], first) and not np.array_equal(env.reset()[0], first)


@pytest.mark.parametrize("integrator", ["semi_implicit_euler", "rk4"])
def test_a_driven_block_moves_as_the_closed_form(slider, integrator):
    """2 v' = 4 - v / 2 from rest: v = 8 (1 - exp(-t / 4))."""
    env = sinew.gym.RobotVectorEnv(
        slider, 2, reward=cost, start=at_rest, integrator=integrator, time_step=0.1, substeps=20
    )
    env.reset(seed=0)
    for _ in range(4):
        observations = env.step(np.full((2, 1), 0.4))[0]
    exact = 8 * (1 - np.exp(-0.1))
    assert np.allclose(observations[:, 1], exact, atol=1e-9 if integrator == "rk4" else 2e-3)
    assert np.allclose(observations[:, 0], 8 * 0.4 - 4 * exact, atol=1e-9 if integrator == "rk4" else 2e-3)


def test_steps_converge_to_an_exact_simulation(arm):
    start = arm.initial_position() + 0.3
    torques = np.linspace(-1, 1, 7)
    exact = sinew.simulate(arm, q=start, tau=torques, duration=0.2, limits="none", dry_friction=False).q[-1]
    errors = []
    for substeps in (20, 40):
        env = sinew.gym.RobotVectorEnv(
            arm,
            1,
            reward=cost,
            start=lambda rng, n: (start[None], np.zeros((1, 7))),
            integrator="rk4",
            torque_limits=1.0,
            time_step=0.2,
            substeps=substeps,
        )
        env.reset(seed=0)
        errors.append(np.abs(env.step(torques[None].astype(np.float64))[0][0, :7] - exact).max())
    assert errors[1] < 1e-5 and errors[0] / errors[1] > 10


def test_joints_stop_at_their_limits(slider):
    env = sinew.gym.RobotVectorEnv(slider, 1, reward=cost, start=at_rest)
    env.reset(seed=0)
    for _ in range(200):
        observations = env.step(np.ones((1, 1)))[0]
        assert observations in env.observation_space
    assert np.allclose(observations, [[1, 0]])


def always_after_the_first(q, v):
    return v[:, 0] > 0.15


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_episodes_begin_again_as_the_mode_says(slider, mode):
    env = sinew.gym.RobotVectorEnv(
        slider,
        2,
        reward=lambda q, v, tau: v[:, 0],
        terminates=always_after_the_first,
        start=at_rest,
        time_step=0.1,
        autoreset_mode=mode,
    )
    assert env.metadata["autoreset_mode"] is mode
    env.reset(seed=0)
    push = np.array([[1.0], [0.0]])  # v = 0.5 after one step in the first environment
    observations, rewards, over, _, info = env.step(push)
    assert list(over) == [True, False] and rewards[0] > 0.4
    if mode is AutoresetMode.SAME_STEP:
        assert observations[0, 1] == 0 and info["final_obs"][0, 1] > 0.4 and list(info["_final_obs"]) == [True, False]
        return
    assert observations[0, 1] > 0.4
    observations, rewards, over, _, info = env.step(push)
    if mode is AutoresetMode.NEXT_STEP:
        assert observations[0, 1] == 0 and rewards[0] == 0 and not over[0]
        assert env.step(push)[2][0]
    else:
        assert over[0] and observations[0, 1] > 0.8
        observations, _ = env.reset(options={"reset_mask": np.array([True, False])})
        assert observations[0, 1] == 0


def test_long_episodes_are_truncated(slider):
    env = sinew.gym.RobotVectorEnv(slider, 1, reward=cost, start=at_rest, max_steps=3)
    env.reset(seed=0)
    assert [bool(env.step(np.zeros((1, 1)))[3][0]) for _ in range(8)] == [
        False,
        False,
        True,
        False,
        False,
        False,
        True,
        False,
    ]


def test_a_state_that_is_not_finite_ends_its_episode(slider):
    env = sinew.gym.RobotVectorEnv(
        slider, 2, reward=cost, start=at_rest, torque_limits=1e308, substeps=1, time_step=1e10
    )
    env.reset(seed=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        observations, _, over, _, _ = env.step(np.array([[1.0], [0.0]]))
    assert list(over) == [True, False] and np.isfinite(observations).all()


def test_mistakes_are_named(slider, models):
    with pytest.raises(ValueError, match="loops, couplings or mimic joints"):
        sinew.gym.RobotVectorEnv(sinew.load(models / "four_bar.urdf"), 1, reward=cost)
    with pytest.raises(ValueError, match="unknown integrator"):
        sinew.gym.RobotVectorEnv(slider, 1, reward=cost, integrator="euler")
    free = sinew.load_text(SLIDER.replace('effort="10"', 'effort="0"'))
    with pytest.raises(ValueError, match="'slide' has no effort limit: give torque_limits"):
        sinew.gym.RobotVectorEnv(free, 1, reward=cost)
    env = sinew.gym.RobotVectorEnv(slider, 2, reward=lambda q, v, tau: 0.0)
    env.reset()
    with pytest.raises(ValueError, match=r"actions has the shape \(2,\), expected \(2, 1\)"):
        env.step(np.zeros(2))
    with pytest.raises(ValueError, match=r"reward returned the shape \(\), expected \(2,\)"):
        env.step(np.zeros((2, 1)))
