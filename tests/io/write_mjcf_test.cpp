// MJCF that is written has what MuJoCo accepts, and says what it had to change for it.
#include <gtest/gtest.h>

#include "tests/io/written_robots.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/same_robot.hpp"

namespace sinew::test::write_mjcf_test {

TEST(WriteMjcf, MjcfStartsJointsAtTheirInitialPositions) {
  Description robot = one_joint({.kind = JointKind::revolute,
                                 .axis = {0, 0.6, 0.8},
                                 .dofs = {{.stiffness = 3, .rest_position = 0.4, .lower = -1, .upper = 2}},
                                 .initial = {0.7}});
  robot.bodies.push_back({.name = "c",
                          .parent = "b",
                          .placement = {{}, {0.5, 0, 0}},
                          .joint = {.name = "k", .kind = JointKind::prismatic, .initial = {-0.3}},
                          .inertial = some_inertia});
  robot.bodies[2].joint.dofs = {{.lower = -2, .upper = 3}};
  robot.couplings = {{.name = "cam", .joint = "k", .leader = "j", .polynomial = {0.1, 0.2, 0.3, 0.4, 0.5}}};
  robot.named_positions = {{.name = "home", .joints = {{"j", {0.2}}, {"k", {0.1}}}}};
  EXPECT_EQ(warnings(robot, RobotFormat::mjcf), "");
  EXPECT_EQ(differences_in_words(robot, again(robot, RobotFormat::mjcf)), "");
}

TEST(WriteMjcf, MasslessBodiesBetweenJointsBecomeJointsOfOneBodyInMjcf) {
  Description robot = one_joint({.kind = JointKind::universal, .axis = {1, 0, 0}, .axis2 = {0, 1, 0}});
  robot.bodies[1].joint.initial = {0.3, -0.4};
  const std::string text = write_mjcf(robot).text;
  EXPECT_TRUE(contains(text, "<joint name=\"j_1\""));
  EXPECT_TRUE(contains(text, "<joint name=\"j_2\""));
  EXPECT_EQ(text.find("<body name=\"j_1\""), std::string::npos);
  Random random(5);
  expect_same_dynamics(robot, read_again(text), random, 1e-12, 2);
  const Description read = read_again(text);
  EXPECT_EQ(read.bodies[1].name, "j_1");
  EXPECT_EQ(read.bodies[1].joint.initial, std::vector<double>{0.3});
}

TEST(WriteMjcf, InertiasThatMujocoRefusesAreNamed) {
  Description robot = one_joint({.kind = JointKind::continuous});
  EXPECT_EQ(warnings(robot, RobotFormat::mjcf), "");
  robot.bodies[0].inertial.inertia = {1, 1, 1, 1, 1, 1};  // moments 3, 0 and 0
  EXPECT_TRUE(
      contains(warnings(robot, RobotFormat::mjcf),
               "break the triangle inequality; these are left out, on bodies that do not move: 'base'"));
  EXPECT_EQ(again(robot, RobotFormat::mjcf).bodies[0].inertial.mass, 0);
  robot.bodies[1].inertial.inertia = {1, 0, 0, 1, 0, 2.5};
  EXPECT_TRUE(contains(warnings(robot, RobotFormat::mjcf), "break the triangle inequality: 'b'"));
}

TEST(WriteMjcf, AnInertiaThatMujocoRefusesIsAddedToTheMovingBodyThatCarriesIt) {
  Description robot = one_joint({.kind = JointKind::spherical});
  robot.bodies.push_back(
      {.name = "motor",
       .parent = "b",
       .placement = {rotation_from_rpy(Vector3<double>{0.5, 0.6, 0.7}), {0.1, 0.2, 0.3}},
       .joint = {},
       .inertial = {.mass = 0.1, .com = {0.3, 0.2, 0.1}, .inertia = {1e-3, 0, 0, 1e-3, 0, 5e-3}}});
  EXPECT_TRUE(contains(warnings(robot, RobotFormat::mjcf), "moving body that carries them: 'motor'"));
  const Description read = again(robot, RobotFormat::mjcf);
  EXPECT_EQ(read.bodies[2].inertial.mass, 0);
  EXPECT_DOUBLE_EQ(read.bodies[1].inertial.mass, 2.1);
  Random random(1);
  expect_same_dynamics(robot, read, random, 1e-12, 3);
}

TEST(WriteMjcf, MjcfHasLimitsOnOneSide) {
  Description robot = one_joint({.kind = JointKind::revolute, .dofs = {{.upper = 1}}});
  EXPECT_EQ(warnings(robot, RobotFormat::mjcf), "");
  EXPECT_EQ(differences_in_words(robot, again(robot, RobotFormat::mjcf)), "");
  robot.bodies[1].joint.dofs = {{.lower = 1, .upper = 1}};
  EXPECT_TRUE(
      contains(warnings(robot, RobotFormat::mjcf), "MJCF has no position limits that are equal: 'j'"));
}

TEST(WriteMjcf, AMasslessBodyThatBranchesStaysABodyInMjcf) {
  Description robot = one_joint({.kind = JointKind::continuous, .axis = {0, 1, 0}});
  robot.bodies[1].inertial = {};
  for (const char* const name : {"left", "right"}) {
    robot.bodies.push_back({.name = name,
                            .parent = "b",
                            .placement = {{}, {name[0] == 'l' ? 1.0 : -1.0, 0, 0}},
                            .joint = {.name = std::string(name) + "_hinge", .kind = JointKind::continuous},
                            .inertial = some_inertia});
  }
  EXPECT_EQ(warnings(robot, RobotFormat::mjcf),
            "warning: MuJoCo refuses bodies that move and have no mass: 'b'\n");
  EXPECT_EQ(differences_in_words(robot, again(robot, RobotFormat::mjcf)), "");
  robot.bodies.back().joint = {};  // its mass counts
  EXPECT_EQ(warnings(robot, RobotFormat::mjcf), "");
}

TEST(WriteMjcf, MjcfHasShapesOfPositiveSizeOnlyAndPlanesOnTheGround) {
  Description robot = one_joint({.kind = JointKind::continuous});
  robot.bodies[0].shapes = {{.kind = Shape::Kind::plane, .size = {1, 1, 0}}};
  robot.bodies[1].shapes = {{.kind = Shape::Kind::sphere, .size = {0, 0, 0}},
                            {.kind = Shape::Kind::plane, .size = {1, 1, 0}},
                            {.kind = Shape::Kind::capsule, .size = {1, 2, 0}}};
  const std::string said = warnings(robot, RobotFormat::mjcf);
  EXPECT_TRUE(contains(said, "MJCF has shapes of positive size only: 'b'"));
  EXPECT_TRUE(contains(said, "MJCF has planes on fixed bodies only: 'b'"));
  const Description read = again(robot, RobotFormat::mjcf);
  EXPECT_EQ(read.bodies[0].shapes.size(), 1u);
  ASSERT_EQ(read.bodies[1].shapes.size(), 1u);
  EXPECT_EQ(read.bodies[1].shapes[0].size, (Vector3<double>{1, 2, 0}));
}

}  // namespace sinew::test::write_mjcf_test
