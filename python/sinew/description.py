"""Defines robots as plain objects, to build and edit them in code.

    rod = sinew.Body("rod", joint=sinew.Joint("hinge", "revolute", axis=[0, 1, 0]),
                     inertial=sinew.Inertial(1.0, com=[0, 0, -0.5]))
    description = sinew.Description("pendulum", bodies=[rod])
    description.body("rod").inertial.mass = 2
    robot = sinew.Model(description)

Units are SI. A body's frame is at its inboard joint; `placement` is the pose of that frame in the parent body's
frame while the joint is at zero, a homogeneous matrix as sinew.transform makes it. An empty name of a body means the
ground. Vectors and matrices become arrays of float64 when they are assigned.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from sinew._sinew import Model

__all__ = [
    "Actuator",
    "ArmsAndObject",
    "Body",
    "Connection",
    "Coupling",
    "DegreeOfFreedom",
    "Description",
    "Frame",
    "Grasp",
    "Inertial",
    "Joint",
    "Loop",
    "LoopEnd",
    "Mimic",
    "NamedPosition",
    "Sensor",
    "Shape",
    "Tendon",
    "TendonElement",
    "TendonJoint",
    "Transmission",
]


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, dict):
        return isinstance(b, dict) and list(a) == list(b) and all(_same(a[key], b[key]) for key in a)
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return np.array_equal(a, b)
    return bool(a == b)


class _Part:
    """Refuses unknown fields, and makes arrays of vectors and matrices. Its text shows what differs from defaults."""

    _shapes: ClassVar[dict[str, tuple[int, ...]]] = {}  # by field; -1: any size

    def __setattr__(self, name: str, value: Any) -> None:
        known = [one.name for one in fields(self)]  # type: ignore[arg-type]
        if name not in known:
            raise AttributeError(f"{type(self).__name__} has no field '{name}', expected one of {', '.join(known)}")
        shape = self._shapes.get(name)
        if shape is not None and value is not None:
            value = np.array(value, dtype=float)
            if len(value.shape) != len(shape) or any(n not in (-1, m) for n, m in zip(shape, value.shape)):
                expected = str(shape).replace("-1", "n")
                raise ValueError(f"{name} of {type(self).__name__} has the shape {value.shape}, expected {expected}")
        object.__setattr__(self, name, value)

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        names = (one.name for one in fields(self))  # type: ignore[arg-type]
        return all(_same(getattr(self, name), getattr(other, name)) for name in names)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        given, default = [one.name for one in fields(self)], type(self)()  # type: ignore[arg-type]
        changed = [name for name in given if not _same(getattr(self, name), getattr(default, name))]
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in changed)})"


def _pose() -> Any:
    return field(default_factory=lambda: np.eye(4))


_SOURCE = ("", 0)
_ANY = (-inf, inf)


@dataclass(eq=False, repr=False)
class Inertial(_Part):
    """Mass [kg], centre of mass (3) [m] in the body's frame, and inertia (3, 3) [kg m^2] about the centre of mass."""

    _shapes = {"com": (3,), "inertia": (3, 3)}
    mass: float = 0
    com: ArrayLike = (0, 0, 0)
    inertia: ArrayLike = ((0, 0, 0), (0, 0, 0), (0, 0, 0))


@dataclass(eq=False, repr=False)
class DegreeOfFreedom(_Part):
    """One degree of freedom of a joint."""

    _shapes = {"actuation": (2,)}
    armature: float = 0
    """Rotor inertia as seen at the joint; part of the mass matrix."""
    damping: float = 0
    """Joint torque per unit of velocity."""
    dry_friction: float = 0
    """Joint torque that opposes any motion."""
    stiffness: float = 0
    """Joint torque per unit of displacement from rest_position."""
    rest_position: float = 0
    lower: float = -inf
    upper: float = inf
    max_velocity: float = inf
    max_effort: float = inf
    actuation: ArrayLike = _ANY
    """Range of the sum of the torques of all actuators."""


@dataclass(eq=False, repr=False)
class Mimic(_Part):
    """Makes a joint follow another one: q = multiplier * q_leader + offset."""

    joint: str = ""
    multiplier: float = 1
    offset: float = 0


@dataclass(eq=False, repr=False)
class Joint(_Part):
    """The joint between a body and its parent.

    kind and the coordinates in q and v: 'fixed', none; 'revolute', rotation about axis [rad]; 'continuous', the same
    without limits; 'prismatic', displacement along axis [m]; 'helical', rotation about axis that advances by pitch
    [m/rad]; 'cylindrical', rotation about axis, then displacement along it; 'universal', rotation about axis, then
    about axis2; 'planar', two displacements, then rotation about axis; 'spherical', quaternion w x y z in q, angular
    velocity in v; 'floating', x y z and quaternion in q, twist in body axes in v.
    """

    _shapes = {"axis": (3,), "axis2": (3,), "initial": (-1,)}
    name: str = ""
    kind: str = "fixed"
    axis: ArrayLike = (0, 0, 1)
    axis2: ArrayLike = (0, 1, 0)
    pitch: float = 0
    dofs: list[DegreeOfFreedom] = field(default_factory=list)
    """Empty for defaults, one that all degrees of freedom share, or one for each."""
    mimic: Mimic | None = None
    initial: ArrayLike = ()
    """q at the start of a motion; empty for zeros and no rotation."""


