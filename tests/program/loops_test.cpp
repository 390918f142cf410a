// Compares `sinew compute forward-dynamics` and `constraint-forces` of models and scenes with loops with the library,
// to the last bit, and their derivatives with differences.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sinew/chains/loops/consistent_state.hpp"
#include "sinew/io/scene.hpp"
#include "sinew/sinew.hpp"
#include "tests/support/run_program.hpp"

namespace sinew::test::loops_test {

using nlohmann::json;
using Numbers = std::vector<double>;

Outcome compute(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "compute");
  return run_program(arguments);
}

json report_of(std::vector<std::string> arguments) {
  arguments.emplace_back("--json");
  const Outcome outcome = compute(arguments);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.notes;
  EXPECT_EQ(outcome.notes, "");
  return outcome.exit_code == 0 ? json::parse(outcome.output) : json();
}

Numbers numbers_of(const Vector3<double>& v) {
  return {v.x, v.y, v.z};
}

class SceneWithLoops : public testing::TestWithParam<const char*> {
 protected:
  const std::string file = model_path(GetParam());
};

TEST_P(SceneWithLoops, IsClosedLikeInTheLibrary) {
  const json report = report_of({"forward-dynamics", file});
  const Scene scene = load_scene(file);
  const SceneRobot& robot = scene.robots.at(0);
  Workspace<double> work(robot.model);
  ClosedChain<double> chain(robot.model);
  Numbers qdd(robot.state.v.size());
  chain.forward_dynamics(work, robot.state.q, robot.state.v, robot.state.tau, qdd);
  EXPECT_EQ(report.at("inputs").at("q").get<Numbers>(), robot.state.q);
  EXPECT_EQ(report.at("qdd").get<Numbers>(), qdd);
  EXPECT_EQ(report.at("rows"), chain.rows());
  EXPECT_EQ(report.at("rank"), chain.rank());
  EXPECT_EQ(report.at("dofs"), robot.model.velocity_size() - chain.rank());
  EXPECT_EQ(report.at("strategy"), name_of(chain.strategy()));
  EXPECT_LT(report.at("position_error").get<double>(), 1e-11);
  EXPECT_LT(report.at("velocity_error").get<double>(), 1e-11);
  const auto& loops = robot.model.description().loops;
  ASSERT_EQ(report.at("loop_forces").size(), loops.size());
  for (std::size_t i = 0; i < loops.size(); ++i) {
    const json& loop = report.at("loop_forces")[i];
    const Force<double> force = chain.loop_force(static_cast<int>(i));
    EXPECT_EQ(loop.at("name"), loops[i].name);
    EXPECT_EQ(loop.at("kind"), name_of(loops[i].connection.kind));
    EXPECT_EQ(loop.at("moment").get<Numbers>(), numbers_of(force.angular));
    EXPECT_EQ(loop.at("force").get<Numbers>(), numbers_of(force.linear));
  }
}

TEST_P(SceneWithLoops, HasTheSameAccelerationsByEveryStrategy) {
  const Numbers expected = report_of({"forward-dynamics", file, "--strategy=dense"}).at("qdd");
  for (const char* strategy : {"automatic", "block_omega", "embedding"}) {
    const Numbers qdd = report_of({"forward-dynamics", file, "--strategy", strategy}).at("qdd");
    ASSERT_EQ(qdd.size(), expected.size());
    for (std::size_t i = 0; i < qdd.size(); ++i)
      EXPECT_NEAR(qdd[i], expected[i], 1e-8 * (1 + std::abs(expected[i]))) << strategy << " " << i;
  }
}

TEST_P(SceneWithLoops, HasTheJointForcesOfTheClosedMechanism) {
  const Scene scene = load_scene(file);
  const auto& [model, state] = std::tie(scene.robots.at(0).model, scene.robots.at(0).state);
  for (const char* strategy : {"block_omega", "embedding", "dense"}) {
    const json report = report_of({"constraint-forces", file, "--strategy", strategy});
    EXPECT_FALSE(report.contains("loops_left_out"));
    EXPECT_EQ(report.at("strategy"), strategy);
    EXPECT_EQ(report.at("loop_forces").size(), model.description().loops.size());
    Workspace<double> work(model);
    ClosedChain<double> chain(model, report.at("strategy") == "block_omega" ? Strategy::block_omega
                                     : report.at("strategy") == "embedding" ? Strategy::embedding
                                                                            : Strategy::dense);
    Numbers qdd(state.v.size());
    chain.forward_dynamics(work, state.q, state.v, state.tau, qdd);
    std::vector<JointForce<double>> forces(model.joints().size());
    joint_forces(work, forces);
    EXPECT_EQ(report.at("qdd").get<Numbers>(), qdd);
    for (std::size_t i = 0; i < forces.size(); ++i) {
      const auto& [n, f] = forces[i].whole;
      EXPECT_EQ(report.at("joint_forces").at(i).get<Numbers>(), (Numbers{n.x, n.y, n.z, f.x, f.y, f.z})) << i;
    }
  }
}

