"""Two arms carry a bar between them: computes the accelerations of the whole and the contact forces, first under
the torques that hold each arm alone, then after one arm has released the bar. Run it from the project's folder."""

import numpy as np

import sinew

# The same arm twice, face to face, and a bar of 6 kg. The grasps are placed at the poses of the tools.
left = sinew.load("models/arm7.urdf")
arms = [left, left.with_placement(sinew.transform([1.2, 0, 0], rpy=[0, 0, np.pi]))]
bar = sinew.rigid_object(sinew.Inertial(6, inertia=np.diag([0.02, 0.4, 0.4])))
posture = np.array([0.2, 0.6, -0.3, 1.2, 0.4, 0.9, -0.2])
tools = [arm.pose(posture, "tool") for arm in arms]
middle = sinew.transform((tools[0][:3, 3] + tools[1][:3, 3]) / 2)
grasps = [
    sinew.Grasp(
        f"{side} hand",
        arm=i,
        first=sinew.LoopEnd("object", np.linalg.inv(middle) @ tools[i]),
        second=sinew.LoopEnd("tool"),
    )
    for i, side in enumerate(["left", "right"])
]
system = sinew.ConstrainedSystem(sinew.ArmsAndObject(arms, bar, grasps, names=["left", "right", "bar"]))
q = np.concatenate([posture, posture, middle[:3, 3], [1, 0, 0, 0]])  # the arms, then the bar
v = np.zeros(system.model.velocity_size)
tau = np.concatenate([*(arm.gravity_force(posture) for arm in arms), np.zeros(6)])

a = system.forward_dynamics(q, v, tau)
lifts = [(tool[:3, :3] @ f[3:])[2] for tool, f in zip(tools, system.row_forces().reshape(2, 6))]
for name, force in zip(system.loop_names, lifts):
    print(f"{name:10} lifts with {force:6.2f} N")
print(f"the bar accelerates at {a[-1]:.3f} m/s^2")
assert np.isclose(sum(lifts), 6 * (9.81 + a[-1]))

# The right arm releases the bar: its torques hold it, and the whole bar acts on the left arm.
system.set_loop_closed("right hand", False)
a = system.forward_dynamics(q, v, tau)
elbow = system.arm("right").acceleration[3]
print(f"one hand: the bar falls at {-a[-1]:.2f} m/s^2, the right elbow accelerates at {elbow:.1e} rad/s^2")
assert a[-1] < 0 and abs(elbow) < 1e-9
