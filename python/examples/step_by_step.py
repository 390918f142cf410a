"""Steps a simulation in a control loop.

A computer samples the arm every millisecond and sets the joint torques of computed-torque control, which then stay
constant for a millisecond. Halfway somebody pushes the arm.
"""

from pathlib import Path

import numpy as np

import sinew

models = Path(__file__).resolve().parents[2] / "models"
robot = sinew.load(models / "arm7.urdf")
target = np.array([0.3, 0.6, 0, -1.1, 0, 0.8, 0])

# Without what the controller does not know: friction, damping and the limits of the joints.
simulation = sinew.Simulation(
    robot, integrator="rkmk4", step=1e-3, joint_damping=False, dry_friction=False, limits="none"
)
for cycle in range(3000):
    q, v = simulation.q, simulation.v
    acceleration = 100 * (target - q) - 20 * v
    simulation.set_torques(robot.inverse_dynamics(q, v, acceleration))
    simulation.advance_by(1e-3)
    if cycle == 1500:
        simulation.v = simulation.v + robot.joint_vector(joint2=2)

error = np.abs(simulation.q - target).max()
print(f"after {simulation.time:.3f} s the arm is within {error:.1e} rad of its target")
assert error < 1e-2
