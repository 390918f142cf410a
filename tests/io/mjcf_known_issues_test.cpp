// MJCF files that broke other readers; each test names the project and issue.
#include <gtest/gtest.h>

#include <locale>

#include "tests/io/mjcf_texts.hpp"
#include "tests/support/places.hpp"

namespace sinew::test::mjcf_known_issues_test {

void expect_quaternion(const std::string& spelling, double w, double x, double y, double z) {
  const auto q =
      quaternion_of(body_of(read_well(world("<body name='b' " + spelling + "/>")), "b").placement.rotation);
  EXPECT_NEAR(q.w, w, 5e-5) << spelling;
  EXPECT_NEAR(q.x, x, 5e-5) << spelling;
  EXPECT_NEAR(q.y, y, 5e-5) << spelling;
  EXPECT_NEAR(q.z, z, 5e-5) << spelling;
}

// strands PR#2680, #2692, #2690; the numbers are MuJoCo's. Zero quaternions are in mjcf_validation_test.cpp.
TEST(MjcfKnownIssues, FiveSpellingsOfOrientations) {
  expect_quaternion("euler='30 -40 55'", 0.8460, 0.0632, -0.4053, 0.3406);
  expect_quaternion("axisangle='0 1 0 -70'", 0.8192, 0, -0.5736, 0);
  expect_quaternion("xyaxes='0 1 0 -1 0 0'", 0.7071, 0, 0, 0.7071);
  expect_quaternion("zaxis='1 0 1'", 0.9239, 0, 0.3827, 0);
  expect_quaternion("quat='1 -1 0 0'", 0.7071, -0.7071, 0, 0);
}

// pinocchio#2364: one of two degrees of freedom was lost.
TEST(MjcfKnownIssues, CartPole) {
  const Model model = load(source_folder() + "/tests/data/mjcf/cart_pole.xml");
  EXPECT_EQ(model.position_size(), 2);
  EXPECT_EQ(model.velocity_size(), 2);
  EXPECT_EQ(model.joint("slider").kind, JointKind::prismatic);
  EXPECT_EQ(model.joint("hinge").q_index, 1);
}

// pinocchio#2782: the placement of the first body was dropped.
TEST(MjcfKnownIssues, FirstBodyWithoutJoint) {
  const auto robot = read_well(world("<body name='b' pos='1 2 3' quat='0 1 0 0'/>"));
  EXPECT_EQ(body_of(robot, "b").joint.kind, JointKind::fixed);
  EXPECT_EQ(body_of(robot, "b").placement.translation, (Vector3<double>{1, 2, 3}));
  EXPECT_EQ(body_of(robot, "b").placement.rotation.row_z, (Vector3<double>{0, 0, -1}));
}

// UnrealRoboticsLab PR#28, mujoco#250, strands PR#2675.
TEST(MjcfKnownIssues, NestedClassesBeforeTheCompiler) {
  const auto robot =
      read_well(world("<body name='l'><joint class='left_finger'/><geom size='1'/></body>"
                      "<body name='t' childclass='turning'><joint/><geom size='1'/></body>",
                      "<default><default class='finger'>"
                      "<joint type='slide' axis='0 0 -1' range='0 0.041' damping='40' armature='0.243'/>"
                      "<default class='left_finger'><joint damping='50'/></default></default>"
                      "<default class='turning'><joint range='-1 1.5'/></default></default>"
                      "<compiler angle='radian' autolimits='true'/>"));
  const Joint& left = body_of(robot, "l").joint;
  EXPECT_EQ(left.kind, JointKind::prismatic);
  EXPECT_EQ(left.axis, (Vector3<double>{0, 0, -1}));
  EXPECT_EQ(left.dofs.at(0).upper, 0.041);
  EXPECT_EQ(left.dofs.at(0).damping, 50);
  EXPECT_EQ(left.dofs.at(0).armature, 0.243);
  EXPECT_EQ(body_of(robot, "t").joint.dofs.at(0).lower, -1);
  EXPECT_EQ(body_of(robot, "t").joint.dofs.at(0).upper, 1.5);
}

// pinocchio PR#2477.
TEST(MjcfKnownIssues, ArmatureFromADefaultWithoutClass) {
  const Model model(read_well(world("<body><joint/><joint type='slide' armature='2'/><geom size='1'/></body>",
                                    "<default><joint armature='0.5'/></default>")));
  EXPECT_EQ(model.dofs()[0].armature, 0.5);
  EXPECT_EQ(model.dofs()[1].armature, 2);
}

// compas#864: an axis of length two doubled the motion.
TEST(MjcfKnownIssues, LongAxes) {
  const auto robot = read_well(world("<body><joint type='slide' axis='0 0 2'/><geom size='1'/></body>"));
  EXPECT_EQ(robot.bodies.at(0).joint.axis, (Vector3<double>{0, 0, 1}));
}

std::string nested(int count) {
  std::string bodies;
  for (int i = 0; i < count; ++i) bodies += "<body pos='0 0 1'><joint axis='0 1 0'/><geom size='0.1'/>\n";
  for (int i = 0; i < count; ++i) bodies += "</body>";
  return world(bodies);
}

// tinyxml2 PR#910, mujoco#307, #443: 100 nested bodies were the limit.
TEST(MjcfKnownIssues, AThousandNestedBodies) {
  const Model model(read_well(nested(1000)));
  EXPECT_EQ(model.velocity_size(), 1000);
}

// tinyxml2 PR#669, hew#1461: stack overflow.
TEST(MjcfKnownIssues, AMillionNestedTags) {
  for (const char* tag : {"body", "default"}) {
    std::string text = "<mujoco>";
    for (int i = 0; i < 1'000'000; ++i) text += std::string("<") + tag + ">";
    EXPECT_EQ(findings_of(text), "robot.xml:1: error: elements nested deeper than 2000\n");
  }
}

// libexpat#220, tinyxml2#1069.
TEST(MjcfKnownIssues, EntityBombsAndWildCharacters) {
  EXPECT_TRUE(
      read_mjcf_text("<!DOCTYPE m [<!ENTITY a 'x'><!ENTITY b '&a;&a;'>]><mujoco model='&b;'/>", "robot.xml")
          .findings.has_errors());
  EXPECT_TRUE(read_mjcf_text("<mujoco model='&#x8888888888;'/>", "robot.xml").findings.has_errors());
}

// openrr/urdf-rs#105.
TEST(MjcfKnownIssues, BlanksAroundNumbers) {
  const auto robot = read_well(world("<body name='b' pos='\n\t 1  2\t3 \n'/>"));
  EXPECT_EQ(body_of(robot, "b").placement.translation, (Vector3<double>{1, 2, 3}));
}

class CommaForPoint : public std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
};

