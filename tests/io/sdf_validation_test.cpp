// Errors and warnings of the SDF reader: each names the file, the line, what is wrong and what was expected.
#include <gtest/gtest.h>

#include "tests/io/sdf_texts.hpp"

namespace sinew::test::sdf_validation_test {

std::string in_model(const std::string& content) {
  return sdf_findings(sdf_model(sdf_link("a") + sdf_link("b") + content));
}

TEST(InvalidSdf, NamesTheVersionsThatAreNotRead) {
  EXPECT_EQ(sdf_findings(sdf_model("", "1.0")),
            "robot.sdf:1: error: version '1.0' of <sdf> has other elements than later ones and is not read; "
            "expected 1.2 to 1.12\n");
  EXPECT_EQ(sdf_findings(sdf_model("", "1.99")),
            "robot.sdf:1: error: version '1.99' of <sdf> is newer than this reader; expected 1.2 to 1.12\n");
  for (const std::string version : {"", "1.", "1.x", "one", "1.7.1", "1.99999999999"}) {
    EXPECT_NE(sdf_findings(sdf_model("", version)).find("is unknown"), std::string::npos) << version;
  }
  EXPECT_EQ(sdf_findings("<sdf/>"),
            "robot.sdf:1: error: <sdf> has no attribute 'version'; expected 1.2 to 1.12\n");
}

TEST(InvalidSdf, NeedsALink) {
  EXPECT_EQ(sdf_findings("<sdf version='1.7'/>"),
            "robot.sdf:1: error: sdf: <sdf> contains neither <model> nor <world>\n");
  EXPECT_EQ(sdf_findings(sdf_world("")), "robot.sdf:1: error: <world> has no link\n");
  EXPECT_EQ(sdf_findings(sdf_model("")), "robot.sdf:1: error: model 'm' has no link\n");
}

TEST(InvalidSdf, RefusesNumbersThatAreNone) {
  const auto mass = [](const std::string& text) {
    return sdf_findings(sdf_model("<link name='a'><inertial><mass>" + text + "</mass></inertial></link>"));
  };
  EXPECT_EQ(mass("1,5"),
            "robot.sdf:2: error: link 'a': <mass>: expected a number, got '1,5' (use a decimal point; "
            "separate numbers "
            "by spaces)\n");
  EXPECT_EQ(mass("nan"), "robot.sdf:2: error: link 'a': <mass>: expected a number, got 'nan'\n");
  EXPECT_EQ(mass("inf"), "robot.sdf:2: error: link 'a': <mass>: expected a finite number, got 'inf'\n");
  EXPECT_EQ(mass("1 2"), "robot.sdf:2: error: link 'a': <mass>: expected 1 number, got 2: '1 2'\n");
  EXPECT_EQ(mass(""), "robot.sdf:2: error: link 'a': <mass>: expected 1 number, got 0: ''\n");
}

TEST(InvalidSdf, ChecksPoses) {
  const auto pose = [](const std::string& attributes, const std::string& text) {
    return sdf_findings(sdf_model(sdf_link("a", "<pose " + attributes + ">" + text + "</pose>")));
  };
  EXPECT_EQ(pose("", ""), "");  // no displacement
  EXPECT_EQ(pose("", "1 2 3"), "robot.sdf:2: error: link 'a': <pose>: expected 6 numbers, got 3: '1 2 3'\n");
  EXPECT_NE(pose("rotation_format='quat_xyzw'", "0 0 0 0 0 0 0").find("a quaternion of length zero"),
            std::string::npos);
  EXPECT_NE(pose("rotation_format='quat_xyzw' degrees='1'", "0 0 0 0 0 0 1").find("degrees"),
            std::string::npos);
  EXPECT_NE(pose("rotation_format='euler'", "0 0 0 0 0 0").find("expected euler_rpy or quat_xyzw"),
            std::string::npos);
  EXPECT_NE(pose("degrees='yes'", "0 0 0 0 0 0").find("expected true or false, got 'yes'"),
            std::string::npos);
}

TEST(InvalidSdf, ChecksNames) {
  EXPECT_EQ(in_model(sdf_link("a")),
            "robot.sdf:4: error: link 'a': the name is taken by a link (robot.sdf:2)\n");
  EXPECT_EQ(in_model("<frame name='b'/>"),
            "robot.sdf:4: error: frame 'b': the name is taken by a link (robot.sdf:3)\n");
  EXPECT_EQ(in_model("<link name='world'/>"), "robot.sdf:4: error: <link>: the name 'world' is reserved\n");
  EXPECT_EQ(in_model("<frame/>"), "robot.sdf:4: error: <frame> has no name\n");
}

TEST(InvalidSdf, ChecksJoints) {
  EXPECT_EQ(
      in_model(sdf_joint("j", "hinge", "a", "b")),
      "robot.sdf:4: error: joint 'j': type 'hinge' is unknown; expected one of fixed, revolute, continuous, "
      "prismatic, ball, universal, revolute2, screw, gearbox\n");
  EXPECT_EQ(
      in_model(sdf_joint("j", "fixed", "a", "world")),
      "robot.sdf:4: error: joint 'j': the child must not be the world; exchange <parent> and <child>\n");
  EXPECT_EQ(in_model(sdf_joint("j", "fixed", "a", "a")),
            "robot.sdf:4: error: joint 'j': <parent> and <child> are on the same link\n");
  EXPECT_EQ(
      in_model("<joint name='j' type='fixed'/>"),
      "robot.sdf:4: error: joint 'j': has no <child>\nrobot.sdf:4: error: joint 'j': has no <parent>\n");
  EXPECT_EQ(in_model(sdf_joint("j", "revolute", "a", "b", sdf_axis("0 0 0"))),
            "robot.sdf:4: error: joint 'j': axis '0 0 0' has no direction; expected a vector of length 1\n");
  EXPECT_EQ(in_model(sdf_joint("j", "revolute", "a", "b",
                               sdf_axis("0 0 1", "<limit><lower>2</lower><upper>1</upper></limit>"))),
            "robot.sdf:4: error: joint 'j': limits are reversed: lower 2, upper 1\n");
  EXPECT_EQ(in_model(sdf_joint("j", "revolute", "a", "b",
                               sdf_axis("0 0 1", "<dynamics><damping>-2</damping></dynamics>"))),
            "robot.sdf:4: error: joint 'j': <damping> is negative: -2\n");
}

TEST(InvalidSdf, ChecksGearboxes) {
  const std::string joints = sdf_joint("j", "revolute", "a", "b", sdf_axis("0 0 1"));
  const auto gearbox = [&](const std::string& reference) {
    return in_model(joints + sdf_link("c") +
                    sdf_joint("g", "gearbox", "b", "c",
                              reference + sdf_axis("0 0 1") + "<axis2><xyz>0 0 1</xyz></axis2>"));
  };
  EXPECT_EQ(gearbox(""), "robot.sdf:6: error: joint 'g': a gearbox needs <gearbox_reference_body>\n");
  EXPECT_EQ(gearbox("<gearbox_reference_body>a</gearbox_reference_body>"),
            "robot.sdf:6: error: joint 'g': no revolute joint about <axis2> connects the child with the "
            "<gearbox_reference_body>\n");
}

TEST(InvalidSdf, ChecksMimics) {
  const auto follower = [](const std::string& type, const std::string& mimic) {
    return in_model(sdf_link("c") + sdf_joint("j", "ball", "a", "c") +
                    sdf_joint("k", type, "a", "b", sdf_axis("0 0 1", mimic)));
  };
  EXPECT_NE(follower("revolute", "<mimic joint='l'/>").find("joint 'k': <mimic>: unknown frame 'l'"),
            std::string::npos);
  EXPECT_NE(follower("revolute", "<mimic joint='b'/>").find("'b' is a link; expected a joint"),
            std::string::npos);
  EXPECT_NE(
      follower("revolute", "<mimic joint='j'/>").find("joint 'j' is ball; expected a joint with one degree"),
      std::string::npos);
  EXPECT_NE(follower("revolute", "<mimic joint='j' axis='axis2'/>").find("follows 'axis2' of its leader"),
            std::string::npos);
}

TEST(InvalidSdf, WarnsAboutWhatItLeavesOut) {
  EXPECT_EQ(sdf_findings(sdf_model(sdf_link("a", "", "<sensor name='s'/><nonsense/>") + "<plugin name='p'/>" +
                                   sdf_link("b", "", "<sensor name='t'/>"))),
            "robot.sdf:2: warning: <nonsense> in <link> is unknown and ignored\n"
            "robot.sdf:2: warning: <sensor> is not read (and 1 more)\n"
            "robot.sdf:3: warning: <plugin> is not read\n");
}

TEST(InvalidSdf, ReportsEveryErrorAtOnceAndStopsAfterAThousand) {
  std::string content;
  for (int i = 0; i < 2000; ++i) content += "<link name='x'/>\n";
  const auto findings = read_sdf_text(sdf_model(content), "robot.sdf").findings;
  EXPECT_EQ(findings.count(Severity::error), 1001);
  EXPECT_NE(findings.to_string().find("more than 1000 findings"), std::string::npos);
}

TEST(InvalidSdf, RefusesModelsThatAreNestedTooDeep) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "<model name='m'>";
  text += sdf_link("a");
  for (int i = 0; i < 200; ++i) text += "</model>";
  EXPECT_NE(sdf_findings("<sdf version='1.9'>" + text + "</sdf>").find("nested more than 100 deep"),
            std::string::npos);
}

}  // namespace sinew::test::sdf_validation_test
