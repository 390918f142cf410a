// Differences between two descriptions.
#include "sinew/model/description/differences.hpp"

#include <gtest/gtest.h>

#include "sinew/model/examples.hpp"
#include "tests/support/random_robot.hpp"

namespace sinew::test::differences_test {

Description two_links() {
  Description robot{.name = "robot"};
  robot.bodies.push_back({.name = "upper",
                          .joint = {.name = "shoulder", .kind = JointKind::revolute, .axis = {0, 0, 2}},
                          .inertial = {.mass = 2, .com = {0, 0, 0.5}, .inertia = {1, 0, 0, 1, 0, 1}}});
  robot.bodies.push_back({.name = "lower",
                          .parent = "upper",
                          .joint = {.name = "elbow", .kind = JointKind::prismatic, .dofs = {{.upper = 1}}},
                          .inertial = {.mass = 1, .inertia = {1, 0, 0, 1, 0, 1}}});
  robot.frames.push_back({.name = "tool", .body = "lower"});
  return robot;
}

TEST(Differences, ThereAreNoneBetweenARobotAndItself) {
  for (int i = 0; i < 50; ++i) {
    const Description robot = random_sample(i).description;
    EXPECT_TRUE(differences(robot, robot).empty());
  }
}

TEST(Differences, TheOrderOfBodiesAndTheLengthOfAnAxisDoNotMatter) {
  const Description robot = two_links();
  Description other = robot;
  std::swap(other.bodies[0], other.bodies[1]);
  other.bodies[1].joint.axis = {0, 0, 1};
  EXPECT_TRUE(differences(robot, other).empty());
}

TEST(Differences, NameTheBodyWhatDiffersAndBothValues) {
  const Description robot = two_links();
  Description other = robot;
  other.bodies[0].inertial.mass = 3;
  const std::vector<Difference> expected = {{"body 'upper'", "mass", "2", "3"}};
  EXPECT_EQ(differences(robot, other), expected);
}

TEST(Differences, OfJointsNameTheJoint) {
  const Description robot = two_links();
  Description other = robot;
  other.bodies[1].joint.dofs = {{.damping = 0.5, .lower = -1}};
  const std::vector<Difference> expected = {{"joint 'elbow'", "lower limit", "-inf", "-1"},
                                            {"joint 'elbow'", "upper limit", "1", "inf"},
                                            {"joint 'elbow'", "damping", "0", "0.5"}};
  EXPECT_EQ(differences(robot, other), expected);
}

TEST(Differences, ListThingsThatOnlyOneRobotHas) {
  const Description robot = two_links();
  Description other = robot;
  other.frames[0].name = "camera";
  other.frames[0].body = "upper";
  const std::vector<Difference> expected = {{"frame 'tool'", "exists", "yes", ""},
                                            {"frame 'camera'", "exists", "", "yes"}};
  EXPECT_EQ(differences(robot, other), expected);
}

TEST(Differences, WithinTheToleranceAreIgnored) {
  const Description robot = two_links();
  Description other = robot;
  other.bodies[0].inertial.com = {1e-5, 0, 0.5};  // 2e-5 of the largest coordinate
  EXPECT_EQ(differences(robot, other, 1e-5).size(), 1u);
  EXPECT_TRUE(differences(robot, other, 3e-5).empty());
}

TEST(Differences, OfLoopsAndCouplingsAreFound) {
  Description robot = two_links();
  robot.loops.push_back({.name = "pin", .second = {.body = "lower"}});
  robot.couplings.push_back({.name = "gear", .joint = "elbow", .leader = "shoulder"});
  Description other = robot;
  other.loops[0].connection.kind = ConnectionKind::spherical;
  other.couplings[0].polynomial[1] = 2;
  const std::vector<Difference> expected = {
      {"loop 'pin'", "kind", "weld", "spherical"},
      {"coupling 'gear'", "polynomial", "(0, 1, 0, 0, 0)", "(0, 2, 0, 0, 0)"}};
  EXPECT_EQ(differences(robot, other), expected);
}

}  // namespace sinew::test::differences_test
