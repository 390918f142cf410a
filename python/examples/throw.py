"""Throws a ball with a two-joint arm: finds joint torques at ten knots that bring the hand to the point of release with
the velocity that a hit needs, by gradient descent."""

import numpy as np

import sinew

robot = sinew.load(sinew.example("classics/double_pendulum.urdf"))
release, speed = np.array([2, 0.4]), np.array([5, 3])


def final(t, q, v):
    e, w = q - release, 0.2 * (v - speed)
    return (e @ e + w @ w) / 2, e, 0.2 * w


run = sinew.RunGradient(
    robot, duration=0.6, step=0.01, knots=np.linspace(0, 0.6, 10), interpolation="linear", final=final
)
controls = np.zeros(run.shape)
now = run.gradient(controls=controls)
print(f"cost {now.cost:.4f} at the beginning; {now.recorded} steps with their adjoint, {now.advanced} without")
length, iterations = 1.0, 0
while now.cost > 1e-8 and iterations < 500:
    while run.cost(controls=controls - length * now.controls) > now.cost:
        length /= 2
    step = -length * now.controls
    following = run.gradient(controls=controls + step)
    change = following.controls - now.controls
    length = abs((step * step).sum() / (step * change).sum())  # of Barzilai and Borwein
    controls, now = controls + step, following
    iterations += 1
print(f"cost {now.cost:.1e} after {iterations} iterations")
t, q, v = run.run(controls=controls)
print(f"released at {q[-1].round(3)} rad with {v[-1].round(3)} rad/s")
assert now.cost < 1e-4
