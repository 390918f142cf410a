// `sinew info`, `sinew check`, and models with errors.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/run_program.hpp"

namespace sinew::test::info_and_check_test {

// A pendulum whose rod is in line 3 and whose joint is in line 5.
std::string pendulum_with_mass(const std::string& mass) {
  return R"(<robot name="pendulum">
  <link name="base"/>
  <link name="rod"><inertial><origin xyz="0 0 -0.5"/><mass value=")" +
         mass + R"("/>
    <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
  <joint name="hinge" type="continuous"><parent link="base"/><child link="rod"/><axis xyz="0 1 0"/></joint>
</robot>
)";
}

TEST(Check, OfEveryShippedModelFindsNothing) {
  for (const char* name : {"arm6.urdf", "arm7.urdf", "quadruped.urdf", "humanoid.urdf", "humanoid.xml",
                           "four_bar.urdf", "slider_crank.urdf", "stewart_platform.urdf"}) {
    const std::string path = model_path(name);
    const Outcome outcome = run_program({"check", path});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.output, path + ": no findings\n");
    EXPECT_EQ(outcome.notes, "");
  }
}

TEST(Check, OfAModelWithErrorsListsThemWithLineAndExitsWithOne) {
  const TemporaryFile file(pendulum_with_mass("heavy"), ".urdf");
  const Outcome outcome = run_program({"check", file.path()});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(starts_with(outcome.output, file.path() + ":3: error:"));
  EXPECT_TRUE(contains(outcome.output, "rod"));
  EXPECT_TRUE(contains(outcome.output, file.path() + ": 1 error, 0 warnings\n"));
}

TEST(Check, OfAnImpossibleRobotListsPhysicalErrorsAndExitsWithFive) {
  const TemporaryFile file(pendulum_with_mass("-1"), ".urdf");
  const Outcome outcome = run_program({"check", file.path()});
  EXPECT_EQ(outcome.exit_code, 5);
  EXPECT_TRUE(contains(outcome.output, file.path() + ":3: physical error: body 'rod': mass is -1"));
  EXPECT_TRUE(contains(outcome.output, file.path() + ": 0 errors, 2 physical errors, 0 warnings\n"));
  const Outcome repaired = run_program({"check", file.path(), "--repair", "inertia"});
  EXPECT_EQ(repaired.exit_code, 0);
  EXPECT_TRUE(contains(repaired.output, ":3: warning: repaired body 'rod': the mass of -1 kg became 0"));
  const Outcome unknown = run_program({"check", file.path(), "--repair", "inertias"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_TRUE(contains(unknown.notes, "did you mean 'inertia'?"));
}

TEST(Check, OfAModelWithWarningsShowsThemAndExitsWithZero) {
  std::string text = pendulum_with_mass("1");
  text.insert(text.find("<joint"), "<surprise/>");
  const TemporaryFile file(text, ".urdf");
  const Outcome outcome = run_program({"check", file.path()});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(contains(outcome.output, ":5: warning:"));
  EXPECT_TRUE(contains(outcome.output, "0 errors, 1 warning\n"));
}

TEST(Check, OfAMissingFileExitsWithOne) {
  const Outcome outcome = run_program({"check", "/nowhere/robot.urdf"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.output, "/nowhere/robot.urdf"));
}

TEST(ModelsWithErrors, AreRefusedByInfoAndComputeWithTheFindingsOnStandardError) {
  const TemporaryFile file(pendulum_with_mass("nan"), ".urdf");
  for (const auto& arguments :
       {std::vector<std::string>{"info", file.path()}, {"compute", "pose", file.path()}}) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(outcome.output, "");
    EXPECT_TRUE(contains(outcome.notes, file.path() + ":3: error:"));
  }
}

TEST(ImpossibleRobots, AreRefusedOnlyByWhatDividesByTheirInertia) {
  const TemporaryFile file(pendulum_with_mass("-1"), ".urdf");
  for (const char* what : {"pose", "jacobian", "inverse-dynamics", "mass-matrix", "bias-force",
                           "gravity-force", "coriolis-matrix", "energy"}) {
    const Outcome outcome = run_program({"compute", what, file.path()});
    EXPECT_EQ(outcome.exit_code, 0) << what << outcome.notes;
    EXPECT_TRUE(
        contains(outcome.notes, "has 2 physical errors; 'sinew check " + file.path() + "' shows them"));
  }
  for (const char* what :
       {"forward-dynamics", "inverse-mass-matrix", "udut", "constraint-forces", "operational-inertia"}) {
    const Outcome outcome = run_program({"compute", what, file.path()});
    EXPECT_EQ(outcome.exit_code, 5) << what;
    EXPECT_EQ(outcome.output, "");
    EXPECT_TRUE(contains(outcome.notes, file.path() + ":3: body 'rod': mass is -1"));
    EXPECT_TRUE(contains(outcome.notes, "(and 1 more physical error)"));
    EXPECT_TRUE(contains(outcome.notes, "--repair inertia"));
    EXPECT_EQ(run_program({"compute", what, file.path(), "--repair=inertia"}).exit_code, 0) << what;
  }
  EXPECT_EQ(run_program({"simulate", file.path(), "--duration=0.1"}).exit_code, 5);
  EXPECT_EQ(run_program({"count", file.path()}).exit_code, 0);
}

TEST(Info, OfAnImpossibleRobotSaysThatForwardDynamicsWouldRefuse) {
  const TemporaryFile file(pendulum_with_mass("-1"), ".urdf");
  const Outcome outcome = run_program({"info", file.path()});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(
      contains(outcome.output,
               "2 physical errors: forward dynamics and simulation would refuse without --repair inertia"));
  const auto report = nlohmann::json::parse(run_program({"info", file.path(), "--json"}).output);
  EXPECT_EQ(report.at("physical_errors").size(), 2u);
}

TEST(ModelsWithWarnings, AreComputedAndReportedInOneLine) {
  std::string text = pendulum_with_mass("1");
  text.insert(text.find("<joint"), "<surprise/>");
  const TemporaryFile file(text, ".urdf");
  const Outcome outcome = run_program({"compute", "energy", file.path()});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.notes,
            "sinew: " + file.path() + " has 1 warning; 'sinew check " + file.path() + "' shows it\n");
  EXPECT_TRUE(contains(outcome.output, "potential"));
}

