// Robots that are accepted, with or without warnings; all errors are reported together.
#include <gtest/gtest.h>

#include "tests/model/invalid_robot.hpp"

namespace sinew::test::validation_test {

TEST(Validation, FindsNothingInAValidRobot) {
  EXPECT_EQ(validate(valid_robot()).to_string(), "");
  EXPECT_EQ(Model(valid_robot()).warnings().to_string(), "");
}

TEST(Validation, AcceptsACouplingWithoutLeaderAndAnyKindOfLoop) {
  Description robot = valid_robot();
  robot.couplings[0].leader = "";
  for (int i = 0; i <= int(ConnectionKind::directions); ++i) {
    robot.loops[0].connection = {ConnectionKind(i), 0.5, {{{0, 0, 1}, {}}}};
    EXPECT_EQ(validate(robot).to_string(), "") << i;
  }
}

TEST(Validation, WarnsAboutALoopBetweenBodiesFixedToEachOther) {
  Description robot = valid_robot();
  robot.bodies.push_back({.name = "plate", .parent = "lower", .joint = {.name = "bolt"}});
  robot.bodies.push_back({.name = "table", .joint = {.name = "foot"}});
  robot.loops[0].second.body = "plate";
  EXPECT_EQ(validate(robot).to_string(), "");
  robot.loops[0].first.body = "lower";
  EXPECT_EQ(
      validate(robot).to_string(),
      "warning: loop 'pin': body 'lower' and body 'plate' are fixed to each other; the loop has no effect\n");
  robot.loops[0].first.body = "";
  robot.loops[0].second.body = "table";
  EXPECT_EQ(
      validate(robot).to_string(),
      "warning: loop 'pin': the ground and body 'table' are fixed to each other; the loop has no effect\n");
}

TEST(Validation, ReportsEveryFaultAtOnce) {
  Description robot = valid_robot();
  robot.bodies[0].inertial.mass = nan;
  robot.bodies[1].inertial.mass = -1;
  robot.bodies[1].joint.axis = {};
  robot.bodies[1].joint.dofs = {{.lower = 1, .upper = 0}};
  robot.frames[0].body = "hand";
  EXPECT_EQ(validate(robot).count(Severity::error), 4) << validate(robot).to_string();
  EXPECT_EQ(validate(robot).count(Severity::physical_error), 1) << validate(robot).to_string();
}

TEST(Validation, OnlyWarnsAboutAPointMass) {
  const Model model(double_pendulum(1, 2, 1, 1));
  EXPECT_EQ(model.warnings().count(Severity::warning), 2);
  EXPECT_NE(model.warnings().to_string().find("'upper': is a point mass"), std::string::npos);
}

TEST(Validation, IsDoneOnceForACheckedDescription) {
  Findings found;
  found.warning({"robot.urdf", 7}, "<sensor> is ignored");
  CheckedDescription checked(double_pendulum(1, 2, 1, 1), found);
  checked.add(found);
  ASSERT_EQ(checked.findings().list.size(), 4u);
  EXPECT_FALSE(checked.has_errors());
  const std::string expected = checked.findings().to_string();
  const Model model(std::move(checked));
  EXPECT_EQ(model.velocity_size(), 2);
  EXPECT_EQ(model.warnings().to_string(), expected);
  EXPECT_EQ(model.with_gravity({}).warnings().to_string(), expected);
  EXPECT_THROW(model.with_gravity({nan, 0, 0}), InvalidModel);
}

TEST(Validation, OfACheckedDescriptionWithErrorsRefusesTheModel) {
  Description robot = valid_robot();
  robot.bodies[0].inertial.mass = nan;
  const CheckedDescription checked(robot);
  EXPECT_TRUE(checked.has_errors());
  EXPECT_THROW(Model{checked}, InvalidModel);
  // Refused by a reader, with or without a reason.
  Findings found;
  found.error({}, "no link");
  EXPECT_EQ(CheckedDescription::refused(robot, found).findings().to_string(), "error: no link\n");
  EXPECT_THROW(Model{CheckedDescription::refused(robot, found)}, InvalidModel);
  EXPECT_TRUE(CheckedDescription::refused(robot, {}).has_errors());
}

TEST(Validation, AcceptsRodsInAnyOrientation) {
  for (int i = 0; i < 1000; ++i) {
    const Rotation<double> rotation = rotation_from_rpy(Vector3<double>{0.7 * i, 1.1 * i, 1.3 * i});
    Description robot = valid_robot();
    robot.bodies[1].inertial.inertia = conjugate(rotation, Symmetric3<double>{0, 0, 0, 1e-3, 0, 1e-3});
    ASSERT_EQ(validate(robot).to_string(), "");
  }
}

TEST(Validation, ChecksTheTriangleInequalityOfBodiesFixedTogetherByTheirSum) {
  Description robot = valid_robot();
  robot.bodies.push_back({.name = "motor", .parent = "lower", .joint = {.name = "bolt"}});
  robot.bodies[2].inertial = {0.01, {}, {0, 0, 0, 0, 0, 1e-3}};
  const Findings fine = validate(robot);
  EXPECT_EQ(fine.count(Severity::error), 0);
  EXPECT_NE(fine.to_string().find("warning: body 'motor': the inertia breaks the triangle"),
            std::string::npos);
  robot.bodies[2].inertial.inertia.zz = 10;
  EXPECT_NE(validate(robot).to_string().find(
                "physical error: body 'lower' and the bodies fixed to it: the inertia breaks"),
            std::string::npos);
}

TEST(Validation, ChecksLongChainsOfMimicsInLinearTime) {
  Description robot;
  constexpr int count = 20'000;
  for (int i = 0; i < count; ++i) {
    robot.bodies.push_back(hinged("body" + std::to_string(i), "", {}, {1, {}, {1, 0, 0, 1, 0, 1}}));
    if (i + 1 < count)
      robot.bodies.back().joint.mimic = Mimic{"body" + std::to_string(i + 1) + "_joint", 1, 1};
  }
  const Model model(robot);
  std::vector<double> q(count);
  model.follow_mimics(q);
  EXPECT_EQ(q.front(), count - 1);
}

TEST(Validation, AcceptsAMasslessBodyInsideACompoundJoint) {
  const Inertial top{1, {0, 0.5, 0}, {1, 0, 0, 1, 0, 1}};
  const Description robot{.bodies = {hinged("z", "", {}, {}, {0, 0, 1}), hinged("y", "z", {}, {}, {0, 1, 0}),
                                     hinged("x", "y", {}, top, {1, 0, 0})}};
  EXPECT_EQ(Model(robot).warnings().to_string(), "");
}

TEST(Validation, AcceptsAMasslessTipWhoseJointHasARotor) {
  Description robot = valid_robot();
  robot.bodies[1].inertial = {};
  robot.bodies[1].joint.dofs = {{.armature = 0.1}};
  EXPECT_NO_THROW(Model{robot});
}

TEST(Validation, AcceptsMasslessBodiesBehindFixedJoints) {
  Description robot = valid_robot();
  robot.bodies.push_back({.name = "mount", .parent = "lower", .joint = {.name = "bolt"}});
  robot.bodies[2].joint.axis = {};  // a fixed joint does not use it
  EXPECT_EQ(Model(robot).warnings().to_string(), "");
}

TEST(Validation, AcceptsARobotThatCannotMove) {
  const Model model(Description{.name = "table", .bodies = {{.name = "top"}}});
  EXPECT_EQ(model.velocity_size(), 0);
  EXPECT_EQ(Model(Description{}).position_size(), 0);
}

}  // namespace sinew::test::validation_test
