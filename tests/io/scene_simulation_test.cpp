// Reads `simulation` of scenes: each key, with its default.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/io/scene.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/places.hpp"

namespace sinew::test::scene_simulation_test {

using Numbers = std::vector<double>;
using Names = std::vector<std::string>;

const std::string models = source_folder() + "/models/";

Scene scene_of(const std::string& text) {
  SceneResult result = read_scene_text(text, models + "test.yaml");
  EXPECT_FALSE(result.findings.has_errors()) << result.findings.to_string() << text;
  if (!result.scene) throw std::runtime_error("no scene");
  return std::move(*result.scene);
}

const std::string arm = "model: arm6.urdf\nq: {joint2: 0.4}\n";
const std::string arms =
    "arms:\n"
    "  - {name: left, model: arm6.urdf, tip: tool, q: {joint2: 0.3}}\n"
    "  - {name: right, model: arm7.urdf, base: {position: [2, 0, 0]}, tip: tool}\n"
    "object: {name: box, mass: 1, box: [1, 1, 1], pose: {position: [1, 2, 3], rpy: [0, 0, 0.5]}}\n"
    "grasps: [{arm: left}, {arm: right, name: hook, kind: spherical}]\n";

// The lines of `simulation`, without their indentation.
SimulationPlan plan_of(const std::string& lines, const std::string& scene = arm) {
  std::istringstream stream(lines);
  std::string text = scene + "simulation:\n";
  for (std::string line; std::getline(stream, line);) text += "  " + line + "\n";
  return scene_of(text).simulation;
}
template <class Law>
Law law_of(const std::string& controller, const std::string& scene = arm) {
  return std::get<Law>(plan_of("controllers:\n  - {" + controller + "}\n", scene).controllers.at(0).law);
}
template <class Force>
Force force_of(const std::string& force, const std::string& scene = arm) {
  return std::get<Force>(plan_of("forces:\n  - {" + force + "}\n", scene).forces.at(0));
}
EventPlan event_of(const std::string& event, const std::string& scene = arm) {
  return plan_of("events:\n  - {" + event + "}\n", scene).events.at(0);
}

TEST(SceneSimulation, ControllersCompensateFrictionOnlyIfToldTo) {
  EXPECT_FALSE(plan_of("controllers: [{kind: joint_pd}]").controllers.at(0).compensate_friction);
  for (const char* kind :
       {"joint_pd", "computed_torque", "passivity", "decoupled", "operational_space, frame: tool"}) {
    const std::string line = std::string("controllers: [{kind: ") + kind + ", compensate_friction: true}]";
    EXPECT_TRUE(plan_of(line).controllers.at(0).compensate_friction) << kind;
  }
}

TEST(SceneSimulation, NumbersMayHaveUnits) {
  const Scene scene = scene_of(
      "model: arm6.urdf\ngravity: [0, 0, -981cm/s^2]\nq: {joint2: 90deg}\nv: [30rpm, 0, 0, 0, 0, 0]\n"
      "tau: {joint1: 2kNm}\nbase: {position: [10mm, 0, 0], rpy: [0, 0, 180deg]}\n"
      "simulation:\n"
      "  duration: 500ms\n"
      "  integrator: {kind: rk4, step: 100us}\n"
      "  record: {interval: 5ms}\n"
      "  limits: {kind: soft, stiffness: 10Nm/mrad, damping: 2Nm*s/rad}\n"
      "  controllers:\n"
      "    - {kind: joint_pd, period: 1 ms, stiffness: 5N*m/deg, target: {waypoints: [{time: 100ms, q: "
      "{joint1: 0.5rev}}]}}\n"
      "    - {kind: decoupled, frequency: 60rpm}\n"
      "  forces:\n"
      "    - {kind: push, at: {body: tool}, force: [0, 1kN, 0], from: 10ms, until: 20ms}\n"
      "  events: [{joint: joint1, velocity_rises_to: 180deg/s}]\n");
  EXPECT_DOUBLE_EQ(scene.robots[0].model.gravity().z, -9.81);
  EXPECT_DOUBLE_EQ(scene.robots[0].state.q[1], M_PI / 2);
  EXPECT_DOUBLE_EQ(scene.robots[0].state.v[0], M_PI);
  EXPECT_DOUBLE_EQ(scene.robots[0].state.tau[0], 2000);
  const SimulationPlan& plan = scene.simulation;
  EXPECT_DOUBLE_EQ(plan.options.duration, 0.5);
  EXPECT_DOUBLE_EQ(*plan.integrator.step, 1e-4);
  EXPECT_DOUBLE_EQ(plan.options.record_interval, 5e-3);
  EXPECT_DOUBLE_EQ(plan.limits.stiffness, 1e4);
  EXPECT_DOUBLE_EQ(plan.limits.damping, 2);
  EXPECT_DOUBLE_EQ(plan.controllers.at(0).period, 1e-3);
  const auto& pd = std::get<JointPdPlan>(plan.controllers.at(0).law);
  EXPECT_DOUBLE_EQ(pd.stiffness.at(0), 900 / M_PI);
  EXPECT_DOUBLE_EQ(pd.target.times.back(), 0.1);
  EXPECT_DOUBLE_EQ(pd.target.values.back().at(0), M_PI);
  EXPECT_DOUBLE_EQ(std::get<DecoupledPlan>(plan.controllers.at(1).law).frequency, 2 * M_PI);
  const auto& push = std::get<PushPlan>(plan.forces.at(0));
  EXPECT_DOUBLE_EQ(push.force.y, 1000);
  EXPECT_DOUBLE_EQ(push.from, 0.01);
  EXPECT_DOUBLE_EQ(std::get<AtJoint>(plan.events.at(0).when).value, M_PI);
}

TEST(SceneSimulation, HasADefaultForEverything) {
  for (const SimulationPlan& plan : {scene_of(arm).simulation, plan_of("{}")}) {
    EXPECT_EQ(plan.options.duration, 10);
    EXPECT_EQ(plan.options.record_interval, 0.01);
    EXPECT_TRUE(plan.options.frames.empty());
    EXPECT_EQ(plan.integrator.kind, IntegratorKind::adaptive);
    EXPECT_FALSE(plan.integrator.step);
    EXPECT_EQ(plan.mechanism.stabilisation, Stabilisation::projection);
    EXPECT_EQ(plan.mechanism.strategy, Strategy::automatic);
    EXPECT_FALSE(plan.mechanism.rate_linear);
    EXPECT_TRUE(plan.constant_torques && plan.joint_damping && plan.dry_friction);
    EXPECT_TRUE(plan.tendon_springs && plan.tendon_damping);
    EXPECT_EQ(plan.limits.kind, LimitKind::hard);
    EXPECT_EQ(plan.limits.restitution, 0);
    EXPECT_FALSE(plan.effort_limits);
    EXPECT_TRUE(plan.open.empty() && plan.controllers.empty() && plan.forces.empty() && plan.events.empty());
  }
  // Also for a shorter run, so that a run that is prolonged later does not use its record interval.
  EXPECT_EQ(plan_of("duration: 0.001").options.record_interval, 0.01);
  EXPECT_EQ(plan_of("{duration: 0.001, record: {frames: [tool]}}").options.record_interval, 0.01);
}

TEST(SceneSimulation, SetsTheDurationAndTheRecords) {
  const SimulationPlan plan = plan_of(
      "duration: 2.5\n"
      "record: {interval: 0.5, frames: [tool, upper_arm]}\n"
      "rate_linear: true\nconstant_torques: false\njoint_damping: false\ntendon_springs: "
      "false\ntendon_damping: false\ndry_friction: false\neffort_limits: "
      "true\nstrategy: dense\n");
  EXPECT_EQ(plan.options.duration, 2.5);
  EXPECT_EQ(plan.options.record_interval, 0.5);
  EXPECT_EQ(plan.options.frames, (Names{"tool", "upper_arm"}));
  EXPECT_EQ(plan.mechanism.strategy, Strategy::dense);
  EXPECT_TRUE(plan.mechanism.rate_linear);
  EXPECT_TRUE(plan.effort_limits);
  EXPECT_FALSE(plan.constant_torques || plan.joint_damping || plan.dry_friction);
  EXPECT_FALSE(plan.tendon_springs || plan.tendon_damping);
  EXPECT_EQ(plan_of("record: {frames: left/tool}", arms).options.frames, (Names{"left/tool"}));
}

TEST(SceneSimulation, IntegratorsAreKnownByTheirNames) {
  for (const auto kind : {IntegratorKind::semi_implicit_euler, IntegratorKind::rk4, IntegratorKind::rkmk4,
                          IntegratorKind::variational, IntegratorKind::adaptive, IntegratorKind::stiff}) {
    EXPECT_EQ(plan_of(std::string("integrator: ") + name_of(kind)).integrator.kind, kind);
    const SimulationPlan plan =
        plan_of("integrator: {kind: " + std::string(name_of(kind)) + ", step: 0.002}");
    EXPECT_EQ(plan.integrator.kind, kind);
    EXPECT_EQ(plan.integrator.step, 0.002);
  }
  const IntegratorOptions options =
      plan_of("integrator: {relative_tolerance: 1e-11, absolute_tolerance: 1e-13}").integrator;
  EXPECT_EQ(options.kind, IntegratorKind::adaptive);
  EXPECT_EQ(options.relative_tolerance, 1e-11);
  EXPECT_EQ(options.absolute_tolerance, 1e-13);
}

TEST(SceneSimulation, StabilisationStrategiesAndLimitsAreWordsOrMaps) {
  for (const auto kind : {Stabilisation::none, Stabilisation::projection, Stabilisation::baumgarte})
    EXPECT_EQ(plan_of(std::string("stabilisation: ") + name_of(kind)).mechanism.stabilisation, kind);
  for (const auto strategy :
       {Strategy::automatic, Strategy::block_omega, Strategy::embedding, Strategy::dense})
    EXPECT_EQ(plan_of(std::string("strategy: ") + name_of(strategy)).mechanism.strategy, strategy);
  const MechanismOptions baumgarte = plan_of("stabilisation: {baumgarte: 35}").mechanism;
  EXPECT_EQ(baumgarte.stabilisation, Stabilisation::baumgarte);
  EXPECT_EQ(baumgarte.baumgarte_rate, 35);
  EXPECT_EQ(plan_of("limits: none").limits.kind, LimitKind::none);
  EXPECT_EQ(plan_of("limits: hard").limits.kind, LimitKind::hard);
  EXPECT_EQ(plan_of("limits: {kind: hard, restitution: 0.2}").limits.restitution, 0.2);
  EXPECT_EQ(plan_of("limits: {kind: hard, rest_speed: 0.02}").limits.rest_speed, 0.02);
  EXPECT_TRUE(plan_of("limits: none").release_pulling);
  EXPECT_FALSE(plan_of("release_pulling: false").release_pulling);
  const LimitPlan soft = plan_of("limits: {kind: soft, stiffness: 5, damping: 0}").limits;
  EXPECT_EQ(soft.kind, LimitKind::soft);
  EXPECT_EQ(soft.stiffness, 5);
  EXPECT_EQ(soft.damping, 0);
}

TEST(SceneSimulation, GraspsAndLoopsMayBeOpenAtTheStart) {
  EXPECT_EQ(plan_of("open: [hook]", arms).open, Names{"hook"});
  EXPECT_EQ(plan_of("open: hook", arms).open, Names{"hook"});
}

TEST(SceneSimulation, ControllersOfJointsHaveGainsAndMotors) {
  const JointPdPlan plain = law_of<JointPdPlan>("kind: joint_pd");
  EXPECT_TRUE(plain.joints.empty() && plain.gravity && plain.target.times.empty());
  EXPECT_EQ(plain.stiffness, Numbers{100});
  EXPECT_EQ(plain.damping, Numbers{20});
  const JointPdPlan pd = law_of<JointPdPlan>(
      "kind: joint_pd, joints: [joint2, joint5], stiffness: [1, 2], damping: 3, gravity: false");
  EXPECT_EQ(pd.joints, (Names{"joint2", "joint5"}));
  EXPECT_EQ(pd.stiffness, (Numbers{1, 2}));
  EXPECT_EQ(pd.damping, Numbers{3});
  EXPECT_FALSE(pd.gravity);
  const auto torque = law_of<ComputedTorquePlan>("kind: computed_torque, stiffness: [1, 2, 3, 4, 5, 6]");
  EXPECT_EQ(torque.stiffness, (Numbers{1, 2, 3, 4, 5, 6}));
  const auto passivity = law_of<PassivityPlan>("kind: passivity, rate: 4, damping: [1, 2, 3, 4, 5, 6]");
  EXPECT_EQ(passivity.rate, Numbers{4});
  EXPECT_EQ(passivity.damping, (Numbers{1, 2, 3, 4, 5, 6}));
  const auto decoupled = law_of<DecoupledPlan>("kind: decoupled, frequency: 7, damping_ratio: 0.5");
  EXPECT_EQ(decoupled.frequency, 7);
  EXPECT_EQ(decoupled.damping_ratio, 0.5);
}

TEST(SceneSimulation, AControllerMayBeSampledAndDriveOneOfSeveralArms) {
  const ControllerPlan plan =
      plan_of("controllers: [{kind: joint_pd, robot: right, period: 0.002, joints: joint7}]", arms)
          .controllers[0];
  EXPECT_EQ(plan.robot, "right");
  EXPECT_EQ(plan.period, 0.002);
  EXPECT_EQ(std::get<JointPdPlan>(plan.law).joints, Names{"joint7"});
  EXPECT_EQ(law_of<JointPdPlan>("kind: joint_pd, joints: right/joint7", arms).joints, Names{"right/joint7"});
}

TEST(SceneSimulation, WaypointsKeepUnspecifiedCoordinates) {
  const TrajectoryPlan target =
      law_of<ComputedTorquePlan>(
          "kind: computed_torque, target: {waypoints: [{time: 0, q: {joint1: 1}}, {time: 1.5, q: {joint3: "
          "-1}}, {time: 2, q: [6, 5, 4, 3, 2, 1]}]}")
          .target;
  EXPECT_EQ(target.interpolation, Interpolation::minimum_jerk);
  EXPECT_EQ(target.times, (Numbers{0, 1.5, 2}));
  ASSERT_EQ(target.values.size(), 3u);
  EXPECT_EQ(target.values[0], (Numbers{1, 0.4, 0, 0, 0, 0}));
  EXPECT_EQ(target.values[1], (Numbers{1, 0.4, -1, 0, 0, 0}));
  EXPECT_EQ(target.values[2], (Numbers{6, 5, 4, 3, 2, 1}));
}

TEST(SceneSimulation, AMotionToALaterWaypointBeginsAtTheStart) {
  const TrajectoryPlan target =
      law_of<JointPdPlan>(
          "kind: joint_pd, robot: left, target: {interpolation: spline, waypoints: [{time: 2, q: {joint1: "
          "1}}]}",
          arms)
          .target;
  EXPECT_EQ(target.interpolation, Interpolation::spline);
  EXPECT_EQ(target.times, (Numbers{0, 2}));
  EXPECT_EQ(target.values[0], (Numbers{0, 0.3, 0, 0, 0, 0}));
  EXPECT_EQ(target.values[1], (Numbers{1, 0.3, 0, 0, 0, 0}));
}

TEST(SceneSimulation, AFrameFollowsPosesInTheWorld) {
  const auto plan = law_of<OperationalSpacePlan>(
      "kind: operational_space, frame: tool, stiffness: [1, 2, 3, 4, 5, 6], joint_damping: 2, target: "
      "{waypoints: [{time: 1, position: [0.5, 0, 0.4]}, {time: 2, rpy_deg: [180, 0, 0]}]}");
  EXPECT_EQ(plan.frame, "tool");
  EXPECT_EQ(plan.stiffness, (Numbers{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(plan.joint_damping, 2);
  const SceneRobot robot = scene_of(arm).robots[0];
  Workspace<double> work(robot.model);
  update_poses<double>(work, robot.state.q);
  const Transform<double> start = pose(work, robot.model.frame("tool"));
  ASSERT_EQ(plan.target.times, (Numbers{0, 1, 2}));
  const auto transform = [&](std::size_t i) {
    const Numbers& x = plan.target.values[i];
    return Transform<double>{rotation_from_quaternion(x[3], x[4], x[5], x[6]), {x[0], x[1], x[2]}};
  };
  const auto distance = [](const Transform<double>& a, const Transform<double>& b) {
    return norm(a.translation - b.translation) + norm(rotation_vector_of(transpose(a.rotation) * b.rotation));
  };
  EXPECT_LT(distance(transform(0), start), 1e-12);
  EXPECT_LT(distance(transform(1), {start.rotation, {0.5, 0, 0.4}}), 1e-12);
  EXPECT_LT(distance(transform(2), {rotation_from_quaternion(0.0, 1.0, 0.0, 0.0), {0.5, 0, 0.4}}), 1e-12);
}

TEST(SceneSimulation, AnObjectFollowsAPoseSharedAndSqueezedByItsArms) {
  const auto plan = law_of<ObjectPlan>(
      "kind: object, stiffness: 50, damping: 10, shares: [1, 3], joint_damping: 1, squeeze: [{grasp: hook, "
      "force: [0, 0, 5]}, {grasp: left, moment: [1, 0, 0]}], target: {waypoints: [{time: 0, position: [1, 2, "
      "4]}]}",
      arms);
  EXPECT_EQ(plan.stiffness, Numbers{50});
  EXPECT_EQ(plan.damping, Numbers{10});
  EXPECT_EQ(plan.shares, (Numbers{1, 3}));
  EXPECT_EQ(plan.joint_damping, 1);
  ASSERT_EQ(plan.squeeze.size(), 2u);
  EXPECT_EQ(plan.squeeze[0].grasp, "hook");
  EXPECT_EQ(plan.squeeze[0].force, (Force<double>{{}, {0, 0, 5}}));
  EXPECT_EQ(plan.squeeze[1].force, (Force<double>{{1, 0, 0}, {}}));
  const Numbers& pose = plan.target.values.at(0);
  EXPECT_EQ(Numbers(pose.begin(), pose.begin() + 3), (Numbers{1, 2, 4}));
  EXPECT_NEAR(pose[3], std::cos(0.25), 1e-15);  // its initial orientation
  EXPECT_NEAR(pose[6], std::sin(0.25), 1e-15);
}

TEST(SceneSimulation, ForcesActOnJointsAndBodiesOfTheWholeSystem) {
  const auto spring = force_of<JointSpringPlan>(
      "kind: joint_spring, joint: left/joint2, stiffness: 10, damping: 1, rest: 0.5", arms);
  EXPECT_EQ(spring.joint, "left/joint2");
  EXPECT_EQ(Numbers({spring.stiffness, spring.damping, spring.rest}), (Numbers{10, 1, 0.5}));
  const auto between = force_of<PointSpringPlan>(
      "kind: point_spring, first: {position: [0, 0, 2]}, second: {body: tool, position: [0, 0, 0.1]}, "
      "stiffness: "
      "4530, length: 0.07785");
  EXPECT_EQ(between.first.body, "");
  EXPECT_EQ(between.first.placement.translation, (Vector3<double>{0, 0, 2}));
  EXPECT_EQ(between.second.placement.translation, (Vector3<double>{0, 0, 0.1}));
  EXPECT_EQ(Numbers({between.stiffness, between.damping, between.length}), (Numbers{4530, 0, 0.07785}));
  const auto push = force_of<PushPlan>("kind: push, at: {body: tool}, force: [1, 2, 3], from: 1, until: 2");
  EXPECT_EQ(push.at.body, "tool");
  EXPECT_EQ(push.force, (Vector3<double>{1, 2, 3}));
  EXPECT_EQ(push.moment, Vector3<double>{});
  EXPECT_EQ(Numbers({push.from, push.until}), (Numbers{1, 2}));
  EXPECT_EQ(force_of<PushPlan>("kind: push, at: {body: tool}, moment: [1, 0, 0]").until, infinity);
  const auto noise =
      force_of<DisturbancePlan>("kind: disturbance, size: 0.1, period: 0.05, seed: 9007199254740992");
  EXPECT_EQ(Numbers({noise.size, noise.period}), (Numbers{0.1, 0.05}));
  EXPECT_EQ(noise.seed, 9007199254740992u);
}

TEST(SceneSimulation, EventsOccurAtATimeOrWhenAJointPassesAValue) {
  const EventPlan let_go = event_of("name: let_go, at: 2.5, release: [hook], close: left", arms);
  EXPECT_EQ(let_go.name, "let_go");
  EXPECT_EQ(std::get<AtTime>(let_go.when).time, 2.5);
  EXPECT_EQ(let_go.release, Names{"hook"});
  EXPECT_EQ(let_go.close, Names{"left"});
  EXPECT_FALSE(let_go.stop);
  const auto at_joint = [](const std::string& key) {
    const EventPlan event = event_of("joint: joint3, " + key + ": 1.2, stop: true");
    EXPECT_EQ(event.name, "event1");
    EXPECT_TRUE(event.stop);
    const auto& at = std::get<AtJoint>(event.when);
    EXPECT_EQ(at.joint, "joint3");
    EXPECT_EQ(at.value, 1.2);
    return std::pair(at.of_velocity, at.rising);
  };
  EXPECT_EQ(at_joint("rises_to"), std::pair(false, true));
  EXPECT_EQ(at_joint("falls_to"), std::pair(false, false));
  EXPECT_EQ(at_joint("velocity_rises_to"), std::pair(true, true));
  EXPECT_EQ(at_joint("velocity_falls_to"), std::pair(true, false));
}

TEST(SceneSimulation, WaypointsStartFromTheAssembledState) {
  const Scene scene = scene_of(
      "model: four_bar.urdf\nassemble: {hold: [crank_joint]}\nq: {crank_joint: 0.6}\n"
      "simulation: {controllers: [{kind: joint_pd, joints: crank_joint, target: {waypoints: [{time: 1, q: "
      "{crank_joint: 1}}]}}]}\n");
  const TrajectoryPlan& target = std::get<JointPdPlan>(scene.simulation.controllers.at(0).law).target;
  EXPECT_EQ(target.values.at(0), scene.robots[0].state.q);
}

TEST(SceneSimulation, SimulatesSeveralArmsAsOneSystem) {
  const Scene scene = scene_of(arms);
  const SimulatedScene whole = simulated(scene);
  EXPECT_EQ(whole.whole.velocity_size(), 6 + 7 + 6);
  EXPECT_EQ(whole.state.q, as_one_state(scene).q);
  ASSERT_EQ(whole.arms.size(), 2u);
  ASSERT_EQ(whole.object.size(), 1u);
  EXPECT_EQ(whole.arms[1].name, "right");
  EXPECT_EQ(whole.arms[1].q_index, 6);
  EXPECT_EQ(whole.object[0].name, "box");
  EXPECT_EQ(whole.object[0].v_index, 13);
  EXPECT_EQ(whole.grasps.size(), 2u);
  const SimulatedScene alone = simulated(scene_of(arm));
  EXPECT_TRUE(alone.arms.empty() && alone.object.empty() && alone.grasps.empty());
  EXPECT_EQ(alone.whole.velocity_size(), 6);
}

// Examples of the documentation with a simulation: whole scenes, or `simulation` alone for the plate on three arms.
TEST(SceneSimulation, ExamplesOfTheDocumentationAreRead) {
  std::ifstream file(source_folder() + "/docs/scene.md");
  std::string block;
  bool inside = false;
  int found = 0;
  for (std::string line; std::getline(file, line);) {
    if (line == "```yaml") {
      inside = true, block.clear();
    } else if (line == "```" && inside) {
      inside = false;
      if (block.find("simulation:") == std::string::npos) continue;
      ++found;
      std::string plate =
          "arms:\n"
          "  - {name: first, model: arm6.urdf, tip: tool}\n"
          "  - {name: second, model: arm6.urdf, base: {position: [2, 0, 0]}, tip: tool}\n"
          "  - {name: third, model: arm6.urdf, base: {position: [0, 2, 0]}, tip: tool}\n"
          "object: {name: plate, mass: 6, box: [0.7, 0.7, 0.02]}\n"
          "grasps: [{arm: first}, {arm: second}, {arm: third}]\n";
      scene_of(block.find("model:") == std::string::npos ? plate + block : block);
    } else if (inside) {
      block += line + "\n";
    }
  }
  EXPECT_GE(found, 3);
}

}  // namespace sinew::test::scene_simulation_test
