"""Compiles a robot while the program runs: forward dynamics becomes machine code, for one state and for many. The mass
of the last link remains a parameter."""

import timeit
from pathlib import Path

import numpy as np

import sinew

MODELS = Path(__file__).resolve().parents[2] / "models"
arm = sinew.load(MODELS / "arm7.urdf")
compiled = sinew.compile(arm, ["forward-dynamics", ("jacobian", "tool")], parameters=["link7.mass"])
print(compiled.report if compiled.is_compiled else compiled.remark)

state = arm.random_state(1)
out = np.empty(arm.velocity_size)


def nanoseconds(function):
    return 1e9 * min(timeit.repeat(lambda: function(state.q, state.v, state.tau, out=out), repeat=20, number=100)) / 100


general, straight = nanoseconds(arm.forward_dynamics), nanoseconds(compiled.forward_dynamics)
print(f"forward dynamics: {general:.0f} ns by the general recursion, {straight:.0f} ns compiled")
assert np.allclose(out, arm.forward_dynamics(state.q, state.v, state.tau))

# The same state with 256 masses of the last link.
masses = compiled.nominal_parameters * (1 + 0.001 * np.arange(256)[:, None])
a = compiled.forward_dynamics(state.q, state.v, state.tau, parameters=masses)
print(f"link7 from {masses[0, 0]:.3f} to {masses[-1, 0]:.3f} kg: first acceleration {a[0, 0]:.4f} to {a[-1, 0]:.4f}")
assert a.shape == (256, 7) and np.allclose(a[0], out)

heavy = compiled.forward_dynamics(state.q, state.v, state.tau, parameters={"link7.mass": masses[-1, 0]})
assert np.allclose(heavy, a[-1])
assert np.allclose(compiled.jacobian(state.q), arm.jacobian(state.q, "tool", "aligned"))

# The same code as a file, for a microcontroller.
text = sinew.generate_code(arm, ["gravity-force"], language="c", single_precision=True)
print(f"gravity compensation in C: {len(text.splitlines())} lines")
