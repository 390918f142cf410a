"""Controllers, forces, limits and events of a simulation, as plain data.

They have the meaning and the defaults of the same keys of a scene file. Units are SI; angles are in radians.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Union

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    _Gains = Union[float, Sequence[float]]
    _Waypoint = Union[ArrayLike, Mapping[str, ArrayLike]]
    _Target = Union["Trajectory", _Waypoint, None]
    # A body or frame by name, a pair of its name and a point or pose on it, or a point of the ground.
    _End = Union[str, ArrayLike, tuple[str, ArrayLike]]


@dataclass
class Trajectory:
    """A motion through waypoints: positions q of the controlled robot, or poses.

    times: increasing [s]. waypoints: one for each time: q, or a dict of joints, whose other joints stay where they
    were; for poses a 4 x 4 matrix, or x y z and quaternion w x y z. interpolation: 'minimum_jerk', from rest to rest,
    or 'spline', through the waypoints without stopping. If the first time is later than zero, the motion begins at time
    zero where the robot starts. Before the first waypoint and after the last the target stays there.
    """

    times: Sequence[float]
    waypoints: Sequence[_Waypoint]
    interpolation: str = "minimum_jerk"


@dataclass
class _Controller:
    kind: ClassVar[str]


@dataclass
class JointPd(_Controller):
    """tau = stiffness (target - q) + damping (target velocity - v) + gravity.

    stiffness [N m/rad, N/m], damping [N m s/rad, N s/m]: one number, or one for each motor. joints: those with motors;
    none: all with one degree of freedom. gravity: whether the torques that hold the robot up are added. target: a
    Trajectory, a position to stay at, or None for the start. period: seconds between samples, 0 for continuous control.
    robot: one of several arms. compensate_friction: adds the torques that overcome damping and dry friction of the
    joints.
    """

    kind: ClassVar[str] = "joint_pd"
    target: _Target = None
    stiffness: _Gains = 100.0
    damping: _Gains = 20.0
    joints: Sequence[str] = ()
    gravity: bool = True
    period: float = 0.0
    robot: str = ""
    compensate_friction: bool = False


@dataclass
class ComputedTorque(_Controller):
    """tau = inverse dynamics of the acceleration for which e'' + damping e' + stiffness e = 0.

    stiffness [1/s^2], damping [1/s]: one number, or one for each motor. The other fields are those of JointPd.
    """

    kind: ClassVar[str] = "computed_torque"
    target: _Target = None
    stiffness: _Gains = 100.0
    damping: _Gains = 20.0
    joints: Sequence[str] = ()
    period: float = 0.0
    robot: str = ""
    compensate_friction: bool = False


@dataclass
class OperationalSpaceControl(_Controller):
    """Moves a frame along poses in the world, and damps the motions that do not move it.

    stiffness [1/s^2], damping [1/s]: one number, or six: rotation x y z, translation x y z. joint_damping [1/s]: of the
    motions that do not move the frame. target: a Trajectory of poses, a pose, or None for the pose at the start.
    """

    kind: ClassVar[str] = "operational_space"
    frame: str
    target: _Target = None
    stiffness: _Gains = 100.0
    damping: _Gains = 20.0
    joint_damping: float = 5.0
    period: float = 0.0
    robot: str = ""
    compensate_friction: bool = False


@dataclass
class PassivityControl(_Controller):
    """The law of Slotine and Li: tracks a target without cancelling the passive terms.

    rate [1/s]: at which errors decay. damping [N m s/rad]: one number, or one for each degree of freedom.
    """

    kind: ClassVar[str] = "passivity"
    target: _Target = None
    rate: _Gains = 10.0
    damping: _Gains = 20.0
    period: float = 0.0
    robot: str = ""
    compensate_friction: bool = False


@dataclass
class DecoupledControl(_Controller):
    """PD control in the coordinates in which the mass matrix is the identity; frequency in rad/s."""

    kind: ClassVar[str] = "decoupled"
    target: _Target = None
    frequency: float = 10.0
    damping_ratio: float = 1.0
    period: float = 0.0
    robot: str = ""
    compensate_friction: bool = False


@dataclass
class LqrControl(_Controller):
    """Keeps a robot at an equilibrium at least cost: torques tau0 - K (e, v), e from the target to q.

    The cost is the sum of e^T Q e + v^T Q_v v + u^T R u over an infinite time, with one number for all degrees of freedom
    (motors) or one for each. joints: those with motors; none: all of one degree of freedom. target: one position, at
    which joints without motors need no torque.
    """

    kind: ClassVar[str] = "lqr"
    joints: Sequence[str] = ()
    target: _Target = None
    position_cost: _Gains = 1.0
    velocity_cost: _Gains = 0.1
    torque_cost: _Gains = 0.01
    period: float = 0.0
    robot: str = ""
    compensate_friction: bool = False


@dataclass
class ObjectControl(_Controller):
    """Moves the object that several arms hold along poses; the arms share its load.

    shares: of the load, one for each arm; none: equal. squeeze: wrenches of grasps on the object by the arm, in the
    axes of the arm's end, of which the part acts that does not move the object: {"left": wrench}.
    """

    kind: ClassVar[str] = "object"
    target: _Target = None
    stiffness: _Gains = 100.0
    damping: _Gains = 20.0
    shares: Sequence[float] = ()
    squeeze: Mapping[str, ArrayLike] = field(default_factory=dict)
    joint_damping: float = 5.0
    period: float = 0.0
    compensate_friction: bool = False


@dataclass
class ActuatorControl(_Controller):
    """Drives the actuators of the robot's own description with constant controls.

    controls: a dict of actuators, or the name of a position that has controls. Actuators that are not named have the
    control zero, or the nearest in their range. `Simulation.set_controls` changes them during a run.
    """

    kind: ClassVar[str] = "actuators"
    controls: Mapping[str, float] | str = field(default_factory=dict)
    period: float = 0.0
    robot: str = ""


@dataclass
class _Force:
    kind: ClassVar[str]


@dataclass
class JointSpring(_Force):
    """A spring and damper at a joint with one degree of freedom: N m/rad, N m s/rad (N/m, N s/m)."""

    kind: ClassVar[str] = "joint_spring"
    joint: str
    stiffness: float = 0.0
    damping: float = 0.0
    rest: float = 0.0


@dataclass
class PointSpring(_Force):
    """A spring and damper between two points of bodies or the ground: N/m, N s/m, m."""

    kind: ClassVar[str] = "point_spring"
    first: _End
    second: _End
    stiffness: float = 0.0
    damping: float = 0.0
    length: float = 0.0


@dataclass
class Push(_Force):
    """A force [N] and a moment [N m] on a body from one time until another [s], in world axes at a point of it."""

    kind: ClassVar[str] = "push"
    at: _End
    force: Sequence[float] = (0.0, 0.0, 0.0)
    moment: Sequence[float] = (0.0, 0.0, 0.0)
    start: float = 0.0
    until: float = math.inf


@dataclass
class Disturbance(_Force):
    """Random torques within +-size on all joints with one degree of freedom, redrawn every period [s]."""

    kind: ClassVar[str] = "disturbance"
    size: float
    period: float = 0.01
    seed: int = 1


@dataclass
class Limits:
    """What joints do at their limits: kind 'hard', 'soft' or 'none'.

    stiffness, damping: of soft limits [N m/rad, N m s/rad, or N/m, N s/m]. restitution: of hard limits, the velocity
    after the impact as a fraction of the velocity before. rest_speed: a joint that arrives no faster stays at the hard
    limit [rad/s, m/s].
    """

    kind: str = "hard"
    stiffness: float = 1e4
    damping: float = 1e2
    restitution: float = 0.0
    rest_speed: float = 1e-3


@dataclass
class Event:
    """An event: at a time, where a joint passes a value, or where a function falls to zero.

    Give one of: at, the time [s]; value, a function f(t, q, v); joint with one of rises_to, falls_to, velocity_rises_to
    and velocity_falls_to. When it happens, the loops and grasps in `release` open, those in `close` close,
    `action(context)` is called with an EventContext, and with stop=True the run ends.
    """

    name: str
    at: float | None = None
    value: Callable[[float, Any, Any], float] | None = None
    joint: str | None = None
    rises_to: float | None = None
    falls_to: float | None = None
    velocity_rises_to: float | None = None
    velocity_falls_to: float | None = None
    action: Callable[[Any], object] | None = None
    release: Sequence[str] = ()
    close: Sequence[str] = ()
    stop: bool = False