// Accelerations and multipliers are linear in tau and quadratic in v, so that central differences are exact.
TEST_P(SceneWithLoops, HasTheDerivativesOfTheClosedMechanism) {
  const json report = report_of({"forward-dynamics-derivatives", file});
  const Scene scene = load_scene(file);
  const Model& model = scene.robots.at(0).model;
  const State& state = scene.robots.at(0).state;
  Workspace<double> work(model);
  ClosedChain<double> chain(model);
  const std::size_t n = state.v.size(), rows = std::size_t(chain.rows());
  EXPECT_FALSE(report.contains("loops_left_out"));
  EXPECT_EQ(report.at("multipliers").size(), rows);
  EXPECT_EQ(report.at("loop_forces").size(), model.description().loops.size());
  const auto results_at = [&](const State& at) {
    Numbers all(n);
    chain.forward_dynamics(work, at.q, at.v, at.tau, all);
    all.insert(all.end(), chain.multipliers().begin(), chain.multipliers().end());
    return all;
  };
  const auto expect_column = [&](const std::string& by, std::size_t j, double step, const auto& move,
                                 double tolerance) {
    State above = state, below = state;
    move(above, step), move(below, -step);
    const Numbers a = results_at(above), b = results_at(below);
    double size = 1;
    for (const double x : a) size = std::max(size, std::abs(x));
    for (std::size_t i = 0; i < n + rows; ++i) {
      const double entry = i < n ? report.at("dqdd_d" + by)[i][j].get<double>()
                                 : report.at("dmultipliers_d" + by)[i - n][j].get<double>();
      EXPECT_NEAR(entry, (a[i] - b[i]) / (2 * step), tolerance * size) << "d" << by << " " << i << " " << j;
    }
  };
  for (std::size_t j = 0; j < n; ++j) {
    expect_column(
        "tau", j, 1, [&](State& at, double step) { at.tau[j] += step; }, 1e-9);
    expect_column(
        "v", j, 1, [&](State& at, double step) { at.v[j] += step; }, 1e-9);
    const auto displace = [&](State& at, double step) {
      Numbers direction(n);
      direction[j] = 1;
      model.integrate(state.q, direction, step, at.q);
    };
    expect_column("q", j, 1e-5, displace, 1e-4);
  }
}

INSTANTIATE_TEST_SUITE_P(Own, SceneWithLoops,
                         testing::Values("four_bar.yaml", "slider_crank.yaml", "stewart_platform.yaml",
                                         "humanoid_standing.yaml"));

TEST(Loops, AStandingHumanoidCarriesItsWeightOnItsFeet) {
  const json report = report_of({"forward-dynamics", model_path("humanoid_standing.yaml")});
  double weight = 0;
  for (const json& foot : report.at("loop_forces")) weight += foot.at("force")[2].get<double>();
  EXPECT_NEAR(weight, 9.81 * load(model_path("humanoid.urdf"), {.base = Base::floating}).mass(), 1.0);
}

TEST(Loops, OfAModelAreClosedWithoutAScene) {
  const std::string file = model_path("four_bar.urdf");
  const Numbers closed = report_of({"forward-dynamics", file, "--tau=1,0,0"}).at("qdd");
  const json open = report_of({"forward-dynamics", file, "--tau=1,0,0", "--ignore-loops"});
  EXPECT_NE(open.at("qdd").get<Numbers>(), closed);
  EXPECT_FALSE(open.contains("rank"));
  const Model model = load(file);
  Workspace<double> work(model);
  Numbers expected(3);
  forward_dynamics(work, Numbers{0, 0, 0}, Numbers{0, 0, 0}, Numbers{1, 0, 0}, expected);
  EXPECT_EQ(open.at("qdd").get<Numbers>(), expected);
}

