"""Loads a robot that cannot exist, uses what needs no possible inertia, and repairs it for forward dynamics."""

import sinew

# The principal moments of the finger, 1, 1 and 3, break the triangle inequality.
urdf = """<robot name="hand">
  <link name="palm"/>
  <link name="finger">
    <inertial>
      <origin xyz="0 0 0.5"/>
      <mass value="1"/>
      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="3"/>
    </inertial>
  </link>
  <joint name="knuckle" type="continuous">
    <parent link="palm"/>
    <child link="finger"/>
    <axis xyz="0 1 0"/>
  </joint>
</robot>"""

hand = sinew.load_text(urdf, file_name="hand.urdf")
for finding in hand.physical_errors:
    print(finding)

print("torque against gravity:", hand.gravity_force([0.5]), "N m")  # needs masses only
try:
    hand.forward_dynamics([0.5], [0], [0])
    raise SystemExit("forward dynamics of an impossible robot")
except sinew.ImpossibleRobot as error:
    print(error)

repaired = sinew.load_text(urdf, file_name="hand.urdf", repair="inertia")
for finding in repaired.warnings:
    print(finding)
print("acceleration:", repaired.forward_dynamics([0.5], [0], [0]), "rad/s^2")
