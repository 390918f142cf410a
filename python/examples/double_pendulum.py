"""Simulates the double pendulum with every integrator and compares cost and accuracy.

Two point masses of 1 kg on rods of 1 m are released with both rods horizontal; their angles after two seconds are
known to many digits.
"""

import math

import sinew

LINK = """<link name="{name}"><inertial><mass value="1"/><origin xyz="0 0 -1"/>
  <inertia ixx="0" iyy="0" izz="0" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="{joint}" type="continuous"><parent link="{parent}"/><child link="{name}"/>
  <origin xyz="0 0 {height}"/><axis xyz="0 1 0"/></joint>"""
PENDULUM = sinew.load_text(
    '<robot name="double pendulum"><link name="ground"/>'
    + LINK.format(name="upper", joint="shoulder", parent="ground", height=0)
    + LINK.format(name="lower", joint="elbow", parent="upper", height=-1)
    + "</robot>"
)
UPPER, LOWER = -0.48297153425175437745, -1.3240487123023625488  # computed in quadruple precision


def swing(integrator, **options):
    result = sinew.simulate(
        PENDULUM, q={"shoulder": math.pi / 2}, duration=2, record_interval=2, integrator=integrator, **options
    )
    shoulder, elbow = result.q[-1]
    error = max(abs(shoulder - UPPER), abs(shoulder + elbow - LOWER))
    (name, value), *_ = options.items()
    print(
        f"{integrator:20} {name:>9} {value:<6g} {result.report.evaluations:10}  {error:9.1e} rad  "
        f"{result.report.worst_energy_error:12.1e} J"
    )
    return error


print("integrator                          evaluations  angle error    energy error")
for kind in ("semi_implicit_euler", "variational", "rk4", "rkmk4"):
    for step in (1e-2, 1e-3, 1e-4):
        swing(kind, step=step)
for kind in ("stiff", "adaptive"):
    for tolerance in (1e-6, 1e-9, 1e-12):
        last = swing(kind, tolerance=tolerance, absolute_tolerance=tolerance)
assert last < 1e-10
