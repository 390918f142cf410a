// The elements of URDF and their meaning in a Description.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/io/urdf_texts.hpp"

namespace sinew::test::urdf_test {

Description read(const std::string& text, const ReadOptions& options = {}) {
  ReadResult result = read_urdf_text(text, "good.urdf", options);
  EXPECT_EQ(errors_of(result.findings), "");
  return std::move(result.description);
}

Joint joint_of(const std::string& text) {
  return read(text).bodies.at(1).joint;
}

const char* const range = "<limit lower='-1' upper='2' effort='3' velocity='4'/>";

TEST(Urdf, EveryJointTypeIsRead) {
  EXPECT_EQ(joint_of(pair("fixed")).kind, JointKind::fixed);
  EXPECT_EQ(joint_of(pair("revolute", range)).kind, JointKind::revolute);
  EXPECT_EQ(joint_of(pair("continuous")).kind, JointKind::continuous);
  EXPECT_EQ(joint_of(pair("prismatic", range)).kind, JointKind::prismatic);
  EXPECT_EQ(joint_of(pair("planar")).kind, JointKind::planar);
  EXPECT_EQ(joint_of(pair("floating")).kind, JointKind::floating);
}

TEST(Urdf, TheRootLinkIsFixedToTheGround) {
  const Description robot = read(pair("continuous"));
  EXPECT_EQ(robot.name, "r");
  ASSERT_EQ(robot.bodies.size(), 2u);
  EXPECT_EQ(robot.bodies[0].name, "a");
  EXPECT_EQ(robot.bodies[0].parent, "");
  EXPECT_EQ(robot.bodies[0].joint.kind, JointKind::fixed);
  EXPECT_EQ(robot.bodies[1].parent, "a");
  EXPECT_EQ(robot.bodies[1].joint.name, "j");
}

TEST(Urdf, TheRootLinkFloatsOnRequest) {
  const Description robot = read(pair("continuous"), {.base = Base::floating});
  EXPECT_EQ(robot.bodies[0].joint.kind, JointKind::floating);
  EXPECT_EQ(robot.bodies[0].joint.name, "floating_base");
  EXPECT_EQ(read(pair("continuous"), {.base = Base::fixed}).bodies[0].joint.kind, JointKind::fixed);
}

TEST(Urdf, ARobotThatFloatsOnAMasslessWorldObeysTheRequestedBaseToo) {
  const std::string text =
      robot("<link name='world'/>" + joint("free", "floating", "world", "a") + solid("a"));
  for (const Base base : {Base::as_written, Base::floating}) {
    const Description floating = read(text, {.base = base});
    EXPECT_EQ(floating.bodies[0].joint.kind, JointKind::fixed);
    EXPECT_EQ(floating.bodies[1].joint.kind, JointKind::floating);
    EXPECT_EQ(Model(floating).velocity_size(), 6);
  }
  EXPECT_EQ(Model(read(text, {.base = Base::fixed})).velocity_size(), 0);
}

TEST(Urdf, BodiesComeDepthFirstWithChildrenInFileOrder) {
  const Description robot =
      read(test::robot(solid("d") + solid("c") + solid("b") + solid("a") + joint("ac", "fixed", "a", "c") +
                       joint("cd", "fixed", "c", "d") + joint("ab", "fixed", "a", "b")));
  std::string order;
  for (const Body& body : robot.bodies) order += body.name;
  EXPECT_EQ(order, "acdb");
}

TEST(Urdf, BodiesKnowTheirFileAndLine) {
  const Description robot = read(pair("fixed"));
  EXPECT_EQ(robot.bodies[0].source.file, "good.urdf");
  EXPECT_EQ(robot.bodies[0].source.line, 2);
  EXPECT_EQ(robot.bodies[1].source.line, 4);
}

TEST(Urdf, OriginsTranslateAndRotateAboutFixedAxes) {
  const auto placement = read(pair("fixed", "<origin xyz='1 2 3' rpy='0.1 0.2 0.3'/>")).bodies[1].placement;
  EXPECT_EQ(placement.translation, (Vector3<double>{1, 2, 3}));
  // Rz(0.3) Ry(0.2) Rx(0.1), element by element.
  const double ca = std::cos(0.1), sa = std::sin(0.1), cb = std::cos(0.2), sb = std::sin(0.2),
               cc = std::cos(0.3), sc = std::sin(0.3);
  const Rotation<double> expected{{cc * cb, cc * sb * sa - sc * ca, cc * sb * ca + sc * sa},
                                  {sc * cb, sc * sb * sa + cc * ca, sc * sb * ca - cc * sa},
                                  {-sb, cb * sa, cb * ca}};
  EXPECT_LT(norm(placement.rotation.row_x - expected.row_x), 1e-15);
  EXPECT_LT(norm(placement.rotation.row_y - expected.row_y), 1e-15);
  EXPECT_LT(norm(placement.rotation.row_z - expected.row_z), 1e-15);
}

TEST(Urdf, LimitsAndDynamicsBelongToTheDegreeOfFreedom) {
  const Joint joint =
      joint_of(pair("revolute", std::string(range) + "<dynamics damping='0.5' friction='0.25'/>"));
  const DegreeOfFreedom expected{
      .damping = 0.5, .dry_friction = 0.25, .lower = -1, .upper = 2, .max_velocity = 4, .max_effort = 3};
  EXPECT_EQ(joint.dofs, std::vector<DegreeOfFreedom>{expected});
}

TEST(Urdf, LimitsMayBeInfinite) {
  const Joint joint =
      joint_of(pair("prismatic", "<limit lower='-inf' upper='+inf' effort='inf' velocity='INF'/>"));
  EXPECT_EQ(joint.dofs, std::vector<DegreeOfFreedom>{DegreeOfFreedom{}});
}

TEST(Urdf, ShapesAreKeptWithTheirColours) {
  const Description robot = read(test::robot(
      "<link name='a'>\n"
      "<visual name='v'><origin xyz='1 0 0'/><geometry><box size='1 2 3'/></geometry>"
      "<material name='red'><color rgba='1 0 0 0.5'/></material></visual>\n"
      "<visual><geometry><sphere radius='4'/></geometry><material name='blue'/></visual>\n"
      "<visual><geometry><cylinder radius='5' length='6'/></geometry><material name='red'/></visual>\n"
      "<collision><geometry><mesh filename='nowhere.stl' scale='1 1 2'/></geometry></collision></link>\n"
      "<material name='blue'><color rgba='0 0 1 1'/></material>"));
  const auto& shapes = robot.bodies[0].shapes;
  ASSERT_EQ(shapes.size(), 4u);
  EXPECT_EQ(shapes[0].name, "v");
  EXPECT_EQ(shapes[0].kind, Shape::Kind::box);
  EXPECT_EQ(shapes[0].size, (Vector3<double>{1, 2, 3}));
  EXPECT_EQ(shapes[0].placement.translation.x, 1);
  EXPECT_EQ(shapes[0].color, (std::array<double, 4>{1, 0, 0, 0.5}));
  EXPECT_EQ(shapes[1].kind, Shape::Kind::sphere);
  EXPECT_EQ(shapes[1].size.x, 4);
  EXPECT_EQ(shapes[1].color, (std::array<double, 4>{0, 0, 1, 1}));
  EXPECT_EQ(shapes[2].kind, Shape::Kind::cylinder);
  EXPECT_EQ(shapes[2].size, (Vector3<double>{5, 6, 0}));
  EXPECT_EQ(shapes[2].color, (std::array<double, 4>{1, 0, 0, 0.5}));
  EXPECT_EQ(shapes[3].kind, Shape::Kind::mesh);
  EXPECT_EQ(shapes[3].role, Shape::Role::collision);
  EXPECT_EQ(shapes[3].mesh, "nowhere.stl");
  EXPECT_EQ(shapes[3].size, (Vector3<double>{1, 1, 2}));
}

TEST(Urdf, ElementsWithoutEffectOnDynamicsGiveOneWarningPerKind) {
  const ReadResult result = read_urdf_text(
      robot(solid("a", "<sensor/>") +
            "<transmission name='t'/>\n<gazebo/>\n<transmission name='u'/>\n<ros2_control/>\n<jiont/>"),
      "good.urdf");
  EXPECT_EQ(result.findings.to_string(),
            "good.urdf:2: warning: <sensor> is ignored\n"
            "good.urdf:3: warning: <transmission> is ignored: torques and positions are those of the joints "
            "(and 1 more)\n"
            "good.urdf:4: warning: <gazebo> is ignored, except springs of joints: it configures Gazebo "
            "(plugins, sensors, friction, ...)\n"
            "good.urdf:6: warning: <ros2_control> is ignored\n"
            "good.urdf:7: warning: <jiont> in <robot> is unknown and ignored\n");
}

TEST(Urdf, ALoadedModelKeepsAllWarnings) {
  StoredTexts texts;
  texts.add("good.urdf",
            robot("<link name='a'><inertial><mass value='1'/>"
                  "<inertia ixx='0' ixy='0' ixz='0' iyy='0' iyz='0' izz='0'/></inertial></link>\n" +
                  joint("j", "revolute", "a", "b") + solid("b", "<sensor/>")));
  const ReadOptions options{.texts = &texts};
  const std::string expected = read_description("good.urdf", options).findings.to_string();
  const Model model = load("good.urdf", options);
  EXPECT_EQ(model.warnings().to_string(), expected);
  for (const char* part : {"<sensor> is ignored", "without <limit> is not limited", "'a': is a point mass"})
    EXPECT_NE(expected.find(part), std::string::npos) << expected;
}

TEST(Urdf, UnusualJointsGiveWarnings) {
  const std::pair<std::string, const char*> cases[] = {
      {pair("revolute"), "joint 'j': a revolute joint without <limit> is not limited"},
      {pair("revolute", "<limit effort='1' velocity='1'/>"),
       "joint 'j': <limit> has neither lower nor upper: no position limits are assumed"},
      {pair("prismatic", "<limit upper='1' effort='1' velocity='1'/>"),
       "joint 'j': <limit> has no lower, taken as 0"},
      {pair("planar", range), "joint 'j': <limit> of a planar joint is ignored"},
      {pair("fixed", range), "joint 'j': <limit> of a fixed joint is ignored"},
      {pair("fixed", "<mimic joint='j'/>"), "joint 'j': <mimic> of a fixed joint is ignored"},
      {pair("continuous", "<limit effort='-1' velocity='1'/>"),
       "joint 'j': effort of <limit> is negative: no limit is assumed"},
      {pair("continuous", "<axis xyz='0 0 2'/>"),
       "joint 'j': axis '0 0 2' is not of length 1; only its direction is used"},
      {pair("continuous", "<calibration rising='0'/>"),
       "<calibration> is ignored: it does not affect the motion"},
      {pair("continuous", "<safety_controller k_velocity='1'/>"),
       "<safety_controller> is ignored: its soft limits are for controllers, and the limits are those of "
       "<limit>"},
      {pair("continuous", "<limit effort='1' velocity='1' acceleration='1' jerk='inf'/>"),
       "limits of acceleration, deceleration and jerk have no effect (and 1 more)"},
  };
  for (const auto& [text, warning] : cases) {
    const ReadResult result = read_urdf_text(text, "good.urdf");
    EXPECT_EQ(result.findings.to_string(), "good.urdf:3: warning: " + std::string(warning) + "\n");
  }
}

TEST(Urdf, AtMostAThousandFindingsAreReported) {
  std::string links;
  for (int i = 0; i < 5000; ++i) links += "<link/>\n";
  const ReadResult result = read_urdf_text(robot(links), "bad.urdf");
  EXPECT_EQ(result.findings.list.size(), 1002u);
  EXPECT_EQ(result.findings.list.back().message, "more than 1000 findings: the rest is not read");
}

TEST(Urdf, AChainOfThirtyThousandLinksLoads) {
  std::string text = solid("l0");
  for (int i = 1; i <= 30'000; ++i) {
    const std::string parent = "l" + std::to_string(i - 1), child = "l" + std::to_string(i);
    text += solid(child) + joint("j" + std::to_string(i), "fixed", parent, child);
  }
  EXPECT_EQ(read(robot(text)).bodies.size(), 30'001u);
}

}  // namespace sinew::test::urdf_test
