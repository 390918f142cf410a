// The options --lock, --payload and --cut of the program change the robot as the functions of the library do.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "sinew/sinew.hpp"
#include "tests/support/files.hpp"
#include "tests/support/gripper_arm.hpp"
#include "tests/support/run_program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test::model_edits_test {

using nlohmann::json;
using Numbers = std::vector<double>;

json gravity_report(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"compute", "gravity-force"});
  arguments.emplace_back("--json");
  const Outcome outcome = run_program(arguments);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.notes;
  return outcome.exit_code == 0 ? json::parse(outcome.output) : json();
}

Numbers gravity_of(const Model& model, const Numbers& q) {
  Workspace work(model);
  Numbers tau(std::size_t(model.velocity_size()));
  gravity_force(work, q, tau);
  return tau;
}

TEST(ModelEdits, LockJointsAndTheJointsThatMimicThem) {
  const TemporaryFile file(write_urdf(gripper_arm()).text, ".urdf");
  const json report =
      gravity_report({file.path(), "--lock", "finger_joint1=0.02", "--q=0.1,0.2,0.3,0.4,0.5,0.6,0.7"});
  const LockedJoint locked[] = {{.joint = "finger_joint1", .q = {0.02}}};
  const Model model(with_locked_joints(load(file.path()).description(), locked));
  EXPECT_EQ(report.at("gravity"), gravity_of(model, {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}));
  EXPECT_EQ(report.at("joints").size(), 7);
}

TEST(ModelEdits, AttachPayloadsToBodiesAndFrames) {
  const std::string file = model_path("arm7.urdf");
  const Model arm = load(file);
  const Numbers q{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7};
  const auto loaded = [&](const Payload& payload) {
    return gravity_of(Model(with_payload(arm.description(), payload)), q);
  };
  const std::string at = "--q=0.1,0.2,0.3,0.4,0.5,0.6,0.7";
  EXPECT_EQ(gravity_report({file, "--payload", "tool:2kg", at}).at("gravity"),
            loaded({.name = "p", .body = "tool", .inertial = {2, {}, {}}}));
  EXPECT_EQ(gravity_report({file, "--payload", "link4:1.5@0,0.1,-0.2", at}).at("gravity"),
            loaded({.name = "p", .body = "link4", .inertial = {1.5, {0, 0.1, -0.2}, {}}}));
}

TEST(ModelEdits, CutLoopsAndMimics) {
  const TemporaryFile file(write_urdf(gripper_arm()).text, ".urdf");
  const json report = gravity_report({file.path(), "--cut", "finger_joint2"});
  EXPECT_EQ(report.at("gravity").size(), 9);
  EXPECT_FALSE(report.contains("independent"));
  EXPECT_FALSE(report.contains("loops_left_out"));
  EXPECT_FALSE(
      gravity_report({model_path("four_bar.urdf"), "--cut", "closing_joint"}).contains("loops_left_out"));
}

TEST(ModelEdits, CutJointsOfTheTree) {
  EXPECT_EQ(gravity_report({model_path("arm7.urdf"), "--cut", "joint4"}).at("gravity").size(), 12);
}

TEST(ModelEdits, AcceptUnits) {
  const std::string file = model_path("arm7.urdf");
  EXPECT_EQ(gravity_report({file, "--lock", "joint3=90deg", "--payload", "tool:500g@0,0,5cm"}).at("gravity"),
            gravity_report({file, "--lock", "joint3=1.5707963267948966", "--payload", "tool:0.5@0,0,0.05"})
                .at("gravity"));
}

// A scene with the same keys goes another way: it reads the keys itself.
TEST(ModelEdits, OfASimulationGiveTheMotionOfTheScene) {
  const TemporaryFolder folder;
  const std::string robot = model_path("arm7.urdf"), scene = folder / "arm.yaml";
  std::ofstream(scene) << "model: " << robot
                       << "\nlock: {joint3: 0.2}\npayload: [{body: tool, mass: 2, com: [0, 0, 0.05]}]\n"
                       << "simulation: {duration: 0.1}\n";
  const auto motion_of = [&](std::vector<std::string> arguments) {
    const std::string table = folder / "motion.csv";
    arguments.insert(arguments.begin(), "simulate");
    arguments.insert(arguments.end(), {"--quiet", "--csv", table, "-o", folder / "run.h5"});
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.notes;
    return content_of(table);
  };
  const std::string expected = motion_of({scene});
  EXPECT_EQ(motion_of({robot, "--lock=joint3=0.2", "--payload=tool:2@0,0,0.05", "--duration=0.1"}), expected);
  EXPECT_EQ(ResultFile(folder / "run.h5").edits().payload, std::vector<std::string>{"tool:2@0,0,0.05"});
  EXPECT_NE(motion_of({robot, "--lock=joint3=0.2", "--duration=0.1"}), expected);
}

TEST(ModelEdits, NameWhatIsWrong) {
  const std::string file = model_path("arm7.urdf");
  const auto complaint_about = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"info", file});
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.exit_code, 2);
    return outcome.notes;
  };
  EXPECT_TRUE(contains(complaint_about({"--lock", "joint9"}), "did you mean"));
  EXPECT_TRUE(contains(complaint_about({"--lock", "joint3=1,2"}), "expected 1"));
  EXPECT_TRUE(contains(complaint_about({"--lock", "joint3="}), "expected a position"));
  EXPECT_TRUE(contains(complaint_about({"--cut", "pin"}), "unknown loop, coupling or joint 'pin'"));
  EXPECT_TRUE(contains(complaint_about({"--payload", "tool"}), "expected BODY:MASS"));
  EXPECT_TRUE(contains(complaint_about({"--payload", "tol:1"}), "did you mean 'tool'"));
  EXPECT_TRUE(contains(complaint_about({"--payload", "tool:-1"}), "above zero"));
  EXPECT_TRUE(contains(complaint_about({"--payload", "tool:1@0,1"}), "x,y,z"));
  const Outcome scene = run_program({"info", model_path("four_bar.yaml"), "--lock", "crank_joint"});
  EXPECT_TRUE(contains(scene.notes, "write lock"));
  const Outcome simulated = run_program({"simulate", model_path("four_bar.yaml"), "--payload", "coupler:1"});
  EXPECT_EQ(simulated.exit_code, 2);
  EXPECT_TRUE(contains(simulated.notes, "write payload"));
}

}  // namespace sinew::test::model_edits_test
