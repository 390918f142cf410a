"""Computes the motion of a four-bar linkage: closes its loop from a rough guess, drives it by its crank, and
computes the force in its closing joint. Run it from the project's folder."""

import numpy as np

import sinew

linkage = sinew.load("models/four_bar.urdf")
crank = linkage.joint("crank_joint").v_index
# The crank has the only motor. The system is constructed once; it owns its working memory.
system = sinew.ConstrainedSystem(linkage, actuated=["crank_joint"])

# The crank is at 0.4 rad; the other positions are a guess.
assembly = system.assemble(linkage.position(crank_joint=0.4), held=["crank_joint"])
q = assembly.q
print(f"closed to {assembly.error:.0e} m in {assembly.steps} steps: q = {q}")

# Three joints and five constraint rows of the closing joint leave one degree of freedom, because the mechanism
# is planar and three of the rows are redundant.
kinematics = system.kinematics(q)
print(f"{system.rows} rows of rank {kinematics.rank} leave {kinematics.dofs} degree of freedom")
print(f"forces in the loop are unique: {system.well_posedness(q).forces_are_unique}")

# The velocities of all joints when the crank rotates at 2 rad/s.
motion = kinematics.independent_motions[:, 0]
motion = motion / motion[crank]
v = 2 * motion

# Forward dynamics under gravity, without motors.
a = system.forward_dynamics(q, v, np.zeros(3))
force = system.loop("closing_joint").force[3:]
print(f"crank {a[crank]:.4f} rad/s^2, closing joint {np.linalg.norm(force):.4f} N")

# The motor torque on the crank that keeps its speed constant. The accelerations of the other joints follow from
# the loop.
tau, missing = system.inverse_dynamics(q, v, a - a[crank] * motion)
print(f"motor {tau[crank]:.4f} Nm, residual {missing:.0e} Nm")

# With this torque the crank does not accelerate.
a = system.forward_dynamics(q, v, tau)
assert assembly.closed and abs(a[crank]) < 1e-9
