// Tests the additions of other programs and of later versions to URDF: springs of Gazebo, rotor inertias of Drake,
// quaternions, capsules and further limits.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/io/urdf_texts.hpp"

namespace sinew::test::urdf_extensions_test {

const std::string arm = solid("a") + joint("j", "continuous", "a", "b") + solid("b") +
                        joint("f", "floating", "b", "c") + solid("c");

ReadResult read_with(const std::string& extension) {
  return read_urdf_text(robot(arm + extension), "good.urdf");
}

DegreeOfFreedom dof_with(const std::string& extension) {
  const ReadResult result = read_with(extension);
  EXPECT_EQ(result.findings.to_string(), "");
  return result.description.bodies.at(1).joint.dofs.at(0);
}

TEST(UrdfExtensions, SpringsOfGazeboActOnTheirJoints) {
  const DegreeOfFreedom dof = dof_with(
      "<gazebo reference='j'><springStiffness> 12.5 </springStiffness><springReference>-0.5</springReference>"
      "<implicitSpringDamper>1</implicitSpringDamper><provideFeedback>true</provideFeedback></gazebo>");
  EXPECT_EQ(dof.stiffness, 12.5);
  EXPECT_EQ(dof.rest_position, -0.5);
  EXPECT_EQ(dof_with("<gazebo reference='j'><springStiffness value='3'/></gazebo>").stiffness, 3);
}

TEST(UrdfExtensions, OtherSettingsOfGazeboGiveOneWarning) {
  const std::string warning =
      "<gazebo> is ignored, except springs of joints: it configures Gazebo (plugins, sensors, friction, ...)";
  const ReadResult result = read_with(
      "<gazebo reference='a'>\n<mu1>0.2</mu1></gazebo>\n<gazebo><plugin name='p'/></gazebo>\n"
      "<gazebo reference='j'>\n<stopCfm>0</stopCfm><springStiffness>2</springStiffness></gazebo>");
  EXPECT_EQ(result.findings.to_string(), "good.urdf:7: warning: " + warning + " (and 2 more)\n");
  EXPECT_EQ(result.description.bodies.at(1).joint.dofs.at(0).stiffness, 2);
}

TEST(UrdfExtensions, ImpossibleSpringsAreReported) {
  const std::pair<const char*, const char*> cases[] = {
      {"<gazebo reference='j'><springStiffness>-1</springStiffness></gazebo>",
       "good.urdf:7: error: joint 'j': <springStiffness> is negative\n"},
      {"<gazebo reference='j'><springStiffness>1 2</springStiffness></gazebo>",
       "good.urdf:7: error: joint 'j': <springStiffness> is '1 2'; expected one number\n"},
      {"<gazebo reference='j'><springStiffness/></gazebo>",
       "good.urdf:7: error: joint 'j': <springStiffness> is ''; expected one number\n"},
      {"<gazebo reference='f'><springStiffness>1</springStiffness></gazebo>",
       "good.urdf:7: warning: joint 'f': <springStiffness> of a floating joint is ignored\n"},
  };
  for (const auto& [text, finding] : cases) EXPECT_EQ(read_with(text).findings.to_string(), finding);
}

TEST(UrdfExtensions, TheRotorInertiaOfDrakeIsSeenThroughTheGear) {
  const DegreeOfFreedom dof = dof_with(
      "<transmission name='t'><joint name='j'/><actuator name='m'>"
      "<drake:rotor_inertia value='0.5'/><drake:gear_ratio value='-10'/></actuator></transmission>");
  EXPECT_EQ(dof.armature, 50);
}

TEST(UrdfExtensions, ARotorInertiaNeedsAJoint) {
  for (const char* const name : {"nothing", "f"}) {
    const std::string text =
        std::string("<transmission name='t'><joint name='") + name +
        "'/><actuator name='m'><drake:rotor_inertia value='1'/></actuator></transmission>";
    EXPECT_EQ(read_with(text).findings.to_string(),
              std::string("good.urdf:7: error: transmission 't': has a ") + "rotor inertia and joint '" +
                  name + "'; expected a joint with one degree of freedom\n");
  }
}

TEST(UrdfExtensions, AQuaternionGivesTheRotation) {
  const double s = std::sqrt(0.5);
  const ReadResult result = read_urdf_text(
      pair("continuous", "<origin xyz='1 2 3' quat_xyzw='0 0 0.70710678 0.70710678'/>"), "good.urdf");
  EXPECT_EQ(result.findings.to_string(), "");
  const Transform<double> placement = result.description.bodies.at(1).placement;
  EXPECT_EQ(placement.translation, (Vector3<double>{1, 2, 3}));
  const Rotation<double> expected = rotation_from_quaternion(s, 0.0, 0.0, s);
  EXPECT_NEAR(norm(placement.rotation.row_x - expected.row_x), 0, 1e-15);
  EXPECT_NEAR(norm(placement.rotation.row_y - expected.row_y), 0, 1e-15);
}

TEST(UrdfExtensions, WrongQuaternionsAreErrors) {
  const std::pair<const char*, const char*> cases[] = {
      {"quat_xyzw='0 0 0 2'", "quat_xyzw '0 0 0 2' is not a rotation; expected a quaternion of length 1"},
      {"quat_xyzw='0 0 0 0'", "quat_xyzw '0 0 0 0' is not a rotation; expected a quaternion of length 1"},
      {"quat_xyzw='0 0 0 1' rpy='0 0 0'", "rpy and quat_xyzw both give the rotation; expected one of them"},
  };
  for (const auto& [origin, error] : cases) {
    const ReadResult result =
        read_urdf_text(pair("continuous", std::string("<origin ") + origin + "/>"), "bad.urdf");
    EXPECT_EQ(result.findings.to_string(), "bad.urdf:3: error: joint 'j': " + std::string(error) + "\n");
  }
}

TEST(UrdfExtensions, CapsulesAreRead) {
  const ReadResult result = read_urdf_text(
      robot(solid("a", "<collision><geometry><capsule radius='0.1' length='0.5'/></geometry></collision>")),
      "good.urdf");
  EXPECT_EQ(result.findings.to_string(), "");
  const Shape& shape = result.description.bodies.at(0).shapes.at(0);
  EXPECT_EQ(shape.kind, Shape::Kind::capsule);
  EXPECT_EQ(shape.size, (Vector3<double>{0.1, 0.5, 0}));
}

}  // namespace sinew::test::urdf_extensions_test
