"""Smooths a noisy track in the plane with the Kalman filter and the Bryson-Frazier smoother, without any robot, and
compares the result with least squares."""

import numpy as np

from sinew.sweep import Step, bryson_frazier_smoother, kalman_filter

steps, dt = 120, 0.1  # s
agility, noise = 2, 0.5  # growth of velocity variance per s; m, of a reading

# A vehicle moves with a velocity that changes at random. State: x y vx vy. Its position is measured at every step
# except in the middle fifth, where the view is blocked.
phi = np.kron([[1, dt], [0, 1]], np.eye(2))
M = agility * np.kron([[dt**3 / 3, dt**2 / 2], [dt**2 / 2, dt]], np.eye(2))
H, R = np.eye(2, 4), noise**2 * np.eye(2)

rng = np.random.default_rng(7)
truth, system = [np.array([1, -2, 2.5, 1.5])], []
for k in range(steps):
    if k > 0:
        truth.append(phi @ truth[-1] + rng.multivariate_normal(np.zeros(4), M))
    motion = {"phi": phi, "M": M} if k > 0 else {"M": np.diag([9, 9, 4, 4]), "b": [0, 0, 3, 1]}
    sees = not 2 * steps // 5 <= k < 3 * steps // 5
    reading = {"H": H, "R": R, "tau": H @ truth[k] + rng.normal(0, noise, 2)} if sees else {}
    system.append(Step(**motion, **reading))
truth = np.array(truth)

filtered = kalman_filter(system)
smoothed = bryson_frazier_smoother(system, filtered)
x = np.array([step.x for step in smoothed])

# All states at once: rows of weighted equations for the motion and for the readings.
rows, right = [], []
for k, step in enumerate(system):
    equation = np.zeros((4, 4 * steps))
    equation[:, 4 * k : 4 * k + 4] = np.eye(4)
    if k > 0:
        equation[:, 4 * k - 4 : 4 * k] = -phi
    weight = np.linalg.inv(np.linalg.cholesky(step.M))
    rows.append(weight @ equation)
    right.append(weight @ (step.b if len(step.b) else np.zeros(4)))
    if len(step.tau):
        rows.append(np.eye(2, 4 * steps, 4 * k) / noise)
        right.append(step.tau / noise)
batch = np.linalg.lstsq(np.vstack(rows), np.concatenate(right), rcond=None)[0].reshape(steps, 4)


def error(estimate):
    return np.sqrt(np.mean(np.sum((np.asarray(estimate) - truth)[:, :2] ** 2, axis=1)))


print(f"position errors: filter {error([f.z_plus for f in filtered]):.3f} m, smoother {error(x):.3f} m")
print(f"largest difference of smoother and least squares: {np.abs(x - batch).max():.1e}")
assert np.allclose(x, batch, atol=1e-8) and error(x) < error([f.z_plus for f in filtered])
