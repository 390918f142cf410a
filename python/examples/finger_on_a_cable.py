"""Simulates a finger of two joints on one cable. Springs bend the joints; the cable runs over a wheel at each joint
and stretches the finger. When a motor winds up 8 mm of the cable, both joints move until the springs balance the
tension."""

import numpy as np

import sinew


def finger(rest_length):
    """Wheels of 8 and 5 mm. The points beside the wheels say that the cable runs over their tops."""
    return sinew.load_text(
        f"""<mujoco model="finger"><compiler angle="radian"/><option gravity="0 0 0"/>
    <default><joint axis="0 1 0" springref="1.2" damping="0.002"/><site size="0.001"/></default>
    <worldbody><site name="motor" pos="-0.03 0 0.008"/><site name="top1" pos="0 0 0.016"/>
      <geom name="wheel1" type="cylinder" size="0.008 0.01" euler="-1.5707963267948966 0 0"/>
      <body name="proximal"><joint name="proximal_joint" stiffness="0.08"/>
        <inertial mass="0.02" pos="0.02 0 0" diaginertia="1e-6 3e-6 3e-6"/>
        <site name="middle" pos="0.02 0 0.008"/><site name="top2" pos="0.04 0 0.01"/>
        <geom name="wheel2" type="cylinder" size="0.005 0.01" pos="0.04 0 0" euler="-1.5707963267948966 0 0" mass="0"/>
        <body name="distal" pos="0.04 0 0"><joint name="distal_joint" stiffness="0.03"/>
          <inertial mass="0.02" pos="0.02 0 0" diaginertia="1e-6 3e-6 3e-6"/>
          <site name="end" pos="0.02 0 0.005"/></body></body></worldbody>
    <tendon><spatial name="cable" stiffness="5000" springlength="0 {rest_length}">
      <site site="motor"/><geom geom="wheel1" sidesite="top1"/><site site="middle"/>
      <geom geom="wheel2" sidesite="top2"/><site site="end"/></spatial></tendon></mujoco>""",
        file_name="finger.xml",
    )


# The cable is as long as its path while both joints are bent by 1.2 rad, where the springs are at rest.
bent = [1.2, 1.2]
slack = finger(1).tendon_length(bent, "cable")
for wound_up in (0, 0.004, 0.008):
    robot = finger(slack - wound_up)
    q = sinew.simulate(robot, q=bent, duration=4).q[-1]
    arms, pull = robot.tendon_moment_arms(q, "cable"), robot.tendon_springs(q)
    print(
        f"{1000 * wound_up:g} mm wound up: joints at {q.round(4)} rad, tension {-pull[0] / arms[0]:.3f} N, "
        f"moment arms {(1000 * arms).round(3)} mm"
    )
    assert np.allclose(pull, -robot.joint_springs(q), atol=1e-6)