TEST(Info, PrintsSizesMassAndLimits) {
  const Outcome outcome = run_program({"info", model_path("quadruped.urdf"), "--base", "floating"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.notes;
  for (const char* part :
       {"quadruped (", "base       floating", "joints     13 movable",
        "DOF        18 (q has 19 numbers, v has 18)", "mass       16.76 kg", "front_left_hip_roll",
        "-0.7 .. 0.9 rad", "34 Nm", "21 rad/s", "hind_right_foot", "imu"}) {
    EXPECT_TRUE(contains(outcome.output, part));
  }
}

TEST(Info, OfAFixedBaseCountsOnlyTheJoints) {
  const Outcome outcome = run_program({"info", model_path("humanoid.xml"), "--base=fixed"});
  EXPECT_TRUE(contains(outcome.output, "base       fixed"));
  EXPECT_TRUE(contains(outcome.output, "DOF        30 (q has 30 numbers, v has 30)"));
}

TEST(Info, ListsLoopsWithTheirBodiesAndRows) {
  const Outcome outcome = run_program({"info", model_path("stewart_platform.urdf")});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.notes;
  for (const char* part :
       {"loops      6 (18 rows)\n", "loop       kind       first body  second body  rows\n",
        "leg6_head  spherical  leg6_rod    platform        3\n"}) {
    EXPECT_TRUE(contains(outcome.output, part));
  }
  EXPECT_EQ(outcome.output.find("coupling"), std::string::npos);
}

// A pendulum attached to the ground by a wire, with its hinge locked by one coupling and driven by another.
std::string tied_pendulums() {
  std::string text = pendulum_with_mass("1");
  const std::string more = R"(  <link name="other"><inertial><mass value="1"/>
    <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
  <joint name="knee" type="continuous"><parent link="rod"/><child link="other"/></joint>
  <loop_joint name="wire" type="distance" distance="0.25"><link1 xyz="0 0 1"/><link2 link="rod"/></loop_joint>
  <joint_coupling name="gear" joint="knee" leader="hinge" polynomial="0.5 -2 0 1"/>
  <joint_coupling name="brake" joint="knee" polynomial="0.125"/>
)";
  return text.insert(text.find("</robot>"), more);
}

TEST(Info, ListsCouplingsWithTheirPolynomials) {
  const TemporaryFile file(tied_pendulums(), ".urdf");
  const Outcome outcome = run_program({"info", file.path()});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.notes;
  for (const char* part :
       {"loops      1 (1 row)\n", "couplings  2\n", "wire  distance  (ground)    rod             1\n",
        "gear      knee     hinge     0.5 - 2 x + x^3\n", "brake     knee     (locked)  0.125\n"}) {
    EXPECT_TRUE(contains(outcome.output, part));
  }
}

TEST(Info, GivesLoopsAndCouplingsAsJson) {
  const TemporaryFile file(tied_pendulums(), ".urdf");
  const Outcome outcome = run_program({"info", file.path(), "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.notes;
  const auto report = nlohmann::json::parse(outcome.output);
  EXPECT_EQ(report.at("model"), "pendulum");
  EXPECT_EQ(report.at("v_size"), 2);
  EXPECT_EQ(report.at("joints").at(1).at("name"), "knee");
  EXPECT_EQ(report.at("bodies"), (nlohmann::json{"base", "rod", "other"}));
  const auto& wire = report.at("loops").at(0);
  EXPECT_EQ(wire.at("kind"), "distance");
  EXPECT_EQ(wire.at("rows"), 1);
  EXPECT_EQ(wire.at("distance"), 0.25);
  EXPECT_TRUE(wire.at("first").at("body").is_null());
  EXPECT_EQ(wire.at("first").at("position"), (nlohmann::json{0.0, 0.0, 1.0}));
  EXPECT_EQ(wire.at("second").at("body"), "rod");
  const auto& couplings = report.at("couplings");
  EXPECT_EQ(couplings.at(0).at("leader"), "hinge");
  EXPECT_EQ(couplings.at(0).at("polynomial"), (nlohmann::json{0.5, -2.0, 0.0, 1.0, 0.0}));
  EXPECT_TRUE(couplings.at(1).at("leader").is_null());
}

TEST(Check, OfLoopsAndCouplingsWithUnknownEndsNamesThemWithTheirLine) {
  std::string text = tied_pendulums();
  text.replace(text.find("link=\"rod\"/></loop_joint>"), 10, "link=\"bar\"");
  text.replace(text.find("leader=\"hinge\""), 14, "leader=\"hip\"");
  const TemporaryFile file(text, ".urdf");
  const Outcome outcome = run_program({"check", file.path()});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.output, ":9: error: loop 'wire': ends at body 'bar', which does not exist\n"));
  EXPECT_TRUE(contains(outcome.output, ":10: error: coupling 'gear': joint 'hip' does not exist\n"));
  EXPECT_TRUE(contains(outcome.output, "2 errors, 0 warnings\n"));
}

}  // namespace sinew::test::info_and_check_test
