// Each rule a robot must keep, broken once: the finding names who is wrong and why.
#include <gtest/gtest.h>

#include <functional>

#include "sinew/model/model.hpp"
#include "tests/support/custom_joints.hpp"
#include "tests/support/small_robots.hpp"

namespace sinew::test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Description sound_robot() {
  const Inertial rod{1, {0, 0, -0.5}, {0.1, 0, 0, 0.1, 0, 0.05}};
  return {.name = "arm",
          .bodies = {hinged("upper", "", {}, rod), hinged("lower", "upper", {0, 0, -1}, rod)},
          .frames = {{.name = "tool", .body = "lower", .placement = {{}, {0, 0, -1}}}},
          .loops = {{.name = "pin",
                     .connection = {.kind = ConnectionKind::distance, .distance = 2},
                     .second = {.body = "lower"}}},
          .couplings = {{.name = "gear", .joint = "lower_joint", .leader = "upper_joint"}}};
}

struct BadRobot {
  const char* name;
  std::function<void(Description&)> spoil;
  std::vector<std::string> words;  // all in the message of one error
};

class NoFreedoms : public CustomJoint {
 public:
  int freedoms() const override { return 0; }
  void evaluate(std::span<const double>, std::span<const double>, JointMotion&) const override {}
};

const std::vector<BadRobot> bad_robots{
    {"negative_mass", [](Description& d) { d.bodies[1].inertial.mass = -2; }, {"'lower'", "mass is -2"}},
    {"mass_not_a_number",
     [](Description& d) { d.bodies[1].inertial.mass = nan; },
     {"'lower'", "mass is nan"}},
    {"infinite_mass",
     [](Description& d) { d.bodies[0].inertial.mass = infinity; },
     {"'upper'", "mass is inf"}},
    {"com_not_a_number",
     [](Description& d) { d.bodies[0].inertial.com.y = nan; },
     {"'upper'", "centre of mass"}},
    {"inertia_not_a_number",
     [](Description& d) { d.bodies[0].inertial.inertia.xy = nan; },
     {"'upper'", "inertia is not finite"}},
    {"negative_inertia",
     [](Description& d) { d.bodies[1].inertial.inertia.xx = -0.1; },
     {"'lower'", "not positive definite"}},
    {"indefinite_inertia",
     [](Description& d) { d.bodies[1].inertial.inertia.xy = 0.2; },
     {"'lower'", "not positive definite"}},
    {"triangle_inequality",
     [](Description& d) { d.bodies[1].inertial.inertia.zz = 0.3; },
     {"'lower'", "triangle inequality", "0.3"}},
    {"inertia_without_mass",
     [](Description& d) { d.bodies[1].inertial.mass = 0; },
     {"'lower'", "inertia but no mass"}},
    {"massless_tip",
     [](Description& d) { d.bodies[1].inertial = {}; },
     {"'lower_joint'", "'lower'", "moves no inertia"}},
    {"massless_robot",
     [](Description& d) { d.bodies[0].inertial = d.bodies[1].inertial = {}; },
     {"'upper_joint'", "moves no inertia"}},
    {"massless_between_equal_axes",
     [](Description& d) {
       d.bodies[0].inertial = {};
       d.bodies[1].placement = {};
     },
     {"'upper_joint'", "moves no inertia"}},
    {"point_mass_on_the_axis",
     [](Description& d) {
       d.bodies[1].inertial = {.mass = 1, .com = {0, 2, 0}};
     },
     {"'lower_joint'", "moves no inertia"}},
    {"cycle_of_one",
     [](Description& d) { d.bodies[1].parent = "lower"; },
     {"'lower'", "cycle", "'lower_joint'"}},
    {"cycle_of_two", [](Description& d) { d.bodies[0].parent = "lower"; }, {"cycle", "_joint'"}},
    {"unknown_parent",
     [](Description& d) { d.bodies[1].parent = "elbow"; },
     {"'lower'", "'elbow'", "does not exist"}},
    {"unknown_body_of_a_frame",
     [](Description& d) { d.frames[0].body = "hand"; },
     {"'tool'", "'hand'", "does not exist"}},
    {"duplicate_body", [](Description& d) { d.bodies[1].name = "upper"; }, {"body name 'upper'", "twice"}},
    {"duplicate_joint",
     [](Description& d) { d.bodies[1].joint.name = "upper_joint"; },
     {"joint name 'upper_joint'", "twice"}},
    {"frame_named_like_a_body", [](Description& d) { d.frames[0].name = "lower"; }, {"'lower'", "already"}},
    {"body_without_name", [](Description& d) { d.bodies[1].name = ""; }, {"body", "no name"}},
    {"joint_without_name",
     [](Description& d) { d.bodies[1].joint.name = ""; },
     {"'lower'", "joint", "no name"}},
    {"frame_without_name", [](Description& d) { d.frames[0].name = ""; }, {"frame", "no name"}},
    {"zero_axis",
     [](Description& d) { d.bodies[1].joint.axis = {}; },
     {"'lower_joint'", "axis is (0, 0, 0)"}},
    {"tiny_axis",
     [](Description& d) {
       d.bodies[1].joint.axis = {0, 0, 1e-16};
     },
     {"'lower_joint'", "axis"}},
    {"axis_not_a_number", [](Description& d) { d.bodies[1].joint.axis.x = nan; }, {"'lower_joint'", "axis"}},
    {"zero_second_axis",
     [](Description& d) {
       d.bodies[1].joint.kind = JointKind::universal;
       d.bodies[1].joint.axis2 = {};
     },
     {"'lower_joint'", "second axis"}},
    {"parallel_axes_of_a_universal_joint",
     [](Description& d) {
       d.bodies[1].joint.kind = JointKind::universal;
       d.bodies[1].joint.axis2 = {0, 3, 0};
     },
     {"'lower_joint'", "parallel"}},
    {"pitch_not_finite",
     [](Description& d) {
       d.bodies[1].joint.kind = JointKind::helical;
       d.bodies[1].joint.pitch = infinity;
     },
     {"'lower_joint'", "pitch is inf"}},
    {"custom_joint_missing",
     [](Description& d) { d.bodies[1].joint.kind = JointKind::custom; },
     {"'lower_joint'", "CustomJoint"}},
    {"custom_joint_without_freedoms",
     [](Description& d) {
       d.bodies[1].joint.kind = JointKind::custom;
       d.bodies[1].joint.custom = std::make_shared<NoFreedoms>();
     },
     {"'lower_joint'", "0 freedoms", "1 to 6"}},
    {"wrong_number_of_freedoms",
     [](Description& d) { d.bodies[1].joint.freedoms.resize(2); },
     {"'lower_joint'", "2 freedoms"}},
    {"reversed_limits",
     [](Description& d) { d.bodies[1].joint.freedoms = {{.lower = 1, .upper = -1}}; },
     {"'lower_joint'", "reversed", "1", "-1"}},
    {"limit_not_a_number",
     [](Description& d) { d.bodies[1].joint.freedoms = {{.lower = nan}}; },
     {"'lower_joint'", "limits"}},
    {"negative_velocity_limit",
     [](Description& d) { d.bodies[1].joint.freedoms = {{.max_velocity = -1}}; },
     {"'lower_joint'", "velocity limit is -1"}},
    {"negative_effort_limit",
     [](Description& d) { d.bodies[1].joint.freedoms = {{.max_effort = -1}}; },
     {"'lower_joint'", "effort limit is -1"}},
    {"negative_armature",
     [](Description& d) { d.bodies[1].joint.freedoms = {{.armature = -1}}; },
     {"'lower_joint'", "armature is -1"}},
    {"negative_damping",
     [](Description& d) { d.bodies[1].joint.freedoms = {{.damping = -1}}; },
     {"'lower_joint'", "damping is -1"}},
    {"negative_friction",
     [](Description& d) { d.bodies[1].joint.freedoms = {{.dry_friction = nan}}; },
     {"'lower_joint'", "dry friction is nan"}},
    {"stretched_placement",
     [](Description& d) {
       d.bodies[1].placement.rotation.row_x = {2, 0, 0};
     },
     {"'lower'", "not a rotation"}},
    {"mirrored_placement",
     [](Description& d) {
       d.bodies[1].placement.rotation.row_x = {-1, 0, 0};
     },
     {"'lower'", "not a rotation"}},
    {"placement_not_a_number",
     [](Description& d) { d.bodies[1].placement.translation.x = nan; },
     {"'lower'", "not finite"}},
    {"frame_placement_not_a_number",
     [](Description& d) { d.frames[0].placement.rotation.row_x.x = nan; },
     {"'tool'", "not a rotation"}},
    {"gravity_not_finite", [](Description& d) { d.gravity.z = -infinity; }, {"gravity"}},
    {"mimic_of_nothing",
     [](Description& d) { d.bodies[1].joint.mimic = {.joint = "thumb"}; },
     {"'lower_joint'", "mimic", "'thumb'", "does not exist"}},
    {"mimic_cycle",
     [](Description& d) {
       d.bodies[0].joint.mimic = {.joint = "lower_joint"};
       d.bodies[1].joint.mimic = {.joint = "upper_joint"};
     },
     {"mimic", "cycle"}},
    {"mimic_of_a_planar_joint",
     [](Description& d) {
       d.bodies[0].joint.kind = JointKind::planar;
       d.bodies[1].joint.mimic = {.joint = "upper_joint"};
     },
     {"'lower_joint'", "mimic", "planar"}},
    {"mimic_multiplier_not_a_number",
     [](Description& d) { d.bodies[1].joint.mimic = {.joint = "upper_joint", .multiplier = nan}; },
     {"'lower_joint'", "mimic", "finite"}},
    {"loop_without_name", [](Description& d) { d.loops[0].name = ""; }, {"loop", "no name"}},
    {"duplicate_loop", [](Description& d) { d.loops.push_back(d.loops[0]); }, {"loop name 'pin'", "twice"}},
    {"unknown_first_end",
     [](Description& d) { d.loops[0].first.body = "hand"; },
     {"loop 'pin'", "'hand'", "does not exist"}},
    {"unknown_second_end",
     [](Description& d) { d.loops[0].second.body = "foot"; },
     {"loop 'pin'", "'foot'", "does not exist"}},
    {"loop_from_a_body_to_itself",
     [](Description& d) { d.loops[0].first.body = "lower"; },
     {"loop 'pin'", "both ends are on body 'lower'"}},
    {"loop_from_the_ground_to_itself",
     [](Description& d) { d.loops[0].second.body = ""; },
     {"loop 'pin'", "both ends are on the ground"}},
    {"first_end_not_finite",
     [](Description& d) { d.loops[0].first.placement.translation.y = infinity; },
     {"loop 'pin', first end", "not finite"}},
    {"second_end_stretched",
     [](Description& d) {
       d.loops[0].second.placement.rotation.row_z = {0, 0, 2};
     },
     {"loop 'pin', second end", "not a rotation"}},
    {"distance_of_zero",
     [](Description& d) { d.loops[0].connection.distance = 0; },
     {"'pin'", "distance is 0"}},
    {"negative_distance",
     [](Description& d) { d.loops[0].connection.distance = -1; },
     {"'pin'", "distance is -1", "above zero"}},
    {"distance_not_a_number",
     [](Description& d) { d.loops[0].connection.distance = nan; },
     {"'pin'", "distance is nan"}},
    {"infinite_distance",
     [](Description& d) { d.loops[0].connection.distance = infinity; },
     {"'pin'", "distance is inf"}},
    {"no_directions",
     [](Description& d) { d.loops[0].connection = {.kind = ConnectionKind::directions}; },
     {"'pin'", "lists no direction"}},
    {"seven_directions",
     [](Description& d) {
       d.loops[0].connection = {.kind = ConnectionKind::directions};
       d.loops[0].connection.directions.assign(7, {{0, 0, 1}, {}});
     },
     {"'pin'", "7 directions", "at most 6"}},
    {"direction_of_zero",
     [](Description& d) {
       d.loops[0].connection = {.kind = ConnectionKind::directions, .directions = {{{0, 0, 1}, {}}, {}}};
     },
     {"'pin'", "a direction is zero"}},
    {"direction_not_finite",
     [](Description& d) {
       d.loops[0].connection = {.kind = ConnectionKind::directions, .directions = {{{}, {0, 0, nan}}}};
     },
     {"'pin'", "not finite"}},
    {"coupling_without_name", [](Description& d) { d.couplings[0].name = ""; }, {"coupling", "no name"}},
    {"duplicate_coupling",
     [](Description& d) { d.couplings.push_back(d.couplings[0]); },
     {"coupling name 'gear'", "twice"}},
    {"coupling_of_nothing",
     [](Description& d) { d.couplings[0].joint = "thumb"; },
     {"coupling 'gear'", "'thumb'", "does not exist"}},
    {"coupling_without_joint",
     [](Description& d) { d.couplings[0].joint = ""; },
     {"coupling 'gear'", "joint ''", "does not exist"}},
    {"unknown_leader",
     [](Description& d) { d.couplings[0].leader = "thumb"; },
     {"coupling 'gear'", "'thumb'", "does not exist"}},
    {"coupling_of_a_fixed_joint",
     [](Description& d) { d.bodies[1].joint.kind = JointKind::fixed; },
     {"coupling 'gear'", "'lower_joint' is fixed", "one freedom"}},
    {"leader_of_several_freedoms",
     [](Description& d) { d.bodies[0].joint.kind = JointKind::spherical; },
     {"coupling 'gear'", "'upper_joint' is spherical", "one freedom"}},
    {"coupling_to_itself",
     [](Description& d) { d.couplings[0].leader = "lower_joint"; },
     {"coupling 'gear'", "'lower_joint' follows itself"}},
    {"polynomial_not_finite",
     [](Description& d) { d.couplings[0].polynomial[4] = nan; },
     {"coupling 'gear'", "polynomial is not finite"}},
};

