// `sinew count`: the operations of the recursions on a model.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "sinew/sinew.hpp"
#include "tests/support/run_program.hpp"

namespace sinew::test::count_test {

using nlohmann::json;

const std::string arm7 = model_path("arm7.urdf");

json count(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"count", "--json"});
  const Outcome outcome = run_program(arguments);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.notes;
  return outcome.exit_code == 0 ? json::parse(outcome.output) : json();
}

Operations operations(const json& entry) {
  return {.additions = entry.at("additions"),
          .multiplications = entry.at("multiplications"),
          .divisions = entry.at("divisions"),
          .square_roots = entry.at("square_roots"),
          .sines_cosines = entry.at("sines_cosines")};
}

TEST(Count, SaysThatLoopsAndFollowersAreLeftOut) {
  const std::string file = model_path("four_bar.urdf");
  EXPECT_EQ(count({file, "--algorithm", "pose"}).at("loops_left_out"), 1);
  EXPECT_FALSE(count({arm7, "--algorithm", "pose"}).contains("loops_left_out"));
  EXPECT_TRUE(contains(run_program({"count", file, "--algorithm", "pose"}).output,
                       "ignored (treated as open): 1 loop\n"));
}

TEST(Count, OfForwardDynamicsIsThatOfTheLibrary) {
  const Model model = load(arm7);
  Workspace<Counted> work(model);
  const std::vector<Counted> q(7, Counted::input(0.3)), v(7, Counted::input(0.2)), tau(7, Counted::input(1));
  std::vector<Counted> a(7);
  const CountOperations counted;
  forward_dynamics(work, q, v, tau, a);
  const json report = count({arm7, "--algorithm", "forward-dynamics"});
  EXPECT_EQ(report.at("model"), "arm7");
  EXPECT_EQ(report.at("links"), 7);
  EXPECT_EQ(report.at("dofs"), 7);
  ASSERT_EQ(report.at("algorithms").size(), 1);
  const json& entry = report["algorithms"][0];
  EXPECT_EQ(entry.at("name"), "forward-dynamics");
  EXPECT_EQ(operations(entry.at("executed")), counted.executed());
  EXPECT_EQ(operations(entry.at("folded")), counted.folded());
}

TEST(Count, IsOfAllAlgorithmsByDefault) {
  EXPECT_GE(count({arm7}).at("algorithms").size(), 8);
  const json report = count({arm7, "--algorithm", "pose,mass-matrix", "--algorithm", "jacobian"});
  ASSERT_EQ(report.at("algorithms").size(), 3);
  EXPECT_EQ(report["algorithms"][0].at("name"), "pose");
  EXPECT_EQ(report["algorithms"][1].at("name"), "mass-matrix");
  EXPECT_EQ(report["algorithms"][2].at("name"), "jacobian");
}

TEST(Count, KnowsEveryRecursionThatComputeKnows) {
  using enum Quantity;
  for (const Quantity quantity : offered::by_compute) {
    if (quantity == multi_arm) continue;  // needs a scene, not one model
    if (is_among(std::array{tendons, actuators, sensors}, quantity)) continue;  // depend on what a file lists
    if (is_among(
            std::array{inverse_dynamics_derivatives, forward_dynamics_derivatives, regressor, linearization},
            quantity))
      continue;  // several recursions at once, in SIMD registers
    const Outcome outcome = run_program({"count", arm7, "--algorithm", std::string(info(quantity).name)});
    EXPECT_EQ(outcome.exit_code, 0) << info(quantity).name;
  }
}

TEST(Count, OfTheLinksAddsUpToTheWhole) {
  const json report = count({model_path("quadruped.urdf"), "--base", "floating", "--links"});
  for (const json& entry : report.at("algorithms")) {
    SCOPED_TRACE(entry.at("name"));
    Operations executed, folded;
    EXPECT_EQ(entry.at("by_link").size(), 13);
    for (const json& link : entry["by_link"]) {
      executed = executed + operations(link.at("executed"));
      folded = folded + operations(link.at("folded"));
    }
    EXPECT_EQ(executed, operations(entry.at("executed")));
    EXPECT_EQ(folded, operations(entry.at("folded")));
    EXPECT_LE(folded.total(), executed.total());
  }
}

TEST(Count, OfAMasslessTipBelongsToTheNextLink) {
  const TemporaryFile file(R"(<robot name="gimbal"><link name="ground"/><link name="ring"/>
    <link name="ball"><inertial><mass value="1"/>
      <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
    <joint name="outer" type="continuous"><parent link="ground"/><child link="ring"/><axis xyz="1 0 0"/></joint>
    <joint name="inner" type="continuous"><parent link="ring"/><child link="ball"/><axis xyz="0 1 0"/></joint>
    </robot>)",
                           ".urdf");
  const json report = count({file.path(), "--algorithm", "forward-dynamics", "--links"});
  const json& entry = report.at("algorithms").at(0);
  ASSERT_EQ(entry.at("by_link").size(), 1);
  EXPECT_EQ(entry["by_link"][0].at("joint"), "inner");
  EXPECT_EQ(entry["by_link"][0].at("executed"), entry.at("executed"));
}

TEST(Count, IsWrittenAsTables) {
  const Outcome outcome = run_program({"count", arm7, "--algorithm", "forward-dynamics", "--links"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(
      starts_with(outcome.output, "operations on arm7: 7 links that move, fixed base\n\nas executed\n"));
  for (const char* part :
       {"additions (per link)", "multiplications (per link)", "divisions (per link)",
        "with the constants of this robot folded", "operations added by each link", "joint7"}) {
    EXPECT_TRUE(contains(outcome.output, part));
  }
}

TEST(Count, OfAMechanismWithLoopsIsReportedAsThatOfTheTree) {
  const Outcome closed = run_program({"count", model_path("four_bar.urdf")});
  EXPECT_NE(closed.output.find("ignored (treated as open): "), std::string::npos) << closed.output;
  const Outcome open = run_program({"count", arm7});
  EXPECT_EQ(open.output.find("ignored"), std::string::npos) << open.output;
}

TEST(Count, OfARobotWithoutJointsIsZero) {
  const TemporaryFile file(R"(<robot name="stone"><link name="stone"/></robot>)", ".urdf");
  const json report = count({file.path(), "--algorithm", "forward-dynamics", "--links"});
  EXPECT_EQ(operations(report.at("algorithms").at(0).at("executed")), Operations{});
  EXPECT_EQ(run_program({"count", file.path()}).exit_code, 0);
}

TEST(Count, OfAnUnknownAlgorithmIsRefusedWithTheKnownOnes) {
  const Outcome outcome = run_program({"count", arm7, "--algorithm", "foward-dynamics"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.output, "");
  EXPECT_TRUE(starts_with(
      outcome.notes,
      "sinew: unknown algorithm 'foward-dynamics': did you mean 'forward-dynamics'? (expected one "
      "of forward-dynamics, inverse-dynamics, mass-matrix"));
}

}  // namespace sinew::test::count_test
