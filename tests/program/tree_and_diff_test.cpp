// `sinew tree` and `sinew diff`.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/run_program.hpp"

namespace sinew::test::tree_and_diff_test {

constexpr const char* branching = R"(<robot name="fork">
  <link name="base"/>
  <link name="left"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <link name="finger"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <link name="right &quot;R&quot;"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <joint name="l" type="continuous"><parent link="base"/><child link="left"/></joint>
  <joint name="f" type="prismatic"><parent link="left"/><child link="finger"/><mimic joint="l"/>
    <limit lower="0" upper="1" effort="1" velocity="1"/></joint>
  <joint name="r" type="continuous"><parent link="base"/><child link="right &quot;R&quot;"/></joint>
  <loop_joint name="pin" type="spherical"><link1 link="finger"/><link2/></loop_joint>
</robot>
)";

TEST(Tree, AsTextIndentsWhatIsBeyondABranching) {
  const TemporaryFile file(branching, ".urdf");
  const Outcome outcome = run_program({"tree", file.path()});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.output,
            "fork\n"
            "base  (fixed)\n"
            "├─ left  (l, continuous)\n"
            "│  finger  (f, prismatic, follows l)\n"
            "└─ right \"R\"  (r, continuous)\n"
            "finger ↔ ground  (pin, spherical)\n");
}

TEST(Tree, ABodyThatIsCalledGroundIsNotTheGround) {
  const TemporaryFile file(R"(<robot name="r"><link name="ground"/><link name="arm"/>
<joint name="j" type="fixed"><parent link="ground"/><child link="arm"/></joint></robot>)",
                           ".urdf");
  EXPECT_EQ(run_program({"tree", file.path()}).output, "r\nground  (fixed)\narm  (j, fixed)\n");
  const std::string dot = run_program({"tree", file.path(), "--format", "dot"}).output;
  EXPECT_TRUE(contains(dot, "  \"\" -> \"ground\" [label=\"fixed\"]\n"));
}

TEST(Tree, AsDotEscapesQuotesAndDashesLoops) {
  const TemporaryFile file(branching, ".urdf");
  const Outcome outcome = run_program({"tree", file.path(), "--format", "dot"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(starts_with(outcome.output, "digraph \"fork\" {\n"));
  EXPECT_TRUE(contains(outcome.output, "\"base\" -> \"right \\\"R\\\"\" [label=\"r, continuous\"]\n"));
  EXPECT_TRUE(contains(outcome.output, "\"finger\" -> \"\" [label=\"pin, spherical\", style=dashed"));
}

TEST(Tree, AsMermaidHasANodePerBodyAndALinkPerJoint) {
  const TemporaryFile file(branching, ".urdf");
  const Outcome outcome = run_program({"tree", file.path(), "--format", "mermaid"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(starts_with(outcome.output, "flowchart TD\n  b0[\"ground\"]\n  b1[\"base\"]\n"));
  EXPECT_TRUE(contains(outcome.output, "[\"right #quot;R#quot;\"]\n"));
  EXPECT_TRUE(contains(outcome.output, "b1 -->|\"l, continuous\"| b2\n"));
  EXPECT_TRUE(contains(outcome.output, "b3 -.-|\"pin, spherical\"| b0\n"));
}

TEST(Tree, RefusesUnknownFormats) {
  const Outcome outcome = run_program({"tree", model_path("arm7.urdf"), "--format", "dott"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.notes, "did you mean 'dot'?"));
}

TEST(Diff, OfARobotWithItselfFindsNothing) {
  const std::string path = model_path("humanoid.urdf");
  const Outcome outcome = run_program({"diff", path, path});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.output, path + " and " + path + ": no differences\n");
}

TEST(Diff, ListsWhatDiffersAndExitsWithSix) {
  const TemporaryFile first(branching, ".urdf");
  std::string text = branching;
  text.replace(text.find("<mass value=\"1\""), 15, "<mass value=\"2\"");
  const TemporaryFile second(text, ".urdf");
  const Outcome outcome = run_program({"diff", first.path(), second.path(), "--json"});
  EXPECT_EQ(outcome.exit_code, 6);
  const auto list = nlohmann::json::parse(outcome.output).at("differences");
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0].at("where"), "body 'left'");
  EXPECT_EQ(list[0].at("what"), "mass");
  EXPECT_EQ(list[0].at("first"), "1");
  EXPECT_EQ(list[0].at("second"), "2");
  EXPECT_TRUE(contains(run_program({"diff", first.path(), second.path()}).output, "1 difference\n"));
}

TEST(Diff, RefusesANegativeTolerance) {
  const std::string path = model_path("arm7.urdf");
  EXPECT_EQ(run_program({"diff", path, path, "--tolerance=-1"}).exit_code, 2);
}

}  // namespace sinew::test::tree_and_diff_test
