// Invalid simulations, each with the exact findings; motions from files, valid and invalid.
#include <gtest/gtest.h>

#include <fstream>

#include "sinew/io/files/trajectory_file.hpp"
#include "sinew/io/scene.hpp"
#include "sinew/model/examples.hpp"
#include "tests/support/places.hpp"

namespace sinew::test::scene_simulation_validation_test {

using Numbers = std::vector<double>;

const std::string folder = source_folder() + "/models/";

std::string without_folder(std::string findings, const std::string& name) {
  for (auto at = findings.find(name); at != std::string::npos; at = findings.find(name))
    findings.erase(at, name.size());
  return findings;
}

std::string findings_of(const std::string& text) {
  const SceneResult result = read_scene_text(text, folder + "bad.yaml");
  EXPECT_FALSE(result.scene) << text;
  return without_folder(result.findings.to_string(), folder);
}

const std::string arm = "model: arm6.urdf\n";
const std::string arms =
    "arms: [{name: left, model: arm6.urdf, tip: tool}, {name: right, model: arm6.urdf, tip: tool}]\n"
    "object: {name: box, mass: 1, box: [1, 1, 1]}\n"
    "grasps: [{arm: left}, {arm: right}]\n";

struct Case {
  std::string simulation, expected;  // the text after "bad.yaml:2: error: "
};

void expect_refused(const std::vector<Case>& cases, const std::string& scene = arm) {
  const auto lines = std::count(scene.begin(), scene.end(), '\n');
  for (const auto& [simulation, expected] : cases) {
    EXPECT_EQ(findings_of(scene + "simulation: {" + simulation + "}\n"),
              "bad.yaml:" + std::to_string(lines + 1) + ": error: " + expected + "\n");
  }
}

TEST(InvalidSimulation, ValuesOutOfRangeAreErrors) {
  expect_refused({
      {"duration: -1", "simulation: duration: got -1, expected a number above 0"},
      {"duration: 0", "simulation: duration: got 0, expected a number above 0"},
      {"duration: long", "simulation: duration: expected a number, got 'long'"},
      {"duration: 3kg", "simulation: duration: '3kg' has the unit kg; expected s, as in 5ms or 0.5s"},
      {"duration: '3s'", "simulation: duration: expected a number, got the text '3s'"},
      {"integrator: {kind: adaptive, relative_tolerance: 1m}",
       "simulation: integrator: relative_tolerance: '1m' has the unit m; expected a number without unit"},
      {"controllers: [{kind: computed_torque, stiffness: 5Nm}]",
       "controller 1: stiffness: '5Nm' has the unit Nm; expected 1/s^2"},
      {"duration: inf", "simulation: duration: expected a finite number, got 'inf'"},
      {"integrator: {kind: rk4, step: 0}", "simulation: integrator: step: got 0, expected a number above 0"},
      {"integrator: {relative_tolerance: 0}",
       "simulation: integrator: relative_tolerance: got 0, expected 1e-14 to 0.1"},
      {"integrator: {kind: stiff, absolute_tolerance: 2}",
       "simulation: integrator: absolute_tolerance: got 2, expected 1e-16 to 1"},
      {"record: {interval: 0}", "simulation: record: interval: got 0, expected a number above 0"},
      {"duration: 1, record: {interval: 2}",
       "simulation: record: interval: got 2, expected no more than the duration of 1"},
      {"record: {interval: 1e-8}",
       "simulation: a duration of 10 s in record intervals of 1e-08 s takes 1e+09 of them, expected no more "
       "than 5e+07"},
      {"integrator: {kind: rk4, step: 1e-300}",
       "simulation: a duration of 10 s in steps of 1e-300 s takes 1e+301 of them, expected no more than "
       "1e+11"},
      {"stabilisation: {baumgarte: 0}",
       "simulation: stabilisation: baumgarte: got 0, expected a number above 0"},
      {"stabilisation: {}", "simulation: stabilisation: has no baumgarte"},
      {"limits: {kind: hard, restitution: 1.5}", "simulation: limits: restitution: got 1.5, expected 0 to 1"},
      {"limits: {kind: soft, stiffness: -1}",
       "simulation: limits: stiffness: got -1, expected a number above 0"},
      {"limits: {stiffness: 1}", "simulation: limits: has no kind"},
      {"rate_linear: maybe", "simulation: rate_linear: expected true or false, got 'maybe'"},
  });
}

TEST(InvalidSimulation, KeysOfAnotherKindAreRefused) {
  expect_refused({
      {"integrator: {kind: rk4, relative_tolerance: 1e-6}",
       "simulation: integrator: relative_tolerance: is only for the kinds adaptive and stiff"},
      {"limits: {kind: soft, rest_speed: 0.5}", "simulation: limits: rest_speed: is only for the kind hard"},
      {"limits: {kind: hard, rest_speed: 0}",
       "simulation: limits: rest_speed: got 0, expected a number above 0"},
      {"limits: {kind: soft, restitution: 0.5}",
       "simulation: limits: restitution: is only for the kind hard"},
      {"limits: {kind: none, damping: 1}", "simulation: limits: damping: is only for the kind soft"},
      {"events: [{at: 1, rises_to: 2}]", "event 'event1': rises_to: is only for events of a joint"},
  });
}

TEST(InvalidSimulation, UnknownWordsAndNamesAreReportedWithTheNearestKnown) {
  expect_refused({
      {"integrator: rk5",
       "simulation: integrator: kind: unknown word 'rk5': did you mean 'rk4'? (expected one of adaptive, "
       "stiff, rk4, rkmk4, variational, semi_implicit_euler)"},
      {"integrator: [rk4]", "simulation: integrator: kind: expected a name, got a list"},
      {"stabilisation: project",
       "simulation: stabilisation: unknown word 'project': did you mean 'projection'? (expected one of none, "
       "projection, baumgarte)"},
      {"limits: sott",
       "simulation: limits: kind: unknown word 'sott': did you mean 'soft'? (expected one of none, soft, "
       "hard)"},
      {"record: {intervall: 1}",
       "simulation: record: unknown key 'intervall': did you mean 'interval'? (expected one of interval, "
       "frames)"},
      {"open: [lop]", "simulation: open: unknown loop 'lop' (there are none)"},
      {"controllers: [{kind: joint_pid}]",
       "controller 1: kind: unknown word 'joint_pid': did you mean 'joint_pd'? (expected one of joint_pd, "
       "computed_torque, operational_space, passivity, decoupled, lqr, object, actuators)"},
      {"events: [{joint: joint9, rises_to: 1}]",
       "event 'event1': joint: unknown joint 'joint9': did you mean 'joint1'? (expected one of joint1, "
       "joint2, joint3, joint4, joint5, joint6)"},
  });
  EXPECT_EQ(findings_of(arm + "simulation: {record: {frames: [tol]}}\n").substr(0, 84),
            "bad.yaml:2: error: simulation: record: frames: unknown frame 'tol': did you mean 'to");
}

TEST(InvalidSimulation, ControllersMustFitTheirRobot) {
  expect_refused({
      {"controllers: [{}]", "controller 1: has no kind"},
      {"controllers: {}", "simulation: controllers: expected a list, got a map"},
      {"controllers: [{kind: joint_pd, period: -1}]", "controller 1: period: got -1, expected 0 or more"},
      {"controllers: [{kind: joint_pd, stiffness: [1, 2]}]",
       "controller 1: stiffness: got 2 numbers, expected 1, or 6 (one for each motor)"},
      {"controllers: [{kind: joint_pd, joints: [joint1], damping: [1, 2]}]",
       "controller 1: damping: got 2 numbers, expected 1"},
      {"controllers: [{kind: joint_pd, stiffness: -3}]",
       "controller 1: stiffness: got -3, expected 0 or more"},
      {"controllers: [{kind: joint_pd, joints: [joint1, joint1]}]",
       "controller 1: joints: 'joint1' is named twice"},
      {"controllers: [{kind: joint_pd, robot: left}]",
       "controller 1: robot: the scene has no arms, expected no robot"},
      {"controllers: [{kind: operational_space}]", "controller 1: has no frame"},
      {"controllers: [{kind: decoupled, frequency: 0}]",
       "controller 1: frequency: got 0, expected a number above 0"},
      {"controllers: [{kind: object}]", "controller 1: kind: the scene has no object that is held by arms"},
  });
  expect_refused(
      {
          {"controllers: [{kind: joint_pd, robot: lft}]",
           "controller 1: robot: unknown arm 'lft': did you mean 'left'? (expected one of left, right)"},
          {"controllers: [{kind: decoupled}]",
           "controller 1: decoupled control needs a motor on every degree of freedom; joint 'box/free' of "
           "'box and arms' is a floating joint"},
          {"events: [{joint: box/free, rises_to: 1}]",
           "event 'event1': joint: joint 'box/free' has 6 degrees of freedom; expected a joint with one"},
          {"controllers: [{kind: object, robot: left}]",
           "controller 1: robot: all arms carry the object together, expected no robot"},
          {"controllers: [{kind: object, shares: [1]}]", "controller 1: shares: expected 2 numbers, got 1"},
          {"controllers: [{kind: object, shares: [0, 0]}]",
           "controller 1: shares: expected numbers of 0 or more, and at least one above 0"},
          {"controllers: [{kind: object, squeeze: [{grasp: lef}]}]",
           "controller 1: squeeze: grasp: unknown grasp 'lef': did you mean 'left'? (expected one of left, "
           "right)"},
          {"open: [midle]", "simulation: open: unknown loop 'midle' (expected one of left, right)"},
      },
      arms);
}

TEST(InvalidSimulation, TrajectoriesMustBeMotionsOfTheRobot) {
  const auto refused = [](const std::string& target, const std::string& expected) {
    expect_refused(
        {{"controllers: [{kind: joint_pd, target: " + target + "}]", "controller 1: target: " + expected}});
  };
  const std::string q = "q: [0, 0, 0, 0, 0, 0]";
  refused("{}", "has neither waypoints nor file; expected one of them");
  refused("{waypoints: []}", "waypoints: expected at least one");
  refused("{waypoints: [{" + q + "}]}", "waypoint 1: has no time");
  refused("{waypoints: [{time: 1}]}", "waypoint 1: has no q");
  refused("{waypoints: [{time: -1, " + q + "}]}", "waypoint 1: time: got -1, expected 0 or more");
  refused("{waypoints: [{time: 0, " + q + "}, {time: 2, " + q + "}, {time: 2, " + q + "}]}",
          "waypoint 3: time: got 2 after 2, expected increasing times");
  refused("{waypoints: [{time: 1, q: [1, 2]}]}",
          "waypoint 1: q: got 2 numbers, expected 6 (joint1 1, joint2 1, joint3 1, joint4 1, joint5 1, "
          "joint6 1)");
  refused("{waypoints: [{time: 1, position: [1, 2, 3], " + q + "}]}",
          "waypoint 1: unknown key 'position' (expected one of time, q)");
  refused("{waypoints: [{time: 1, " + q + "}], interpolation: linear}",
          "interpolation: unknown word 'linear' (expected one of minimum_jerk, spline)");
  refused("{file: nowhere.csv}", "file: no such file: nowhere.csv");
  expect_refused({{"controllers: [{kind: operational_space, frame: tool, target: {waypoints: [{time: 1}]}}]",
                   "controller 1: target: waypoint 1: has neither position nor rotation"}});
}

TEST(InvalidSimulation, ForcesMustActOnAKnownJointOrBody) {
  expect_refused({
      {"forces: [{kind: joint_spring, stiffness: 1}]", "force 1: has no joint"},
      {"forces: [{kind: joint_spring, joint: joint1}]", "force 1: has neither stiffness nor damping"},
      {"forces: [{kind: point_spring, first: {body: tool}, stiffness: 1}]", "force 1: has no second"},
      {"forces: [{kind: point_spring, first: {body: tool}, second: {body: tool}, stiffness: 1}]",
       "force 1: both ends are on one body; expected two bodies"},
      {"forces: [{kind: point_spring, first: {here: true}, second: {body: tool}, stiffness: 1}]",
       "force 1: first: here is only for loops and grasps"},
      {"forces: [{kind: push, at: {body: tool}}]", "force 1: has neither force nor moment"},
      {"forces: [{kind: push, at: {body: ground}, force: [1, 0, 0]}]",
       "force 1: at: is on the ground, expected a place on a body"},
      {"forces: [{kind: push, at: {body: tool}, force: [1, 0, 0], from: 2, until: 1}]",
       "force 1: until: got 1, expected a time after 2"},
      {"forces: [{kind: disturbance}]", "force 1: has no size"},
      {"forces: [{kind: disturbance, size: 1, seed: 0.5}]",
       "force 1: seed: got 0.5, expected a whole number from 0 to 2^53"},
      {"forces: [{kind: disturbance, size: 1, seed: 1e300}]",
       "force 1: seed: got 1e+300, expected a whole number from 0 to 2^53"},
      {"forces: [{kind: disturbance, size: 1, period: 0}]",
       "force 1: period: got 0, expected a number above 0"},
      {"forces: [{}]", "force 1: has no kind"},
  });
}

TEST(InvalidSimulation, EventsMustBePossible) {
  expect_refused({
      {"events: [{stop: true}]", "event 'event1': has neither at nor joint; expected one of them"},
      {"events: [{name: x, at: -1}]", "event 'x': at: got -1, expected 0 or more"},
      {"events: [{at: 1, joint: joint1, rises_to: 1}, {joint: joint1, rises_to: 0}]",
       "event 'event1': at and joint exclude each other\n"
       "bad.yaml:2: error: event 'event1': rises_to: is only for events of a joint"},
      {"events: [{joint: joint1}]",
       "event 'event1': has none of rises_to, falls_to, velocity_rises_to, velocity_falls_to; expected one "
       "of them"},
      {"events: [{joint: joint1, rises_to: 1, falls_to: 0}]",
       "event 'event1': has several of rises_to, falls_to, velocity_rises_to, velocity_falls_to; expected "
       "one of them"},
  });
  expect_refused({{"events: [{at: 1, release: [left], close: [left]}]",
                   "event 'event1': close: 'left' is released by the same event"}},
                 arms);
}

TEST(InvalidSimulation, AnEventAfterTheEndIsAWarning) {
  const SceneResult result =
      read_scene_text(arm + "simulation: {duration: 2, events: [{at: 3}]}\n", folder + "odd.yaml");
  EXPECT_TRUE(result.scene);
  EXPECT_EQ(without_folder(result.findings.to_string(), folder),
            "odd.yaml:2: warning: event 'event1': at 3 s is after the end of the simulation at 2 s: it will "
            "not happen\n");
}

TEST(InvalidSimulation, EveryFindingIsReportedAtOnceWithThoseOfTheScene) {
  EXPECT_EQ(
      findings_of(arm + "q: [1]\nsimulation:\n  duration: -1\n  controllers:\n    - kind: joint_pd\n"
                        "      joints: [joint7]\n  colour: red\n"),
      "bad.yaml:2: error: q: got 1 number, expected 6 (joint1 1, joint2 1, joint3 1, joint4 1, joint5 1, "
      "joint6 1)\n"
      "bad.yaml:4: error: simulation: duration: got -1, expected a number above 0\n"
      "bad.yaml:7: error: controller 1: joints: unknown joint 'joint7': did you mean 'joint1'? (expected "
      "one of joint1, joint2, joint3, joint4, joint5, joint6)\n"
      "bad.yaml:8: error: simulation: unknown key 'colour' (nearest of 20: record, open, forces, "
      "limits, events, controllers, duration, strategy, integrator, rate_linear, joint_springs, "
      "dry_friction, "
      "effort_limits, stabilisation, constant_torques, joint_damping)\n");
}

TEST(InvalidSimulation, NamesAreNotCheckedIfThePartsCouldNotBeRead) {
  const std::string simulation =
      "simulation:\n  duration: 0\n  open: grip\n  record: {frames: [tip]}\n  controllers:\n"
      "    - {kind: joint_pd, joints: [a, b, c], target: {waypoints: [{time: 1, q: {a: 1}}]}}\n"
      "    - {kind: operational_space, frame: tip, target: {waypoints: [{time: 1, position: [0, 0, 1]}]}}\n"
      "    - {kind: object, shares: [1], target: {file: x.csv}}\n"
      "  forces: [{kind: push, at: {body: x}, force: [0, 0, 1]}]\n"
      "  events: [{joint: z, rises_to: 1}]\n";
  const std::string duration = ": error: simulation: duration: got 0, expected a number above 0\n";
  EXPECT_EQ(findings_of("model: nowhere.urdf\n" + simulation),
            "bad.yaml:1: error: model: no such file: nowhere.urdf\nbad.yaml:3" + duration);
  EXPECT_EQ(findings_of("arms: [{name: a, model: arm6.urdf}, {name: b, model: no.urdf}]\n" + simulation),
            "bad.yaml:1: error: arm 'b': model: no such file: no.urdf\nbad.yaml:3" + duration);
}

TEST(InvalidSimulation, ThatIsNotAMapIsRefused) {
  EXPECT_EQ(findings_of(arm + "simulation: fast\n"),
            "bad.yaml:2: error: simulation: expected a map of keys and values, got 'fast'\n");
  EXPECT_EQ(findings_of(arm + "simulation: {events: [x]}\n"),
            "bad.yaml:2: error: event 'event1': expected a map of keys and values, got 'x'\n");
}

// ---- Motions from files ----

const Model two_links{planar_chain(2)};

TrajectoryPlan motion_of(const std::string& text, std::string& findings) {
  Findings found;
  TrajectoryPlan plan = read_trajectory_text(text, "m.csv", two_links, found);
  EXPECT_EQ(plan.times.empty(), found.has_errors());
  findings = found.to_string();
  return plan;
}

TEST(TrajectoryFile, IsReadWithCommasOrBlanksAndAHeader) {
  const TrajectoryPlan expected{.times = {0, 0.5, 2}, .values = {{1, 2}, {3, 4}, {-5e-1, 6}}};
  for (const char* text :
       {"0,1,2\n0.5,3,4\n2,-5e-1,6\n", "time, a, b\r\n0, 1, 2\r\n0.5,3,4\r\n\r\n2,-5e-1,+6",
        "# made by hand\n\n\"time\",a,b\n0 1 2\n 0.5\t3  4 \n# more\n2 -0.5 6\n\n"}) {
    std::string findings;
    const TrajectoryPlan plan = motion_of(text, findings);
    EXPECT_EQ(findings, "");
    EXPECT_EQ(plan.times, expected.times) << text;
    EXPECT_EQ(plan.values, expected.values) << text;
    EXPECT_EQ(plan.interpolation, Interpolation::spline);
  }
}

TEST(TrajectoryFile, WrongLinesAreErrorsWithTheirNumbers) {
  const std::vector<Case> cases{
      {"0,1\n", "m.csv:1: error: after the time: got 1 number, expected 2 (joint1 1, joint2 1)\n"},
      {"0,1,2\n1,1,2,3\n",
       "m.csv:2: error: after the time: got 3 numbers, expected 2 (joint1 1, joint2 1)\n"},
      {"0,1,2\n\n1,x,2\n2,,1\n",
       "m.csv:3: error: expected a number, got 'x'\n"
       "m.csv:4: error: got 2 numbers between 2 commas, expected one on each side of a comma\n"},
      {"time,a,b\nx,1,2\n", "m.csv:2: error: expected a number, got 'x'\n"},
      {"0,1,2\n1,nan,2\n2,inf,1\n3,1e999,1\n",
       "m.csv:2: error: expected a number, got 'nan'\n"
       "m.csv:3: error: expected a finite number, got 'inf'\n"
       "m.csv:4: error: number out of range: '1e999'\n"},
      {"0,1,2\n1,1,2\n1,1,2\n", "m.csv:3: error: time 1 after 1, expected increasing times\n"},
      {"-1,1,2\n", "m.csv:1: error: time -1, expected 0 or more\n"},
      {"time,a,b\n", "m.csv: error: has no line of numbers\n"},
      {"", "m.csv: error: has no line of numbers\n"},
      {",\n", "m.csv:1: error: got 0 numbers between 1 commas, expected one on each side of a comma\n"},
  };
  for (const auto& [text, expected] : cases) {
    std::string findings;
    motion_of(text, findings);
    EXPECT_EQ(findings, expected) << text;
  }
}

TEST(TrajectoryFile, TheNumberOfReportedErrorsIsLimited) {
  std::string text, findings;
  for (int i = 0; i < 1000; ++i) text += "1,a,b\n";
  motion_of(text, findings);
  EXPECT_EQ(std::count(findings.begin(), findings.end(), '\n'), 10);
}

TEST(TrajectoryFile, IsRelativeToItsScene) {
  const std::string place = testing::TempDir() + "sinew_motion/";
  std::filesystem::create_directories(place);
  std::ofstream(place + "motion.csv") << "time,x,y,z,w,i,j,k\n0,0.5,0,0.4,0,1,0,0\n1,0.5,0,0.5,0,1,0,0\n";
  std::ofstream(place + "bad.csv") << "0,0.5,0,0.4,0,2,0,0\n";
  const auto scene = [&](const std::string& file) {
    return "model: " + source_folder() +
           "/models/arm6.urdf\nsimulation: {controllers: [{kind: operational_space, frame: tool, target: "
           "{file: " +
           file + "}}]}\n";
  };
  const SceneResult good = read_scene_text(scene("motion.csv"), place + "scene.yaml");
  ASSERT_TRUE(good.scene) << good.findings.to_string();
  const auto& target = std::get<OperationalSpacePlan>(good.scene->simulation.controllers.at(0).law).target;
  EXPECT_EQ(target.times, (Numbers{0, 1}));
  EXPECT_EQ(target.values[1], (Numbers{0.5, 0, 0.5, 0, 1, 0, 0}));
  const SceneResult bad = read_scene_text(scene("bad.csv"), place + "scene.yaml");
  EXPECT_EQ(without_folder(bad.findings.to_string(), place),
            "bad.csv:1: error: the quaternion w x y z of joint object_motion (q[3] to q[6]) has length 2, "
            "expected 1\n");
  std::filesystem::remove_all(place);
}

}  // namespace sinew::test::scene_simulation_validation_test