@dataclass(eq=False, repr=False)
class Shape(_Part):
    """Visual or collision geometry of a body; it has no effect on the dynamics.

    kind: 'box', 'sphere', 'cylinder', 'capsule', 'ellipsoid', 'plane' or 'mesh'. size (3): edges of a box; radius of a
    sphere; radius and length of a cylinder or capsule; radii of an ellipsoid; half-edges of a plane; scale of a mesh.
    role: 'visual' or 'collision'. color: red, green, blue, alpha, or None.
    """

    _shapes = {"size": (3,), "placement": (4, 4), "color": (4,)}
    kind: str = "box"
    size: ArrayLike = (0, 0, 0)
    placement: ArrayLike = _pose()
    role: str = "visual"
    mesh: str = ""
    color: ArrayLike | None = None
    name: str = ""


@dataclass(eq=False, repr=False)
class Body(_Part):
    """A rigid body and the joint that connects it to its parent ('' for the ground)."""

    _shapes = {"placement": (4, 4)}
    name: str = ""
    parent: str = ""
    joint: Joint = field(default_factory=Joint)
    inertial: Inertial = field(default_factory=Inertial)
    placement: ArrayLike = _pose()
    shapes: list[Shape] = field(default_factory=list)
    gravity_compensation: float = 0
    """Fraction of its weight that a force at its centre of mass balances."""
    source: tuple[str, int] = _SOURCE


@dataclass(eq=False, repr=False)
class Frame(_Part):
    """A named placement on a body: a tool centre, a sensor, a foot."""

    _shapes = {"placement": (4, 4)}
    name: str = ""
    body: str = ""
    placement: ArrayLike = _pose()
    source: tuple[str, int] = _SOURCE


@dataclass(eq=False, repr=False)
class Connection(_Part):
    """The motions that a loop or grasp allows its second frame relative to its first; z is the axis of a frame.

    kind and number of constraint rows: 'weld' 6, 'revolute' 5, 'prismatic' 5, 'cylindrical' 4, 'universal' 4,
    'spherical' 3, 'planar' 3, 'soft_finger' 4, 'point_on_line' 2, 'line_on_plane' 2, 'point_on_plane' 1, 'distance' 1
    (origins stay `distance` apart), 'directions' 1 for each row of `directions` (n, 6), forces in the second frame's
    axes.
    """

    _shapes = {"directions": (-1, 6)}
    kind: str = "weld"
    distance: float = 0
    directions: ArrayLike = field(default_factory=lambda: np.empty((0, 6)))


@dataclass(eq=False, repr=False)
class LoopEnd(_Part):
    """A frame on a body ('' for the ground) to which a loop or grasp is attached."""

    _shapes = {"placement": (4, 4)}
    body: str = ""
    placement: ArrayLike = _pose()


@dataclass(eq=False, repr=False)
class Loop(_Part):
    """A joint that closes a loop."""

    name: str = ""
    connection: Connection = field(default_factory=Connection)
    first: LoopEnd = field(default_factory=LoopEnd)
    second: LoopEnd = field(default_factory=LoopEnd)
    source: tuple[str, int] = _SOURCE


@dataclass(eq=False, repr=False)
class Coupling(_Part):
    """Makes a joint follow a polynomial (5) of its leader: q = c0 + c1 x + ... + c4 x^4. No leader: locked at c0."""

    _shapes = {"polynomial": (5,)}
    name: str = ""
    joint: str = ""
    leader: str = ""
    polynomial: ArrayLike = (0, 1, 0, 0, 0)
    source: tuple[str, int] = _SOURCE


@dataclass(eq=False, repr=False)
class TendonJoint(_Part):
    """A joint and its coefficient in the length of a fixed tendon."""

    joint: str = ""
    coefficient: float = 1


@dataclass(eq=False, repr=False)
class TendonElement(_Part):
    """An element of the path of a spatial tendon: 'point', 'sphere', 'cylinder' or 'pulley'."""

    kind: str = "point"
    at: LoopEnd = field(default_factory=LoopEnd)
    radius: float = 0
    side: LoopEnd | None = None
    """A point on the side of the obstacle on which the tendon runs."""
    divisor: float = 1
    """Of the lengths after a pulley."""


