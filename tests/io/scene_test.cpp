// Reads scenes: each key, with its default.
#include "sinew/io/scene.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <numbers>

#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/chains/loops/consistent_state.hpp"
#include "sinew/io/write.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/places.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test::scene_test {

using Numbers = std::vector<double>;

// As if the scene were in the folder of the models.
Scene scene_of(const std::string& text) {
  SceneResult result = read_scene_text(text, source_folder() + "/models/test.yaml");
  EXPECT_FALSE(result.findings.has_errors()) << result.findings.to_string() << text;
  if (!result.scene) throw std::runtime_error("no scene");
  return std::move(*result.scene);
}

Transform<double> pose_of(const SceneRobot& robot, const std::string& frame) {
  Workspace<double> work(robot.model);
  update_poses<double>(work, robot.state.q);
  return pose(work, robot.model.frame(frame));
}

double distance(const Transform<double>& a, const Transform<double>& b) {
  return norm(a.translation - b.translation) + norm(rotation_vector_of(transpose(a.rotation) * b.rotation));
}

TEST(Scene, OfAModelAloneIsTheModelAtItsNeutralPosition) {
  const Scene scene = scene_of("model: arm6.urdf");
  EXPECT_EQ(scene.name, "test");
  EXPECT_FALSE(scene.has_arms);
  EXPECT_FALSE(scene.object);
  ASSERT_EQ(scene.robots.size(), 1u);
  const SceneRobot& robot = scene.robots[0];
  EXPECT_EQ(robot.name, "arm6");
  EXPECT_EQ(robot.state.q, Numbers(6, 0.0));
  EXPECT_EQ(robot.state.v, Numbers(6, 0.0));
  EXPECT_EQ(robot.state.tau, Numbers(6, 0.0));
  EXPECT_EQ(robot.model.gravity(), (Vector3<double>{0, 0, -9.81}));
}

TEST(Scene, StatesAreListsOrMapsOfJoints) {
  const Scene scene = scene_of(
      "model: arm6.urdf\n"
      "q: [1, 2, 3, 4.5, +5, -6e-1]\n"
      "v: {joint3: 0.25, joint1: -1}\n"
      "tau:\n  joint6: [7]\n");
  const State& state = scene.robots[0].state;
  EXPECT_EQ(state.q, (Numbers{1, 2, 3, 4.5, 5, -0.6}));
  EXPECT_EQ(state.v, (Numbers{-1, 0, 0.25, 0, 0, 0}));
  EXPECT_EQ(state.tau, (Numbers{0, 0, 0, 0, 0, 7}));
}

TEST(Scene, SetsNamesAndGravity) {
  const Scene scene = scene_of("name: moon\ngravity: [0, 0, -1.62]\nmodel: arm6.urdf\n");
  EXPECT_EQ(scene.name, "moon");
  EXPECT_EQ(scene.robots[0].model.gravity(), (Vector3<double>{0, 0, -1.62}));
}

TEST(Scene, ABaseMovesAllBodiesOnTheGround) {
  const SceneRobot at_origin = scene_of("model: arm7.urdf\nq: {joint2: 0.4}\n").robots[0];
  const Rotation<double> yaw = rotation_about(Vector3<double>{0, 0, 1}, std::numbers::pi / 2);
  for (const std::string& turned :
       {std::string("rpy: [0, 0, 1.5707963267948966]"), std::string("rpy_deg: [0, 0, 90]"),
        std::string("quaternion: [0.7071067811865476, 0, 0, 0.7071067811865476]")}) {
    const SceneRobot moved =
        scene_of("model: arm7.urdf\nq: {joint2: 0.4}\nbase: {position: [1, 2, 3], " + turned + "}\n")
            .robots[0];
    const Transform<double> base{yaw, {1, 2, 3}};
    EXPECT_LT(distance(pose_of(moved, "tool"), base * pose_of(at_origin, "tool")), 1e-14) << turned;
  }
  const SceneRobot lying = scene_of("model: arm7.urdf\nbase: {axis: [2, 0, 0]}\n").robots[0];
  const Transform<double> along_x = pose_of(lying, "tool");
  EXPECT_GT(along_x.translation.x, 1);  // the arm points along its base's z axis
  EXPECT_NEAR(along_x.translation.z, 0, 0.2);
}

