// A robot that is written and read again is the same: numbers to the bit, rotations up to rounding.
#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "sinew/io/write.hpp"
#include "tests/io/urdf_texts.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/places.hpp"

namespace sinew::test::urdf_write_test {

Description again(const Description& description) {
  ReadResult result = read_urdf_text(write_urdf(description).text, "again.urdf");
  EXPECT_EQ(errors_of(result.findings), "");
  return std::move(result.description);
}

double distance(const Rotation<double>& a, const Rotation<double>& b) {
  return std::max({norm(a.row_x - b.row_x), norm(a.row_y - b.row_y), norm(a.row_z - b.row_z)});
}

void expect_same(const Transform<double>& a, const Transform<double>& b) {
  EXPECT_EQ(a.translation, b.translation);
  EXPECT_LT(distance(a.rotation, b.rotation), 1e-15);
}

void expect_same(const Description& a, const Description& b) {
  EXPECT_EQ(a.name, b.name);
  ASSERT_EQ(a.bodies.size(), b.bodies.size());
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    const Body &x = a.bodies[i], &y = b.bodies[i];
    SCOPED_TRACE(x.name);
    EXPECT_EQ(x.name, y.name);
    EXPECT_EQ(x.parent, y.parent);
    expect_same(x.placement, y.placement);
    EXPECT_EQ(x.inertial.mass, y.inertial.mass);
    EXPECT_EQ(x.inertial.com, y.inertial.com);
    EXPECT_EQ(x.inertial.inertia, y.inertial.inertia);
    EXPECT_EQ(x.joint.name, y.joint.name);
    EXPECT_EQ(x.joint.kind, y.joint.kind);
    if (x.joint.kind != JointKind::fixed && x.joint.kind != JointKind::floating) {
      EXPECT_EQ(x.joint.axis, y.joint.axis);
    }
    EXPECT_EQ(x.joint.dofs, y.joint.dofs);
    ASSERT_EQ(x.joint.mimic.has_value(), y.joint.mimic.has_value());
    if (x.joint.mimic) {
      EXPECT_EQ(x.joint.mimic->joint, y.joint.mimic->joint);
      EXPECT_EQ(x.joint.mimic->multiplier, y.joint.mimic->multiplier);
      EXPECT_EQ(x.joint.mimic->offset, y.joint.mimic->offset);
    }
    ASSERT_EQ(x.shapes.size(), y.shapes.size());
    for (std::size_t s = 0; s < x.shapes.size(); ++s) {
      EXPECT_EQ(x.shapes[s].name, y.shapes[s].name);
      EXPECT_EQ(x.shapes[s].kind, y.shapes[s].kind);
      EXPECT_EQ(x.shapes[s].role, y.shapes[s].role);
      expect_same(x.shapes[s].placement, y.shapes[s].placement);
      EXPECT_EQ(x.shapes[s].size, y.shapes[s].size);
      EXPECT_EQ(x.shapes[s].mesh, y.shapes[s].mesh);
      EXPECT_EQ(x.shapes[s].color, y.shapes[s].color);
    }
  }
}

// A tree with all joint types of URDF and numbers with all digits.
Description random_robot(unsigned seed) {
  std::mt19937_64 random(seed);
  const auto number = [&] { return double(random() >> 11) * 0x1p-52 - 1; };
  const auto vector = [&] { return Vector3<double>{number(), number(), number()}; };
  const auto placement = [&] { return Transform<double>{rotation_from_rpy(3.0 * vector()), vector()}; };
  constexpr JointKind kinds[] = {JointKind::fixed,     JointKind::revolute, JointKind::continuous,
                                 JointKind::prismatic, JointKind::planar,   JointKind::floating};
  Description robot{.name = "a \"strange\" <name> & more"};
  for (int i = 0; i < 30; ++i) {
    Body body{.name = "body" + std::to_string(i)};
    body.inertial = {.mass = 1 + std::abs(number()),
                     .com = vector(),
                     .inertia = {1 + number() / 9, number() / 9, number() / 9, 1 + number() / 9, number() / 9,
                                 1 + number() / 9}};
    if (i > 0) {
      body.parent = "body" + std::to_string(i - 1);
      body.placement = placement();
      body.joint = {.name = "joint" + std::to_string(i), .kind = kinds[i % 6]};
      const auto axis = vector();
      body.joint.axis = (1 / norm(axis)) * axis;
      DegreeOfFreedom dof{
          .armature = std::abs(number()), .damping = std::abs(number()), .dry_friction = std::abs(number())};
      if (i % 6 == 1 || i % 6 == 3) dof.lower = -1 - std::abs(number()), dof.upper = std::abs(number());
      if (i % 6 >= 1 && i % 6 <= 3)
        dof.max_effort = std::abs(number()), dof.max_velocity = std::abs(number());
      if (i % 6 >= 1 && i % 6 <= 3) dof.stiffness = std::abs(number()), dof.rest_position = number();
      if (i % 6 != 0) body.joint.dofs = {dof};
      if (i == 7) body.joint.mimic = Mimic{"joint13", number(), number()};
    }
    for (const auto kind : {Shape::Kind::box, Shape::Kind::sphere, Shape::Kind::cylinder,
                            Shape::Kind::capsule, Shape::Kind::mesh}) {
      Shape shape{.name = "shape", .kind = kind, .placement = placement()};
      shape.size = {std::abs(number()), 0, 0};
      if (kind == Shape::Kind::cylinder || kind == Shape::Kind::capsule) shape.size.y = std::abs(number());
      if (kind == Shape::Kind::box || kind == Shape::Kind::mesh) shape.size = vector();
      if (kind == Shape::Kind::mesh) shape.mesh = "some where.stl";
      if (kind == Shape::Kind::sphere) shape.color = {0.1, 0.2, 0.3, 0.4};
      if (kind == Shape::Kind::box) shape.role = Shape::Role::collision;
      body.shapes.push_back(shape);
    }
    robot.bodies.push_back(body);
  }
  return robot;
}

