"""Describes a robot made of solid primitives, and writes it as URDF or MJCF.

A link is a set of homogeneous solids; its mass, centre of mass and inertia are computed from them, so that no link
can be unphysical. The same solids are visuals and collision shapes. Links of mechanisms from the
literature have explicit numbers instead, and their solids are only drawn.
"""

from dataclasses import dataclass, field
from math import pi
from xml.sax.saxutils import quoteattr

LIGHT, DARK, ACCENT = "light", "dark", "accent"
COLORS = {LIGHT: (0.86, 0.87, 0.88, 1), DARK: (0.22, 0.24, 0.27, 1), ACCENT: (0.85, 0.38, 0.1, 1)}


@dataclass
class Solid:
    """A homogeneous box, cylinder or sphere. `along` is the direction of a cylinder's axis."""

    shape: str
    size: tuple  # box: edges; cylinder: radius, length; sphere: radius
    mass: float
    at: tuple = (0, 0, 0)
    along: str = "z"
    color: str = LIGHT

    def inertia(self):
        """Diagonal of the inertia about the solid's own centre, in link axes."""
        m = self.mass
        if self.shape == "box":
            x, y, z = self.size
            return [m * (y * y + z * z) / 12, m * (x * x + z * z) / 12, m * (x * x + y * y) / 12]
        if self.shape == "sphere":
            return [0.4 * m * self.size[0] ** 2] * 3
        radius, length = self.size
        diagonal = [m * (3 * radius * radius + length * length) / 12] * 3
        diagonal["xyz".index(self.along)] = m * radius * radius / 2
        return diagonal

    def rpy(self):
        """The rotation that maps z to the cylinder's axis."""
        return {"x": (0, pi / 2, 0), "y": (-pi / 2, 0, 0), "z": (0, 0, 0)}[self.along]


def box(x, y, z, mass, **options):
    return Solid("box", (x, y, z), mass, **options)


def cylinder(radius, length, mass, **options):
    return Solid("cylinder", (radius, length), mass, **options)


def sphere(radius, mass, **options):
    return Solid("sphere", (radius,), mass, **options)


@dataclass
class Joint:
    name: str
    axis: tuple = (0, 0, 1)
    lower: float = 0
    upper: float = 0
    effort: float = 0
    velocity: float = 0
    damping: float = 0
    friction: float = 0
    kind: str = "revolute"


@dataclass
class Loop:
    """A joint that closes a loop; an end is a link and a point on it."""

    name: str
    kind: str
    first: tuple
    second: tuple
    axis: tuple = None


@dataclass
class Inertial:
    """Mass, its centre, and the moments of inertia about it, in link axes."""

    mass: float
    com: tuple
    moments: tuple = (0, 0, 0)


@dataclass
class Link:
    name: str
    parent: str = ""
    at: tuple = (0, 0, 0)
    rpy: tuple = (0, 0, 0)
    joint: Joint = None
    solids: list = field(default_factory=list)
    given: Inertial = None

    def inertial(self):
        """Mass, centre of mass, and (xx, xy, xz, yy, yz, zz) about it: sums by the parallel axis theorem."""
        if self.given:
            xx, yy, zz = self.given.moments
            return self.given.mass, self.given.com, [xx, 0, 0, yy, 0, zz]
        mass = sum(s.mass for s in self.solids)
        com = [sum(s.mass * s.at[i] for s in self.solids) / mass for i in range(3)]
        total = [[0.0] * 3 for _ in range(3)]
        for solid in self.solids:
            own = solid.inertia()
            arm = [solid.at[i] - com[i] for i in range(3)]
            square = sum(a * a for a in arm)
            for i in range(3):
                total[i][i] += own[i] + solid.mass * square
                for j in range(3):
                    total[i][j] -= solid.mass * arm[i] * arm[j]
        pairs = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))
        return mass, com, [total[i][j] for i, j in pairs]


class Robot:
    def __init__(self, name, title):
        self.name, self.title, self.links, self.loops = name, title, [], []

    def add(self, *arguments, **options):
        self.links.append(Link(*arguments, **options))

    def fix(self, name, parent, at, rpy=(0, 0, 0), solids=()):
        """A link behind a fixed joint; without solids it is only a named frame."""
        self.add(name, parent, at, rpy, Joint(f"{name}_mount", kind="fixed"), list(solids))

    def close(self, *arguments, **options):
        self.loops.append(Loop(*arguments, **options))

    def children(self, parent):
        return [link for link in self.links if link.parent == parent]


def number(value):
    """Multiples of 90 degrees with all digits, other numbers with 7 digits; no exponents for zero, no minus zero."""
    if abs(abs(value) - pi / 2) < 1e-12:
        return repr(value)
    text = f"{value:.7g}"
    return "0" if float(text) == 0 or abs(value) < 1e-12 else text


def numbers(values):
    return " ".join(number(v) for v in values)


def exact(values):
    """All digits, so that loops close."""
    return " ".join(number(v) if float(number(v)) == v else repr(v) for v in values)


def tag(name, /, **attributes):
    """An opening tag; a trailing underscore avoids Python's keywords."""
    return "<" + " ".join([name] + [f"{k.rstrip('_')}={quoteattr(str(v))}" for k, v in attributes.items()])


HEADER = "<!-- {title}. Made by tools/make_models.py; change it there. -->"


def urdf(robot):
    out = ['<?xml version="1.0"?>', HEADER.format(title=robot.title), tag("robot", name=robot.name) + ">"]
    for name, color in COLORS.items():
        out.append(f'  {tag("material", name=name)}>{tag("color", rgba=numbers(color))}/></material>')
    for link in robot.links:
        if link.joint:
            out += urdf_joint(link)
        out += urdf_link(link)
    for loop in robot.loops:
        out += urdf_loop(loop)
    return "\n".join(out + ["</robot>", ""])


