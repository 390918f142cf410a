#!/usr/bin/env python3
"""Writes the robots in models/ reproducibly; with --check, reports whether the files are up to date."""

import sys
from math import asin, atan2, cos, pi, radians, sin, sqrt
from pathlib import Path

from classic_models import classics
from robot_parts import ACCENT, DARK, LIGHT, Joint, Robot, box, cylinder, mjcf, sphere, urdf

X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)


def arm6():
    """Vertical articulated arm, 0.95 m reach, spherical wrist; link axes parallel to the base while at zero."""
    arm = Robot("arm6", "A 6-axis arm of 0.95 m reach, 37 kg")
    arm.add("base", solids=[cylinder(0.11, 0.14, 7.5, at=(0, 0, 0.07), color=DARK)])

    def joint(index, axis, low, high, effort, speed, damping):
        return Joint(f"joint{index}", axis, low, high, effort, speed, damping, 0.3 * damping)

    arm.add("shoulder", "base", (0, 0, 0.14), joint=joint(1, Z, -2.9, 2.9, 230, 2.6, 4.0), solids=[
        cylinder(0.1, 0.18, 6.2, at=(0, 0, 0.09)),
        cylinder(0.085, 0.2, 4.1, at=(0.08, 0, 0.21), along="y", color=DARK)])
    arm.add("upper_arm", "shoulder", (0.08, 0, 0.21), joint=joint(2, Y, -1.7, 2.3, 230, 2.4, 4.0), solids=[
        box(0.11, 0.09, 0.42, 7.8, at=(0, 0.03, 0.21)),
        cylinder(0.07, 0.16, 2.4, at=(0, 0, 0.44), along="y", color=DARK)])
    arm.add("elbow", "upper_arm", (0, 0, 0.44), joint=joint(3, Y, -2.6, 1.4, 140, 3.0, 2.5), solids=[
        box(0.16, 0.12, 0.12, 3.4, at=(0.04, 0, 0.045))])
    arm.add("forearm", "elbow", (0.12, 0, 0.045), joint=joint(4, X, -3.1, 3.1, 45, 4.2, 0.9), solids=[
        cylinder(0.05, 0.28, 3.0, at=(0.14, 0, 0), along="x"),
        cylinder(0.045, 0.11, 1.0, at=(0.3, 0, 0), along="y", color=DARK)])
    arm.add("wrist", "forearm", (0.3, 0, 0), joint=joint(5, Y, -2.1, 2.1, 40, 4.2, 0.7), solids=[
        box(0.09, 0.07, 0.08, 1.1, at=(0.03, 0, 0))])
    arm.add("hand_plate", "wrist", (0.08, 0, 0), joint=joint(6, X, -6.2, 6.2, 22, 6.0, 0.3), solids=[
        cylinder(0.032, 0.025, 0.28, at=(0.0125, 0, 0), along="x", color=ACCENT)])
    arm.fix("tool", "hand_plate", (0.025, 0, 0), (0, pi / 2, 0))
    return arm


