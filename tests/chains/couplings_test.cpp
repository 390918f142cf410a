// Compares coupled joints with the hand-computed equation of the independent joint: with the dependent joint at p(x),
//   (I1 + p'^2 I2) x'' + I2 p' p'' x'^2 = tau1 + p' tau2 - m1 g l1 sin x - p' m2 g l2 sin p
// for two pendulums side by side.
#include <gtest/gtest.h>

#include "tests/support/closed_robot.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/dense_reference.hpp"
#include "tests/support/random.hpp"
#include "tests/support/small_robots.hpp"

namespace sinew::test::couplings_test {

constexpr double g = 9.81, m1 = 1.2, l1 = 0.4, m2 = 0.7, l2 = 0.6, moment = 0.05, armature = 0.02;

Description two_pendulums() {
  const Symmetric3<double> inertia{moment, 0, 0, moment, 0, moment};
  Description robot{.name = "two pendulums",
                    .bodies = {hinged("first", "", {}, {m1, {0, 0, -l1}, inertia}),
                               hinged("second", "", {0, 1, 0}, {m2, {0, 0, -l2}, inertia})}};
  for (Body& body : robot.bodies) body.joint.dofs = {{.armature = armature}};
  return robot;
}

struct Followed {
  double position, slope, bend;
};

void expect_as_by_hand(const Description& robot, const std::array<double, 5>& c, std::uint64_t seed) {
  Random random(seed);
  for (const Strategy strategy : all_strategies) {
    ClosedRobot closed(robot, strategy);
    for (int i = 0; i < 50; ++i) {
      const double x = random.uniform(-1.5, 1.5), v = random.uniform(-4, 4);
      const std::vector<double> tau{random.uniform(-5, 5), random.uniform(-5, 5)};
      Followed p{c[0], 0, 0};
      for (int k = 1; k < 5; ++k) {
        p.position += c[k] * std::pow(x, k);
        p.slope += k * c[k] * std::pow(x, k - 1);
        if (k > 1) p.bend += k * (k - 1) * c[k] * std::pow(x, k - 2);
      }
      const double I1 = m1 * l1 * l1 + moment + armature, I2 = m2 * l2 * l2 + moment + armature;
      const double weight1 = m1 * g * l1 * std::sin(x), weight2 = m2 * g * l2 * std::sin(p.position);
      const double a =
          (tau[0] + p.slope * tau[1] - weight1 - p.slope * weight2 - I2 * p.slope * p.bend * v * v) /
          (I1 + p.slope * p.slope * I2);
      const double follower = p.slope * a + p.bend * v * v;
      closed.accelerate({x, p.position}, {v, p.slope * v}, tau);
      ASSERT_LE(relative_error(closed.a, std::vector{a, follower}), 1e-12)
          << name_of(strategy) << " at " << x;
      ASSERT_NEAR(closed.chain.coupling_torque(0), I2 * follower + weight2 - tau[1],
                  1e-11 * (1 + std::abs(I2 * follower)))
          << name_of(strategy) << " at " << x;
      ASSERT_EQ(closed.chain.rank(), 1);
    }
  }
}

TEST(Couplings, OfAGearEqualTheHandComputedAccelerations) {
  Description robot = two_pendulums();
  const std::array<double, 5> polynomial{0.3, -2.5, 0, 0, 0};
  robot.couplings = {
      {.name = "gear", .joint = "second_joint", .leader = "first_joint", .polynomial = polynomial}};
  expect_as_by_hand(robot, polynomial, 1);
}

TEST(Couplings, OfAMimicEqualTheHandComputedAccelerations) {
  Description robot = two_pendulums();
  robot.bodies[1].joint.mimic = {"first_joint", -2.5, 0.3};
  expect_as_by_hand(robot, {0.3, -2.5, 0, 0, 0}, 2);
}

TEST(Couplings, OfACamEqualTheHandComputedAccelerations) {
  Description robot = two_pendulums();
  const std::array<double, 5> polynomial{0.2, 0.7, -0.9, 0.4, -0.3};
  robot.couplings = {
      {.name = "cam", .joint = "second_joint", .leader = "first_joint", .polynomial = polynomial}};
  expect_as_by_hand(robot, polynomial, 3);
}

// The torque of the coupling is that of a motor that keeps the joint at rest.
TEST(Couplings, WithoutALeaderLockTheirJoint) {
  Description robot = two_pendulums();
  robot.couplings = {{.name = "brake", .joint = "first_joint", .polynomial = {0.8, 0, 0, 0, 0}}};
  for (const Strategy strategy : all_strategies) {
    ClosedRobot closed(robot, strategy);
    closed.accelerate({0.8, -0.4}, {0, 1.5}, {0.25, 0});
    EXPECT_NEAR(closed.a[0], 0, 1e-14);
    EXPECT_NEAR(closed.a[1], m2 * g * l2 * std::sin(0.4) / (m2 * l2 * l2 + moment + armature), 1e-13);
    EXPECT_NEAR(closed.chain.coupling_torque(0), m1 * g * l1 * std::sin(0.8) - 0.25, 1e-13);
  }
}

// A finger whose joints depend on each other in series, and one that depends on the first by a power: two descriptions
// of the same robot agree, and the reduced equation S^T M S x'' = S^T (tau - bias - M S' x') with v = S x' is
// satisfied.
TEST(Couplings, OfAFingerReduceItToOneDegreeOfFreedom) {
  Description robot{.name = "finger"};
  for (int i = 0; i < 4; ++i) {
    robot.bodies.push_back(hinged("b" + std::to_string(i), i == 0 ? "" : "b" + std::to_string(i - 1),
                                  {0, 0, i == 0 ? 0 : -0.3},
                                  {0.5 / (i + 1), {0, 0, -0.15}, {0.01, 0, 0, 0.01, 0, 0.01}}));
  }
  robot.bodies[1].joint.mimic = {"b0_joint", 0.8, 0.1};
  robot.bodies[2].joint.mimic = {"b1_joint", 0.7, -0.2};
  robot.couplings = {
      {.name = "tendon", .joint = "b3_joint", .leader = "b0_joint", .polynomial = {0, 0.5, 0.6, 0, 0}}};
  Description direct = robot;
  direct.bodies[2].joint.mimic = {"b0_joint", 0.56, 0.07 - 0.2};
  Random random(4);
  for (int i = 0; i < 50; ++i) {
    const double x = random.uniform(-1, 1), rate = random.uniform(-3, 3);
    const std::vector<double> q{x, 0.8 * x + 0.1, 0.56 * x - 0.13, 0.5 * x + 0.6 * x * x};
    const Vector4d S(1, 0.8, 0.56, 0.5 + 1.2 * x), change(0, 0, 0, 1.2 * rate * rate);
    const Vector4d v = S * rate;
    const std::vector<double> w(v.begin(), v.end()),
        tau{random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2)};
    const DenseReference<double> dense(robot, q, w);
    const MatrixXd M = dense.mass_matrix();
    const double a = S.dot(as_dense(tau) - dense.bias_force() - M * change) / S.dot(M * S);
    for (const Strategy strategy : all_strategies) {
      for (const Description& description : {robot, direct}) {
        ClosedRobot closed(description, strategy);
        ASSERT_LE(relative_error(closed.accelerate(q, w, tau), S * a + change), 1e-11) << name_of(strategy);
        ASSERT_EQ(closed.chain.rank(), 3);
      }
    }
  }
}

}  // namespace sinew::test::couplings_test