TEST(Loops, ThatAreIgnoredAreReported) {
  const std::string file = model_path("four_bar.urdf");
  EXPECT_EQ(report_of({"gravity-force", file}).at("loops_left_out"), 1);
  EXPECT_EQ(report_of({"forward-dynamics", file, "--ignore-loops"}).at("loops_left_out"), 1);
  EXPECT_FALSE(report_of({"forward-dynamics", file}).contains("loops_left_out"));
  EXPECT_FALSE(report_of({"pose", file}).contains("loops_left_out"));
  EXPECT_TRUE(contains(compute({"mass-matrix", file}).output, "ignored (treated as open): 1 loop\n"));
  EXPECT_TRUE(contains(compute({"constraint-forces", file}).output, "constraints: 5 rows of rank 2"));
  EXPECT_TRUE(contains(compute({"constraint-forces", file, "--ignore-loops"}).output,
                       "ignored (treated as open): 1 loop\n"));
}

TEST(Loops, ThatAreOpenAtQAreReportedWithTheirError) {
  const Outcome outcome = compute({"forward-dynamics", model_path("four_bar.urdf"), "--q=0.5,0,0"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(starts_with(
      outcome.notes, "sinew: warning: q violates the loops: constraint error of loop 'closing_joint', row "));
  const Outcome moving = compute({"forward-dynamics", model_path("four_bar.urdf"), "--v=0.5,0,0"});
  EXPECT_TRUE(starts_with(
      moving.notes, "sinew: warning: v violates the loops: constraint error of loop 'closing_joint', row "));
}

TEST(Loops, AreAssembledWithoutMovingKeptJoints) {
  const json inputs = report_of({"forward-dynamics", model_path("four_bar.urdf"), "--q=0.5,0,0", "--v=2,0,0",
                                 "--assemble", "--hold=crank_joint"})
                          .at("inputs");
  const Model model = load(model_path("four_bar.urdf"));
  const Numbers q = inputs.at("q"), v = inputs.at("v");
  EXPECT_EQ(q[0], 0.5);
  EXPECT_EQ(v[0], 2);
  EXPECT_TRUE(constraint_errors(model, q, v).fit());
  const Outcome far = compute({"forward-dynamics", model_path("four_bar.urdf"), "--q=0.5,0,0", "--assemble",
                               "--hold=crank_joint,coupler_joint,rocker_joint"});
  EXPECT_EQ(far.exit_code, 2);
  EXPECT_TRUE(starts_with(far.notes,
                          "sinew: --assemble: found no state that satisfies the loops: constraint error of "
                          "loop 'closing_joint'"));
}

TEST(Loops, InvalidOptionsAreRefused) {
  const std::string file = model_path("four_bar.urdf");
  EXPECT_EQ(compute({"forward-dynamics", file, "--strategy=magic"}).notes,
            "sinew: unknown strategy 'magic' (expected one of automatic, block_omega, embedding, dense)\n");
  EXPECT_EQ(compute({"forward-dynamics", file, "--hold=crank_joint"}).notes,
            "sinew: --hold: only has an effect together with --assemble; expected --assemble too\n");
  EXPECT_TRUE(starts_with(compute({"forward-dynamics", file, "--assemble", "--hold=crank_jont"}).notes,
                          "sinew: --hold: unknown joint 'crank_jont': did you mean 'crank_joint'?"));
}

TEST(Loops, CouplingsAndMimicsHaveTorques) {
  const TemporaryFile scene("model: " + model_path("arm6.urdf") +
                                "\ntau: {joint4: 3}\ncouplings: [{name: gear, joint: joint5, leader: joint4, "
                                "polynomial: [0, -2]}]\n",
                            ".yaml");
  const json report = report_of({"forward-dynamics", scene.path()});
  ASSERT_EQ(report.at("coupling_torques").size(), 1u);
  EXPECT_EQ(report.at("coupling_torques")[0].at("name"), "gear");
  EXPECT_NE(report.at("coupling_torques")[0].at("torque").get<double>(), 0);
  const Numbers qdd = report.at("qdd");
  EXPECT_NEAR(qdd[4], -2 * qdd[3], 1e-9 * std::abs(qdd[3]));
  EXPECT_TRUE(contains(compute({"forward-dynamics", scene.path()}).output, "gear"));
}

TEST(Scenes, OfOneModelProvideTheModelAndItsStateToEveryCommand) {
  const std::string file = model_path("slider_crank.yaml");
  const json energy = report_of({"energy", file});
  EXPECT_EQ(energy.at("inputs").at("v")[0], 20);
  EXPECT_EQ(report_of({"energy", file, "--v=0,0,0"}).at("kinetic"), 0);
  EXPECT_EQ(run_program({"info", file}).exit_code, 0);
  EXPECT_EQ(run_program({"check", file}).output, file + ": no findings\n");
}

}  // namespace sinew::test::loops_test
