// libsdformat reads the SDF that sinew writes, without errors, and finds the links, joints and inertias where they are.
#include <gtest/gtest.h>

#include <map>
#include <sdf/sdf.hh>

#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/io/load.hpp"
#include "sinew/io/write.hpp"
#include "tests/support/shared_robots.hpp"

namespace sinew::test {
namespace {

Vector3<double> from_gazebo(const ignition::math::Vector3d& v) {
  return {v.X(), v.Y(), v.Z()};
}

std::string all_messages(const sdf::Errors& errors) {
  std::string text;
  for (const sdf::Error& error : errors) text += error.Message() + "\n";
  return text;
}

void expect_libsdformat_agrees(const Description& robot, const std::string& text) {
  sdf::Root root;
  const sdf::Errors errors = root.LoadSdfString(text);
  ASSERT_TRUE(errors.empty()) << all_messages(errors) << text;
  const sdf::Model& theirs = *root.Model();
  const ReadResult read = read_sdf_text(text, "written.sdf");
  ASSERT_FALSE(read.findings.has_errors()) << read.findings.to_string();
  const Model ours(robot), again(read.description);
  Workspace<double> work(ours), work_again(again);
  update_poses(work, ours.initial_position());
  std::map<std::string, const Body*> bodies;
  for (const Body& body : robot.bodies) bodies[body.name] = &body;
  std::uint64_t links = 0;
  for (std::uint64_t i = 0; i < theirs.LinkCount(); ++i) {
    const sdf::Link& link = *theirs.LinkByIndex(i);
    const auto body = bodies.find(link.Name());
    if (body == bodies.end()) continue;  // between the parts of a joint
    ++links;
    ignition::math::Pose3d place;
    ASSERT_TRUE(link.SemanticPose().Resolve(place, "__model__").empty()) << link.Name();
    const auto [rotation, p] = pose(work, ours.frame(link.Name()));
    EXPECT_LT(norm(from_gazebo(place.Pos()) - p), 1e-9) << link.Name();
    const auto& r = place.Rot();
    const auto theirs_in_ours = transpose(rotation) * rotation_from_quaternion(r.W(), r.X(), r.Y(), r.Z());
    EXPECT_LT(norm(rotation_vector_of(theirs_in_ours)), 1e-9) << link.Name();
    EXPECT_EQ(link.Inertial().MassMatrix().Mass(), body->second->inertial.mass);
    EXPECT_NEAR(link.Inertial().Moi()(0, 1), body->second->inertial.inertia.xy, 1e-12);
    EXPECT_NEAR(link.Inertial().Moi()(2, 2), body->second->inertial.inertia.zz, 1e-12);
  }
  EXPECT_EQ(links, robot.bodies.size());
  for (std::uint64_t i = 0; i < theirs.JointCount(); ++i) {
    const sdf::Joint& joint = *theirs.JointByIndex(i);
    for (const Body& body : robot.bodies) {
      if (body.joint.name != joint.Name() || body.joint.kind == JointKind::fixed || !joint.Axis(0)) continue;
      ignition::math::Vector3d axis;
      ASSERT_TRUE(joint.Axis(0)->ResolveXyz(axis, "__model__").empty()) << joint.Name();
      const Vector3<double> along =
          pose(work, ours.frame(body.name)).rotation * ((1 / norm(body.joint.axis)) * body.joint.axis);
      EXPECT_LT(norm(from_gazebo(axis) - along), 1e-9) << joint.Name();
    }
  }
}

TEST(SdformatReads, RandomRobots) {
  for (const SharedRobot& each : random_robots_without({}, 8)) {
    SCOPED_TRACE(each.name);
    const std::string text = write_sdf(each.description).text;
    expect_libsdformat_agrees(each.description, text);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(SdformatReads, TheShippedRobots) {
  for (const auto& file : shipped_models()) {
    SCOPED_TRACE(file.string());
    const ReadResult read = read_description(file);
    Description robot = read.description;
    for (Body& body : robot.bodies) {
      body.joint.mimic.reset();  // libsdformat 12 reads SDF up to 1.9, which has no mimics
      if (body.joint.kind != JointKind::floating) body.joint.initial.clear();
    }
    expect_libsdformat_agrees(robot, write_sdf(robot).text);
  }
}

}  // namespace
}  // namespace sinew::test