// ros/urdfdom#98, drake PR#10326.
TEST(MjcfKnownIssues, ALocaleWithCommas) {
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new CommaForPoint));
  const auto robot = read_well(world("<body name='b' pos='1.57079632679 1e-3 -2.5'/>"));
  std::locale::global(before);
  EXPECT_EQ(body_of(robot, "b").placement.translation, (Vector3<double>{1.57079632679, 1e-3, -2.5}));
}

// mujoco#3559, in MJCF: the frame of the inertia is rotated by 90 degrees about z.
TEST(MjcfKnownIssues, RotatedInertias) {
  const auto robot =
      read_well(world("<body name='b'><freejoint/><inertial pos='0 0 0' mass='1' euler='0 0 90' "
                      "diaginertia='1 2 2.5'/></body>"));
  const auto& inertia = body_of(robot, "b").inertial.inertia;
  EXPECT_NEAR(inertia.xx, 2, 1e-15);
  EXPECT_NEAR(inertia.yy, 1, 1e-15);
  EXPECT_NEAR(inertia.zz, 2.5, 1e-15);
}

// pinocchio PR#60, IsaacLab PR#6537, galbot#5: massless bodies in the three possible places.
TEST(MjcfKnownIssues, MasslessBodies) {
  const std::string tip = "<joint name='z'/><joint name='y' axis='0 1 0'/><joint name='x' axis='1 0 0'/>";
  EXPECT_EQ(findings_of(world("<body name='b'>" + tip + "<geom size='1'/><body name='frame'/></body>")), "");
  EXPECT_EQ(findings_of(world(
                "<body name='b'><joint/><geom size='1'/><body name='c'><joint name='j'/></body></body>")),
            "robot.xml:2: physical error: joint 'j' moves no inertia, so the mass matrix is singular; give "
            "body 'c' "
            "(or a body "
            "that it carries) mass and inertia that this joint moves, or give the joint an armature\n");
}

// The inertia about the axis of a slide is its mass, whatever the moments are.
TEST(MjcfKnownIssues, SpringsAndServosOfAnImpossibleRobotAreThoseOfTheRepairedOne) {
  const std::string text = R"(<mujoco><worldbody><body name="b">
    <joint name="x" type="slide" axis="1 0 0" springdamper="0.1 1"/>
    <inertial pos="0 0 0" mass="2" diaginertia="1 1 5"/></body></worldbody>
    <actuator><position name="servo" joint="x" kp="50" dampratio="1"/></actuator></mujoco>)";
  for (const Repair repair : {Repair::none, Repair::inertia}) {
    const Model model = load_text(text, "robot.xml", {.repair = repair});
    EXPECT_EQ(model.is_possible(), repair == Repair::inertia);
    EXPECT_NEAR(model.dofs()[0].stiffness, 2 / (0.1 * 0.1), 1e-9);
    EXPECT_NEAR(model.dofs()[0].damping, 2 * 2 / 0.1, 1e-9);
    EXPECT_NEAR(model.description().actuators[0].bias[2], -2 * std::sqrt(50 * 2), 1e-9);
  }
  const std::string massless = world(
      "<body name='b'><joint/><geom size='1'/><body name='c'><joint name='j' springdamper='0.1 "
      "1'/></body></body>");
  EXPECT_FALSE(load_text(massless, "robot.xml").is_possible());
  EXPECT_GT(load_text(massless, "robot.xml", {.repair = Repair::inertia}).dofs()[1].stiffness, 0);
}

}  // namespace sinew::test::mjcf_known_issues_test
