"""Lets an arm fall and plots its joints over time, with matplotlib if it is installed.

An argument is the name of a picture to write; without one the plot is shown.
"""

import sys
from pathlib import Path

import numpy as np

import sinew

models = Path(__file__).resolve().parents[2] / "models"
robot = sinew.load(models / "arm6.urdf")
result = sinew.simulate(robot, q={"joint2": 0.4, "joint3": 0.6}, duration=3, frames=["tool"])
print(result.report)

lowest = result["frames/tool/z"].argmin()
print(f"the tool is lowest at t = {result.t[lowest]:.2f} s, z = {result['frames/tool/z'][lowest]:.3f} m")
for joint in robot.joint_names:
    print(f"{joint}: {np.rad2deg(result['q/' + joint][-1]):7.1f} deg at the end")
# What was lost was lost in damping, friction and the impacts at the limits.
assert result.report.worst_energy_error < 1e-3 * result.report.energy_scale

try:
    import matplotlib.pyplot as plt
except ImportError:
    sys.exit()
figure, axes = plt.subplots()
axes.plot(result.t, result.q, label=robot.joint_names)
axes.set(xlabel="time [s]", ylabel="angle [rad]", title="An arm falls")
axes.legend()
if len(sys.argv) > 1:
    figure.savefig(sys.argv[1])
else:
    plt.show()
