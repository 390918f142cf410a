"""Builds a robot in code, a cart that slides along x with a pendulum hinged to it, and checks its forward
dynamics against the textbook formula. Edits it and writes it to text."""

from math import cos, sin

import numpy as np

import sinew

cart_mass, bob_mass, length, g = 2, 0.5, 0.8, 9.81
cart = sinew.Body(
    "cart",
    joint=sinew.Joint("rail", "prismatic", axis=[1, 0, 0]),
    inertial=sinew.Inertial(cart_mass, inertia=0.01 * np.eye(3)),
)
rod = sinew.Body(
    "rod",
    parent="cart",
    joint=sinew.Joint("hinge", "continuous", axis=[0, 1, 0]),
    inertial=sinew.Inertial(bob_mass, com=[0, 0, -length]),  # a point mass: no inertia of its own
)
bob = sinew.Frame("bob", body="rod", placement=sinew.transform([0, 0, -length]))
description = sinew.Description("cart_pendulum", bodies=[cart, rod], frames=[bob])

# validate returns all findings at once, here a warning about the point mass. sinew.Model raises errors as
# InvalidModel.
for finding in sinew.validate(description):
    print(finding)
robot = sinew.Model(description)
print(robot)
q, v, tau = [0, 0.6], [0.3, -1.1], [1.5, 0]
acceleration = robot.forward_dynamics(q, v, tau)

# The textbook: (M + m) x'' - m l cos(th) th'' = F - m l sin(th) th'^2,  l th'' - cos(th) x'' = -g sin(th).
# A positive rotation about y moves the bob towards -x.
s, c = sin(q[1]), cos(q[1])
x = (tau[0] - bob_mass * length * s * v[1] ** 2 - bob_mass * g * s * c) / (cart_mass + bob_mass * s * s)
angle = (c * x - g * s) / length
print(f"cart  {acceleration[0]:9.6f} m/s^2    formula {x:9.6f}")
print(f"hinge {acceleration[1]:9.6f} rad/s^2  formula {angle:9.6f}")
assert np.allclose(acceleration, [x, angle], atol=1e-12)

# Edit a description in place and make another robot from it.
description.body("rod").inertial.mass *= 2
description.bodies.append(sinew.Body("camera", parent="cart", inertial=sinew.Inertial(0.1, inertia=1e-4 * np.eye(3))))
heavier = sinew.Model(description)
print(f"{robot.mass} kg before the edit, {heavier.mass} kg after it")
for difference in sinew.differences(robot, heavier):
    print(" ", difference)
print(len(sinew.to_urdf(heavier).text.splitlines()), "lines of URDF")