def urdf_loop(loop):
    out = [f'  {tag("loop_joint", name=loop.name, type=loop.kind)}>']
    for which, (link, point) in (("link1", loop.first), ("link2", loop.second)):
        out.append(f'    {tag(which, link=link, xyz=exact(point))}/>')
    if loop.axis:
        out.append(f'    {tag("axis", xyz=numbers(loop.axis))}/>')
    return out + ["  </loop_joint>"]


def urdf_joint(link):
    joint = link.joint
    out = [
        f'  {tag("joint", name=joint.name, type=joint.kind)}>',
        f'    {tag("parent", link=link.parent)}/>',
        f'    {tag("child", link=link.name)}/>',
        f'    {tag("origin", xyz=exact(link.at), rpy=exact(link.rpy))}/>',
    ]
    if joint.kind not in ("fixed", "floating"):
        limits = {"lower": number(joint.lower), "upper": number(joint.upper)}
        drive = {"effort": number(joint.effort), "velocity": number(joint.velocity)}
        out.append(f'    {tag("axis", xyz=numbers(joint.axis))}/>')
        if joint.kind == "continuous":
            limits = {}
        if joint.effort > 0:  # a joint without a drive has no effort limit
            out.append(f'    {tag("limit", **limits, **drive)}/>')
        out.append(f'    {tag("dynamics", damping=number(joint.damping), friction=number(joint.friction))}/>')
    return out + ["  </joint>"]


def urdf_link(link):
    if not link.solids:
        return [f'  {tag("link", name=link.name)}/>']
    mass, com, inertia = link.inertial()
    write = exact if link.given else numbers
    names = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    out = [
        f'  {tag("link", name=link.name)}>',
        "    <inertial>",
        f'      {tag("origin", xyz=write(com))}/>',
        f'      {tag("mass", value=number(mass))}/>',
        f'      {tag("inertia", **{n: write([v]) for n, v in zip(names, inertia)})}/>',
        "    </inertial>",
    ]
    for role in ("visual", "collision"):
        for solid in link.solids:
            paint = tag("material", name=solid.color) + "/>" if role == "visual" else ""
            place = tag("origin", xyz=numbers(solid.at), rpy=numbers(solid.rpy()))
            out.append(f"    <{role}>{place}/><geometry>{urdf_shape(solid)}</geometry>{paint}</{role}>")
    return out + ["  </link>"]


def urdf_shape(solid):
    if solid.shape == "box":
        return tag("box", size=numbers(solid.size)) + "/>"
    if solid.shape == "sphere":
        return tag("sphere", radius=number(solid.size[0])) + "/>"
    return tag("cylinder", radius=number(solid.size[0]), length=number(solid.size[1])) + "/>"


def mjcf(robot):
    """The robot on a free joint, or on a ball joint if its root says so.

    An MJCF joint has no effort limits; they are omitted."""
    out = [
        HEADER.format(title=robot.title),
        tag("mujoco", model=robot.name) + ">",
        '  <compiler angle="radian"/>',
        "  <default>",
        '    <joint limited="true"/>',
        '    <default class="visual"><geom contype="0" conaffinity="0" group="2"/></default>',
        '    <default class="collision"><geom group="3"/></default>',
        "  </default>",
        "  <worldbody>",
    ]
    root = robot.links[0]
    return "\n".join(out + mjcf_body(robot, root, "    ") + ["  </worldbody>", "</mujoco>", ""])


def mjcf_body(robot, link, indent):
    if any(link.rpy):
        raise ValueError(f"{link.name}: turned link frames are not written as MJCF")
    inner = indent + "  "
    if not link.solids:
        return [f'{indent}{tag("site", name=link.name, pos=numbers(link.at))}/>']
    mass, com, (xx, xy, xz, yy, yz, zz) = link.inertial()
    full = numbers((xx, yy, zz, xy, xz, yz))
    out = [f'{indent}{tag("body", name=link.name, pos=numbers(link.at))}>']
    if link.joint and link.joint.kind == "ball":
        out.append(f'{inner}{tag("joint", name=link.joint.name, type="ball", limited="false")}/>')
    elif not link.parent:
        out.append(f'{inner}{tag("freejoint", name="floating_base")}/>')
    elif link.joint.kind != "fixed":
        out.append(inner + mjcf_joint(link.joint))
    out.append(f'{inner}{tag("inertial", pos=numbers(com), mass=number(mass), fullinertia=full)}/>')
    for role in ("visual", "collision"):
        out += [inner + mjcf_geom(solid, role) for solid in link.solids]
    for child in robot.children(link.name):
        out += mjcf_body(robot, child, inner)
    return out + [f"{indent}</body>"]


def mjcf_joint(joint):
    limits = {"range": numbers((joint.lower, joint.upper))}
    losses = {"damping": number(joint.damping), "frictionloss": number(joint.friction)}
    return tag("joint", name=joint.name, axis=numbers(joint.axis), **limits, **losses) + "/>"


def mjcf_geom(solid, role):
    size = [s / 2 for s in solid.size] if solid.shape == "box" else list(solid.size)
    if solid.shape == "cylinder":
        size[1] /= 2
    turn = {"z": {}, "x": {"zaxis": "1 0 0"}, "y": {"zaxis": "0 1 0"}}[solid.along]
    paint = {"rgba": numbers(COLORS[solid.color])} if role == "visual" else {}
    shape = {"type": solid.shape, "size": numbers(size), "pos": numbers(solid.at)}
    return tag("geom", class_=role, **shape, **turn, **paint) + "/>"
