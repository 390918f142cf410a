// Compares planar chains with the same robots in space, and with R87's own recursions.
#include "sinew/algorithms/planar/planar_forward_dynamics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <span>
#include <stdexcept>
#include <string>

#include "sinew/algorithms/dynamics/forward_dynamics.hpp"
#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"
#include "sinew/algorithms/planar/planar_inverse_dynamics.hpp"
#include "sinew/algorithms/planar/planar_mass_matrix.hpp"
#include "sinew/model/examples.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/random.hpp"

namespace sinew::test::planar_chain_test {

constexpr double pi = std::numbers::pi;

// Everything that may differ between links while the axes stay parallel; axes may point in either direction.
Description random_planar(int links, Random& random, bool with_armature) {
  Description chain{.name = "planar", .gravity = random.vector(10)};
  const Rotation<double> base = random.rotation();
  Vector3<double> axis = random.unit_vector();  // in the frame of the previous body
  for (int k = 0; k < links; ++k) {
    Body body{.name = "body" + std::to_string(k), .parent = k == 0 ? "" : "body" + std::to_string(k - 1)};
    // Rotated about the axis only, so that the axis has the same components before and after.
    const Rotation<double> turned = rotation_about(axis, random.uniform(-pi, pi));
    body.placement = {k == 0 ? base * turned : turned, random.vector(0.5)};
    const double sign = random.chance(0.3) ? -1 : 1;
    body.joint = {.name = "joint" + std::to_string(k),
                  .kind = random.chance(0.2) ? JointKind::continuous : JointKind::revolute,
                  .axis = sign * axis};
    if (with_armature && random.chance(0.5)) body.joint.dofs = {{.armature = random.uniform(0.01, 1)}};
    const double a = random.uniform(0.1, 1), b = random.uniform(0.1, 1), c = random.uniform(0.1, 1);
    body.inertial = {random.uniform(0.5, 3), random.vector(0.3),
                     conjugate(random.rotation(), Symmetric3<double>{a + b, 0, 0, b + c, 0, a + c})};
    chain.bodies.push_back(body);
  }
  return chain;
}

std::vector<double> numbers(int count, Random& random, double size) {
  std::vector<double> list;
  for (int i = 0; i < count; ++i) list.push_back(random.uniform(-size, size));
  return list;
}

void expect_the_answers_in_space(bool with_armature) {
  Random random(with_armature ? 71 : 70);
  for (int sample = 0; sample < 60; ++sample) {
    const int n = sample < 40 ? 1 + sample % 20 : 1 + random.below(200);
    SCOPED_TRACE(n);
    const Model model(random_planar(n, random, with_armature));
    const PlanarChain chain = PlanarChain::from(model);
    Workspace<double> work(model);
    PlanarWorkspace<double> planar(chain);
    const auto q = numbers(n, random, pi), v = numbers(n, random, 2), x = numbers(n, random, 5);
    std::vector<double> expected(x.size()), actual(x.size());

    inverse_dynamics(work, q, v, x, expected);
    inverse_dynamics(planar, q, v, x, actual);
    ASSERT_LE(relative_error(actual, expected), 1e-10);

    forward_dynamics(work, q, v, x, expected);
    forward_dynamics(planar, q, v, x, actual);
    ASSERT_LE(relative_error(actual, expected), 1e-10);

    Matrix<double> mass(n, n), planar_mass(n, n);
    mass_matrix(work, q, mass);
    mass_matrix(planar, q, planar_mass);
    ASSERT_LE(relative_error(planar_mass, mass), 1e-10);

    solve_mass_matrix(planar, q, x, actual);
    ASSERT_LE(relative_error(as_dense(mass) * as_dense(actual), x), 1e-10);
  }
}

TEST(PlanarChain, EqualsTheRobotInSpace) {
  expect_the_answers_in_space(false);
}

TEST(PlanarChain, EqualsTheRobotInSpaceWithArmatures) {
  expect_the_answers_in_space(true);
}

// Hangs down, rotated by q.
const PlanarLink rod{.length = 0.8, .mass = 1.5, .centre = {0.5, 0}, .inertia = 0.4};

TEST(PlanarChain, OfOneLinkIsAPendulum) {
  for (const bool clockwise : {false, true}) {
    PlanarLink link = rod;
    link.angle = -pi / 2;
    link.clockwise = clockwise;
    link.armature = 0.1;
    const PlanarChain chain({link});
    PlanarWorkspace<double> work(chain);
    double q[] = {0.3}, v[] = {-2}, tau[] = {0.7}, a[] = {0};
    forward_dynamics(work, std::span(q), std::span(v), std::span(tau), std::span(a));
    EXPECT_NEAR(a[0], (0.7 - 1.5 * 9.81 * 0.5 * std::sin(0.3)) / (0.4 + 0.1), 1e-14);
    solve_mass_matrix(work, std::span(q), std::span(tau), std::span(a));
    EXPECT_NEAR(a[0], 0.7 / 0.5, 1e-15);
    inverse_dynamics(work, std::span(q), std::span(v), std::span(tau), std::span(a));
    EXPECT_NEAR(a[0], 0.5 * 0.7 + 1.5 * 9.81 * 0.5 * std::sin(0.3), 1e-14);
  }
}

TEST(PlanarChain, OfTwoLinksHasTheHandComputedMassMatrix) {
  const PlanarChain chain({rod, rod});
  PlanarWorkspace<double> work(chain);
  Matrix2d mass;
  mass_matrix(work, std::vector{0.4, -1.1}, mass);
  const double h = 1.5 * 0.8 * 0.5 * std::cos(-1.1);
  EXPECT_NEAR(mass(0, 0), 0.4 + 0.4 + 1.5 * 0.64 + 2 * h, 1e-15);
  EXPECT_NEAR(mass(0, 1), 0.4 + h, 1e-15);
  EXPECT_NEAR(mass(1, 0), 0.4 + h, 1e-15);
  EXPECT_NEAR(mass(1, 1), 0.4, 1e-15);
}

TEST(PlanarChain, InFloatAgreesWithDoubleWithinItsDigits) {
  Random random(72);
  const PlanarChain chain = PlanarChain::from(Model(random_planar(12, random, true)));
  PlanarWorkspace<double> work(chain);
  PlanarWorkspace<float> single(chain);
  const auto q = numbers(12, random, pi), v = numbers(12, random, 2), tau = numbers(12, random, 5);
  const std::vector<float> q1(q.begin(), q.end()), v1(v.begin(), v.end()), tau1(tau.begin(), tau.end());
  std::vector<double> a(12);
  std::vector<float> a1(12);
  forward_dynamics(work, q, v, tau, a);
  forward_dynamics(single, q1, v1, tau1, a1);
  EXPECT_LE(relative_error(a1, a), 1e-4);
  inverse_dynamics(work, q, v, tau, a);
  inverse_dynamics(single, q1, v1, tau1, a1);
  EXPECT_LE(relative_error(a1, a), 1e-4);
}

std::string complaint_about(const Description& description) {
  return complaint([&] { PlanarChain::from(Model(description)); });
}

TEST(PlanarChain, IsRefusedForAModelThatIsNotPlanar) {
  Random random(73);
  const Description planar = random_planar(4, random, false);
  Description robot = planar;
  EXPECT_EQ(complaint_about(robot), "no complaint");
  robot.bodies[2].joint.axis = robot.bodies[2].joint.axis + Vector3<double>{1e-3, 2e-3, 0};
  EXPECT_EQ(complaint_about(robot), "joint 'joint2' is not parallel to joint 'joint1'");
  robot = planar;
  robot.bodies[2].joint.kind = JointKind::prismatic;
  EXPECT_EQ(complaint_about(robot), "joint 'joint2' is prismatic, a planar chain has revolute joints only");
  robot = planar;
  robot.bodies[3].parent = "body1";
  EXPECT_EQ(complaint_about(robot),
            "joint 'joint3' does not follow joint 'joint2', a planar chain does not branch");
  robot.bodies[3].parent = "";
  EXPECT_EQ(complaint_about(robot),
            "joint 'joint3' does not follow joint 'joint2', a planar chain does not branch");
  robot = planar;
  robot.bodies[0].joint.kind = JointKind::floating;
  EXPECT_EQ(complaint_about(robot), "joint 'joint0' is floating, a planar chain has revolute joints only");
}

TEST(PlanarChain, IsRefusedForInvalidLinks) {
  const auto complaint_about_link = [](PlanarLink link) {
    return complaint([&] { PlanarChain({rod, link}); });
  };
  PlanarLink link = rod;
  link.mass = -1;
  EXPECT_EQ(complaint_about_link(link),
            "joint '2' has a mass, inertia or armature of -1, expected 0 or more");
  link = rod;
  link.length = infinity;
  EXPECT_EQ(complaint_about_link(link),
            "joint '2' has a link with a length, centre or angle that is not finite");
  link = rod;
  link.inertia = 0.3;
  EXPECT_EQ(complaint_about_link(link),
            "joint '2' has a link with an inertia of 0.3 about the joint axis, expected at least 0.375, "
            "the inertia of a point mass at its centre of mass");
  link = {.length = 1, .joint = "wrist"};
  EXPECT_EQ(complaint_about_link(link), "joint 'wrist' is the last joint and moves no inertia");
}

TEST(PlanarChain, NamesInvalidInputs) {
  const PlanarChain chain({rod, rod});
  const PlanarChain twin({rod, rod});
  PlanarWorkspace<double> work(chain);
  const std::vector<double> two{0, 1}, three{0, 1, 2}, wrong{0, std::nan("")};
  std::vector<double> out(2);
  Matrix<double> mass(2, 3);
  EXPECT_EQ(complaint([&] { forward_dynamics(work, three, two, two, out); }), "q has 3 numbers, expected 2");
  EXPECT_EQ(complaint([&] { forward_dynamics(work, two, two, wrong, out); }),
            "tau[1] is nan, expected a finite number");
  EXPECT_EQ(complaint([&] { inverse_dynamics(work, two, wrong, two, out); }),
            "v[1] is nan, expected a finite number");
  EXPECT_EQ(complaint([&] { solve_mass_matrix(work, wrong, two, out); }),
            "q[1] is nan, expected a finite number");
  EXPECT_EQ(complaint([&] { mass_matrix(work, two, mass); }), "the mass matrix is 2 x 3, expected 2 x 2");
}

// A point mass at the end of two massless rods: when stretched out, the elbow cannot accelerate it along them.
TEST(PlanarChain, NamesTheJointThatMovesNoInertia) {
  const PlanarChain chain(
      {{.length = 1, .joint = "shoulder"}, {.mass = 1, .centre = {1, 0}, .inertia = 1, .joint = "elbow"}});
  PlanarWorkspace<double> work(chain);
  const std::vector<double> bent{0, 1}, stretched{0, 0}, tau{1, 0};
  std::vector<double> a(2);
  EXPECT_EQ(complaint([&] { solve_mass_matrix(work, bent, tau, a); }), "no complaint");
  EXPECT_EQ(complaint<std::domain_error>([&] { solve_mass_matrix(work, stretched, tau, a); }),
            "forward dynamics is singular at this position: joint 'shoulder' moves no inertia of its own");
}

}  // namespace sinew::test::planar_chain_test
