"""The mechanisms of docs/classics.md. Masses and inertias are exactly those of the sources, not those of
the solids; a viewer draws the solids."""

from math import sqrt

from robot_parts import ACCENT, DARK, Inertial, Joint, Robot, box, cylinder, mjcf, sphere, urdf

Y, Z = (0, 1, 0), (0, 0, 1)


def hinge(name, axis):
    """A joint without limits, damping and friction."""
    return Joint(name, axis, kind="continuous")


def pendulum(name, title, bobs):
    """Points of 1 kg on massless bars of 1 m; they hang down at zero, and positive angles move them towards +x."""
    robot = Robot(name, title)
    robot.add("base")
    parent, at = "base", (0, 0, 0)
    for bob in bobs:
        robot.add(bob, parent, at, joint=hinge(f"{bob}_joint", (0, -1, 0)), given=Inertial(1, (0, 0, -1)), solids=[
            cylinder(0.01, 1, 0, at=(0, 0, -0.5), color=DARK), sphere(0.06, 0, at=(0, 0, -1), color=ACCENT)])
        robot.fix(f"{bob}_tip", bob, (0, 0, -1))
        parent, at = bob, (0, 0, -1)
    return robot


def chain(links=10):
    """Rods of 0.2 m and 0.1 kg that hang down at zero; hinge axes alternate between normal to and along the first rod's plane."""
    robot = Robot("chain", f"{links} rods, one hanging from the other by hinges that cross")
    length, mass = 0.2, 0.1
    robot.add("base", solids=[box(0.1, 0.1, 0.02, 0.5, at=(0, 0, 0.01))])
    parent = "base"
    for i in range(links):
        name, axis = f"link{i + 1}", ((0, -1, 0), (1, 0, 0))[i % 2]
        robot.add(name, parent, (0, 0, -length if i else 0), joint=hinge(f"joint{i + 1}", axis), solids=[
            box(0.02, 0.02, length, mass, at=(0, 0, -length / 2), color=(DARK, ACCENT)[i % 2])])
        parent = name
    robot.fix("tip", parent, (0, 0, -length))
    return robot


def tumbling_body():
    """A plate with moments of inertia 1, 2 and 3 kg m^2."""
    robot = Robot("tumbling_body", "A plate that floats: moments of inertia 1, 2 and 3")
    robot.add("base")
    robot.add("plate", "base", joint=Joint("free", kind="floating"), given=Inertial(12, (0, 0, 0), (1, 2, 3)), solids=[
        box(round(sqrt(2), 3), 1, 0.03, 0, color=ACCENT)])
    return robot


def heavy_top():
    """Written as MJCF, because URDF has no ball joints."""
    robot = Robot("heavy_top", "A heavy top: 15 kg, 1 m from the ball joint on which it stands")
    robot.add("top", joint=Joint("ball", kind="ball"), given=Inertial(15, (0, 1, 0), (0.234375, 0.46875, 0.234375)),
              solids=[cylinder(0.02, 1, 0, at=(0, 0.5, 0), along="y", color=DARK),
                      cylinder(0.25, 0.1, 0, at=(0, 1, 0), along="y", color=ACCENT)])
    robot.fix("centre", "top", (0, 1, 0))
    return robot


def planar(mass, x, y, moment):
    """A planar body in the x-y plane, where the moments of inertia about x and y have no effect."""
    return Inertial(mass, (x, y, 0), (moment, moment, moment))


def squeezer():
    """Andrews' squeezing mechanism; Hairer and Wanner, Solving Ordinary Differential Equations II (1996), VII.7."""
    xa, ya, xb, yb, xc, yc = -.06934, -.00227, -.03635, .03273, .014, .072
    d, da, e, ea, rr, ra = .028, .0115, .02, .01421, .007, .00092
    ss, sa, sb, sc, sd, ta, tb = .035, .01874, .01043, .018, .02, .02308, .00916
    u, ua, ub, zf, zt, fa = .04, .01228, .00449, .02, .04, .01421
    robot = Robot("squeezer", "Andrews' squeezing mechanism: seven bodies and three loops in a plane")
    robot.add("base")
    robot.fix("C", "base", (xc, yc, 0))

    def add(name, parent, at, joint, given, length, along, color):
        centre = tuple(x * length / 2 for x in along) + (0,)
        size = (length, .002) if along[0] else (.002, length)
        robot.add(name, parent, (*at, 0), joint=hinge(joint, Z), given=given,
                  solids=[box(*size, .002, 0, at=centre, color=color)])

    add("K1", "base", (0, 0), "beta", planar(.04325, ra, 0, 2.194e-6), rr, (1, 0), ACCENT)
    add("K2", "K1", (rr, 0), "Theta", planar(.00365, -da, 0, 4.410e-7), d, (-1, 0), DARK)
    add("K3", "base", (xb, yb), "gamma", planar(.02373, sa, sb, 5.255e-6), ss, (0, -1), DARK)
    robot.fix("D", "K3", (sd, -sc, 0))
    add("K5", "base", (xa, ya), "delta", planar(.07050, ta, tb, 1.169e-5), zt, (1, 0), DARK)
    add("K4", "K5", (zt, 0), "Phi", planar(.00706, 0, ea - e, 5.667e-7), e, (0, -1), DARK)
    add("K7", "base", (xa, ya), "epsilon", planar(.05498, ua, ub, 1.912e-5), u, (0, -1), DARK)
    add("K6", "K7", (0, -u), "Omega", planar(.00706, zf - fa, 0, 5.667e-7), zf, (1, 0), DARK)
    robot.fix("P", "K2", (-d, 0, 0))
    for name, end in (("K3", (0, -ss, 0)), ("K4", (0, -e, 0)), ("K6", (zf, 0, 0))):
        robot.close(f"K2-{name}", "point_on_line", ("K2", (-d, 0, 0)), (name, end), axis=Z)
    return robot


def n_four_bar(count=5):
    """A02 of the IFToMM library: rods of 1 m and 1 kg that are upright at q = pi/2, couplers between their ends."""
    robot = Robot("n_four_bar", f"{count} four-bars side by side, of rods of 1 m")
    robot.add("base")

    def add(name, parent, at, color):
        robot.add(name, parent, at, joint=hinge(f"{name}_joint", (0, -1, 0)),
                  given=Inertial(1, (0.5, 0, 0), (0, 1 / 12, 1 / 12)),
                  solids=[box(1, 0.04, 0.04, 0, at=(0.5, 0, 0), color=color)])

    for i in range(count + 1):
        add(f"rod{i}", "base", (i, 0, 0), DARK)
        if i == 0:
            robot.fix("B0", "rod0", (1, 0, 0))
        if i < count:
            add(f"coupler{i}", f"rod{i}", (1, 0, 0), ACCENT)
    for i in range(count):
        robot.close(f"pin{i}", "point_on_line", (f"coupler{i}", (1, 0, 0)), (f"rod{i + 1}", (1, 0, 0)), axis=Y)
    return robot


def classics():
    """File names and texts."""
    robots = (
        pendulum("pendulum", "A point on a massless bar", ["bob"]),
        pendulum("double_pendulum", "Two points on massless bars, one hanging from the other", ["upper", "lower"]),
        chain(), tumbling_body(), squeezer(), n_four_bar())
    texts = {f"classics/{robot.name}.urdf": urdf(robot) for robot in robots}
    texts["classics/heavy_top.xml"] = mjcf(heavy_top())
    return texts
