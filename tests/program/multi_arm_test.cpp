// Compares `sinew compute multi-arm` with the library, to the last bit; and invalid scenes.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sinew/chains/arms/multi_arm.hpp"
#include "sinew/io/scene.hpp"
#include "sinew/sinew.hpp"
#include "tests/support/run_program.hpp"

namespace sinew::test::multi_arm_test {

using nlohmann::json;
using Numbers = std::vector<double>;

json report_of(const std::string& file, std::vector<std::string> more = {}) {
  std::vector<std::string> arguments = {"compute", "multi-arm", file, "--json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Outcome outcome = run_program(arguments);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.notes;
  EXPECT_EQ(outcome.notes, "");
  return outcome.exit_code == 0 ? json::parse(outcome.output) : json();
}

Numbers numbers_of(const Vector3<double>& v) {
  return {v.x, v.y, v.z};
}

void expect_near(const Numbers& left, const Numbers& right, double tolerance) {
  ASSERT_EQ(left.size(), right.size());
  for (std::size_t i = 0; i < left.size(); ++i)
    EXPECT_NEAR(left[i], right[i], tolerance * (1 + std::abs(right[i]))) << i;
}

class ArmsScene : public testing::TestWithParam<const char*> {
 protected:
  const std::string file = model_path(GetParam());
};

TEST_P(ArmsScene, EqualsTheLibrary) {
  const json report = report_of(file);
  const Scene scene = load_scene(file);
  std::vector<Model> arms;
  for (const SceneRobot& arm : scene.robots) arms.push_back(arm.model);
  MultiArm<double> system(arms, scene.object->model, scene.grasps);
  const State state = as_one_state(scene);
  Numbers a(state.v.size());
  system.forward_dynamics(state.q, state.v, state.tau, a);

  for (int i = 0; i < system.arm_count(); ++i) {
    const std::string& name = scene.robots[static_cast<std::size_t>(i)].name;
    const auto first = a.begin() + system.v_index(i);
    EXPECT_EQ(report.at("qdd").at(name).get<Numbers>(), Numbers(first, first + arms[0].velocity_size()));
  }
  EXPECT_EQ(report.at("object_acceleration").get<Numbers>(), Numbers(a.end() - 6, a.end()));
  EXPECT_EQ(report.at("rank"), system.rank());
  EXPECT_EQ(report.at("rows"), system.rows());
  EXPECT_EQ(report.at("dofs"), static_cast<int>(a.size()) - system.rank());
  EXPECT_EQ(report.at("loop_forces"), json::array());
  ASSERT_EQ(static_cast<int>(report.at("contact_forces").size()), system.grasp_count());
  for (int i = 0; i < system.grasp_count(); ++i) {
    const json& contact = report.at("contact_forces").at(static_cast<std::size_t>(i));
    const Force<double> force = system.contact_force(i);
    EXPECT_EQ(contact.at("arm"), scene.robots[static_cast<std::size_t>(system.grasp(i).arm)].name);
    EXPECT_EQ(contact.at("on"), scene.object->name);
    EXPECT_EQ(contact.at("moment").get<Numbers>(), numbers_of(force.angular));
    EXPECT_EQ(contact.at("force").get<Numbers>(), numbers_of(force.linear));
  }
  const Motion<double> centre = system.mass_centre_acceleration();
  expect_near(report.at("mass_centre_acceleration").at("angular"), numbers_of(centre.angular), 1e-12);
  expect_near(report.at("mass_centre_acceleration").at("linear"), numbers_of(centre.linear), 1e-12);
}

TEST_P(ArmsScene, EqualsOneRobotWithLoops) {
  const json staged = report_of(file), dense = report_of(file, {"--strategy=dense"});
  EXPECT_EQ(staged.at("strategy"), "multi_arm");
  EXPECT_EQ(dense.at("strategy"), "dense");
  EXPECT_EQ(staged.at("rank"), dense.at("rank"));
  for (const auto& [arm, qdd] : staged.at("qdd").items()) expect_near(qdd, dense.at("qdd").at(arm), 1e-8);
  expect_near(staged.at("object_acceleration"), dense.at("object_acceleration"), 1e-8);
  for (std::size_t i = 0; i < staged.at("contact_forces").size(); ++i) {
    for (const char* part : {"moment", "force", "world_moment", "world_force"})
      expect_near(staged.at("contact_forces")[i].at(part), dense.at("contact_forces")[i].at(part), 1e-8);
  }
}

TEST_P(ArmsScene, ForcesOnTheObjectAreItsMassTimesAcceleration) {
  const json report = report_of(file);
  const double mass = load_scene(file).object->model.mass();
  const Numbers acceleration = report.at("mass_centre_acceleration").at("linear");
  Numbers sum{0, 0, -9.81 * mass};
  for (const json& contact : report.at("contact_forces")) {
    for (std::size_t k = 0; k < 3; ++k) sum[k] += contact.at("world_force")[k].get<double>();
  }
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(sum[k], mass * acceleration[k], 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Own, ArmsScene, testing::Values("dual_arm_beam.yaml", "three_arm_plate.yaml"));

const std::string arm = "  - {name: left, model: " + model_path("arm7.urdf") +
                        ", tip: tool, q: {joint2: 0.5, joint4: -1}, tau: {joint2: -30}";

TEST(MultiArmProgram, WithoutGraspsEveryArmIsIndependent) {
  const TemporaryFile scene("arms:\n" + arm + "}\nobject: {mass: 2, box: [1, 1, 1], com: [0.1, 0, 0]}\n",
                            ".yaml");
  const json report = report_of(scene.path());
  const Outcome alone = run_program({"compute", "forward-dynamics", model_path("arm7.urdf"),
                                     "--q=0,0.5,0,-1,0,0,0", "--tau=0,-30,0,0,0,0,0", "--json"});
  expect_near(report.at("qdd").at("left"), json::parse(alone.output).at("qdd"), 1e-12);
  expect_near(report.at("mass_centre_acceleration").at("linear"), {0, 0, -9.81}, 1e-12);
  EXPECT_EQ(report.at("rank"), 0);
  EXPECT_EQ(report.at("contact_forces"), json::array());
}

TEST(MultiArmProgram, AnArmMayHoldTheGround) {
  const TemporaryFile held("arms:\n" + arm + "}\ngrasps: [{arm: left}]\n", ".yaml");
  const json report = report_of(held.path());
  EXPECT_EQ(report.at("contact_forces")[0].at("on"), "ground");
  EXPECT_EQ(report.at("object_acceleration"), nullptr);
  EXPECT_EQ(report.at("rank"), 6);
  // Equals a loop of the arm alone.
  const TemporaryFile loop(
      "model: " + model_path("arm7.urdf") +
          "\nq: {joint2: 0.5, joint4: -1}\ntau: {joint2: -30}\nloops: [{second: {body: tool}}]\n",
      ".yaml");
  const Outcome closed = run_program({"compute", "forward-dynamics", loop.path(), "--json"});
  const json expected = json::parse(closed.output);
  expect_near(report.at("qdd").at("left"), expected.at("qdd"), 1e-9);
  Numbers opposite = expected.at("loop_forces")[0].at("force");
  for (double& f : opposite) f = -f;
  expect_near(report.at("contact_forces")[0].at("force"), opposite, 1e-9);
}

TEST(MultiArmProgram, LoopsOfTheArmsAreClosedToo) {
  const TemporaryFile scene("arms:\n" + arm +
                                ", loops: [{name: brace, kind: spherical, second: {body: link4}}]}\n" +
                                "object: {mass: 2, box: [1, 1, 1]}\ngrasps: [{arm: left}]\n",
                            ".yaml");
  const json report = report_of(scene.path());
  ASSERT_EQ(report.at("loop_forces").size(), 1u);
  EXPECT_EQ(report.at("loop_forces")[0].at("name"), "left/brace");
  EXPECT_EQ(report.at("contact_forces").size(), 1u);
  EXPECT_EQ(report.at("rows"), 9);
}

TEST(MultiArmProgram, ContactsThatWouldHaveToPullAreMarked) {
  // A tool that points straight down, on a plane whose normal points up at it.
  const auto scene = [](const std::string& kind, const std::string& tau) {
    return "arms:\n  - {name: left, model: " + model_path("arm7.urdf") +
           ", tip: {body: tool, rpy_deg: [180, 0, 0]}, q: [0, 0.6, 0, -1.4, 0, 1.1415926535897931, 0], "
           "tau: " +
           tau + "}\nobject: {mass: 2, box: [1, 1, 0.1], pose: {position: [0.58, 0, 0.23]}}\n" +
           "grasps: [{arm: left, kind: " + kind + "}]\n";
  };
  const std::string held = "[0, -55, 0.06, 22, 0, 2, 0]", falling = "[0, 0, 0, 0, 0, 0, 0]";
  const TemporaryFile leaving(scene("point_on_plane", held), ".yaml");
  const TemporaryFile pressing(scene("point_on_plane", falling), ".yaml");  // an arm falls faster than a box
  const TemporaryFile welded(scene("weld", held), ".yaml");
  EXPECT_EQ(report_of(leaving.path()).at("contact_forces")[0].at("pulls"),
            true);  // the object falls, the arm stays
  EXPECT_EQ(report_of(pressing.path()).at("contact_forces")[0].at("pulls"), false);
  EXPECT_FALSE(report_of(welded.path()).at("contact_forces")[0].contains("pulls"));
  EXPECT_TRUE(contains(run_program({"compute", "multi-arm", leaving.path()}).output, "would have to pull"));
  EXPECT_FALSE(run_program({"compute", "multi-arm", pressing.path()}).output.find("pull") !=
               std::string::npos);
}

TEST(MultiArmProgram, TheTextNamesEveryArmAndContact) {
  const Outcome outcome = run_program({"compute", "multi-arm", model_path("dual_arm_beam.yaml")});
  EXPECT_EQ(outcome.exit_code, 0);
  for (const char* part : {"multi-arm of dual_arm_beam: 2 arms hold beam;", "\narm left\n", "\narm right\n",
                           "\nobject beam\n", "contact forces on the object or ground",
                           "constraints: 12 rows of rank 12 leave 8 degrees of freedom"})
    EXPECT_TRUE(contains(outcome.output, part));
}

TEST(MultiArmProgram, InvalidScenesAreRefusedWithFileAndLine) {
  const TemporaryFile wrong("arms:\n" + arm + "}\n  - {name: right}\ngrasp: []\n", ".yaml");
  for (const char* what : {"multi-arm", "forward-dynamics", "pose"}) {
    const Outcome outcome = run_program({"compute", what, wrong.path()});
    EXPECT_EQ(outcome.exit_code, 1) << what;
    EXPECT_EQ(outcome.output, "");
    EXPECT_EQ(outcome.notes,
              wrong.path() + ":3: error: arm 'right': has no model\n" + wrong.path() +
                  ":4: error: unknown key 'grasp': did you mean 'grasps'? (expected one of name, gravity, "
                  "assemble, arms, model, object, grasps, simulation, optimize)\n");
  }
  EXPECT_EQ(run_program({"check", wrong.path()}).exit_code, 1);
}

TEST(MultiArmProgram, FilesThatAreNotScenesAreRefused) {
  const auto refusal = [](const std::string& file, const char* what) {
    const Outcome outcome = run_program({"compute", what, file});
    EXPECT_NE(outcome.exit_code, 0);
    EXPECT_EQ(outcome.output, "");
    return outcome.notes;
  };
  const TemporaryFile empty("", ".yaml");
  EXPECT_EQ(refusal(empty.path(), "multi-arm"), empty.path() + ": error: the file is empty\n");
  EXPECT_EQ(refusal("/nowhere/a.yaml", "multi-arm"), "/nowhere/a.yaml: error: no such file\n");
  EXPECT_EQ(refusal(model_path("arm6.urdf"), "multi-arm"),
            "sinew: multi-arm: " + model_path("arm6.urdf") +
                " is not a scene; expected a .yaml file (docs/scene.md)\n");
  const std::string four_bar = model_path("four_bar.yaml"), beam = model_path("dual_arm_beam.yaml");
  EXPECT_EQ(refusal(four_bar, "multi-arm"), "sinew: " + four_bar +
                                                " has no arms; 'sinew compute forward-dynamics " + four_bar +
                                                "' computes a scene of one model\n");
  EXPECT_EQ(refusal(beam, "forward-dynamics"),
            "sinew: " + beam + " has arms; expected a scene of one model ('sinew compute multi-arm " + beam +
                "')\n");
}

TEST(MultiArmProgram, OptionsThatBelongInTheSceneAreRefused) {
  const std::string file = model_path("dual_arm_beam.yaml");
  const std::vector<std::vector<std::string>> all = {
      {"--q=1"}, {"--state=random:1"}, {"--gravity=0,0,1"}, {"--assemble"}};
  for (const std::vector<std::string>& more : all) {
    std::vector<std::string> arguments = {"compute", "multi-arm", file};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << more[0];
    EXPECT_TRUE(contains(outcome.notes, ": not available for scenes with arms; write it in the scene\n"));
  }
  EXPECT_EQ(
      run_program({"compute", "forward-dynamics", model_path("four_bar.yaml"), "--base=fixed"}).notes,
      "sinew: --base: " + model_path("four_bar.yaml") + " is a scene; write floating: true or false in it\n");
}

TEST(MultiArmProgram, FrictionIsIncludedOnRequest) {
  const TemporaryFile scene("arms:\n" + arm + ", v: {joint1: 1}}\nobject: {mass: 2, box: [1, 1, 1]}\n",
                            ".yaml");
  EXPECT_NE(report_of(scene.path(), {"--friction"}).at("qdd"), report_of(scene.path()).at("qdd"));
}

}  // namespace sinew::test::multi_arm_test
