// Named positions that are written as SRDF, next to URDF, are the same positions when both files are read.
#include <gtest/gtest.h>

#include <fstream>

#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/model/state.hpp"
#include "tests/io/written_robots.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test::write_srdf_test {

// Half of the joints of each robot are listed; the others stay at their initial positions, which URDF does not have.
TEST(WriteSrdf, NamedPositionsOfUrdfGoToAnSrdfFile) {
  const TemporaryFolder folder;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    Description robot = rich_robot(seed);
    const Model model(robot);
    const State state = random_state(model, seed);
    NamedPosition listed{.name = "half"};
    for (std::size_t i = seed % 2; i < model.joints().size(); i += 2) {
      const JointInfo& joint = model.joints()[i];
      const auto q = state.q.begin() + joint.q_index;
      listed.joints.emplace_back(joint.name, std::vector(q, q + joint.q_size));
    }
    robot.named_positions = {listed, {.name = "start"}};
    const WrittenRobot written = write_urdf(robot, {.comment = "A comment", .srdf = true});
    EXPECT_FALSE(contains(written.findings.to_string(), "named positions"));
    std::ofstream(folder / "robot.urdf") << written.text;
    std::ofstream(folder / "robot.srdf") << written.srdf;
    const Model before(robot), after = load(folder / "robot.urdf", {.srdf = folder / "robot.srdf"});
    EXPECT_FALSE(contains(after.warnings().to_string(), ".srdf")) << after.warnings().to_string();
    Workspace<double> work(before), other(after);
    for (const char* const name : {"half", "start"}) {
      set_position(work, before.named_position(name));
      set_position(other, after.named_position(name));
      for (const Body& body : robot.bodies) {
        const Transform<double> a = pose(work, before.frame(body.name)),
                                b = pose(other, after.frame(body.name));
        EXPECT_LE(norm(a.translation - b.translation), 1e-12) << body.name;
        EXPECT_LE(norm(a.rotation.column_x() - b.rotation.column_x()), 1e-12) << body.name;
        EXPECT_LE(norm(a.rotation.column_y() - b.rotation.column_y()), 1e-12) << body.name;
      }
    }
    if (HasFailure()) return;
  }
}

TEST(WriteSrdf, AnSrdfFileHasTheQuaternionOfAFloatingBaseLast) {
  Description robot = one_joint({.name = "base", .kind = JointKind::floating});
  robot.named_positions = {{.name = "up", .joints = {{"base", {1, 2, 3, 0.5, -0.5, 0.5, -0.5}}}}};
  const WrittenRobot written = write_urdf(robot, {.srdf = true});
  EXPECT_TRUE(contains(written.srdf, "<joint name=\"base\" value=\"1 2 3 -0.5 0.5 -0.5 0.5\"/>"))
      << written.srdf;
  EXPECT_EQ(write_urdf(robot).srdf, "");
  robot.named_positions.clear();
  EXPECT_EQ(write_urdf(robot, {.srdf = true}).srdf, "");
}

}  // namespace sinew::test::write_srdf_test
