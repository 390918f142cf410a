#include <gtest/gtest.h>

#include "tests/support/custom_joints.hpp"
#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::custom_joint_test {

// Accelerations, mass matrix, bias and the pose and acceleration of the last body of two robots at the same
// state.
void expect_same_dynamics(const Description& one, const Description& other, const std::vector<double>& q,
                          const std::vector<double>& v, const std::vector<double>& tau) {
  const Model models[] = {Model(one), Model(other)};
  std::vector<double> a[2], bias[2];
  Matrix<double> mass[2];
  Transform<double> place[2];
  Motion<double> growth[2];
  for (int i = 0; i < 2; ++i) {
    Workspace<double> work(models[i]);
    a[i].resize(v.size());
    bias[i].resize(v.size());
    mass[i] = Matrix<double>(static_cast<int>(v.size()), static_cast<int>(v.size()));
    forward_dynamics(work, q, v, tau, a[i]);
    bias_force(work, q, v, bias[i]);
    mass_matrix(work, q, mass[i]);
    update_accelerations(work, q, v, tau);
    const FrameIndex last = models[i].frame("last");
    place[i] = pose(work, last);
    growth[i] = acceleration(work, last, Reference::body);
  }
  EXPECT_LE(relative_error(mass[0], mass[1]), 1e-12);
  EXPECT_LE(relative_error(bias[0], bias[1]), 1e-12);
  EXPECT_LE(relative_error(a[0], a[1]), 1e-10);
  EXPECT_LE(relative_error(place[0].rotation, as_dense(place[1].rotation)), 1e-13);
  EXPECT_LE(relative_error(place[0].translation, as_dense(place[1].translation)), 1e-13);
  EXPECT_LE(relative_error(growth[0], growth[1]), 1e-12);
}

const Inertial lump{1.5, {0.1, -0.2, 0.3}, {0.2, 0.01, -0.02, 0.25, 0.03, 0.3}};

Body jointed(const std::string& name, const std::string& parent, const Joint& joint) {
  Body body{.name = name,
            .parent = parent,
            .placement = {rotation_from_rpy(Vector3<double>{0.3, 0.2, -0.5}), {0.1, 0.2, 0.3}}};
  body.joint = joint;
  body.joint.name = name + "_joint";
  body.inertial = lump;
  return body;
}

TEST(CustomJoint, UniversalEqualsTheBuiltInOne) {
  const Vector3<double> axis = (1 / std::sqrt(1.25)) * Vector3<double>{1, 0.5, 0}, axis2{0, 0, 1};
  const Joint built_in{
      .kind = JointKind::universal, .axis = axis, .axis2 = axis2, .dofs = {{.armature = 0.1}}};
  const Joint own{.kind = JointKind::custom,
                  .dofs = {{.armature = 0.1}},
                  .custom = std::make_shared<UserUniversal>(axis, axis2)};
  const auto robot = [&](const Joint& joint) {
    return Description{.bodies = {jointed("first", "", joint),
                                  jointed("second", "first", {.kind = JointKind::revolute}),
                                  jointed("last", "second", joint)}};
  };
  expect_same_dynamics(robot(built_in), robot(own), {0.3, 0.7, -0.4, 1.1, -0.9}, {1, -2, 0.5, 1.5, 2},
                       {1, 2, 3, 4, 5});
}

TEST(CustomJoint, OfSixDegreesOfFreedomEqualsSixSingleJoints) {
  const Vector3<double> x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  Description chain;
  std::string parent;
  for (const auto& [name, kind, axis] : {std::tuple{"tx", JointKind::prismatic, x},
                                         {"ty", JointKind::prismatic, y},
                                         {"tz", JointKind::prismatic, z},
                                         {"rz", JointKind::revolute, z},
                                         {"ry", JointKind::revolute, y},
                                         {"last", JointKind::revolute, x}}) {
    Body body{.name = name,
              .parent = parent,
              .joint = {.name = std::string(name) + "_joint", .kind = kind, .axis = axis}};
    chain.bodies.push_back(body);
    parent = name;
  }
  chain.bodies.back().inertial = lump;
  Description own{
      .bodies = {{.name = "last", .joint = {.name = "free", .kind = JointKind::custom}, .inertial = lump}}};
  own.bodies[0].joint.custom = std::make_shared<YawPitchRollFree>();
  expect_same_dynamics(chain, own, {0.3, 0.7, -0.4, 1.1, -0.9, 0.5}, {1, -2, 0.5, 1.5, 2, -1},
                       {1, 2, 3, 4, 5, 6});
}

// x = q + 0.3 sin q along gravity: tau = m x'^2 q'' + m x' x'' q'^2 + m g x'.
TEST(CustomJoint, CamSatisfiesLagrangesEquations) {
  Description robot{
      .bodies = {{.name = "tappet", .joint = {.name = "cam", .kind = JointKind::custom}, .inertial = lump}},
      .gravity = {-9.81, 0, 0}};
  robot.bodies[0].joint.custom = std::make_shared<Cam>();
  const Model model(robot);
  Workspace<double> work(model);
  const double q = 0.8, v = 1.7, a = -0.6, slope = 1 + 0.3 * std::cos(q), bend = -0.3 * std::sin(q);
  std::vector<double> tau(1), back(1);
  inverse_dynamics(work, std::vector{q}, std::vector{v}, std::vector{a}, tau);
  EXPECT_NEAR(tau[0], 1.5 * (slope * slope * a + slope * bend * v * v + 9.81 * slope), 1e-13);
  forward_dynamics(work, std::vector{q}, std::vector{v}, tau, back);
  EXPECT_NEAR(back[0], a, 1e-14);
}

// In the frame of its rim, a wheel's axis changes as it rolls; its energy (m r^2 + J) v^2 / 2 does not.
TEST(CustomJoint, RollingWheelHasConstantInertiaAndNoVelocityTerms) {
  const double radius = 0.4;
  Description robot{.bodies = {{.name = "wheel", .joint = {.name = "roll", .kind = JointKind::custom}}}};
  robot.bodies[0].joint.custom = std::make_shared<RollingRim>(radius);
  robot.bodies[0].inertial = {2, {0, radius, 0}, {0.1, 0, 0, 0.1, 0, 0.2}};
  const Model model(robot);
  Workspace<double> work(model);
  std::vector<double> bias(1);
  Matrix<double> mass(1, 1);
  for (const double q : {0.1, 0.7, 2.0, -3.0}) {
    bias_force(work, std::vector{q}, std::vector{1.3}, bias);
    EXPECT_NEAR(bias[0], 0, 1e-14);
    mass_matrix(work, std::vector{q}, mass);
    EXPECT_NEAR(mass(0, 0), 2 * radius * radius + 0.2, 1e-14);
  }
}

}  // namespace sinew::test::custom_joint_test
