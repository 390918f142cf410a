"""Balances a double pendulum upright by a motor at its shoulder alone: linearises it there, prints its modes, and
simulates it with the feedback of least cost after a push."""

import numpy as np

import sinew

BAR = """<inertial><mass value="1"/><origin xyz="0 0 -0.5"/>
    <inertia ixx="0.08" iyy="0.08" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial>"""
robot = sinew.load_text(f"""<robot name="double_pendulum"><link name="ground"/>
  <link name="upper">{BAR}</link><link name="lower">{BAR}</link>
  <joint name="shoulder" type="continuous"><parent link="ground"/><child link="upper"/><axis xyz="0 1 0"/></joint>
  <joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/><origin xyz="0 0 -1"/>
    <axis xyz="0 1 0"/></joint></robot>""")

upright = np.array([np.pi, 0])
print("upright, without feedback:")
for mode in robot.linearize(upright).modes():
    print(f"  {mode.eigenvalue.real:7.3f} 1/s")

balance = sinew.LqrControl(joints=["shoulder"], target=sinew.Trajectory([0], [upright]), period=0.005)
result = sinew.simulate(robot, q=upright + [0.05, -0.08], duration=5, controllers=[balance])
error = np.linalg.norm(result["q"][-1] - upright)
print(f"after 5 s: {error:.1e} rad from upright")
assert error < 1e-3