def arm7():
    """Redundant collaborative arm: axes alternate along and across the arm, each axis is its link's z."""
    arm = Robot("arm7", "A 7-axis arm, 0.8 m from shoulder to wrist, 24 kg")
    turn_in, turn_out = (-pi / 2, 0, 0), (pi / 2, 0, 0)
    arm.add("base", solids=[cylinder(0.095, 0.15, 4.6, at=(0, 0, 0.075), color=DARK)])

    def joint(index, limit, effort, speed, damping):
        return Joint(f"joint{index}", Z, -limit, limit, effort, speed, damping, 0.4 * damping)

    arm.add("link1", "base", (0, 0, 0.15), joint=joint(1, 2.9, 250, 1.8, 0.8), solids=[
        cylinder(0.075, 0.14, 2.7, at=(0, 0, 0.07)),
        cylinder(0.07, 0.15, 1.6, at=(0, 0, 0.18), along="y", color=DARK)])
    arm.add("link2", "link1", (0, 0, 0.18), turn_in, joint(2, 2.0, 250, 1.8, 0.8), [
        cylinder(0.065, 0.18, 2.9, at=(0, -0.1, 0), along="y"),
        cylinder(0.068, 0.09, 1.2, at=(0, 0, 0.02), color=DARK)])
    arm.add("link3", "link2", (0, -0.2, 0), turn_out, joint(3, 2.9, 140, 1.9, 0.6), [
        cylinder(0.06, 0.16, 2.3, at=(0.01, 0, 0.08)),
        cylinder(0.058, 0.13, 1.3, at=(0.045, 0, 0.2), along="y", color=DARK)])
    arm.add("link4", "link3", (0.045, 0, 0.2), turn_out, joint(4, 2.1, 140, 2.1, 0.6), [
        cylinder(0.055, 0.16, 2.0, at=(-0.035, 0.1, 0), along="y"),
        cylinder(0.056, 0.08, 0.8, at=(0, 0, -0.015), color=DARK)])
    arm.add("link5", "link4", (-0.045, 0.2, 0), turn_in, joint(5, 2.9, 90, 2.4, 0.4), [
        cylinder(0.05, 0.15, 1.5, at=(0, -0.01, 0.07)),
        cylinder(0.045, 0.11, 0.7, at=(0, 0, 0.2), along="y", color=DARK)])
    arm.add("link6", "link5", (0, 0, 0.2), turn_in, joint(6, 2.1, 45, 2.9, 0.3), [
        box(0.12, 0.09, 0.09, 1.35, at=(0.03, -0.01, 0.01))])
    arm.add("link7", "link6", (0.06, -0.055, 0), turn_out, joint(7, 3.05, 45, 2.9, 0.2), [
        cylinder(0.038, 0.05, 0.45, at=(0, 0, 0.025)),
        box(0.03, 0.02, 0.02, 0.06, at=(0.04, 0, 0.03), color=ACCENT)])
    arm.fix("gripper", "link7", (0, 0, 0.05), solids=[
        box(0.06, 0.16, 0.07, 0.72, at=(0, 0, 0.035), color=LIGHT),
        box(0.02, 0.015, 0.06, 0.05, at=(0, 0.03, 0.1), color=DARK),
        box(0.02, 0.015, 0.06, 0.05, at=(0, -0.03, 0.1), color=DARK)])
    arm.fix("tool", "gripper", (0, 0, 0.12))
    return arm


def quadruped():
    """Four legs of three joints; the trunk is the root and floats when the file is read with a floating base."""
    robot = Robot("quadruped", "A walking machine with four legs of three joints, 17 kg")
    robot.add("trunk", solids=[
        box(0.4, 0.17, 0.11, 7.2),
        box(0.1, 0.1, 0.05, 0.9, at=(0.06, 0, 0.07), color=DARK),
        box(0.06, 0.14, 0.09, 0.5, at=(0.23, 0, 0.01), color=ACCENT)])
    robot.fix("imu", "trunk", (-0.02, 0, 0.03))
    for leg, front, left in (("front_left", 1, 1), ("front_right", 1, -1),
                             ("hind_left", -1, 1), ("hind_right", -1, -1)):
        inward, outward = sorted((-left * 0.7, left * 0.9))
        robot.add(f"{leg}_hip", "trunk", (0.2 * front, 0.055 * left, 0),
                  joint=Joint(f"{leg}_hip_roll", X, inward, outward, 34, 21, 0.05, 0.1), solids=[
            cylinder(0.045, 0.05, 0.62, along="x", color=DARK),
            cylinder(0.042, 0.06, 0.3, at=(0, 0.045 * left, 0), along="y")])
        robot.add(f"{leg}_thigh", f"{leg}_hip", (0, 0.085 * left, 0),
                  joint=Joint(f"{leg}_hip_pitch", Y, -1.6, 3.0, 34, 21, 0.05, 0.1), solids=[
            cylinder(0.045, 0.035, 0.52, at=(0, -0.01 * left, 0), along="y", color=DARK),
            box(0.04, 0.025, 0.21, 0.38, at=(0, 0, -0.11))])
        robot.add(f"{leg}_shank", f"{leg}_thigh", (0, 0, -0.215),
                  joint=Joint(f"{leg}_knee", Y, -2.7, -0.8, 40, 16, 0.05, 0.1), solids=[
            cylinder(0.011, 0.2, 0.16, at=(0, 0, -0.1), color=DARK)])
        robot.fix(f"{leg}_foot", f"{leg}_shank", (0, 0, -0.215), solids=[sphere(0.021, 0.06, color=ACCENT)])
    return robot