TEST(UrdfWriter, EverythingWrittenReadsBackTheSame) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Description robot = random_robot(seed);
    expect_same(robot, again(robot));
  }
}

TEST(UrdfWriter, TheShippedRobotsReadBackTheSame) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() + "/models")) {
    if (entry.path().extension() != ".urdf") continue;
    const ReadResult result = read_urdf(entry.path());
    EXPECT_EQ(result.findings.to_string(), "");
    expect_same(result.description, again(result.description));
    ++count;
  }
  EXPECT_GE(count, 4);
}

TEST(UrdfWriter, RotationsReadBackUpToRoundingAlsoNearNinetyDegreesOfPitch) {
  std::mt19937_64 random(1);
  const auto angle = [&] { return std::uniform_real_distribution<double>(-3, 3)(random); };
  for (const double off : {0.0, 1e-17, 1e-15, 1e-12, 1e-10, 1e-8, 1e-6, 1e-3}) {
    for (const double pitch : {std::numbers::pi / 2 - off, -std::numbers::pi / 2 + off, 1.5707963, 1.57}) {
      const auto rotation = rotation_from_rpy(Vector3<double>{angle(), pitch, angle()});
      EXPECT_LT(distance(rotation_from_rpy(rpy_of(rotation)), rotation), 1e-15) << pitch;
    }
  }
}

TEST(UrdfWriter, ARootThatIsNotFixedAtTheOriginGetsALinkWorld) {
  Description robot{.name = "r"};
  robot.bodies = {
      {.name = "world", .joint = {.name = "free", .kind = JointKind::floating, .dofs = {DegreeOfFreedom{}}}},
      {.name = "b", .placement = {{}, {1, 2, 3}}}};
  robot.bodies[0].inertial = robot.bodies[1].inertial = {.mass = 1, .inertia = {1, 0, 0, 1, 0, 1}};
  const Description read = again(robot);
  ASSERT_EQ(read.bodies.size(), 3u);
  EXPECT_EQ(read.bodies[0].name, "world_2");
  EXPECT_EQ(read.bodies[1].name, "world");
  EXPECT_EQ(read.bodies[1].parent, "world_2");
  EXPECT_EQ(read.bodies[1].joint.kind, JointKind::floating);
  EXPECT_EQ(read.bodies[2].joint.name, "b_joint");
  EXPECT_EQ(read.bodies[2].placement.translation, (Vector3<double>{1, 2, 3}));
}

TEST(UrdfWriter, FramesBecomeLinksWithoutMass) {
  Description robot{.name = "r",
                    .bodies = {{.name = "a", .inertial = {.mass = 1, .inertia = {1, 0, 0, 1, 0, 1}}}}};
  robot.frames = {{.name = "tool", .body = "a", .placement = {{}, {0, 0, 1}}}};
  const Description read = again(robot);
  ASSERT_EQ(read.bodies.size(), 2u);
  EXPECT_EQ(read.bodies[1].name, "tool");
  EXPECT_EQ(read.bodies[1].parent, "a");
  EXPECT_EQ(read.bodies[1].joint.kind, JointKind::fixed);
  EXPECT_EQ(read.bodies[1].placement.translation.z, 1);
  EXPECT_EQ(read.bodies[1].inertial.mass, 0);
}

TEST(UrdfWriter, APlanarJointWithDifferentPropertiesBecomesThreeJoints) {
  Description robot{.name = "r", .bodies = {{.name = "a"}, {.name = "b", .parent = "a"}}};
  robot.bodies[1].joint = {.name = "j", .kind = JointKind::planar, .dofs = {{}, {.damping = 1}, {}}};
  const WrittenRobot written = write_urdf(robot);
  EXPECT_TRUE(
      contains(written.findings.to_string(),
               "URDF has one set of properties for the degrees of freedom of a planar joint; each becomes "
               "two slides and a hinge: 'j'"));
  const Description read = again(robot);
  ASSERT_EQ(read.bodies.size(), 4u);
  EXPECT_EQ(read.bodies[2].joint.name, "j_2");
  EXPECT_EQ(read.bodies[2].joint.dofs[0].damping, 1);
  robot.bodies[1].joint.dofs.resize(1);
  EXPECT_EQ(again(robot).bodies.size(), 2u);
}

}  // namespace sinew::test::urdf_write_test