@dataclass(eq=False, repr=False)
class Tendon(_Part):
    """A cable: a linear combination of joint positions (`joints`, `offset`), or a path through points of bodies."""

    _shapes = {"rest_lengths": (2,), "actuation": (2,)}
    name: str = ""
    joints: list[TendonJoint] = field(default_factory=list)
    offset: float = 0
    path: list[TendonElement] = field(default_factory=list)
    stiffness: float = 0
    damping: float = 0
    rest_lengths: ArrayLike | None = None
    """Between these lengths the spring gives no force; None: the length at the initial position."""
    lower: float = -inf
    upper: float = inf
    actuation: ArrayLike = _ANY
    source: tuple[str, int] = _SOURCE


@dataclass(eq=False, repr=False)
class NamedPosition(_Part):
    """A position of the robot by joint name, such as 'home', and controls of actuators by name."""

    name: str = ""
    joints: dict[str, ArrayLike] = field(default_factory=dict)
    controls: dict[str, float] = field(default_factory=dict)
    source: tuple[str, int] = _SOURCE


@dataclass(eq=False, repr=False)
class Transmission(_Part):
    """What the force of an actuator acts on: 'joint', 'joint_in_parent', 'tendon' or 'site'."""

    _shapes = {"gear": (6,)}
    kind: str = "joint"
    target: str = ""
    site: LoopEnd = field(default_factory=LoopEnd)
    reference: LoopEnd | None = None
    gear: ArrayLike = (1, 0, 0, 0, 0, 0)


@dataclass(eq=False, repr=False)
class Actuator(_Part):
    """force = (gain[0] + gain[1] l + gain[2] l') w + bias[0] + bias[1] l + bias[2] l', l: length of the transmission.

    activation: w is the control ('none'), its integral ('integrator') or follows it with a time constant ('filter').
    """

    _shapes = {"gain": (3,), "bias": (3,), "control_range": (2,), "activation_range": (2,), "force_range": (2,)}
    name: str = ""
    transmission: Transmission = field(default_factory=Transmission)
    gain: ArrayLike = (1, 0, 0)
    bias: ArrayLike = (0, 0, 0)
    activation: str = "none"
    time_constant: float = 1
    control_range: ArrayLike = _ANY
    activation_range: ArrayLike = _ANY
    force_range: ArrayLike = _ANY
    source: tuple[str, int] = _SOURCE


@dataclass(eq=False, repr=False)
class Sensor(_Part):
    """A quantity that simulations record, such as 'joint_position', 'accelerometer' or 'force'."""

    _shapes = {"field": (3,)}
    name: str = ""
    kind: str = "clock"
    object: str = ""
    """The joint, tendon, actuator, or body at the root of the subtree."""
    frame: LoopEnd = field(default_factory=LoopEnd)
    reference: LoopEnd | None = None
    field: ArrayLike = (0, 0, 0)
    """The magnetic field of a magnetometer, in world axes."""
    cutoff: float = 0
    source: tuple[str, int] = _SOURCE


@dataclass(eq=False, repr=False)
class Description(_Part):
    """A robot, or any mechanism, in the form in which it is built and edited; sinew.Model computes with it."""

    _shapes = {"gravity": (3,)}
    name: str = ""
    bodies: list[Body] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    gravity: ArrayLike = (0, 0, -9.81)
    loops: list[Loop] = field(default_factory=list)
    couplings: list[Coupling] = field(default_factory=list)
    tendons: list[Tendon] = field(default_factory=list)
    named_positions: list[NamedPosition] = field(default_factory=list)
    actuators: list[Actuator] = field(default_factory=list)
    sensors: list[Sensor] = field(default_factory=list)
    source: tuple[str, int] = _SOURCE
    files: list[str] = field(default_factory=list)

    def body(self, name: str) -> Body:
        """Returns the body of this name."""
        return _named("body", name, self.bodies)

    def joint(self, name: str) -> Joint:
        """Returns the joint of this name."""
        return _named("joint", name, [body.joint for body in self.bodies])

    def __repr__(self) -> str:
        return f"<sinew.Description '{self.name}': {len(self.bodies)} bodies>"


_Named = TypeVar("_Named", Body, Joint)


def _named(what: str, name: str, parts: list[_Named]) -> _Named:
    for part in parts:
        if part.name == name:
            return part
    raise ValueError(f"there is no {what} '{name}', expected one of {', '.join(part.name for part in parts)}")


@dataclass(eq=False, repr=False)
class Grasp(_Part):
    """How an arm holds an object or the ground.

    arm: the arm's number. first: a frame on a body of the object, or on the ground (body ''). second: a frame on
    a body of the arm.
    """

    name: str = ""
    arm: int = 0
    connection: Connection = field(default_factory=Connection)
    first: LoopEnd = field(default_factory=LoopEnd)
    second: LoopEnd = field(default_factory=LoopEnd)


@dataclass(eq=False, repr=False)
class ArmsAndObject(_Part):
    """Several arms and the object that they hold, for ConstrainedSystem.

    names: of the arms, then of the object; empty: arm1, arm2, ..., object. object None: the arms hold only the ground.
    """

    arms: list[Model] = field(default_factory=list)
    object: Model | None = None
    grasps: list[Grasp] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
