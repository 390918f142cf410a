// Tests the reader of SRDF files: groups, states that become named positions, and findings about names that the robot
// does not have.
#include <gtest/gtest.h>

#include "sinew/io/scene.hpp"
#include "sinew/io/srdf.hpp"
#include "tests/io/urdf_texts.hpp"
#include "tests/support/messages.hpp"

namespace sinew::test::srdf_test {

// base -j1-> a -j2-> b -(weld)-> palm, and base -j3-> c.
const std::string robot_text =
    robot(solid("base") + joint("j1", "continuous", "base", "a") + solid("a") +
          joint("j2", "continuous", "a", "b") + solid("b") + joint("weld", "fixed", "b", "palm") +
          solid("palm") + joint("j3", "continuous", "base", "c") + solid("c"));

Description described(Base base = Base::as_written) {
  return read_urdf_text(robot_text, "r.urdf", {.base = base}).description;
}

SemanticsResult read_with(const std::string& content, Base base = Base::as_written) {
  return read_srdf_text("<robot name='r'>\n" + content + "\n</robot>", "r.srdf", described(base));
}

Semantics read_well(const std::string& content) {
  SemanticsResult result = read_with(content);
  EXPECT_EQ(result.findings.to_string(), "");
  return std::move(result.semantics);
}

std::vector<std::string> joints_in(const std::string& content, const char* group = "g") {
  return joints_of_group(read_well(content), group, described());
}

using Names = std::vector<std::string>;

TEST(Srdf, AGroupHasTheJointsThatItLists) {
  EXPECT_EQ(joints_in("<group name='g'><joint name='j3'/><joint name='weld'/><joint name='j1'/></group>"),
            (Names{"j1", "j3"}));
}

TEST(Srdf, AGroupHasTheJointsThatCarryItsLinks) {
  EXPECT_EQ(joints_in("<group name='g'><link name='b'/><link name='base'/></group>"), Names{"j2"});
}

TEST(Srdf, AGroupHasTheJointsOfItsChains) {
  EXPECT_EQ(joints_in("<group name='g'><chain base_link='base' tip_link='palm'/></group>"),
            (Names{"j1", "j2"}));
  EXPECT_EQ(joints_in("<group name='g'><chain base_link='a' tip_link='palm'/></group>"), Names{"j2"});
  EXPECT_EQ(joints_in("<group name='g'><chain base_link='palm' tip_link='c'/></group>"),
            (Names{"j1", "j2", "j3"}));
}

TEST(Srdf, AGroupHasTheJointsOfItsSubgroupsAlsoIfTheyAreCyclic) {
  const std::string text =
      "<group name='g'><group name='h'/></group>\n"
      "<group name='h'><joint name='j2'/><group name='g'/><group name='i'/></group>\n"
      "<group name='i'><joint name='j3'/></group>";
  EXPECT_EQ(joints_in(text), (Names{"j2", "j3"}));
  EXPECT_EQ(joints_in(text, "i"), Names{"j3"});
}

TEST(Srdf, UnknownGroupsSuggestAnother) {
  EXPECT_EQ(complaint([] { joints_in("<group name='arm'/>", "am"); }),
            "unknown group 'am': did you mean 'arm'? (expected one of arm)");
}

TEST(Srdf, EverythingElseIsKept) {
  const Semantics semantics = read_well(
      "<group name='hand'/>\n<group name='arm'/>\n"
      "<end_effector name='e' group='hand' parent_link='b' parent_group='arm'/>\n"
      "<virtual_joint name='v' type='planar' parent_frame='odom' child_link='base'/>\n"
      "<passive_joint name='j2'/>\n<passive_joint name='v'/>\n"
      "<disable_collisions link1='a' link2='b' reason='Adjacent'/>");
  EXPECT_EQ(semantics.name, "r");
  ASSERT_EQ(semantics.end_effectors.size(), 1u);
  EXPECT_EQ(semantics.end_effectors[0].group, "hand");
  EXPECT_EQ(semantics.end_effectors[0].parent_link, "b");
  EXPECT_EQ(semantics.end_effectors[0].parent_group, "arm");
  ASSERT_EQ(semantics.virtual_joints.size(), 1u);
  EXPECT_EQ(semantics.virtual_joints[0].kind, JointKind::planar);
  EXPECT_EQ(semantics.virtual_joints[0].parent_frame, "odom");
  EXPECT_EQ(semantics.virtual_joints[0].child_link, "base");
  EXPECT_EQ(semantics.passive_joints, (Names{"j2", "v"}));
  ASSERT_EQ(semantics.disabled_collisions.size(), 1u);
  EXPECT_EQ(semantics.disabled_collisions[0].second, "b");
  EXPECT_EQ(semantics.disabled_collisions[0].reason, "Adjacent");
}

class SrdfStates : public testing::Test {
 protected:
  Model load_with(const std::string& content, Base base = Base::as_written) {
    texts_.add("r.urdf", robot_text);
    texts_.add("r.srdf", "<robot name='r'>\n" + content + "\n</robot>");
    return load("r.urdf", {.base = base, .srdf = "r.srdf", .texts = &texts_});
  }
  StoredTexts texts_;
};

TEST_F(SrdfStates, BecomeNamedPositions) {
  const Model model = load_with(
      "<group_state name='home' group='arm'><joint name='j2' value='0.5'/><joint name='j1' value=' -1 '/>"
      "</group_state>\n<group name='arm'><joint name='j1'/></group>");
  EXPECT_EQ(model.warnings().to_string(), "");
  EXPECT_EQ(model.named_position("home"), (std::vector<double>{-1, 0.5, 0}));
}

TEST_F(SrdfStates, OfTheSameNameAreCalledAfterTheirGroups) {
  const Model model = load_with(
      "<group name='arm'/><group name='leg'/>"
      "<group_state name='home' group='arm'><joint name='j1' value='1'/></group_state>"
      "<group_state name='home' group='leg'><joint name='j3' value='2'/></group_state>"
      "<group_state name='up' group='leg'><joint name='j3' value='3'/></group_state>");
  EXPECT_EQ(model.named_position("arm/home"), (std::vector<double>{1, 0, 0}));
  EXPECT_EQ(model.named_position("leg/home"), (std::vector<double>{0, 0, 2}));
  EXPECT_EQ(model.named_position("up"), (std::vector<double>{0, 0, 3}));
  EXPECT_THROW(model.named_position("home"), std::invalid_argument);
}

TEST_F(SrdfStates, PlaceAFloatingBaseByItsVirtualJoint) {
  const std::string text =
      "<virtual_joint name='root' type='floating' parent_frame='world' child_link='base'/>\n"
      "<group_state name='home' group=''><joint name='root' value='1 2 3 0.6 0 0 0.8'/><joint name='j3' "
      "value='4'/>"
      "</group_state>";
  EXPECT_EQ(load_with(text, Base::floating).named_position("home"),
            (std::vector<double>{1, 2, 3, 0.8, 0.6, 0, 0, 0, 0, 4}));
  const Model fixed = load_with(text);
  EXPECT_EQ(fixed.named_position("home"), (std::vector<double>{0, 0, 4}));
  EXPECT_EQ(fixed.warnings().to_string(),
            "r.srdf:3: warning: the position of the virtual joint 'root' is ignored, because the base does "
            "not float "
            "(--base floating)\n");
}

TEST_F(SrdfStates, PlaceAFloatingBaseByTheNameThatPinocchioGivesIt) {
  const std::string text =
      "<group_state name='home'><joint name='root_joint' value='1 2 3 0 0 0 1'/></group_state>";
  EXPECT_EQ(load_with(text, Base::floating).named_position("home"),
            (std::vector<double>{1, 2, 3, 1, 0, 0, 0, 0, 0, 0}));
}

TEST_F(SrdfStates, AreInScenesToo) {
  load_with("<group_state name='home'><joint name='j1' value='1'/></group_state>");
  texts_.add("s.yaml", "model: r.urdf\nsrdf: r.srdf\nq: home\n");
  const SceneResult good = read_scene("s.yaml", {.models = {.texts = &texts_}});
  EXPECT_EQ(good.findings.to_string(), "");
  EXPECT_EQ(good.scene.value().robots.at(0).state.q, (std::vector<double>{1, 0, 0}));
  EXPECT_EQ(good.scene->robots[0].model.description().files, (Names{"r.urdf", "r.srdf"}));
  texts_.add("s.yaml", "model: r.urdf\nsrdf: r.srdf\nq: hom\n");
  EXPECT_EQ(read_scene("s.yaml", {.models = {.texts = &texts_}}).findings.to_string(),
            "s.yaml:3: error: q: unknown position 'hom': did you mean 'home'? (expected one of home)\n");
}

TEST(Srdf, NamesThatTheRobotDoesNotHaveAreLeftOutWithAWarning) {
  const std::pair<const char*, const char*> cases[] = {
      {"<group name='g'><joint name='j'/>\n<joint name='k'/></group>",
       "2: warning: unknown joint 'j' (expected one of j1, j2, j3, weld) in a group; it "
       "is left "
       "out (and 1 more)"},
      {"<group name='g'><link name='d'/></group>",
       "2: warning: unknown link 'd' (expected one of a, b, base, c, palm) in a group; it "
       "is left "
       "out"},
      {"<group name='g'><group name='h'/></group>",
       "2: warning: group 'g': there is no group 'h'; it is left out"},
      {"<group_state name='s' group='h'/>", "2: warning: state 's': there is no group 'h'"},
      {"<group_state name='s'><joint name='weld' value='0'/></group_state>",
       "2: warning: the position of joint 'weld' is ignored, because it is fixed"},
      {"<gripper name='g'/>", "2: warning: <gripper> in an SRDF file is ignored"},
      {"<group_state name='s'/><group_state name='s'/>",
       "2: warning: state 's' of group '' is written twice; the first is used"},
  };
  for (const auto& [text, finding] : cases)
    EXPECT_EQ(read_with(text).findings.to_string(), "r.srdf:" + std::string(finding) + "\n");
}

TEST(Srdf, AFileOfAnotherRobotGivesAWarning) {
  EXPECT_EQ(read_srdf_text("<robot name='other'/>", "o.srdf", described()).findings.to_string(),
            "o.srdf:1: warning: written for robot 'other'; the model is 'r'\n");
}

TEST(Srdf, MistakesAreErrors) {
  const std::pair<const char*, const char*> cases[] = {
      {"<group_state name='s'><joint name='j1' value='1 2'/></group_state>",
       "2: error: state 's': value of joint 'j1' has 2 numbers; expected 1, because it is continuous"},
      {"<group_state name='s'><joint name='j1'/></group_state>",
       "2: error: state 's': <joint> has no attribute 'value'"},
      {"<group_state name='s'><joint name='j1' value='1'/><joint name='j1' value='1'/></group_state>",
       "2: error: state 's': joint 'j1' is listed twice"},
      {"<group_state/>", "2: error: state '': <group_state> has no 'name'"},
      {"<group name='g'/>\n<group name='g'/>",
       "3: error: group 'g': the name is used twice; names must be unique"},
      {"<virtual_joint name='v' type='ball' parent_frame='w' child_link='base'/>",
       "2: error: virtual joint 'v': type 'ball' is unknown; expected fixed, floating or planar"},
      {"<disable_collisions link1='a'/>",
       "2: error: disable_collisions: <disable_collisions> has no 'link2'"},
  };
  for (const auto& [text, finding] : cases)
    EXPECT_EQ(read_with(text).findings.to_string(), "r.srdf:" + std::string(finding) + "\n");
  EXPECT_EQ(read_srdf_text("<mujoco/>", "m.xml", described()).findings.to_string(),
            "m.xml:1: error: the root element is <mujoco>; expected <robot> (SRDF)\n");
}

TEST_F(SrdfStates, AnErrorRefusesTheModel) {
  EXPECT_THROW(load_with("<group/>"), InvalidModel);
  texts_.add("r.urdf", robot_text);
  EXPECT_NE(read_description("r.urdf", {.srdf = "nowhere.srdf", .texts = &texts_})
                .findings.to_string()
                .find("nowhere.srdf: error: no such file"),
            std::string::npos);
}

}  // namespace sinew::test::srdf_test
