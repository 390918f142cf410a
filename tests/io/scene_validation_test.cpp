// Invalid scenes, each with the exact findings: location, error, and what was expected.
#include <gtest/gtest.h>

#include "sinew/io/scene.hpp"
#include "tests/support/places.hpp"

namespace sinew::test::scene_validation_test {

const std::string folder = source_folder() + "/models/";

// The findings, without the folder's name.
std::string findings_of(const std::string& text) {
  const SceneResult result = read_scene_text(text, folder + "bad.yaml");
  EXPECT_FALSE(result.scene) << text;
  std::string findings = result.findings.to_string();
  for (auto at = findings.find(folder); at != std::string::npos; at = findings.find(folder))
    findings.erase(at, folder.size());
  return findings;
}

const std::string arm = "model: arm6.urdf\n";
const std::string arms = "arms:\n  - {name: left, model: arm6.urdf, tip: tool}\n";
const std::string box = arms + "object: {mass: 1, box: [1, 1, 1]}\n";

TEST(InvalidScene, ThatIsNotAMapIsRefused) {
  EXPECT_EQ(findings_of("[1, 2]"), "bad.yaml:1: error: expected a map of keys and values, got a list\n");
  EXPECT_EQ(findings_of("hello"), "bad.yaml:1: error: expected a map of keys and values, got 'hello'\n");
  EXPECT_EQ(findings_of("<robot name='r'/>"),
            "bad.yaml:1: error: expected a map of keys and values, got '<robot name='r'/>'\n");
}

TEST(InvalidScene, WithNothingToComputeIsRefused) {
  EXPECT_EQ(findings_of("gravity: [0, 0, 1]"),
            "bad.yaml:1: error: has neither model nor arms; expected one of them\n");
  EXPECT_EQ(findings_of("{}"), "bad.yaml:1: error: has neither model nor arms; expected one of them\n");
  EXPECT_EQ(findings_of(arm + arms), "bad.yaml:1: error: model and arms exclude each other\n");
  EXPECT_EQ(findings_of("arms: []"), "bad.yaml:1: error: arms: expected at least one\n");
}

TEST(InvalidScene, UnknownKeysAreReportedWithTheNearestKnown) {
  EXPECT_TRUE(findings_of(arm + "\ngravty: [0, 0, 0]\n")
                  .starts_with("bad.yaml:3: error: unknown key 'gravty': did you mean 'gravity'? ("));
  EXPECT_EQ(findings_of(arms + "q: [1]\n").substr(0, 36), "bad.yaml:3: error: unknown key 'q' (");
  EXPECT_EQ(findings_of(arm + "base: {positon: [1, 2, 3]}\n"),
            "bad.yaml:2: error: base: unknown key 'positon': did you mean 'position'? (expected one of "
            "position, rpy, "
            "rpy_deg, quaternion, axis)\n");
}

TEST(InvalidScene, EveryFindingIsReportedAtOnce) {
  EXPECT_EQ(findings_of("gravity: [0, 0]\n" + arm + "q: [1, 2]\nv: {joint9: 1}\ntau: fast\nassemble: yes\n"),
            "bad.yaml:1: error: gravity: expected 3 numbers, got 2\n"
            "bad.yaml:6: error: assemble: expected true or false, got 'yes'\n"
            "bad.yaml:3: error: q: got 2 numbers, expected 6 (joint1 1, joint2 1, joint3 1, joint4 1, joint5 "
            "1, joint6 1)\n"
            "bad.yaml:4: error: v: unknown joint 'joint9': did you mean 'joint1'? (expected one of joint1, "
            "joint2, joint3, "
            "joint4, joint5, joint6)\n"
            "bad.yaml:5: error: tau: expected a number, got 'fast'\n");
}

TEST(InvalidScene, NumbersMustBeFiniteAndWellFormed) {
  const std::string start = arm + "gravity: [0, 0, ";
  const auto refusal = [&](const std::string& number) { return findings_of(start + number + "]\n"); };
  EXPECT_EQ(refusal(".nan"), "bad.yaml:2: error: gravity: expected a number, got '.nan'\n");
  EXPECT_EQ(refusal("nan"), "bad.yaml:2: error: gravity: expected a number, got 'nan'\n");
  EXPECT_EQ(refusal("inf"), "bad.yaml:2: error: gravity: expected a finite number, got 'inf'\n");
  EXPECT_EQ(refusal("1e999"), "bad.yaml:2: error: gravity: number out of range: '1e999'\n");
  EXPECT_EQ(refusal("0x10"), "bad.yaml:2: error: gravity: expected a number, got '0x10'\n");
  EXPECT_EQ(refusal("'1'"), "bad.yaml:2: error: gravity: expected a number, got the text '1'\n");
  EXPECT_EQ(refusal("~"), "bad.yaml:2: error: gravity: expected a number, got nothing\n");
  EXPECT_EQ(refusal("1 2"), "bad.yaml:2: error: gravity: expected a number, got '1 2'\n");
  EXPECT_EQ(refusal("[1]"), "bad.yaml:2: error: gravity: expected a number, got a list\n");
  EXPECT_EQ(findings_of(arm + "gravity: 0 0 1\n"),
            "bad.yaml:2: error: gravity: expected a number, got '0 0 1'\n");
}

TEST(InvalidScene, MissingOrInvalidModelsAreErrors) {
  EXPECT_EQ(findings_of("name: x\nmodel: nowhere.urdf\n"),
            "bad.yaml:2: error: model: no such file: nowhere.urdf\n");
  EXPECT_EQ(findings_of("model: [a]\n"), "bad.yaml:1: error: model: expected a name, got a list\n");
  EXPECT_EQ(findings_of("model: README.md\n"),
            "README.md:1: error: text outside of the root element; expected '<'\n");
  EXPECT_EQ(findings_of("model: .\n"), ".: error: is a folder; expected a file\n");
  EXPECT_EQ(findings_of("arms:\n  - {name: left}\n"), "bad.yaml:2: error: arm 'left': has no model\n");
}

TEST(InvalidScene, PlacementsHaveOneRotation) {
  const auto refusal = [&](const std::string& base) { return findings_of(arm + "base: {" + base + "}\n"); };
  EXPECT_EQ(refusal("rpy: [0, 0, 1], axis: [0, 0, 1]"),
            "bad.yaml:2: error: base: rpy and axis both give the rotation; expected one of them\n");
  EXPECT_EQ(refusal("quaternion: [1, 1, 0, 0]"),
            "bad.yaml:2: error: base: quaternion: w x y z has length 1.41421, expected 1\n");
  EXPECT_EQ(refusal("axis: [0, 0, 0]"),
            "bad.yaml:2: error: base: axis: has no direction, expected a vector other than zero\n");
  EXPECT_EQ(refusal("rpy: [0, 0]"), "bad.yaml:2: error: base: rpy: expected 3 numbers, got 2\n");
}

TEST(InvalidScene, StatesMustFitTheRobot) {
  const std::string robot = "model: quadruped.urdf\nfloating: true\n";
  EXPECT_EQ(findings_of(robot + "q:\n  floating_base: [0, 0, 1]\n"),
            "bad.yaml:4: error: q of floating_base: got 3 numbers, expected 7 (floating)\n");
  EXPECT_EQ(findings_of(robot + "q:\n  floating_base: [0, 0, 1, 2, 0, 0, 0]\n"),
            "bad.yaml:4: error: q: the quaternion w x y z of joint floating_base (q[3] to q[6]) has length "
            "2, expected 1\n");
  EXPECT_EQ(findings_of(arm + "q:\n  joint1: 0\n  joint1: 1\n"),
            "bad.yaml:4: error: key 'joint1' is written twice (first in line 3)\n");
}

TEST(InvalidScene, LoopsNeedTwoEndsAndAKnownKind) {
  const auto refusal = [&](const std::string& loop) {
    return findings_of(arm + "loops:\n  - {" + loop + "}\n");
  };
  EXPECT_EQ(
      refusal("name: a, kind: wield, second: {body: tool}"),
      "bad.yaml:3: error: loop 'a': unknown kind 'wield': did you mean 'weld'? (expected one of weld, "
      "revolute, "
      "prismatic, cylindrical, universal, spherical, planar, soft_finger, point_on_line, line_on_plane, "
      "point_on_plane, distance, directions)\n");
  EXPECT_EQ(refusal("kind: weld"), "bad.yaml:3: error: loop 'loop1': has no second\n");
  EXPECT_EQ(refusal("second: {body: tol}"),
            "bad.yaml:3: error: loop 'loop1': second: unknown body 'tol': did you mean 'tool'? (expected one "
            "of base, "
            "shoulder, upper_arm, elbow, forearm, wrist, hand_plate, tool, ground)\n");
  EXPECT_EQ(refusal("second: {body: tool, here: true}"),
            "bad.yaml:3: error: loop 'loop1': second: here is only for the first end\n");
  EXPECT_EQ(refusal("first: {here: true, position: [1, 2, 3]}, second: {body: tool}"),
            "bad.yaml:3: error: loop 'loop1': first: here and a placement exclude each other\n");
  EXPECT_EQ(refusal("first: {body: tool}, second: {body: tool}"),
            "bad.yaml:3: error: loop 'loop1': both ends are on body 'tool'; expected two bodies\n");
  EXPECT_EQ(refusal("kind: distance, second: {body: tool}"),
            "bad.yaml:3: error: loop 'loop1': has no distance\n");
  EXPECT_EQ(refusal("kind: distance, distance: -1, second: {body: tool}"),
            "bad.yaml:3: error: loop 'loop1': distance is -1, expected a finite number above zero\n");
  EXPECT_EQ(refusal("distance: 1, second: {body: tool}"),
            "bad.yaml:3: error: loop 'loop1': distance: is only for the kind distance\n");
  EXPECT_EQ(
      refusal("kind: directions, directions: [[1, 2]], second: {body: tool}"),
      "bad.yaml:3: error: loop 'loop1': directions: got 2 numbers, expected 6 (moment x y z, force x y z)\n");
  EXPECT_EQ(findings_of(arm + "loops: {}\n"), "bad.yaml:2: error: loops: expected a list, got a map\n");
  EXPECT_EQ(findings_of(arm + "loops:\n- weld\n"),
            "bad.yaml:3: error: loop 'loop1': expected a map of keys and values, got 'weld'\n");
}

TEST(InvalidScene, CouplingsNeedJointsWithOneDegreeOfFreedom) {
  EXPECT_EQ(findings_of(arm + "couplings:\n  - {leader: joint1}\n"),
            "bad.yaml:3: error: coupling 'coupling1': has no joint\n");
  EXPECT_EQ(findings_of(arm + "couplings:\n  - {joint: joint9, leader: joint1}\n"),
            "bad.yaml:3: error: coupling 'coupling1': joint 'joint9' does not exist\n");
  EXPECT_EQ(findings_of(arm + "couplings:\n  - {joint: joint2, polynomial: [1, 2, 3, 4, 5, 6]}\n"),
            "bad.yaml:3: error: coupling 'coupling1': polynomial: expected 1 to 5 numbers, got 6\n");
}

TEST(InvalidScene, ArmsNeedUniqueNamesAndExistingTips) {
  EXPECT_EQ(findings_of(arms + "  - {name: left, model: arm6.urdf}\n"),
            "bad.yaml:3: error: arm 'left': the name is used twice; names must be unique\n");
  EXPECT_EQ(findings_of("arms:\n  - {model: arm6.urdf, tip: tol}\n").substr(0, 73),
            "bad.yaml:2: error: arm 'arm1': tip: unknown frame 'tol': did you mean 'to");
  EXPECT_EQ(findings_of("arms:\n  - {model: arm6.urdf, tip: {position: [0, 0, 1]}}\n"),
            "bad.yaml:2: error: arm 'arm1': tip: expected a frame on a body of the arm\n");
  EXPECT_EQ(findings_of("arms: [3]\n"),
            "bad.yaml:1: error: arm 'arm1': expected a map of keys and values, got '3'\n");
}

TEST(InvalidScene, ObjectsMustBePossibleBodies) {
  const auto refusal = [&](const std::string& object) {
    return findings_of(arms + "object: " + object + "\n");
  };
  EXPECT_EQ(refusal("{box: [1, 1, 1]}"), "bad.yaml:3: error: object: has no mass (and no model)\n");
  EXPECT_EQ(refusal("{mass: 1}"),
            "bad.yaml:3: error: object: has neither inertia nor box; expected one of them\n");
  EXPECT_EQ(refusal("{mass: 1, box: [1, 1, 1], inertia: [1, 1, 1]}"),
            "bad.yaml:3: error: object: inertia and box exclude each other\n");
  EXPECT_EQ(refusal("{mass: 1, box: [1, 0, 1]}"),
            "bad.yaml:3: error: object: box: expected three edge lengths above zero\n");
  EXPECT_EQ(refusal("{mass: 1, inertia: [1, 1, 1, 1]}"),
            "bad.yaml:3: error: object: inertia: expected 3 or 6 numbers, got 4\n");
  EXPECT_EQ(refusal("ground"),
            "bad.yaml:3: error: object: expected a map of keys and values, got 'ground'\n");
}

TEST(InvalidScene, GraspsNeedAnArmATipAndSomethingToHold) {
  const auto refusal = [&](const std::string& grasp) {
    return findings_of(box + "grasps:\n  - " + grasp + "\n");
  };
  EXPECT_EQ(refusal("{kind: weld}"), "bad.yaml:5: error: a grasp: has no arm\n");
  EXPECT_EQ(refusal("{arm: right}"),
            "bad.yaml:5: error: grasp of arm 'right': unknown arm 'right' (expected one of left)\n");
  EXPECT_EQ(
      refusal("{arm: left, at: {body: lid}}"),
      "bad.yaml:5: error: grasp of arm 'left': at: unknown body 'lid' (expected one of object, ground)\n");
  EXPECT_EQ(findings_of("arms:\n  - {model: arm6.urdf}\ngrasps:\n  - arm: arm1\n"),
            "bad.yaml:4: error: grasp of arm 'arm1': neither the grasp nor the arm has a tip; expected the "
            "name of a frame\n");
  EXPECT_EQ(findings_of(arms + "object: {model: arm6.urdf}\ngrasps:\n  - arm: left\n"),
            "bad.yaml:5: error: grasp of arm 'left': at: has no body; the object has several, expected the "
            "name of one\n");
}

TEST(InvalidScene, ASceneThatCannotBeAssembledIsAnError) {
  const std::string four_bar = "model: four_bar.urdf\nq: {crank_joint: 0.5}\n";
  EXPECT_EQ(
      findings_of(four_bar + "assemble: {hold: [crank]}\n"),
      "bad.yaml:3: error: assemble: hold: unknown joint 'crank' (expected one of crank_joint, coupler_joint, "
      "rocker_joint)\n");
  EXPECT_EQ(findings_of(four_bar + "assemble: {held: []}\n"),
            "bad.yaml:3: error: assemble: unknown key 'held': did you mean 'hold'? (expected one of hold)\n");
  EXPECT_EQ(
      findings_of(four_bar + "assemble: {hold: [crank_joint, coupler_joint, rocker_joint]}\n").substr(0, 95),
      "bad.yaml:3: error: assemble: found no state that satisfies the loops: constraint error of loop ");
  EXPECT_EQ(findings_of(four_bar + "assemble: [crank_joint]\n"),
            "bad.yaml:3: error: assemble: expected true or false, got a list\n");
}

TEST(InvalidScene, NamesAndGravityAreSharedByAll) {
  EXPECT_EQ(findings_of(arms + "object: {name: left, mass: 1, box: [1, 1, 1]}\n"),
            "bad.yaml:3: error: object: its name 'left' is already the name of an arm; expected another\n");
}

TEST(InvalidScene, FilesThatCannotBeReadAreErrors) {
  EXPECT_EQ(read_scene("/nowhere/a.yaml").findings.to_string(), "/nowhere/a.yaml: error: no such file\n");
  EXPECT_EQ(read_scene(folder).findings.to_string(), folder + ": error: is a folder; expected a file\n");
  EXPECT_THROW(load_scene("/nowhere/a.yaml"), InvalidModel);
}

}  // namespace sinew::test::scene_validation_test
