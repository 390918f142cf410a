// Small cases from RBDL's tests (recomputed in quadruple precision) and the initial accelerations of published
// integration problems. The Puma 560 is in puma_test.cpp.
#include <gtest/gtest.h>

#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::published_cases_test {

const Vector3<double> x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};

Inertial unit_inertia(const Vector3<double>& com) {
  return {1, com, {1, 0, 0, 1, 0, 1}};
}

Description with_weight_along_y(std::vector<Body> bodies) {
  return {.name = "case", .bodies = std::move(bodies), .gravity = {0, -9.81, 0}};
}

Body sliding(const std::string& name, const std::string& parent, const Vector3<double>& axis) {
  Body body{.name = name, .parent = parent};
  body.joint = {.name = name + "_joint", .kind = JointKind::prismatic, .axis = axis};
  return body;
}

// Six single joints Tx Ty Tz Rz Ry Rx with massless bodies between them.
std::vector<Body> free_body_of_single_joints(const Inertial& inertial) {
  return {sliding("tx", "", x),          sliding("ty", "tx", y),
          sliding("tz", "ty", z),        hinged("rz", "tz", {}, {}, z),
          hinged("ry", "rz", {}, {}, y), hinged("free", "ry", {}, inertial, x)};
}

std::vector<double> accelerations(const Description& robot, std::vector<double> q = {},
                                  std::vector<double> v = {}, std::vector<double> tau = {}) {
  const Model model(robot);
  const auto n = static_cast<std::size_t>(model.velocity_size());
  Workspace<double> work(model);
  if (q.empty()) q = model.neutral_position();
  v.resize(n);
  tau.resize(n);
  std::vector<double> a(n);
  forward_dynamics(work, q, v, tau, a);
  return a;
}

void expect_near(const std::vector<double>& actual, const std::vector<double>& expected,
                 double tolerance = 1e-13) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(actual[i], expected[i], tolerance) << "dof " << i;
}

TEST(RbdlCases, SingleBody) {
  expect_near(accelerations(with_weight_along_y({hinged("a", "", {}, unit_inertia(x), z)})), {-4.905});
  const Inertial askew{1, {1.5, 1, 1}, {1, 0, 0, 2, 0, 3}};
  expect_near(accelerations(with_weight_along_y({hinged("a", "", {}, askew, z)})), {-2.3544});
}

TEST(RbdlCases, ChainsOfTwoAndThree) {
  std::vector<Body> chain{hinged("a", "", {}, unit_inertia(x), z), hinged("b", "a", x, unit_inertia(x), z)};
  expect_near(accelerations(with_weight_along_y(chain)), {-5.886, 3.924});
  chain.push_back(hinged("c", "b", x, unit_inertia(x), z));
  expect_near(accelerations(with_weight_along_y(chain)), {-9.81 * 8 / 13, 9.81 * 5 / 13, 9.81 * 2 / 13});
}

TEST(RbdlCases, TwoAxesInSpace) {
  expect_near(accelerations(with_weight_along_y(
                  {hinged("a", "", {}, unit_inertia(x), z), hinged("b", "a", x, unit_inertia(y), y)})),
              {-3.924, 0});
}

TEST(RbdlCases, TreeOfFive) {
  const Description tree = with_weight_along_y(
      {hinged("a", "", {}, unit_inertia(x), z), hinged("b1", "a", {1, 0, 0}, unit_inertia(y), y),
       hinged("c1", "b1", {0, 1, 0}, unit_inertia(z), x), hinged("b2", "a", {-.5, 0, 0}, unit_inertia(y), y),
       hinged("c2", "b2", {0, -.5, 0}, unit_inertia(z), x)});
  expect_near(accelerations(tree), {-1.6031906614785992, -0.53439688715953307, 4.1034046692607004,
                                    0.26719844357976654, 5.3057976653696498});
}

TEST(RbdlCases, ThreeCoincidentJointsWithMasslessBodies) {
  const Description robot = with_weight_along_y({hinged("z", "", {}, {}, z), hinged("y", "z", {}, {}, y),
                                                 hinged("x", "y", {}, unit_inertia({0, .5, 0}), x)});
  EXPECT_NEAR(accelerations(robot, {1, 0, 0})[0], 3.301932144386185892, 1e-14);
}

TEST(RbdlCases, FreeBodyWithAnArm) {
  std::vector<Body> bodies = free_body_of_single_joints(unit_inertia(x));
  bodies.push_back(hinged("arm", "free", {2, 0, 0}, unit_inertia(x), z));
  const Description robot = with_weight_along_y(bodies);
  expect_near(accelerations(robot), {0, -9.81, 0, 0, 0, 0, 0});
  expect_near(accelerations(robot, {}, {}, {0, 0, 0, 0, 0, 0, 1}), {0, -8.81, 0, -1, 0, 0, 2});
}