def humanoid():
    """30 joints: two legs of 6, two arms of 7, waist 2, neck 2; links are upright and parallel at zero."""
    robot = Robot("humanoid", "A walking machine of 1.78 m and 69 kg with 30 joints")
    robot.add("pelvis", solids=[
        box(0.16, 0.24, 0.11, 6.8, at=(0, 0, 0.02), color=DARK),
        cylinder(0.06, 0.08, 1.4, at=(0, 0, 0.09))])
    robot.fix("imu", "pelvis", (-0.05, 0, 0.05))
    for side, left in (("left", 1), ("right", -1)):
        add_leg(robot, side, left)
    robot.add("waist", "pelvis", (0, 0, 0.13), joint=Joint("waist_yaw", Z, -1.1, 1.1, 150, 5, 0.8, 0.5), solids=[
        cylinder(0.06, 0.12, 2.1, at=(0, 0, 0.06), along="y", color=DARK)])
    robot.add("torso", "waist", (0, 0, 0.07), joint=Joint("waist_pitch", Y, -0.3, 0.9, 200, 5, 0.8, 0.5), solids=[
        box(0.17, 0.22, 0.14, 4.2, at=(0, 0, 0.08)),
        box(0.21, 0.3, 0.22, 9.6, at=(-0.01, 0, 0.26)),
        box(0.05, 0.18, 0.2, 2.2, at=(-0.13, 0, 0.25), color=DARK)])
    robot.add("neck", "torso", (0, 0, 0.39), joint=Joint("neck_yaw", Z, -1.4, 1.4, 12, 6, 0.1, 0.1), solids=[
        cylinder(0.03, 0.07, 0.5, at=(0, 0, 0.035), color=DARK)])
    robot.add("head", "neck", (0, 0, 0.07), joint=Joint("neck_pitch", Y, -0.6, 0.8, 12, 6, 0.1, 0.1), solids=[
        box(0.16, 0.14, 0.17, 1.9, at=(0.02, 0, 0.09)),
        box(0.02, 0.1, 0.05, 0.15, at=(0.105, 0, 0.1), color=ACCENT)])
    robot.fix("camera", "head", (0.115, 0, 0.1))
    for side, left in (("left", 1), ("right", -1)):
        add_arm(robot, side, left)
    return robot


def add_leg(robot, side, left):
    def joint(name, axis, limits, effort, speed, damping=0.8):
        return Joint(f"{side}_{name}", axis, *limits, effort, speed, damping, 0.5)

    def mirrored(inward, outward):
        return sorted((-left * inward, left * outward))

    robot.add(f"{side}_hip_yaw_link", "pelvis", (0, 0.09 * left, -0.03),
              joint=joint("hip_yaw", Z, mirrored(0.5, 0.8), 90, 8), solids=[
        cylinder(0.055, 0.09, 1.6, at=(-0.02, 0, -0.045), color=DARK)])
    robot.add(f"{side}_hip_roll_link", f"{side}_hip_yaw_link", (0, 0, -0.09),
              joint=joint("hip_roll", X, mirrored(0.4, 0.7), 150, 8), solids=[
        cylinder(0.055, 0.12, 1.9, at=(-0.01, 0, 0), along="x", color=DARK)])
    robot.add(f"{side}_thigh", f"{side}_hip_roll_link", (0, 0, 0),
              joint=joint("hip_pitch", Y, (-1.9, 0.6), 220, 9), solids=[
        cylinder(0.065, 0.1, 1.7, at=(0, 0.01 * left, 0), along="y", color=DARK),
        box(0.12, 0.11, 0.33, 4.0, at=(0.005, 0, -0.18))])
    robot.add(f"{side}_shin", f"{side}_thigh", (0, 0, -0.38),
              joint=joint("knee", Y, (-0.05, 2.3), 260, 11), solids=[
        cylinder(0.06, 0.1, 1.3, along="y", color=DARK),
        box(0.09, 0.08, 0.32, 2.1, at=(0.005, 0, -0.18))])
    robot.add(f"{side}_ankle", f"{side}_shin", (0, 0, -0.37),
              joint=joint("ankle_pitch", Y, (-1.0, 0.7), 130, 9, 0.5), solids=[
        cylinder(0.035, 0.08, 0.35, along="y", color=DARK)])
    robot.add(f"{side}_foot", f"{side}_ankle", (0, 0, 0),
              joint=joint("ankle_roll", X, (-0.45, 0.45), 60, 9, 0.5), solids=[
        box(0.23, 0.1, 0.03, 0.9, at=(0.035, 0, -0.06), color=ACCENT),
        box(0.08, 0.06, 0.04, 0.35, at=(0, 0, -0.025))])
    robot.fix(f"{side}_sole", f"{side}_foot", (0.035, 0, -0.075))


