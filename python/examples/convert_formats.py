"""Writes a robot as URDF, MJCF and SDF, lists what each format cannot express, and compares the files with the
robot."""

import numpy as np

import sinew

# An arm on a gimbal (a universal joint) with a hand on a screw.
rod = sinew.Inertial(mass=1, com=[0, 0, 0.2], inertia=np.diag([0.02, 0.02, 0.001]))
gimbal = sinew.Joint("gimbal", "universal", axis=[1, 0, 0], axis2=[0, 1, 0])
screw = sinew.Joint("screw", "helical", pitch=0.01)
upper = sinew.Body("upper", joint=gimbal, inertial=rod)
hand = sinew.Body("hand", "upper", screw, rod, placement=sinew.transform([0, 0, 0.4]))
arm = sinew.Description("arm", bodies=[upper, hand])

for name, write in {"URDF": sinew.to_urdf, "MJCF": sinew.to_mjcf, "SDF": sinew.to_sdf}.items():
    written = write(arm)
    print(name)
    for finding in written.warnings:
        print(" ", finding)
    read = sinew.load_text(written.text, file_name="arm." + name.lower())
    print(f"  {len(sinew.differences(arm, read))} differences")
