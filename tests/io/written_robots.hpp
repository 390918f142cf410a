// Robots for the tests of the writers, and functions that read what was written.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "sinew/io/load.hpp"
#include "sinew/io/write.hpp"
#include "tests/support/random.hpp"

namespace sinew::test {

inline constexpr RobotFormat all_formats[] = {RobotFormat::urdf, RobotFormat::mjcf, RobotFormat::sdf};

inline Description read_again(const std::string& text) {
  ReadResult result = read_description_text(text, "again");
  EXPECT_FALSE(result.findings.has_errors()) << result.findings.to_string() << text;
  return std::move(result.description);
}

// Writes the robot and reads it again.
inline Description again(const Description& robot, RobotFormat format) {
  return read_again(write_description(robot, format).text);
}

// Returns the warnings of the writer.
inline std::string warnings(const Description& robot, RobotFormat format) {
  return write_description(robot, format).findings.to_string();
}

inline constexpr Inertial some_inertia{
    .mass = 2, .com = {0.1, 0.2, 0.3}, .inertia = {1, 0.1, 0.2, 1.1, -0.1, 0.9}};

// One moving body on a fixed base.
inline Description one_joint(Joint joint) {
  if (joint.name.empty()) joint.name = "j";
  return {.name = "robot",
          .bodies = {{.name = "base", .inertial = some_inertia},
                     {.name = "b",
                      .parent = "base",
                      .placement = {rotation_from_rpy(Vector3<double>{0.1, 0.2, 0.3}), {1, 2, 3}},
                      .joint = std::move(joint),
                      .inertial = some_inertia}}};
}

// A tree with most of what descriptions can contain; each format can express some of these robots completely.
inline Description rich_robot(std::uint64_t seed) {
  Random random(seed);
  constexpr JointKind kinds[] = {JointKind::revolute,  JointKind::continuous, JointKind::prismatic,
                                 JointKind::spherical, JointKind::universal,  JointKind::planar,
                                 JointKind::helical,   JointKind::fixed};
  const bool plain = random.chance(0.5), with_extras = random.chance(0.6);
  Description robot{.name = "a \"strange\" <name> & more"};
  for (int i = 0; i < 8; ++i) {
    const std::string number = std::to_string(i);
    Body body{.name = "body" + number, .inertial = some_inertia};
    body.inertial.mass = random.uniform(1, 2);
    body.joint.name = "joint " + number;
    if (i > 0) {
      body.parent = "body" + std::to_string(random.below(i));
      body.placement = {random.rotation(), random.vector(1)};
      body.joint.kind = kinds[random.below(plain ? 3 : 8)];
      body.joint.axis = random.unit_vector();
      body.joint.axis2 = cross(body.joint.axis, random.unit_vector());
      body.joint.pitch = random.uniform(-1, 1);
    }
    if (velocity_size(body.joint.kind) == 1) {
      DegreeOfFreedom dof{.damping = random.uniform(0, 1), .dry_friction = random.uniform(0, 1)};
      if (body.joint.kind != JointKind::continuous)
        dof.lower = random.uniform(-2, -1), dof.upper = random.uniform(1, 2);
      if (random.chance(0.5)) dof.stiffness = random.uniform(1, 2), dof.rest_position = random.uniform(-1, 1);
      if (with_extras && random.chance(0.5)) dof.armature = random.uniform(0, 1);
      if (with_extras && random.chance(0.5)) dof.max_effort = random.uniform(1, 2);
      if (with_extras && random.chance(0.5)) dof.max_velocity = random.uniform(1, 2);
      body.joint.dofs = {dof};
      if (with_extras && random.chance(0.2)) body.joint.initial = {random.uniform(-1, 1)};
    }
    if (with_extras && random.chance(0.2)) body.gravity_compensation = 1;
    if (random.chance(0.3)) {
      const auto kind = Shape::Kind(random.below(with_extras ? 5 : 4));
      const double x = random.uniform(1, 2), y = random.uniform(1, 2), z = random.uniform(1, 2);
      body.shapes.push_back(
          {.name = "shape", .kind = kind, .placement = {random.rotation(), random.vector(1)}});
      body.shapes.back().size = {x, y, z};
      if (random.chance(0.5)) body.shapes.back().color = {0.1, 0.2, 0.3, 0.4};
    }
    robot.bodies.push_back(std::move(body));
  }
  if (with_extras && random.chance(0.5)) robot.gravity = random.vector(10);
  if (with_extras && random.chance(0.5))
    robot.frames = {{.name = "tool", .body = "body3", .placement = {random.rotation(), random.vector(1)}}};
  return robot;
}

}  // namespace sinew::test
