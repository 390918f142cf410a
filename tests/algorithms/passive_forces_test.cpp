// Joint springs and compensated weight: by hand, and as the gradient of their energies.
#include "sinew/algorithms/dynamics/passive_forces.hpp"

#include <gtest/gtest.h>

#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/algorithms/kinematics/kinematics.hpp"

namespace sinew::test::passive_forces_test {

const Inertial brick{.mass = 2, .com = {.1, .2, .3}, .inertia = {.1, .01, .02, .2, .03, .25}};

Description robot() {
  const DegreeOfFreedom spring{.stiffness = 5, .rest_position = .3};
  std::vector<DegreeOfFreedom> uneven(3), six(6);
  for (std::size_t i = 0; i < 3; ++i) uneven[i].stiffness = double(i + 1);
  for (std::size_t i = 0; i < 6; ++i) six[i].stiffness = double(2 * i + 1);
  return {.name = "springs",
          .bodies = {{.name = "a",
                      .joint = {.name = "free",
                                .kind = JointKind::floating,
                                .dofs = six,
                                .initial = {1, 2, 3, .6, .8, 0, 0}},
                      .inertial = brick,
                      .gravity_compensation = .5},
                     {.name = "b",
                      .parent = "a",
                      .joint = {.name = "hinge", .kind = JointKind::revolute, .dofs = {spring}},
                      .inertial = brick},
                     {.name = "c",
                      .parent = "b",
                      .placement = {{}, {1, 0, 0}},
                      .joint = {.name = "ball", .kind = JointKind::spherical, .dofs = uneven},
                      .inertial = brick},
                     {.name = "d",
                      .parent = "c",
                      .placement = {{}, {0, 1, 0}},
                      .joint = {.name = "weld"},
                      .inertial = brick,
                      .gravity_compensation = -2}}};
}

std::vector<double> start(const Model& model) {
  std::vector<double> q = model.initial_position(), v(std::size_t(model.velocity_size()));
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = .3 + .1 * double(i);
  model.integrate(q, v, 1, q);
  return q;
}

TEST(PassiveForces, SpringsAreTheGradientOfTheirEnergy) {
  const Model model(robot());
  const JointSprings springs(model);
  const std::vector<double> q = start(model);
  std::vector<double> tau(q.size() - 2), near(q.size());
  joint_springs(model, q, tau);
  for (std::size_t i = 0; i < tau.size(); ++i) {
    std::vector<double> v(tau.size());
    v[i] = 1;
    double difference = 0;
    for (const double step : {1e-5, -1e-5}) {
      model.integrate(q, v, step, near);
      difference += springs.energy(near) / (2 * step);
    }
    EXPECT_NEAR(tau[i], -difference, 1e-7) << i;
  }
}

TEST(PassiveForces, CompensatedWeightIsTheGradientOfItsEnergy) {
  const Model model(robot());
  const GravityCompensation compensation(model);
  const std::vector<double> q = start(model);
  std::vector<double> tau(q.size() - 2), near(q.size());
  Workspace<double> work(model);
  gravity_compensation(work, q, tau);
  for (std::size_t i = 0; i < tau.size(); ++i) {
    std::vector<double> v(tau.size());
    v[i] = 1;
    double difference = 0;
    for (const double step : {1e-5, -1e-5}) {
      model.integrate(q, v, step, near);
      set_position(work, near);
      difference += compensation.energy(work) / (2 * step);
    }
    EXPECT_NEAR(tau[i], -difference, 1e-6) << i;
  }
}

TEST(PassiveForces, FullCompensationBalancesGravity) {
  Description description = robot();
  for (Body& body : description.bodies) body.gravity_compensation = 1;
  const Model model(description);
  const std::vector<double> q = start(model);
  std::vector<double> tau(q.size() - 2), gravity(tau.size());
  Workspace<double> work(model);
  gravity_compensation(work, q, tau);
  gravity_force(work, q, gravity);
  for (std::size_t i = 0; i < tau.size(); ++i) EXPECT_NEAR(tau[i], gravity[i], 1e-12);
}

TEST(PassiveForces, HingeByHand) {
  const Model model(Description{.bodies = {{.name = "b",
                                            .joint = {.name = "j",
                                                      .kind = JointKind::revolute,
                                                      .dofs = {{.stiffness = 4, .rest_position = 1}}},
                                            .inertial = brick}}});
  std::vector<double> tau(1);
  joint_springs(model, std::vector<double>{3}, tau);
  EXPECT_EQ(tau[0], -8);
  EXPECT_EQ(JointSprings(model).energy(std::vector<double>{3}), 8);
  EXPECT_THROW(joint_springs(model, std::vector<double>{1, 2}, tau), std::invalid_argument);
}

}  // namespace sinew::test::passive_forces_test
