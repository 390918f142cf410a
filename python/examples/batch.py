"""Computes forward dynamics of a thousand states of an arm at once, on all cores (a batch)."""

from pathlib import Path

import numpy as np

import sinew

MODELS = Path(__file__).resolve().parents[2] / "models"
arm = sinew.load(MODELS / "arm7.urdf")
states, n = 1000, arm.velocity_size

rng = np.random.default_rng(1)
q = rng.uniform(-1, 1, (states, n))
v, tau = np.full((states, n), 0.1), np.zeros((states, n))
q[5, 0] = np.nan  # one state is invalid

batch = sinew.Batch(arm)  # threads=0: as many as there are cores
a = batch.forward_dynamics(q, v, tau)
report = batch.report
print(f"{batch}: {states - report.failed} of {states} states computed, all except number {report.first_failed}")
print(f"last state: first joint acceleration {a[-1, 0]:.3f} rad/s^2")
assert report.failed == 1 and report.first_failed == 5

# The robot's own methods take many states, too, and warn of such a state. Leading dimensions may be any.
q[5, 0] = 0
assert arm.forward_dynamics(q.reshape(10, 100, n), v[0], tau[0]).shape == (10, 100, n)

# The pose of the tool, and its acceleration per unit of force (Omega), in each state.
poses, omega = batch.pose(q, "tool"), batch.omega(q, "tool", "aligned")
print("last state: tool at", poses[-1, :3, 3].round(3), "m; 1 N upwards moves it by", omega[-1, 5, 5].round(4), "m/s^2")

# A reproducible batch gives the bits of single states, on every machine and with every number of threads.
reproducible = sinew.Batch(arm, reproducible=True)
same = np.array_equal(reproducible.forward_dynamics(q, v, tau)[-1], arm.forward_dynamics(q[-1], v[-1], tau[-1]))
print("the reproducible batch has", "the same" if same else "other", "bits as a single state")
assert same
