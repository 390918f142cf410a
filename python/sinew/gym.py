"""Environments for gymnasium: many simulations of a robot that advance together.

env = sinew.gym.RobotVectorEnv(robot, 1024, reward=lambda q, v, tau: -(q**2).sum(axis=-1))
    observations, info = env.reset(seed=1)
    observations, rewards, terminations, truncations, info = env.step(env.action_space.sample())

All states are arrays with one row for each environment, and one call of `robot.forward_dynamics` computes them all. For
exact events, friction, loops and steps by tolerance, use sinew.Simulation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from sinew._sinew import Model

Array = np.ndarray[Any, np.dtype[Any]]


class _Dynamics:
    """Advances many states of a robot by fixed steps.

    Damping and springs of the joints act. Dry friction, and the effort limits of joints that are not driven, do not.
    Joints with one degree of freedom stop at their limits: the position is that of the limit, and the velocity of this
    joint into it is zero; the velocities of the other joints do not change.
    """

    def __init__(self, robot: Model, integrator: str) -> None:
        if robot.is_closed:
            raise ValueError(
                f"'{robot.name}' has loops, couplings or mimic joints, whose errors would grow: "
                "simulate it with sinew.Simulation"
            )
        if integrator not in ("semi_implicit_euler", "rk4"):
            raise ValueError(f"unknown integrator '{integrator}': expected 'semi_implicit_euler' or 'rk4'")
        self.robot = robot
        self.advance = self._euler if integrator == "semi_implicit_euler" else self._rk4
        self.lower, self.upper = np.full(robot.position_size, -np.inf), np.full(robot.position_size, np.inf)
        self.damping = np.array([dof.damping for dof in robot.dofs])
        # Joints with one degree of freedom: their places in q and v.
        single = [joint for joint in robot.joints if joint.q_size == joint.v_size == 1]
        self.places = np.array([joint.q_index for joint in single], dtype=int)
        self.rates = np.array([joint.v_index for joint in single], dtype=int)
        for joint in single:
            dof = robot.dofs[joint.v_index]
            self.lower[joint.q_index], self.upper[joint.q_index] = dof.lower, dof.upper
        dofs = [robot.dofs[joint.v_index] for joint in single]
        self.stiffness = np.array([dof.stiffness for dof in dofs])
        self.rest = np.array([dof.rest_position for dof in dofs])

    def acceleration(self, q: Array, v: Array, tau: Array) -> Array:
        tau = tau - self.damping * v
        tau[..., self.rates] -= self.stiffness * (q[..., self.places] - self.rest)
        return self.robot.forward_dynamics(q, v, tau)

    def _euler(self, q: Array, v: Array, tau: Array, h: float) -> tuple[Array, Array]:
        v = v + h * self.acceleration(q, v, tau)
        return self._stopped(self._moved(q, v, h), v)

    def _rk4(self, q: Array, v: Array, tau: Array, h: float) -> tuple[Array, Array]:
        move = self._moved
        a1 = self.acceleration(q, v, tau)
        v2 = v + h / 2 * a1
        a2 = self.acceleration(move(q, v, h / 2), v2, tau)
        v3 = v + h / 2 * a2
        a3 = self.acceleration(move(q, v2, h / 2), v3, tau)
        v4 = v + h * a3
        a4 = self.acceleration(move(q, v3, h), v4, tau)
        q = move(q, (v + 2 * v2 + 2 * v3 + v4) / 6, h)
        return self._stopped(q, v + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4))

    def _moved(self, q: Array, v: Array, time: float) -> Array:
        """Moves positions with velocities; those of states that are not finite become NaN."""
        finite = np.isfinite(q).all(axis=1) & np.isfinite(v * time).all(axis=1)
        if finite.all():
            return self.robot.integrate(q, v, time)
        moved = np.full_like(q, np.nan)
        moved[finite] = self.robot.integrate(q[finite], v[finite], time)
        return moved

    def _stopped(self, q: Array, v: Array) -> tuple[Array, Array]:
        stopped = np.clip(q, self.lower, self.upper)
        at, rate = q[..., self.places], v[..., self.rates]
        into = ((at < self.lower[self.places]) & (rate < 0)) | ((at > self.upper[self.places]) & (rate > 0))
        v[..., self.rates] = np.where(into, 0, rate)
        return stopped, v


class RobotVectorEnv(VectorEnv[Array, Array, Array]):
    """Many environments of one robot, whose actions are joint torques and whose observations are q and v.

    reward: a function reward(q, v, tau) of arrays with one row for each environment that returns their rewards
    (num_envs,); tau are the torques that acted. terminates: a function terminates(q, v) that returns whether each
    episode is over. start: a function start(rng, count) that returns q and v for `count` new episodes; by default the
    robot is at rest, moved from its initial position by up to start_noise (rad, m) at each joint.

    An action is a number in [-1, 1] for each driven degree of freedom: a fraction of torque_limits, by default the
    effort limits of the robot. driven: the names of joints with motors; by default all joints with one degree of
    freedom. One step takes time_step seconds in `substeps` steps of the integrator, 'semi_implicit_euler' or 'rk4',
    with constant torques. Episodes are truncated after max_steps. autoreset_mode is that of gymnasium. A state that is
    not finite ends its episode.
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        robot: Model,
        num_envs: int,
        *,
        reward: Callable[[Array, Array, Array], Array],
        terminates: Callable[[Array, Array], Array] | None = None,
        start: Callable[[np.random.Generator, int], tuple[Array, Array]] | None = None,
        start_noise: float = 0.05,
        driven: list[str] | None = None,
        torque_limits: float | Array | None = None,
        time_step: float = 0.02,
        substeps: int = 10,
        integrator: str = "semi_implicit_euler",
        max_steps: int = 1000,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        super().__init__()
        self.robot = robot
        self.num_envs = num_envs
        self.metadata = {**self.metadata, "autoreset_mode": AutoresetMode(autoreset_mode)}
        self._dynamics = _Dynamics(robot, integrator)
        self._reward, self._terminates, self._start = reward, terminates, start
        self._noise, self._step, self._substeps, self._most = start_noise, time_step / substeps, substeps, max_steps
        self._driven, self._torques = self._motors(driven, torque_limits)

        unlimited = np.full(robot.velocity_size, np.inf)
        low, high = np.append(self._dynamics.lower, -unlimited), np.append(self._dynamics.upper, unlimited)
        self.single_observation_space = gymnasium.spaces.Box(low, high, dtype=np.float64)
        self.single_action_space = gymnasium.spaces.Box(-1.0, 1.0, (len(self._driven),), dtype=np.float32)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.q = np.tile(robot.initial_position(), (num_envs, 1))
        self.v = np.zeros((num_envs, robot.velocity_size))
        self._steps = np.zeros(num_envs, dtype=int)
        self._over = np.zeros(num_envs, dtype=bool)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begins new episodes. options["reset_mask"]: in which environments; by default in all."""
        super().reset(seed=seed)
        mask = (options or {}).get("reset_mask")
        self._begin(np.ones(self.num_envs, dtype=bool) if mask is None else np.asarray(mask, dtype=bool))
        return self._observations(), {}

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Advances all environments by time_step."""
        actions = np.asarray(actions, dtype=np.float64)
        expected = (self.num_envs, len(self._driven))
        if actions.shape != expected:
            raise ValueError(f"actions has the shape {actions.shape}, expected {expected}")
        mode, info = self.metadata["autoreset_mode"], {}
        begins = self._over.copy() if mode is AutoresetMode.NEXT_STEP else np.zeros(self.num_envs, dtype=bool)
        tau = np.zeros_like(self.v)
        tau[:, self._driven] = np.clip(actions, -1, 1) * self._torques
        broken = self._advance(tau)
        self._steps += 1
        rewards = np.array(self._reward(self.q, self.v, tau), dtype=np.float64)
        if rewards.shape != (self.num_envs,):
            raise ValueError(f"reward returned the shape {rewards.shape}, expected {(self.num_envs,)}")
        terminations = (
            broken if self._terminates is None else broken | np.asarray(self._terminates(self.q, self.v), dtype=bool)
        )
        truncations = ~terminations & (self._steps >= self._most)
        if begins.any():
            self._begin(begins)
            rewards[begins], terminations[begins], truncations[begins] = 0, False, False
        self._over = terminations | truncations
        if mode is AutoresetMode.SAME_STEP and self._over.any():
            info = {"final_obs": self._observations(), "_final_obs": self._over.copy()}
            self._begin(self._over)
        return self._observations(), rewards, terminations, truncations, info

    def _advance(self, tau: Array) -> Array:
        """Advances all states; returns which of them were not finite, and are where they were before."""
        q, v = self.q, self.v
        with np.errstate(all="ignore"):
            for _ in range(self._substeps):
                q, v = self._dynamics.advance(q, v, tau, self._step)
                broken: Array = ~np.isfinite(np.concatenate([q, v], axis=1)).all(axis=1)
                q[broken], v[broken] = self.q[broken], 0
                if broken.any():
                    break
        self.q, self.v = q, v
        return broken

    def _begin(self, mask: Array) -> None:
        count = int(mask.sum())
        if self._start is not None:
            self.q[mask], self.v[mask] = self._start(self.np_random, count)
        else:
            move = self.np_random.uniform(-self._noise, self._noise, (count, self.robot.velocity_size))
            q = self.robot.integrate(np.tile(self.robot.initial_position(), (count, 1)), move)
            self.q[mask], self.v[mask] = np.clip(q, self._dynamics.lower, self._dynamics.upper), 0
        self._steps[mask], self._over[mask] = 0, False

    def _observations(self) -> Array:
        return np.concatenate([self.q, self.v], axis=1)

    def _motors(self, driven: list[str] | None, limits: float | Array | None) -> tuple[Array, Array]:
        """Returns the degrees of freedom with motors, and the largest torque of each."""
        joints = (
            [joint for joint in self.robot.joints if joint.v_size == 1]
            if driven is None
            else [self.robot.joint(name) for name in driven]
        )
        for joint in joints:
            if joint.v_size != 1:
                raise ValueError(f"joint '{joint.name}' has {joint.v_size} degrees of freedom; expected 1 for a motor")
        places = np.array([joint.v_index for joint in joints], dtype=int)
        if limits is not None:
            return places, np.broadcast_to(np.asarray(limits, dtype=np.float64), places.shape)
        efforts = np.array([self.robot.dofs[place].max_effort for place in places])
        for joint, effort in zip(joints, efforts):
            if not 0 < effort < np.inf:
                raise ValueError(f"joint '{joint.name}' has no effort limit: give torque_limits")
        return places, efforts


class RobotEnv(gymnasium.Env[Array, Array]):
    """One environment of a robot. The arguments are those of RobotVectorEnv; its functions get arrays with one row."""

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(self, robot: Model, **options: Any) -> None:
        self._one = RobotVectorEnv(robot, 1, autoreset_mode=AutoresetMode.DISABLED, **options)
        self.observation_space = self._one.single_observation_space
        self.action_space = self._one.single_action_space

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        super().reset(seed=seed)
        observations, info = self._one.reset(seed=seed)
        return observations[0], info

    def step(self, action: Array) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        observations, rewards, terminations, truncations, info = self._one.step(np.asarray(action)[None])
        return observations[0], float(rewards[0]), bool(terminations[0]), bool(truncations[0]), info