def add_arm(robot, side, left):
    def joint(name, axis, limits, effort, speed, damping=0.4):
        return Joint(f"{side}_{name}", axis, *limits, effort, speed, damping, 0.3)

    def mirrored(inward, outward):
        return sorted((-left * inward, left * outward))

    robot.add(f"{side}_shoulder_pitch_link", "torso", (0, 0.17 * left, 0.31),
              joint=joint("shoulder_pitch", Y, (-3.0, 1.2), 70, 7), solids=[
        cylinder(0.05, 0.08, 1.1, at=(0, 0.03 * left, 0), along="y", color=DARK)])
    robot.add(f"{side}_shoulder_roll_link", f"{side}_shoulder_pitch_link", (0, 0.075 * left, 0),
              joint=joint("shoulder_roll", X, mirrored(0.3, 2.6), 70, 7), solids=[
        cylinder(0.045, 0.09, 0.9, along="x", color=DARK)])
    robot.add(f"{side}_upper_arm", f"{side}_shoulder_roll_link", (0, 0.01 * left, -0.05),
              joint=joint("shoulder_yaw", Z, mirrored(1.5, 1.5), 50, 8), solids=[
        cylinder(0.042, 0.19, 1.35, at=(0, 0, -0.1))])
    robot.add(f"{side}_elbow_link", f"{side}_upper_arm", (0.01, 0, -0.22),
              joint=joint("elbow", Y, (-2.3, 0.05), 50, 8), solids=[
        cylinder(0.04, 0.08, 0.7, along="y", color=DARK),
        cylinder(0.036, 0.08, 0.3, at=(-0.005, 0, -0.06))])
    robot.add(f"{side}_forearm", f"{side}_elbow_link", (-0.01, 0, -0.1),
              joint=joint("wrist_yaw", Z, mirrored(1.6, 1.6), 20, 9, 0.2), solids=[
        cylinder(0.035, 0.13, 0.75, at=(0, 0, -0.065))])
    robot.add(f"{side}_wrist", f"{side}_forearm", (0, 0, -0.14),
              joint=joint("wrist_pitch", Y, (-0.9, 0.9), 12, 9, 0.1), solids=[
        cylinder(0.022, 0.06, 0.18, along="y", color=DARK)])
    robot.add(f"{side}_palm", f"{side}_wrist", (0, 0, 0),
              joint=joint("wrist_roll", X, mirrored(0.7, 0.7), 12, 9, 0.1), solids=[
        box(0.06, 0.03, 0.05, 0.22, at=(0, 0, -0.03))])
    robot.fix(f"{side}_hand", f"{side}_palm", (0, 0, -0.055), solids=[
        box(0.085, 0.03, 0.1, 0.36, at=(0, 0, -0.05)),
        cylinder(0.011, 0.06, 0.04, at=(0.045, -0.02 * left, -0.03), color=ACCENT)])
    robot.fix(f"{side}_grip", f"{side}_hand", (0, -0.03 * left, -0.06))


def passive(name, axis, damping=0.01, friction=0.005):
    """A passive joint without limits."""
    return Joint(name, axis, damping=damping, friction=friction, kind="continuous")


def driven(name, axis, effort, speed, damping=0.05, friction=0.02):
    return Joint(name, axis, effort=effort, velocity=speed, damping=damping, friction=friction, kind="continuous")


def four_bar():
    """Crank 0.15, coupler 0.5, rocker 0.45, ground 0.4 m, in the plane y = 0; at zero crank and rocker are upright."""
    robot = Robot("four_bar", "A crank-rocker: four bars in a plane, closed by a revolute joint")
    robot.add("base", solids=[box(0.5, 0.06, 0.03, 5, at=(0.2, 0, -0.05), color=DARK)])
    robot.add("crank", "base", (0, 0, 0), joint=driven("crank_joint", Y, 20, 20), solids=[
        cylinder(0.05, 0.02, 0.5, along="y", color=DARK),
        box(0.03, 0.02, 0.15, 0.3, at=(0, 0, 0.075))])
    robot.add("coupler", "crank", (0, 0, 0.15), (0, -atan2(3, 4), 0), passive("coupler_joint", Y), [
        box(0.5, 0.02, 0.03, 0.8, at=(0.25, 0, 0), color=ACCENT)])
    robot.add("rocker", "base", (0.4, 0, 0), joint=passive("rocker_joint", Y), solids=[
        box(0.03, 0.02, 0.45, 0.7, at=(0, 0, 0.225))])
    robot.close("closing_joint", "revolute", ("coupler", (0.5, 0, 0)), ("rocker", (0, 0, 0.45)), axis=Y)
    return robot


