// Hand-computed cases of <tendon>: paths, springs, limits, equality constraints, copies, and what is left out or refused.
// tests/peers/mujoco3_tendon_test.cpp compares lengths and forces with MuJoCo.
#include <numbers>

#include "tests/io/mjcf_texts.hpp"

namespace sinew::test::mjcf_tendon_test {

using Kind = TendonElement::Kind;

// A hinge at the origin that carries a slide; sites and geoms on all of them.
std::string robot_with(const std::string& tendons, const std::string& before = "",
                       const std::string& after = "") {
  return "<mujoco>" + before +
         "<worldbody><site name='g' pos='0 0 5'/>"
         "<geom name='floor' type='plane' size='1 1 1'/><geom name='post' type='cylinder' size='.2 1' pos='0 "
         "3 0'/>"
         "<body name='a'><joint name='h' axis='0 1 0' ref='90' springref='180'/><geom name='ball' size='.3'/>"
         "<site name='s' pos='0 0 1'/><body name='b'><joint name='x' type='slide' axis='1 0 0' ref='.5'/>"
         "<geom name='box' type='box' size='1 1 1'/><site name='t' pos='2 0 0' euler='0 0 90'/>"
         "<body name='c'><joint name='o' type='ball'/><geom "
         "size='1'/></body></body></body></worldbody>\n<tendon>\n" +
         tendons + "\n</tendon>" + after + "</mujoco>";
}

// Without the warning about geoms of the ground.
std::string tendon_findings(const std::string& text) {
  const std::string ground = "robot.xml:1: warning: geoms of the ground are not kept (and 1 more)\n";
  std::string findings = findings_of(text);
  EXPECT_TRUE(findings.starts_with(ground) || findings.find("error") != std::string::npos) << findings;
  return findings.starts_with(ground) ? findings.substr(ground.size()) : findings;
}

Tendon only_tendon(const std::string& tendon, const std::string& before = "") {
  const Description robot = read_well(robot_with(tendon, before));
  EXPECT_EQ(robot.tendons.size(), 1u);
  return robot.tendons.at(0);
}

TEST(MjcfTendon, FixedTendonsCombineJoints) {
  const Tendon tendon = only_tendon(
      "<fixed name='f' damping='.5'><joint joint='h' coef='2'/><joint joint='x' coef='-1'/></fixed>");
  EXPECT_EQ(tendon.name, "f");
  EXPECT_EQ(tendon.source.line, 3);
  ASSERT_EQ(tendon.joints.size(), 2u);
  EXPECT_EQ(tendon.joints[0].joint, "h");
  EXPECT_EQ(tendon.joints[1].coefficient, -1);
  EXPECT_EQ(tendon.damping, .5);
  EXPECT_FALSE(tendon.has_limits());
}

TEST(MjcfTendon, SpatialTendonsRunThroughSitesPulleysAndGeoms) {
  const Tendon tendon = only_tendon(
      "<spatial><site site='g'/><geom geom='ball' sidesite='t'/><site site='s'/><pulley divisor='2'/>"
      "<site site='t'/><geom geom='post'/><site site='g'/></spatial>");
  EXPECT_EQ(tendon.name, "tendon0");
  ASSERT_EQ(tendon.path.size(), 7u);
  EXPECT_EQ(tendon.path[0].at.body, "");
  EXPECT_EQ(tendon.path[0].at.placement.translation, (Vector3<double>{0, 0, 5}));
  EXPECT_EQ(tendon.path[1].kind, Kind::sphere);
  EXPECT_EQ(tendon.path[1].at.body, "a");
  EXPECT_EQ(tendon.path[1].radius, .3);
  ASSERT_TRUE(tendon.path[1].side);
  EXPECT_EQ(tendon.path[1].side->body, "b");
  EXPECT_EQ(tendon.path[3].kind, Kind::pulley);
  EXPECT_EQ(tendon.path[3].divisor, 2);
  EXPECT_EQ(tendon.path[5].kind, Kind::cylinder);
  EXPECT_EQ(tendon.path[5].at.body, "");
  EXPECT_EQ(tendon.path[5].at.placement.translation, (Vector3<double>{0, 3, 0}));
  EXPECT_FALSE(tendon.path[5].side);
}

TEST(MjcfTendon, UnnamedTendonsGetTheirIndexAsName) {
  const Description robot =
      read_well(robot_with("<fixed name='tendon2'><joint joint='h' coef='1'/></fixed>"
                           "<fixed><joint joint='h' coef='1'/></fixed>"
                           "<fixed><joint joint='h' coef='1'/></fixed>"));
  EXPECT_EQ(robot.tendons.at(1).name, "tendon1");
  EXPECT_EQ(robot.tendons.at(2).name, "tendon2_2");
}

TEST(MjcfTendon, SpringsRestAtTheWrittenLengths) {
  const auto rest = [](const std::string& attributes, const std::string& before = "") {
    return *only_tendon("<fixed stiffness='1' " + attributes + "><joint joint='x' coef='1'/></fixed>", before)
                .rest_lengths;
  };
  EXPECT_EQ(rest("springlength='.4'"), (std::array{.4, .4}));
  EXPECT_EQ(rest("springlength='.4 .7'"), (std::array{.4, .7}));
  EXPECT_EQ(rest("springlength='-1 1'"), (std::array{-1., 1.}));
  const std::string class_with_two = "<default><tendon springlength='.1 .2'/></default>";
  EXPECT_EQ(rest("", class_with_two), (std::array{.1, .2}));
  EXPECT_EQ(rest("springlength='.15'", class_with_two), (std::array{.15, .15}));
}

// MuJoCo takes the length at qpos_spring: the hinge is at 180 degrees and the slide at its default 0, half a metre from
// where the file places it.
TEST(MjcfTendon, OtherSpringsRestWhereTheSpringsOfTheJointsDo) {
  const Tendon fixed =
      only_tendon("<fixed stiffness='1'><joint joint='h' coef='1'/><joint joint='x' coef='1'/></fixed>");
  EXPECT_NEAR((*fixed.rest_lengths)[0], std::numbers::pi, 1e-14);
  // From the written pose the hinge has rotated by 90 degrees about y: x has become -z.
  const Tendon spatial = only_tendon("<spatial stiffness='1'><site site='g'/><site site='t'/></spatial>");
  EXPECT_NEAR((*spatial.rest_lengths)[1], 5 + 1.5, 1e-14);
  EXPECT_FALSE(only_tendon("<fixed><joint joint='h' coef='1'/></fixed>").rest_lengths);
}

TEST(MjcfTendon, LimitsFollowRangeAndAutolimits) {
  const auto limits = [](const std::string& attributes, const std::string& before = "") {
    const Tendon tendon =
        only_tendon("<fixed " + attributes + "><joint joint='h' coef='1'/></fixed>", before);
    return std::pair(tendon.lower, tendon.upper);
  };
  const auto none = std::pair(-infinity, infinity), range = std::pair(.5, 2.);
  EXPECT_EQ(limits("range='.5 2'"), range);
  EXPECT_EQ(limits("range='.5 2' limited='false'"), none);
  EXPECT_EQ(limits("range='.5 2' limited='true'", "<compiler autolimits='false'/>"), range);
  EXPECT_EQ(limits("range='.5 2'", "<option><flag limit='disable'/></option>"), none);
}

TEST(MjcfTendon, FlagsSwitchSpringsAndDampersOff) {
  const std::string tendon = "<fixed stiffness='1' damping='2'><joint joint='h' coef='1'/></fixed>";
  EXPECT_EQ(only_tendon(tendon, "<option><flag spring='disable'/></option>").stiffness, 0);
  EXPECT_EQ(only_tendon(tendon, "<option><flag damper='disable'/></option>").damping, 0);
}

TEST(MjcfTendon, WhatIsLeftOutIsNamedOnce) {
  const std::string joint = "<joint joint='h' coef='1'/></fixed>\n";
  EXPECT_EQ(
      tendon_findings(robot_with("<fixed frictionloss='1' group='2'>" + joint + "<fixed armature='1'>" +
                                 joint + "<fixed stiffness='1 2' frictionloss='3'>" + joint +
                                 "<fixed damping='1 0 3' actuatorfrcrange='0 1'>" + joint)),
      "robot.xml:3: warning: dry friction of tendons is left out (and 1 more)\n"
      "robot.xml:4: warning: armature of tendons is left out\n"
      "robot.xml:5: warning: the quadratic and cubic terms of tendon springs and damping are left out (and 1 "
      "more)\n");
}

TEST(MjcfTendon, TheRangeOfItsActuatorsIsKept) {
  const std::string joint = "<joint joint='h' coef='1'/></fixed>";
  EXPECT_EQ(only_tendon("<fixed actuatorfrcrange='-1 2'>" + joint).actuation, (Interval{-1, 2}));
  EXPECT_EQ(only_tendon("<fixed actuatorfrcrange='-1 2' actuatorfrclimited='false'>" + joint).actuation,
            Interval{});
}

TEST(MjcfTendon, ErrorsNameTheTendonAndWhatWasExpected) {
  EXPECT_EQ(
      tendon_findings(robot_with(
          "<fixed name='f' colour='red'><joint joint='q' coef='1'/>\n<joint joint='h'/>\n"
          "<joint joint='o' coef='1'/>\n<site site='g'/></fixed>\n"
          "<spatial name='s' range='2 1'><site site='q'/>\n<geom geom='box'/>\n<geom geom='floor' "
          "sidesite='q'/>"
          "<joint joint='h' coef='1'/></spatial>\n<helix/>\n<fixed name='f' springlength='2 1'/>")),
      "robot.xml:3: error: tendon 'f': <fixed> has an unknown attribute 'colour'\n"
      "robot.xml:3: error: tendon 'f': joint: there is no joint 'q'\n"
      "robot.xml:4: error: tendon 'f': <joint> has no attribute 'coef'\n"
      "robot.xml:5: error: tendon 'f': joint: joint 'o' has several degrees of freedom; expected a hinge or "
      "a "
      "slide\n"
      "robot.xml:6: error: tendon 'f': unexpected element <site>; expected joint\n"
      "robot.xml:7: error: tendon 's': range: the lower limit must be below the upper one of a limited "
      "tendon\n"
      "robot.xml:7: error: tendon 's': site: there is no site 'q'\n"
      "robot.xml:8: error: tendon 's': geom: a tendon cannot wrap around a box; expected a sphere or a "
      "cylinder\n"
      "robot.xml:9: error: tendon 's': sidesite: there is no site 'q'\n"
      "robot.xml:9: error: tendon 's': geom: a tendon cannot wrap around a plane; expected a sphere or a "
      "cylinder\n"
      "robot.xml:9: error: tendon 's': unexpected element <joint>; expected site, pulley or geom\n"
      "robot.xml:10: error: tendon: unknown element <helix> in <tendon>\n"
      "robot.xml:11: error: tendon 'f': the name is taken (robot.xml:3)\n"
      "robot.xml:11: error: tendon 'f': springlength: the first number must not exceed the second one\n"
      "robot.xml:1: warning: geoms of the ground are not kept (and 1 more)\n");
}

TEST(MjcfTendon, PathsThatDoNotFitTogetherAreErrorsOfValidation) {
  EXPECT_EQ(tendon_findings(robot_with("<spatial name='s'><geom geom='ball'/><site site='g'/></spatial>")),
            "robot.xml:3: error: tendon 's': element 1 of its path (sphere) is not between two points; "
            "expected a point "
            "before and after it\n");
  EXPECT_EQ(tendon_findings(robot_with("<fixed name='s'/>")),
            "robot.xml:3: error: tendon 's': it has neither joints nor a path; expected one of them\n");
}

// ---- Equality constraints -------------------------------------------------------------------------

const std::string three =
    "<fixed name='h2'><joint joint='h' coef='2'/></fixed><fixed name='x4'><joint joint='x' coef='4'/></fixed>"
    "<fixed name='hx'><joint joint='h' coef='1'/><joint joint='x' coef='-2'/></fixed>"
    "<spatial name='sp'><site site='g'/><site site='s'/></spatial>";

Coupling coupling_by(const std::string& attributes) {
  const Description robot =
      read_well(robot_with(three, "", "<equality><tendon name='e' " + attributes + "/></equality>"));
  EXPECT_EQ(robot.couplings.size(), 1u);
  return robot.couplings.at(0);
}

void expect_polynomial(const Coupling& coupling, const std::array<double, 5>& expected) {
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(coupling.polynomial[i], expected[i], 1e-15) << i;
}

// 2 (h - pi/2) = 1 + 3 * 4 (x - 0.5)
TEST(MjcfTendonEquality, TwoTendonsOfOneJointEachCoupleTheJoints) {
  const Coupling coupling = coupling_by("tendon1='h2' tendon2='x4' polycoef='1 3 0 0 0'");
  EXPECT_EQ(coupling.name, "e");
  EXPECT_EQ(coupling.joint, "h");
  EXPECT_EQ(coupling.leader, "x");
  expect_polynomial(coupling, {std::numbers::pi / 2 + .5 - 3, 6, 0, 0, 0});
}

// 4 (x - 0.5) = (2 (h - pi/2))^2, and h - pi/2 = y - pi/2
TEST(MjcfTendonEquality, PolynomialsActOnLengths) {
  const double r = std::numbers::pi / 2;
  expect_polynomial(coupling_by("tendon1='x4' tendon2='h2' polycoef='0 0 1 0 0'"),
                    {.5 + r * r, -2 * r, 1, 0, 0});
}

// h - pi/2 - 2 (x - 0.5) = 0.25
TEST(MjcfTendonEquality, ATendonOfTwoJointsThatKeepsItsLengthCouplesThem) {
  expect_polynomial(coupling_by("tendon1='hx' polycoef='.25 7 7 7 7'"),
                    {std::numbers::pi / 2 + .25 - 1, 2, 0, 0, 0});
}

TEST(MjcfTendonEquality, ATendonOfOneJointThatKeepsItsLengthLocksIt) {
  const Coupling coupling = coupling_by("tendon1='x4' polycoef='1 0 0 0 0'");
  EXPECT_EQ(coupling.leader, "");
  expect_polynomial(coupling, {.75, 0, 0, 0, 0});
}

// h - pi/2 - 2 (x - 0.5) = 2 (h - pi/2): the terms of h add up.
TEST(MjcfTendonEquality, LinearRelationsAreAddedUp) {
  expect_polynomial(coupling_by("tendon1='hx' tendon2='h2'"), {std::numbers::pi / 2 + 1, -2, 0, 0, 0});
}

TEST(MjcfTendonEquality, OthersAreLeftOutWithOneWarning) {
  EXPECT_EQ(
      tendon_findings(
          robot_with(three, "",
                     "<equality><tendon tendon1='sp'/>\n<tendon tendon1='hx' tendon2='h2' "
                     "polycoef='0 0 1 0 0'/><tendon tendon1='h2' tendon2='h2' polycoef='0 1 0 0 0'/>"
                     "</equality>")),
      "robot.xml:4: warning: equality constraints of tendons are kept only if the tendons are fixed and the "
      "constraint relates one or two joints; others are left out (and 2 more)\n");
  EXPECT_EQ(tendon_findings(robot_with(three, "", "<equality><tendon tendon1='no'/></equality>")),
            "robot.xml:4: error: tendon: tendon1: there is no tendon 'no'\n"
            "robot.xml:1: warning: geoms of the ground are not kept (and 1 more)\n");
}

// ---- Copies ---------------------------------------------------------------------------------------

TEST(MjcfTendon, TendonsOfReplicasAreReplicated) {
  const Description robot = read_well(
      "<mujoco><worldbody><site name='top'/><replicate count='2' offset='0 1 0'><body name='b'><joint "
      "name='j'/>"
      "<geom name='g' size='.1'/><site name='s' pos='1 0 0'/></body></replicate></worldbody><tendon>"
      "<spatial name='t'><site site='top'/><geom geom='g'/><site site='s'/></spatial>"
      "<fixed><joint joint='j' coef='3'/></fixed></tendon>"
      "<equality><tendon tendon1='t'/></equality></mujoco>");
  ASSERT_EQ(robot.tendons.size(), 4u);
  EXPECT_EQ(robot.tendons[1].name, "t1");
  EXPECT_EQ(robot.tendons[1].path[0].at.body, "");
  EXPECT_EQ(robot.tendons[1].path[1].at.body, "b1");
  EXPECT_EQ(robot.tendons[1].path[2].at.body, "b1");
  EXPECT_EQ(robot.tendons[3].joints.at(0).joint, "j1");
}

TEST(MjcfTendon, WithAFreedOrFixedBaseTendonsStay) {
  const std::string text =
      "<mujoco><worldbody><site name='g'/><body name='a'><freejoint/><geom size='1'/><site name='s'/>"
      "</body><body name='b'><geom size='1'/></body></worldbody>"
      "<tendon><spatial stiffness='1'><site site='g'/><site site='s'/></spatial></tendon></mujoco>";
  for (const Base base : {Base::as_written, Base::fixed, Base::floating})
    EXPECT_EQ(read_well(text, {.base = base}).tendons.size(), 1u);
}

}  // namespace sinew::test::mjcf_tendon_test
