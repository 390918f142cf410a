// Hand-computed cases of <equality>: ends of loops, couplings about references, unsupported kinds. tests/peers compares
// random files with MuJoCo.
#include <gtest/gtest.h>

#include <numbers>

#include "tests/io/mjcf_texts.hpp"

namespace sinew::test {
namespace {

// Body a at (1, 0, 0); b at (0, 2, 0), rotated by 90 degrees about z; both with a joint, that of a with a reference.
std::string two_bodies(const std::string& equality, const std::string& before = "") {
  return "<mujoco><compiler angle='radian'/>" + before +
         "<worldbody><body name='a' pos='1 0 0'><joint name='ja' ref='1'/><geom size='1'/>"
         "<site name='sa' pos='0 0 3'/></body>\n"
         "<body name='b' pos='0 2 0' euler='0 0 1.5707963267948966'><joint name='jb' type='slide' ref='0.5'/>"
         "<geom size='1'/></body><body pos='5 0 0'><site name='s' pos='0 1 0' quat='1 1 0 "
         "0'/></body></worldbody>\n"
         "<equality>\n" +
         equality + "\n</equality></mujoco>";
}

void expect_near(const Vector3<double>& actual, const Vector3<double>& expected) {
  EXPECT_LT(norm(actual - expected), 1e-15) << actual.x << " " << actual.y << " " << actual.z;
}

Loop only_loop(const std::string& equality) {
  const Description robot = read_well(two_bodies(equality));
  EXPECT_EQ(robot.loops.size(), 1u);
  EXPECT_EQ(robot.couplings.size(), 0u);
  return robot.loops.at(0);
}

Coupling only_coupling(const std::string& equality) {
  const Description robot = read_well(two_bodies(equality));
  EXPECT_EQ(robot.loops.size(), 0u);
  EXPECT_EQ(robot.couplings.size(), 1u);
  return robot.couplings.at(0);
}

TEST(MjcfEquality, ConnectFixesAPointOfTheFirstBodyToTheSecondInTheWrittenPose) {
  const Loop loop = only_loop("<connect name='pin' body1='a' body2='b' anchor='0 0 1'/>");
  EXPECT_EQ(loop.name, "pin");
  EXPECT_EQ(loop.connection.kind, ConnectionKind::spherical);
  EXPECT_EQ(loop.first.body, "a");
  EXPECT_EQ(loop.second.body, "b");
  EXPECT_EQ(loop.source.line, 4);
  expect_near(loop.first.placement.translation, {0, 0, 1});
  // (1, 0, 1) in the world is (1, -2, 1) from b, whose x axis is the world's y.
  expect_near(loop.second.placement.translation, {-2, -1, 1});
}

TEST(MjcfEquality, WithoutASecondBodyEndsAtTheGround) {
  for (const char* const second : {"", "body2='world'"}) {
    const Loop loop = only_loop(std::string("<connect body1='b' anchor='1 0 0' ") + second + "/>");
    EXPECT_EQ(loop.second.body, "");
    expect_near(loop.second.placement.translation, {0, 3, 0});
  }
}

TEST(MjcfEquality, WeldKeepsTheRelativePoseOfTheFile) {
  for (const char* const relpose : {"", "relpose='7 7 7 0 0 0 0'"}) {
    const Loop loop = only_loop(std::string("<weld body1='a' body2='b' anchor='1 0 0' ") + relpose + "/>");
    EXPECT_EQ(loop.connection.kind, ConnectionKind::weld);
    expect_near(loop.second.placement.translation, {1, 0, 0});
    expect_near(loop.first.placement.translation, {-1, 3, 0});
    expect_near(loop.first.placement.rotation.column_x(), {0, 1, 0});
    EXPECT_EQ(loop.second.placement.rotation, Rotation<double>{});
  }
}

TEST(MjcfEquality, WeldUsesAnExplicitRelativePose) {
  const Loop loop = only_loop("<weld body1='a' body2='b' relpose='1 2 3 2 2 0 0' anchor='0 0 4'/>");
  expect_near(loop.first.placement.translation, {1, 2, 3});
  expect_near(loop.first.placement.rotation.column_y(), {0, 0, 1});
  expect_near(loop.second.placement.translation, {0, 0, 4});
}

TEST(MjcfEquality, WeldThatScalesTorquesToZeroIsAConnect) {
  EXPECT_EQ(only_loop("<weld body1='a' torquescale='0'/>").connection.kind, ConnectionKind::spherical);
  EXPECT_EQ(only_loop("<weld body1='a' torquescale='0.1'/>").connection.kind, ConnectionKind::weld);
}

TEST(MjcfEquality, SitesProvidePlacementsAndBodiesWithoutName) {
  for (const auto& [element, kind] :
       {std::pair{"connect", ConnectionKind::spherical}, {"weld", ConnectionKind::weld}}) {
    const Loop loop = only_loop(std::string("<") + element + " site1='sa' site2='s'/>");
    EXPECT_EQ(loop.connection.kind, kind);
    EXPECT_EQ(loop.first.body, "a");
    EXPECT_EQ(loop.second.body, "body3");
    expect_near(loop.first.placement.translation, {0, 0, 3});
    expect_near(loop.second.placement.translation, {0, 1, 0});
    expect_near(loop.second.placement.rotation.column_y(), {0, 0, 1});
  }
}

// y - 0.5 = 2 (x - 1) + (x - 1)^2 is y = -0.5 + x^2.
TEST(MjcfEquality, JointsAreCoupledAboutTheirReferences) {
  const Coupling coupling =
      only_coupling("<joint name='gear' joint1='jb' joint2='ja' polycoef='0 2 1 0 0'/>");
  EXPECT_EQ(coupling.name, "gear");
  EXPECT_EQ(coupling.joint, "jb");
  EXPECT_EQ(coupling.leader, "ja");
  EXPECT_EQ(coupling.polynomial, (std::array<double, 5>{-0.5, 0, 1, 0, 0}));
}

TEST(MjcfEquality, JointsFollowOneToOneByDefault) {
  EXPECT_EQ(only_coupling("<joint joint1='jb' joint2='ja'/>").polynomial,
            (std::array<double, 5>{-0.5, 1, 0, 0, 0}));
}

// y - 1 = (x - 0.5)^4
TEST(MjcfEquality, FourthPowersAreExpanded) {
  EXPECT_EQ(only_coupling("<joint joint1='ja' joint2='jb' polycoef='0 0 0 0 1'/>").polynomial,
            (std::array<double, 5>{1.0625, -0.5, 1.5, -2, 1}));
}

TEST(MjcfEquality, ASingleJointIsLockedRelativeToItsReference) {
  const Coupling coupling = only_coupling("<joint joint1='ja' polycoef='0.25 1 2 3 4'/>");
  EXPECT_EQ(coupling.leader, "");
  EXPECT_EQ(coupling.polynomial, (std::array<double, 5>{1.25, 0, 0, 0, 0}));
}

TEST(MjcfEquality, NamesUnnamedElementsByMujocosIndex) {
  const Description robot = read_well(
      two_bodies("<weld body1='a'/><weld name='equality3' body1='b'/>\n<flex flex='f'/>"
                 "<joint joint1='ja'/><connect body1='a' body2='b' anchor='0 0 0' active='true'/>"));
  ASSERT_EQ(robot.loops.size(), 3u);
  EXPECT_EQ(robot.loops[0].name, "equality0");
  EXPECT_EQ(robot.loops[1].name, "equality3");
  EXPECT_EQ(robot.loops[2].name, "equality4");
  EXPECT_EQ(robot.couplings.at(0).name, "equality3_2");
}

TEST(MjcfEquality, InactiveConstraintsAreOmittedWithAWarning) {
  const std::string text = two_bodies(
      "<weld body1='a' active='false'/>\n<joint joint1='ja' class='off'/><weld body1='b'/>",
      "<default><default class='off'><equality active='false' solref='0.1 1'/></default></default>");
  const Description robot = read_well(text);
  ASSERT_EQ(robot.loops.size(), 1u);
  EXPECT_EQ(robot.loops[0].first.body, "b");
  EXPECT_TRUE(robot.couplings.empty());
  EXPECT_EQ(findings_of(text),
            "robot.xml:4: warning: inactive equality constraints are ignored (and 1 more)\n");
}

TEST(MjcfEquality, UnsupportedKindsAreNamed) {
  EXPECT_EQ(findings_of(two_bodies("<distance geom1='g'/>\n<flex flex='f'/><flexvert flex='f'/>")),
            "robot.xml:4: warning: equality constraints on distances of geoms are not part of the model\n"
            "robot.xml:5: warning: equality constraints of flexes are not part of the model (and 1 more)\n");
}

TEST(MjcfEquality, IsDisabledByFlags) {
  for (const char* const flag : {"equality", "constraint"}) {
    const std::string text = two_bodies("<weld body1='a'/><joint joint1='jb'/>",
                                        std::string("<option><flag ") + flag + "='disable'/></option>");
    const Description robot = read_well(text);
    EXPECT_TRUE(robot.loops.empty() && robot.couplings.empty()) << flag;
    EXPECT_EQ(findings_of(text), "");
  }
}

TEST(MjcfEquality, HasTheSameEndsOnAnyBase) {
  const std::string text =
      "<mujoco><worldbody><body name='a' pos='1 2 3'><freejoint/><geom size='1'/></body>"
      "<body name='b' pos='0 1 0'><geom size='1'/></body></worldbody>"
      "<equality><weld body1='a' body2='b'/></equality></mujoco>";
  for (const Base base : {Base::as_written, Base::fixed, Base::floating}) {
    const Description robot = read_well(text, {.base = base});
    expect_near(robot.loops.at(0).first.placement.translation, {-1, -1, -3});
  }
}

}  // namespace
}  // namespace sinew::test