def slider_crank():
    """Crank 0.09, rod 0.41 m in the plane y = 0; at zero the crank is upright and the slider 0.4 m from it."""
    robot = Robot("slider_crank", "A crank and a slider, the pin between them free along itself")
    robot.add("base", solids=[box(0.7, 0.1, 0.03, 8, at=(0.25, 0, -0.15), color=DARK)])
    robot.add("crank", "base", (0, 0, 0), joint=driven("crank_joint", Y, 50, 100), solids=[
        cylinder(0.12, 0.03, 4, along="y", color=DARK),
        cylinder(0.015, 0.05, 0.2, at=(0, 0, 0.09), along="y")])
    robot.add("rod", "crank", (0, 0, 0.09), (0, atan2(9, 40), 0), passive("rod_joint", Y), [
        box(0.41, 0.02, 0.03, 0.8, at=(0.205, 0, 0), color=ACCENT)])
    robot.add("slider", "base", (0.4, 0, 0), joint=Joint(
        "slider_joint", X, -0.1, 0.1, 2000, 10, 2, 1, kind="prismatic"), solids=[
        cylinder(0.04, 0.08, 0.6, along="x")])
    robot.close("pin", "point_on_line", ("rod", (0.41, 0, 0)), ("slider", (0, 0, 0)), axis=Y)
    return robot


def stewart_platform():
    """A floating platform on six legs: a universal joint at the foot, a drive along the leg, a ball joint at the head."""
    robot = Robot("stewart_platform", "A platform on six driven legs, held by six spherical joints")
    robot.add("base", solids=[cylinder(0.7, 0.05, 60, at=(0, 0, -0.1), color=DARK)])
    height = 0.75
    robot.add("platform", "base", (0, 0, height), joint=Joint("platform_joint", kind="floating"), solids=[
        cylinder(0.4, 0.04, 25, at=(0, 0, 0.04), color=ACCENT)])

    def point(radius, degrees):
        return round(radius * cos(radians(degrees)), 3), round(radius * sin(radians(degrees)), 3)

    for leg in range(6):
        # Feet are in pairs, heads in pairs between them: neighbouring legs lean in opposite directions.
        side = 1 if leg % 2 == 0 else -1
        foot, head = point(0.6, 60 * (leg + leg % 2) + 12 * side), point(0.35, 60 * (leg + leg % 2) + 48 * side)
        lean = (head[0] - foot[0], head[1] - foot[1], height)
        length = sqrt(sum(x * x for x in lean))
        turn = (-asin(lean[1] / length), atan2(lean[0], lean[2]), 0)  # maps z to the leg
        name = f"leg{leg + 1}"
        robot.add(f"{name}_yoke", "base", (*foot, 0), turn, passive(f"{name}_foot_x", X), [
            cylinder(0.025, 0.08, 0.5, along="x", color=DARK)])
        robot.add(f"{name}_cylinder", f"{name}_yoke", joint=passive(f"{name}_foot_y", Y), solids=[
            cylinder(0.035, 0.45, 4, at=(0, 0, 0.25))])
        robot.add(f"{name}_rod", f"{name}_cylinder", joint=Joint(
            f"{name}_drive", Z, -0.2, 0.25, 3000, 1, 40, 10, kind="prismatic"), solids=[
            cylinder(0.018, 0.5, 2, at=(0, 0, 0.5), color=DARK),
            cylinder(0.012, length - 0.75, 0, at=(0, 0, (length + 0.75) / 2), color=DARK)])
        robot.close(f"{name}_head", "spherical", (f"{name}_rod", (0, 0, length)), ("platform", (*head, 0)))
    return robot


def main():
    robots = (arm6(), arm7(), quadruped(), humanoid(), four_bar(), slider_crank(), stewart_platform())
    texts = {f"{robot.name}.urdf": urdf(robot) for robot in robots}
    texts["humanoid.xml"] = mjcf(humanoid())
    texts.update(classics())
    folder = Path(__file__).resolve().parent.parent / "models"
    if "--check" in sys.argv:
        stale = [name for name, text in texts.items()
                 if not (folder / name).exists() or (folder / name).read_text() != text]
        sys.exit(f"models/: {', '.join(stale)} not as tools/make_models.py makes it" if stale else 0)
    for name, text in texts.items():
        (folder / name).write_text(text)


if __name__ == "__main__":
    main()
