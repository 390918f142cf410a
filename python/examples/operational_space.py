"""Computes one step of operational-space control of an arm's tool: the tool gets a desired acceleration, and
the null-space motion of the joints does not disturb it. Run it from the project's folder."""

import numpy as np

import sinew

arm = sinew.load("models/arm7.urdf")
space = sinew.OperationalSpace(arm, "tool", reference="aligned")  # constructed once
work = sinew.Workspace(arm)
state = arm.random_state(3)

# In every control cycle: give the workspace the position. What the calls below need of it, the poses, the
# filter and Omega, is computed once.
work.set_state(state.q, state.v)
if not space.is_regular(work):
    raise SystemExit(f"the tool cannot move in every direction here: rank {space.rank(work)}")
inertia = space.lambda_(work)
print("effective mass of the tool along x, y and z:", np.diag(inertia)[3:].round(3), "kg")

# Force on the tool for the desired acceleration: lambda * acceleration + bias.
wanted = np.array([0, 0, 0, 0.5, 0, -1])
force = inertia @ wanted + space.bias(state.q, state.v)
tau = space.jacobian_adjoint_times(work, force)

# One degree of freedom of the seven is redundant. The posture torques damp it; their projection does not
# accelerate the tool.
tau += space.project(work, -2 * state.v)

# The resulting acceleration of the tool.
work.forward_dynamics(state.q, state.v, tau)
got = work.acceleration("tool", "aligned")
print("wanted", wanted[3:], "m/s^2, got", got[3:].round(4))
assert np.allclose(got, wanted, atol=1e-8)