class BadRobots : public testing::TestWithParam<BadRobot> {};

TEST_P(BadRobots, AreRefusedByNameAndReason) {
  Description robot = sound_robot();
  GetParam().spoil(robot);
  try {
    const Model model(robot);
    FAIL() << "was accepted";
  } catch (const InvalidModel& refusal) {
    bool found = false;
    for (const Finding& finding : refusal.findings().list) {
      bool all = finding.severity == Severity::error;
      for (const std::string& word : GetParam().words)
        all = all && finding.message.find(word) != std::string::npos;
      found = found || all;
    }
    EXPECT_TRUE(found) << refusal.findings().to_string();
  }
}

INSTANTIATE_TEST_SUITE_P(Validation, BadRobots, testing::ValuesIn(bad_robots),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(Validation, IsSilentOnASoundRobot) {
  EXPECT_EQ(validate(sound_robot()).to_string(), "");
  EXPECT_EQ(Model(sound_robot()).warnings().to_string(), "");
}

TEST(Validation, AcceptsACouplingWithoutLeaderAndAnyKindOfLoop) {
  Description robot = sound_robot();
  robot.couplings[0].leader = "";
  for (int i = 0; i <= int(ConnectionKind::directions); ++i) {
    robot.loops[0].connection = {ConnectionKind(i), 0.5, {{{0, 0, 1}, {}}}};
    EXPECT_EQ(validate(robot).to_string(), "") << i;
  }
}

TEST(Validation, WarnsOfALoopBetweenBodiesThatAreFixedToEachOther) {
  Description robot = sound_robot();
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
  Description robot = sound_robot();
  robot.bodies[0].inertial.mass = -1;
  robot.bodies[1].joint.axis = {};
  robot.bodies[1].joint.freedoms = {{.lower = 1, .upper = 0}};
  robot.frames[0].body = "hand";
  EXPECT_EQ(validate(robot).count(Severity::error), 4) << validate(robot).to_string();
}

TEST(Validation, OnlyWarnsOfAPointMass) {
  const Model model(double_pendulum(1, 2, 1, 1));
  EXPECT_EQ(model.warnings().count(Severity::warning), 2);
  EXPECT_NE(model.warnings().to_string().find("'upper': is a point mass"), std::string::npos);
}

TEST(Validation, AcceptsRodsHoweverTheyAreTurned) {
  for (int i = 0; i < 1000; ++i) {
    const Rotation<double> turn = rotation_from_rpy(Vector3<double>{0.7 * i, 1.1 * i, 1.3 * i});
    Description robot = sound_robot();
    robot.bodies[1].inertial.inertia = conjugate(turn, Symmetric3<double>{0, 0, 0, 1e-3, 0, 1e-3});
    ASSERT_EQ(validate(robot).to_string(), "");
  }
}

TEST(Validation, JudgesTheTriangleInequalityByTheSumOfWhatIsFixedTogether) {
  Description robot = sound_robot();
  robot.bodies.push_back({.name = "motor", .parent = "lower", .joint = {.name = "bolt"}});
  robot.bodies[2].inertial = {0.01, {}, {0, 0, 0, 0, 0, 1e-3}};
  const Findings fine = validate(robot);
  EXPECT_EQ(fine.count(Severity::error), 0);
  EXPECT_NE(fine.to_string().find("warning: body 'motor': the inertia breaks the triangle"),
            std::string::npos);
  robot.bodies[2].inertial.inertia.zz = 10;
  EXPECT_NE(
      validate(robot).to_string().find("error: body 'lower' and what is fixed to it: the inertia breaks"),
      std::string::npos);
}

TEST(Validation, LooksThroughLongChainsOfMimicsInLinearTime) {
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
  Description robot = sound_robot();
  robot.bodies[1].inertial = {};
  robot.bodies[1].joint.freedoms = {{.armature = 0.1}};
  EXPECT_NO_THROW(Model{robot});
}

TEST(Validation, AcceptsMasslessBodiesBehindFixedJoints) {
  Description robot = sound_robot();
  robot.bodies.push_back({.name = "mount", .parent = "lower", .joint = {.name = "bolt"}});
  robot.bodies[2].joint.axis = {};  // a fixed joint has no use for one
  EXPECT_EQ(Model(robot).warnings().to_string(), "");
}

TEST(Validation, AcceptsARobotThatCannotMove) {
  const Model model(Description{.name = "table", .bodies = {{.name = "top"}}});
  EXPECT_EQ(model.velocity_size(), 0);
  EXPECT_EQ(Model(Description{}).position_size(), 0);
}

}  // namespace
}  // namespace sinew::test
