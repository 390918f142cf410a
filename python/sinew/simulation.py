"""Simulations over time: in one run, or step by step."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time as clock
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Union

from sinew._sinew import EventContext, Model, Scene, SimulationBase, SimulationState, load_scene
from sinew.loading import load
from sinew.plans import Event, _Controller, _Force
from sinew.results import Result, SimulationReport

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from sinew.plans import Limits

    _Source = Union[Model, Scene, str, os.PathLike[str]]
    _Positions = Union[ArrayLike, Mapping[str, ArrayLike], str, None]
    _Velocities = Union[ArrayLike, Mapping[str, ArrayLike], None]
    # f(t, q, v) -> tau, an object with torques(t, q, v), or one of the plans in sinew.plans
    _AnyController = Union[Callable[..., Any], _Controller, Any]
    _AnyForce = Union[Callable[..., Any], _Force]
    _Action = Callable[[EventContext], object]


class Simulation(SimulationBase):
    """A simulation of a robot, of a scene, or of a scene file.

    A robot does what its file says: limits, damping, springs and friction of its joints act unless they are switched
    off. The options have the defaults of a scene file, or the values of the scene.

    q, v, tau: the start and constant joint torques; arrays, or dicts of joints; q may be the name of a position.
    duration, record_interval: seconds (10, 0.01). frames: names of frames whose poses are recorded. integrator:
    'adaptive', 'stiff', 'rk4', 'rkmk4', 'variational' or 'semi_implicit_euler'. step: seconds. tolerance: relative
    tolerance of 'adaptive' and 'stiff'; absolute_tolerance is a hundredth of it by default. limits: 'hard', 'soft',
    'none' or a sinew.Limits. effort_limits: whether controllers are limited to the effort of the motors. controllers:
    plans such as sinew.JointPd, functions f(t, q, v) that return joint torques, or objects with a method torques(t, q,
    v); one with an attribute `period` is sampled. forces: plans such as sinew.Push, or functions as in add_force.
    events: sinew.Event. open: loops and grasps that are open at the start. lockable_joints: those that events may lock.
    """

    def __init__(
        self,
        source: _Source,
        *,
        q: _Positions = None,
        v: _Velocities = None,
        tau: _Velocities = None,
        duration: float | None = None,
        record_interval: float | None = None,
        frames: Sequence[str] | None = None,
        integrator: str | None = None,
        step: float | None = None,
        tolerance: float | None = None,
        absolute_tolerance: float | None = None,
        limits: str | Limits | None = None,
        effort_limits: bool | None = None,
        joint_damping: bool | None = None,
        joint_springs: bool | None = None,
        dry_friction: bool | None = None,
        tendon_damping: bool | None = None,
        tendon_springs: bool | None = None,
        gravity_compensation: bool | None = None,
        constant_torques: bool | None = None,
        release_pulling: bool | None = None,
        open: Sequence[str] | None = None,
        lockable_joints: Sequence[str] | None = None,
        stabilisation: str | None = None,
        baumgarte_rate: float | None = None,
        strategy: str | None = None,
        rate_linear: bool | None = None,
        max_events: int | None = None,
        controllers: Sequence[_AnyController] = (),
        forces: Sequence[_AnyForce] = (),
        events: Sequence[Event] = (),
    ) -> None:
        given = dict(locals())
        options = {name: given[name] for name in _OPTIONS if given[name] is not None}
        if isinstance(source, (str, os.PathLike)):
            source = load_source(source)
        robot = source.model if isinstance(source, Scene) else source
        start = None if q is None else _positions(robot, q)
        velocities, torques = (None if x is None else _joint_vector(robot, x) for x in (v, tau))
        controllers, forces, events = list(controllers), list(forces), list(events)
        super().__init__(
            source,
            options,
            start,
            velocities,
            torques,
            [x for x in controllers if isinstance(x, _Controller)],
            [x for x in forces if isinstance(x, _Force)],
            [x for x in events if _is_plan(x)],
        )
        for controller in controllers:
            if not isinstance(controller, _Controller):
                self.add_controller(controller)
        for force in forces:
            if not isinstance(force, _Force):
                self.add_force(force)
        for event in events:
            if not _is_plan(event):
                self.add_event(event)

    def add_controller(self, controller: _AnyController, period: float | None = None) -> None:
        """Adds a plan, a function f(t, q, v) -> tau of joint torques (n_v), or an object with torques(t, q, v).

        period: seconds between samples, with constant torques in between; 0: continuous. The default is the attribute
        `period` of the controller, or 0. An object may have methods grasp_changed(name, held), and save(), which
        returns numbers, with restore(numbers), for controllers that depend on earlier calls.
        """
        if isinstance(controller, _Controller):
            if period is not None:
                raise TypeError("the period of a plan is its own field")
            self._add_controller_plan(controller)
        else:
            self._add_controller(controller, getattr(controller, "period", 0.0) if period is None else period)

    def add_force(
        self,
        force: _AnyForce,
        *,
        energy: Callable[..., float] | None = None,
        reference: str = "body",
    ) -> None:
        """Adds a plan such as sinew.Push, or a function f(t, q, v).

        The function returns joint torques (n_v), forces on bodies as {frame: wrench}, or both as a pair. A wrench is
        moment and force: at the frame's origin in the frame's axes ('body') or in world axes ('aligned'), or at the
        world's origin ('world'). energy: a function e(t, q, v) of the energy that the force stores, if all of it is
        conservative; otherwise the work of the force is recorded.
        """
        if isinstance(force, _Force):
            self._add_force_plan(force)
        else:
            self._add_force(force, energy, reference)

    def add_event(
        self,
        event: Event | str,
        value: Callable[..., float] | None = None,
        action: _Action | None = None,
        *,
        at: float | None = None,
        stop: bool = False,
    ) -> None:
        """Adds a sinew.Event, or an event of this name with a function value(t, q, v) or a time `at`.

        It happens where the value falls from above zero to zero or below, and calls action(context).
        """
        if isinstance(event, str):
            event = Event(event, at=at, value=value, action=action, stop=stop)
        if sum(x is not None for x in (event.at, event.value, event.joint)) != 1:
            raise ValueError(f"event '{event.name}': expected one of at, value and joint")
        if _is_plan(event):
            self._add_event_plan(event)
        elif event.at is not None:
            self._add_timed_event(event.name, event.at, _action_of(event))
        else:
            self._add_event(event.name, event.value or self._distance_of(event), _action_of(event))

    def run(
        self,
        *,
        progress: bool | Callable[[float], object] = False,
        output: str | os.PathLike[str] | None = None,
        csv: str | os.PathLike[str] | None = None,
    ) -> Result:
        """Simulates from the current state until `duration` and returns the records.

        progress: True shows a progress bar, of tqdm if it is installed, otherwise as text on a terminal; a function is
        called with the time reached [s] about twenty times a second. output: a result file (.h5) that is written during
        the run; csv: a table with the same numbers.

        Ctrl-C ends the run after the current step; the result has all records up to it, and result.report.end is
        'interrupted'. Exceptions of controllers, forces and events end the run and are raised unchanged. If the run
        cannot go on, the result says so in result.report, and there is a RuntimeWarning.
        """
        with _interrupts(self), _progress(progress, self.duration) as tell:
            result = Result(self._run(output, csv, tell))
        if result.report.end == "failed":
            warnings.warn(
                f"the simulation failed at t = {result.report.t:g} s: {result.report.why}", RuntimeWarning, stacklevel=2
            )
        return result

    def reset(
        self, state: SimulationState | None = None, *, q: _Positions = None, v: _Velocities = None, t: float = 0.0
    ) -> None:
        """Continues from another state: a SimulationState, or positions and velocities at a time.

        Without q the robot is at its initial position, without v at rest.
        """
        if state is None:
            robot = self.model
            state = SimulationState(
                _positions(robot, {} if q is None else q), _joint_vector(robot, {} if v is None else v), t
            )
        self._reset(state)

    def report(self) -> SimulationReport:
        """Returns steps, events and warnings since the start of the steps, with the errors of the current state."""
        return SimulationReport.from_fields(self._report())

    def __repr__(self) -> str:
        return f"<sinew.Simulation of '{self.model.name}' at t = {self.time:g} s>"

    def _distance_of(self, event: Event) -> Callable[..., float]:
        """Returns the function that falls to zero where the joint's position or velocity reaches the event's value."""
        joint = self.model.joint(event.joint or "")
        if joint.v_size != 1:
            raise ValueError(f"joint '{joint.name}' has {joint.v_size} degrees of freedom; expected 1 for an event")
        for goal, of_velocity, sign in (
            (event.rises_to, False, 1.0),
            (event.falls_to, False, -1.0),
            (event.velocity_rises_to, True, 1.0),
            (event.velocity_falls_to, True, -1.0),
        ):
            if goal is not None:
                place = joint.v_index if of_velocity else joint.q_index
                return lambda t, q, v: sign * (goal - (v if of_velocity else q)[place])
        raise ValueError(
            f"event '{event.name}': expected one of rises_to, falls_to, velocity_rises_to and velocity_falls_to"
        )


_OPTIONS = (
    "duration",
    "record_interval",
    "frames",
    "integrator",
    "step",
    "tolerance",
    "absolute_tolerance",
    "limits",
    "effort_limits",
    "joint_damping",
    "joint_springs",
    "dry_friction",
    "tendon_damping",
    "tendon_springs",
    "gravity_compensation",
    "constant_torques",
    "release_pulling",
    "open",
    "lockable_joints",
    "stabilisation",
    "baumgarte_rate",
    "strategy",
    "rate_linear",
    "max_events",
)


def simulate(
    source: _Source,
    *,
    progress: bool | Callable[[float], object] = False,
    output: str | os.PathLike[str] | None = None,
    csv: str | os.PathLike[str] | None = None,
    **options: Any,
) -> Result:
    """Simulates a robot or a scene and returns the records: Simulation(source, **options).run(progress=..., output=...,
    csv=...).
    """
    return Simulation(source, **options).run(progress=progress, output=output, csv=csv)


def load_source(file: str | os.PathLike[str]) -> Model | Scene:
    """Loads a scene if the name ends in .yaml or .yml, and a robot otherwise."""
    if os.fspath(file).endswith((".yaml", ".yml")):
        return load_scene(file)
    return load(file)


def _positions(robot: Model, q: _Positions) -> Any:
    if isinstance(q, str):
        return robot.named_position(q)
    return robot.position(dict(q)) if isinstance(q, Mapping) else q


def _joint_vector(robot: Model, values: _Velocities) -> Any:
    return robot.joint_vector(dict(values)) if isinstance(values, Mapping) else values


def _is_plan(event: Event) -> bool:
    return event.value is None and event.action is None


def _action_of(event: Event) -> _Action:
    def act(context: EventContext) -> None:
        for loop in event.release:
            context.release(loop)
        for loop in event.close:
            context.close(loop)
        context.stop = event.stop
        if event.action is not None:
            event.action(context)

    return act


@contextmanager
def _interrupts(simulation: SimulationBase) -> Iterator[None]:
    """Makes the first Ctrl-C end the run after its current step; a second one raises KeyboardInterrupt at once."""
    is_ours = (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )
    if not is_ours:
        yield
        return

    def interrupt(number: int, frame: object) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        simulation.interrupt()

    signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def _progress(wanted: bool | Callable[[float], object], duration: float) -> Iterator[Callable[[float], object] | None]:
    if callable(wanted):
        yield wanted
    elif not wanted:
        yield None
    else:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            with _text_bar(duration) as tell:
                yield tell
            return
        with tqdm(
            total=duration, unit="s", bar_format="{l_bar}{bar}| {n:.3g} of {total:.3g} s [{elapsed}<{remaining}]"
        ) as bar:
            yield lambda t: bar.update(t - bar.n)


@contextmanager
def _text_bar(duration: float) -> Iterator[Callable[[float], object] | None]:
    """A progress bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    begun = clock.monotonic()

    def tell(t: float) -> None:
        part = min(max(t / duration, 0.0), 1.0)
        bar = "=" * int(30 * part) + ">"
        left = (clock.monotonic() - begun) * (1 - part) / part if part else 0
        sys.stderr.write(f"\r\x1b[K[{bar[:30]:30}] {100 * part:3.0f} %  {t:.4g} of {duration:.4g} s  {left:.0f} s left")
        sys.stderr.flush()

    try:
        yield tell
    finally:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