TEST(RbdlCases, PointOnAFreeBody) {
  Description robot = with_weight_along_y(free_body_of_single_joints(unit_inertia(x)));
  robot.frames = {{.name = "point", .body = "free", .placement = {{}, {-1.9, -1.8, 0}}}};
  const Model model(robot);
  Workspace<double> work(model);
  const FrameIndex point = model.frame("point");
  const std::vector<double> q{.1, 1.1, 1.2, 1.3, 1.5, 1.7}, still(6);
  const auto expect_vector = [](const Vector3<double>& actual, const Vector3<double>& expected) {
    EXPECT_NEAR(actual.x, expected.x, 2e-14);
    EXPECT_NEAR(actual.y, expected.y, 2e-14);
    EXPECT_NEAR(actual.z, expected.z, 2e-14);
  };
  update_accelerations(work, q, q, still);
  expect_vector(pose(work, point).translation,
                {-6.3570893636226279e-01, -6.8310417446309777e-01, 2.9689748059169702});
  expect_vector(velocity(work, point, Reference::aligned).linear,
                {3.0912262609075674e-01, 3.8910120955508285, 4.1002779950304187});
  expect_vector(acceleration(work, point, Reference::aligned).linear,
                {-5.3027601588471601, 6.5413696396252332, -4.7951150776522869});
  update_accelerations(work, q, q, q);
  expect_vector(acceleration(work, point, Reference::aligned).linear,
                {-4.9936375327564034, 1.0432381735176062e+01, -6.9483708262186825e-01});
}

TEST(RbdlCases, PlanarWalkerWithTwoLegs) {
  std::vector<Body> bodies{sliding("tx", "", x), sliding("ty", "tx", y),
                           hinged("hip", "ty", {}, unit_inertia({}), z)};
  for (const std::string side : {"left", "right"}) {
    bodies.push_back(hinged(side + "_thigh", "hip", {}, unit_inertia({0, -.25, 0}), z));
    bodies.push_back(hinged(side + "_shank", side + "_thigh", {0, -.5, 0}, unit_inertia({0, -.25, 0}), z));
    bodies.push_back(hinged(side + "_foot", side + "_shank", {0, -.5, 0}, unit_inertia({.15, -.1, 0}), z));
  }
  const double q1 = 1.57391e-07, q2 = -1.03029e-09, q3 = 7.92143e-08;
  const double v1 = .000183536, v2 = -1.20144e-06, v3 = 9.23727e-05;
  const double a1 = 1.9897176714048750e-01, a2 = -1.3024282841090537e-03, a3 = 1.0014133555139950e-01;
  expect_near(
      accelerations(with_weight_along_y(bodies), {.8, -7.76326e-06, -1.58205e-07, q1, q2, q3, q1, q2, q3},
                    {-1.77845e-06, -.00905283, -.000184484, v1, v2, v3, v1, v2, v3},
                    {0, 0, 0, .1, .1, .1, .1, .1, .1}),
      {-1.9279366149981376e-03, -9.8141918864973743, -0.2, a1, a2, a3, a1, a2, a3});
}

// IFToMM A01: released with its rod horizontal, the bob falls freely.
TEST(PublishedStarts, PlanarPendulumReleasedHorizontally) {
  EXPECT_NEAR(accelerations(pendulum(1, 1, 1e-12), {-std::acos(-1.0) / 2})[0], 9.81, 1e-10);
}

// Both rods horizontal at rest. In absolute angles th1'' = -g and th2'' = 0; the second joint measures th2 - th1.
TEST(PublishedStarts, DoublePendulumReleasedHorizontally) {
  expect_near(accelerations(double_pendulum(1, 1, 1, 1), {std::acos(-1.0) / 2, 0}), {-9.81, 9.81});
}

// Heavy top: J w' = c x m R^T g - w x J w about the fixed point.
TEST(PublishedStarts, HeavyTop) {
  Body body{.name = "top"};
  body.joint = {.name = "ball", .kind = JointKind::spherical};
  body.inertial = {15, {0, 1, 0}, {.234375, 0, 0, .46875, 0, .234375}};
  const double jx = 15.234375, jy = .46875, w = 150, wz = -4.61538;
  expect_near(accelerations({.name = "top", .bodies = {body}}, {1, 0, 0, 0}, {0, w, wz}),
              {(-15 * 9.81 - (jx - jy) * w * wz) / jx, 0, 0}, 1e-11);
}

// Torque-free body near its intermediate axis: I = diag(1, 2, 3).
TEST(PublishedStarts, EulerTop) {
  const std::vector<double> a = accelerations(free_body(1, {1, 2, 3}), {}, {.01, 1, .02, 0, 0, 0});
  expect_near({a[0], a[1], a[2]}, {-1 * 1 * .02, (3 - 1) / 2.0 * .02 * .01, (1 - 2) / 3.0 * .01 * 1}, 1e-16);
}

}  // namespace sinew::test::published_cases_test