TEST(Scene, ARobotFloatsOnRequest) {
  const Scene scene = scene_of(
      "model: quadruped.urdf\n"
      "floating: true\n"
      "q: {floating_base: [0, 0, 0.5, 0, 1, 0, 0], front_left_knee: -0.7}\n"
      "v: {floating_base: [1, 2, 3, 4, 5, 6]}\n");
  const SceneRobot& robot = scene.robots[0];
  EXPECT_EQ(robot.model.velocity_size(), 18);
  EXPECT_EQ(Numbers(robot.state.q.begin(), robot.state.q.begin() + 7), (Numbers{0, 0, 0.5, 0, 1, 0, 0}));
  EXPECT_EQ(Numbers(robot.state.v.begin(), robot.state.v.begin() + 6), (Numbers{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(robot.state.q[std::size_t(robot.model.joint("front_left_knee").q_index)], -0.7);
  EXPECT_EQ(scene_of("model: humanoid.xml\nfloating: false\n").robots[0].model.velocity_size(), 30);
}

TEST(Scene, LoopsAreAddedToThoseOfTheModel) {
  const Scene scene = scene_of(
      "model: arm6.urdf\n"
      "loops:\n"
      "  - name: rail\n"
      "    kind: prismatic\n"
      "    first: {body: ground, position: [1, 0, 0], axis: [0, 2, 0]}\n"
      "    second: {body: tool, position: [0, 0, 0.1], rpy: [0.1, 0, 0]}\n"
      "  - kind: distance\n"
      "    distance: 0.75\n"
      "    first: {position: [0, 0, 2]}\n"
      "    second: {body: tool}\n"
      "  - kind: directions\n"
      "    directions: [[1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0.5]]\n"
      "    first: {}\n"
      "    second: {body: tool}\n");
  const std::vector<Loop>& loops = scene.robots[0].model.description().loops;
  ASSERT_EQ(loops.size(), 3u);
  EXPECT_EQ(loops[0].name, "rail");
  EXPECT_EQ(loops[0].source.line, 3);
  EXPECT_EQ(loops[0].connection.kind, ConnectionKind::prismatic);
  EXPECT_EQ(loops[0].first.body, "");
  EXPECT_LT(distance(loops[0].first.placement, frame_along({1, 0, 0}, {0, 1, 0})), 1e-15);
  EXPECT_EQ(loops[0].second.body, "tool");
  EXPECT_EQ(loops[0].second.placement,
            (Transform<double>{rotation_from_rpy<double>({0.1, 0, 0}), {0, 0, 0.1}}));
  EXPECT_EQ(loops[1].name, "loop2");
  EXPECT_EQ(loops[1].connection.distance, 0.75);
  ASSERT_EQ(loops[2].connection.directions.size(), 2u);
  EXPECT_EQ(loops[2].connection.directions[1], (Force<double>{{0, 0, 0}, {0, 1, 0.5}}));
}

TEST(Scene, LoopsWithoutNamesGetUnusedNames) {
  const Scene scene = scene_of(
      "model: four_bar.urdf\n"
      "loops:\n"
      "  - second: {body: rocker}\n"
      "  - {name: loop3, second: {body: coupler}}\n"
      "  - second: {body: crank}\n"
      "couplings:\n"
      "  - {joint: crank_joint}\n"
      "  - {name: coupling1, joint: coupler_joint}\n");
  const Description& description = scene.robots[0].model.description();
  std::vector<std::string> names;
  for (const Loop& loop : description.loops) names.push_back(loop.name);
  for (const Coupling& coupling : description.couplings) names.push_back(coupling.name);
  EXPECT_EQ(names, (std::vector<std::string>{"closing_joint", "loop1", "loop3", "loop3_2", "coupling1_2",
                                             "coupling1"}));
  // Also for a model that has a loop of this name.
  Description pinned = description;
  pinned.loops.resize(1);
  pinned.couplings.clear();
  pinned.loops[0].name = "loop1";
  const TemporaryFolder folder;
  std::ofstream(folder / "pinned.urdf") << write_urdf(pinned).text;
  const auto again =
      read_scene_text("model: pinned.urdf\nloops: [{second: {body: rocker}}]\n", folder / "scene.yaml");
  ASSERT_TRUE(again.scene) << again.findings.to_string();
  EXPECT_EQ(again.scene->robots[0].model.description().loops.at(1).name, "loop1_2");
}

TEST(Scene, ALoopWithoutAFirstEndKeepsTheSecondInPlace) {
  const Scene scene = scene_of(
      "model: arm6.urdf\n"
      "base: {position: [0.5, 0, 0]}\n"
      "q: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]\n"
      "loops:\n"
      "  - second: {body: tool}\n"
      "  - kind: spherical\n"
      "    first: {body: upper_arm, here: true}\n"
      "    second: {body: tool, position: [0, 0.1, 0]}\n");
  const SceneRobot& robot = scene.robots[0];
  const std::vector<Loop>& loops = robot.model.description().loops;
  EXPECT_EQ(loops[0].connection.kind, ConnectionKind::weld);
  EXPECT_EQ(loops[0].first.body, "");
  EXPECT_LT(distance(loops[0].first.placement, pose_of(robot, "tool")), 1e-14);
  const Transform<double> second = pose_of(robot, "tool") * loops[1].second.placement;
  EXPECT_LT(distance(pose_of(robot, "upper_arm") * loops[1].first.placement, second), 1e-14);
}

TEST(Scene, ALoopMayEndAtANamedFrame) {
  const Scene scene =
      scene_of("model: humanoid.xml\nloops:\n  - second: {body: left_sole, position: [0, 0, 0.01]}\n");
  const SceneRobot& robot = scene.robots[0];
  const LoopEnd& end = robot.model.description().loops.at(0).second;
  EXPECT_NE(end.body, "left_sole");
  EXPECT_LT(distance(pose_of(robot, end.body) * end.placement,
                     pose_of(robot, "left_sole") * Transform<double>{{}, {0, 0, 0.01}}),
            1e-14);
}

TEST(Scene, CouplingsAreReadWithTheirPolynomials) {
  const Scene scene = scene_of(
      "model: arm6.urdf\n"
      "couplings:\n"
      "  - {name: gear, joint: joint5, leader: joint4, polynomial: [0.5, -2]}\n"
      "  - {joint: joint6}\n"
      "  - {joint: joint3, leader: joint2}\n");
  const std::vector<Coupling>& couplings = scene.robots[0].model.description().couplings;
  ASSERT_EQ(couplings.size(), 3u);
  EXPECT_EQ(couplings[0].name, "gear");
  EXPECT_EQ(couplings[0].joint, "joint5");
  EXPECT_EQ(couplings[0].leader, "joint4");
  EXPECT_EQ(couplings[0].polynomial, (std::array<double, 5>{0.5, -2, 0, 0, 0}));
  EXPECT_EQ(couplings[0].source.line, 3);
  EXPECT_EQ(couplings[1].name, "coupling2");
  EXPECT_EQ(couplings[1].polynomial, (std::array<double, 5>{}));         // locked at zero
  EXPECT_EQ(couplings[2].polynomial, (std::array<double, 5>{0, 1, 0}));  // follows one to one
}

const std::string two_arms =
    "arms:\n"
    "  - {name: left, model: arm7.urdf, base: {position: [0, 0.5, 0]}, tip: tool, q: {joint2: 0.3}}\n"
    "  - {model: arm6.urdf, tip: {body: tool, position: [0, 0, 0.1]}, tau: [1, 2, 3, 4, 5, 6]}\n";

TEST(Scene, ArmsHaveNamesBasesTipsAndStates) {
  const Scene scene = scene_of(two_arms + "grasps: []\n");
  EXPECT_TRUE(scene.has_arms);
  ASSERT_EQ(scene.robots.size(), 2u);
  EXPECT_EQ(scene.robots[0].name, "left");
  EXPECT_EQ(scene.robots[1].name, "arm2");
  EXPECT_EQ(scene.robots[0].state.q[1], 0.3);
  EXPECT_EQ(scene.robots[1].state.tau, (Numbers{1, 2, 3, 4, 5, 6}));
  EXPECT_TRUE(scene.grasps.empty());
  EXPECT_FALSE(scene.object);
}

TEST(Scene, AnObjectIsARigidBodyThatFloats) {
  const Scene scene = scene_of(two_arms +
                               "object:\n"
                               "  name: beam\n"
                               "  mass: 12\n"
                               "  com: [0.1, 0, 0]\n"
                               "  box: [1, 2, 3]\n"
                               "  pose: {position: [1, 2, 3], rpy_deg: [0, 0, 90]}\n"
                               "  velocity: {angular: [0, 0, 1], linear: [0.5, 0, 0]}\n");
  ASSERT_TRUE(scene.object);
  const Description& description = scene.object->model.description();
  ASSERT_EQ(description.bodies.size(), 1u);
  const Inertial& inertial = description.bodies[0].inertial;
  EXPECT_EQ(description.bodies[0].name, "beam");
  EXPECT_EQ(inertial.mass, 12);
  EXPECT_EQ(inertial.com, (Vector3<double>{0.1, 0, 0}));
  EXPECT_EQ(inertial.inertia, (Symmetric3<double>{13, 0, 0, 10, 0, 5}));
  const double half = std::sqrt(0.5);
  const Numbers q{1, 2, 3, half, 0, 0, half}, v{0, 0, 1, 0, -0.5, 0};  // twist in the object's own axes
  ASSERT_EQ(scene.object->state.q.size(), 7u);
  for (std::size_t i = 0; i < 7; ++i) EXPECT_NEAR(scene.object->state.q[i], q[i], 1e-15);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(scene.object->state.v[i], v[i], 1e-15);
}

TEST(Scene, AnInertiaHasThreeNumbersOrSix) {
  const std::string start = two_arms + "object: {mass: 2, inertia: ";
  EXPECT_EQ(scene_of(start + "[1, 2, 2.5]}").object->model.description().bodies[0].inertial.inertia,
            (Symmetric3<double>{1, 0, 0, 2, 0, 2.5}));
  EXPECT_EQ(
      scene_of(start + "[1, 2, 2.5, 0.1, 0.2, 0.3]}").object->model.description().bodies[0].inertial.inertia,
      (Symmetric3<double>{1, 0.1, 0.2, 2, 0.3, 2.5}));
}

TEST(Scene, AnObjectMayHaveJoints) {
  const Scene scene =
      scene_of(two_arms +
               "object: {name: other, model: arm6.urdf, floating: true, base: {position: [9, 0, 0]},\n"
               "         q: {joint1: 0.5}}\n"
               "grasps:\n"
               "  - {arm: left, at: {body: tool, here: true}}\n");
  ASSERT_TRUE(scene.object);
  EXPECT_EQ(scene.object->name, "other");
  EXPECT_EQ(scene.object->model.velocity_size(), 12);
  const Grasp& grasp = scene.grasps.at(0);
  EXPECT_EQ(grasp.first.body, "tool");
  EXPECT_LT(
      distance(pose_of(*scene.object, "tool") * grasp.first.placement, pose_of(scene.robots[0], "tool")),
      1e-14);
}

TEST(Scene, GraspsAreAtTheTipByDefault) {
  const Scene scene =
      scene_of(two_arms +
               "object: {mass: 1, box: [1, 1, 1], pose: {position: [0.5, 0, 1], rpy: [0.1, 0.2, 0.3]}}\n"
               "grasps:\n"
               "  - arm: left\n"
               "  - {arm: arm2, kind: spherical, at: {position: [0, 0, 0.5], axis: [1, 0, 0]}}\n"
               "  - {arm: left, name: strap, kind: rigid, tip: gripper, at: {body: ground, here: true}}\n"
               "  - {arm: left}\n");
  const auto& [hold, point, strap, again] =
      std::tie(scene.grasps.at(0), scene.grasps.at(1), scene.grasps.at(2), scene.grasps.at(3));
  EXPECT_EQ(hold.name, "left");
  EXPECT_EQ(hold.arm, 0);
  EXPECT_EQ(hold.connection.kind, ConnectionKind::weld);
  EXPECT_EQ(hold.first.body, "object");
  EXPECT_EQ(hold.second.body, "tool");
  EXPECT_LT(
      distance(pose_of(*scene.object, "object") * hold.first.placement, pose_of(scene.robots[0], "tool")),
      1e-14);
  EXPECT_EQ(point.arm, 1);
  EXPECT_EQ(point.connection.kind, ConnectionKind::spherical);
  EXPECT_LT(distance(point.first.placement, frame_along({0, 0, 0.5}, {1, 0, 0})), 1e-15);
  EXPECT_EQ(point.second.placement.translation, (Vector3<double>{0, 0, 0.1}));
  EXPECT_EQ(strap.name, "strap");
  EXPECT_EQ(strap.first.body, "");
  EXPECT_EQ(strap.second.body, "gripper");
  EXPECT_LT(distance(strap.first.placement, pose_of(scene.robots[0], "gripper")), 1e-14);
  EXPECT_EQ(again.name, "left_2");
}

TEST(Scene, WithoutAnObjectArmsHoldTheGround) {
  const Scene scene = scene_of(two_arms + "grasps:\n  - arm: left\n");
  EXPECT_EQ(scene.grasps.at(0).first.body, "");
  EXPECT_LT(distance(scene.grasps[0].first.placement, pose_of(scene.robots[0], "tool")), 1e-14);
}

TEST(Scene, StatesThatViolateTheLoopsGiveAWarning) {
  const SceneResult result =
      read_scene_text("model: four_bar.urdf\nq: {crank_joint: 0.5}\n", source_folder() + "/models/test.yaml");
  ASSERT_TRUE(result.scene);
  ASSERT_EQ(result.findings.list.size(), 1u);
  EXPECT_EQ(result.findings.list[0].source.line, 2);
  EXPECT_EQ(result.findings.list[0].severity, Severity::warning);
  EXPECT_TRUE(result.findings.list[0].message.starts_with(
      "the state violates the loops: constraint error of loop 'closing_joint', row "));
}

TEST(Scene, AssemblesWithoutMovingKeptJoints) {
  const Scene scene = scene_of(
      "model: four_bar.urdf\nassemble: {hold: [crank_joint]}\nq: {crank_joint: 0.5}\nv: {crank_joint: 2}\n");
  const SceneRobot& robot = scene.robots[0];
  EXPECT_EQ(robot.state.q[0], 0.5);
  EXPECT_EQ(robot.state.v[0], 2);
  EXPECT_TRUE(constraint_errors(robot.model, robot.state.q, robot.state.v).fit());
  const SceneRobot free = scene_of("model: four_bar.urdf\nassemble: true\nq: {crank_joint: 0.5}\n").robots[0];
  EXPECT_NE(free.state.q[0], 0.5);
  EXPECT_TRUE(constraint_errors(free.model, free.state.q, free.state.v).fit());
}

TEST(Scene, AssemblesSeveralArms) {
  const std::string text =
      "assemble: {hold: [object, left/joint3]}\n"
      "arms:\n"
      "  - {name: left, model: arm7.urdf, tip: tool, q: [0, 0.6, 0.1, -1.4, 0, 1, 0]}\n"
      "  - {name: right, model: arm7.urdf, base: {position: [0, -0.5, 0]}, tip: tool, q: [0, 0.6, 0, -1.4, "
      "0, 1, 0]}\n"
      "object: {mass: 1, box: [1, 1, 1], pose: {position: [0.6, -0.2, 0.2]}, velocity: {linear: [0, 0, "
      "0.1]}}\n"
      "grasps:\n"
      "  - {arm: left, at: {position: [0, 0.2, 0], rpy_deg: [180, 0, 0]}}\n"
      "  - {arm: right}\n";
  const Scene scene = scene_of(text);
  const State state = as_one_state(scene);
  EXPECT_TRUE(constraint_errors(as_one_model(scene), state.q, state.v).fit());
  EXPECT_EQ(scene.object->state.q, (Numbers{0.6, -0.2, 0.2, 1, 0, 0, 0}));
  EXPECT_EQ(scene.object->state.v, (Numbers{0, 0, 0, 0, 0, 0.1}));
  EXPECT_EQ(scene.robots[0].state.q[2], 0.1);
  EXPECT_NE(scene.robots[0].state.q[1], 0.6);
  EXPECT_NE(scene.robots[1].state.v, Numbers(7, 0.0));
  const Transform<double> grasp = pose_of(*scene.object, "object") * scene.grasps[0].first.placement;
  EXPECT_LT(distance(pose_of(scene.robots[0], "tool"), grasp), 1e-9);
}

TEST(Scene, MergedIntoOneRobotKeepsTheOrderOfCoordinates) {
  const Scene scene =
      scene_of(two_arms + "object: {name: box, mass: 1, box: [1, 1, 1]}\ngrasps: [{arm: left}]\n");
  const Model whole = as_one_model(scene);
  const State state = as_one_state(scene);
  ASSERT_EQ(whole.position_size(), 7 + 6 + 7);
  EXPECT_EQ(whole.joint("left/joint2").q_index, 1);
  EXPECT_EQ(whole.joint("arm2/joint1").q_index, 7);
  EXPECT_EQ(whole.joint("box/free").q_index, 13);
  EXPECT_EQ(state.q[1], 0.3);
  EXPECT_EQ(state.tau[7], 1);
  Workspace<double> work(whole);
  update_poses<double>(work, state.q);
  EXPECT_LT(distance(pose(work, whole.frame("left/tool")), pose_of(scene.robots[0], "tool")), 1e-15);
  ASSERT_EQ(whole.description().loops.size(), 1u);
  EXPECT_EQ(whole.description().loops[0].first.body, "box/box");
  EXPECT_EQ(whole.description().loops[0].second.body, "left/tool");
}

TEST(Scene, CanUseAnchors) {
  const Scene scene = scene_of(
      "arms:\n"
      "  - {name: a, model: arm6.urdf, q: &pose {joint2: 0.3, joint3: 1}}\n"
      "  - {name: b, model: arm6.urdf, q: *pose}\n");
  EXPECT_EQ(scene.robots[0].state.q, scene.robots[1].state.q);
}

TEST(Scene, ShippedScenesHaveNoFindingsExceptPointMasses) {
  int scenes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() + "/models")) {
    if (!is_scene_file(entry.path())) continue;
    for (const Finding& finding : read_scene(entry.path()).findings.list)
      EXPECT_TRUE(contains(finding.message, "is a point mass")) << to_string(finding);
    ++scenes;
  }
  EXPECT_GE(scenes, 6);
}

TEST(Scene, IsRecognisedByItsFileName) {
  EXPECT_TRUE(is_scene_file("a/b.yaml"));
  EXPECT_TRUE(is_scene_file("b.yml"));
  EXPECT_FALSE(is_scene_file("b.urdf"));
  EXPECT_FALSE(is_scene_file("yaml"));
}

}  // namespace sinew::test::scene_test
