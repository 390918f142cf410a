// Forces of actuators, by hand and by their definition: moment arms are derivatives of lengths, and forces do the same
// power as joint torques.
#include "sinew/algorithms/dynamics/actuators.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sinew/algorithms/kinematics/jacobian_products.hpp"
#include "sinew/model/state.hpp"

namespace sinew::test::actuators_test {

constexpr double pi = std::numbers::pi;

// A hinge about y, a hinge about z on it, and a body on a spherical joint at the end.
Description three_joints() {
  const Inertial inertial{1, {0.1, 0, 0}, {1, 0, 0, 1, 0, 1}};
  return {.name = "arm",
          .bodies = {{.name = "one",
                      .joint = {.name = "one", .kind = JointKind::revolute, .axis = {0, 1, 0}},
                      .inertial = inertial},
                     {.name = "two",
                      .parent = "one",
                      .placement = {rotation_about(Vector3<double>{1, 0, 0}, 0.3), {0.5, 0, 0.1}},
                      .joint = {.name = "two", .kind = JointKind::revolute, .axis = {0, 0, 1}},
                      .inertial = inertial},
                     {.name = "ball",
                      .parent = "two",
                      .placement = {{}, {0.4, 0.2, 0}},
                      .joint = {.name = "ball", .kind = JointKind::spherical},
                      .inertial = inertial}}};
}

Actuator on_joint(const std::string& joint, std::array<double, 6> gear) {
  return {.name = "on " + joint, .transmission = {.target = joint, .gear = gear}};
}

TEST(Actuators, AServoPullsWithItsSpringAndDamperWithinItsRange) {
  Description robot = three_joints();
  Actuator servo = on_joint("two", {2});
  servo.gain = {10, 0, 0};
  servo.bias = {0, -10, -3};
  servo.control_range = {-1, 1};
  servo.force_range = {-5, 8};
  robot.actuators = {servo};
  const Model model(robot);
  Workspace work(model);
  std::vector<double> tau(5);
  set_state<double>(work, std::vector<double>{0, 0.4, 1, 0, 0, 0}, std::vector<double>{0, 0.5, 0, 0, 0});
  const auto torque_at = [&](double control) {
    actuator_torques(work, std::vector<double>{control}, tau);
    return tau[1];
  };
  EXPECT_DOUBLE_EQ(torque_at(0.9), 2 * (10 * (0.9 - 0.8) - 3 * 1.0));
  EXPECT_DOUBLE_EQ(torque_at(7), 2 * (10 * (1 - 0.8) - 3 * 1.0));
  EXPECT_DOUBLE_EQ(torque_at(-7), 2 * -5.0);
  EXPECT_EQ(tau[0], 0);
}

TEST(Actuators, TheRangeOfAJointLimitsTheSumOfItsActuators) {
  Description robot = three_joints();
  robot.actuators = {on_joint("one", {1}), on_joint("one", {3})};
  robot.actuators[1].name = "other";
  robot.bodies[0].joint.dofs = {{.actuation = {-2, 5}}};
  const Model model(robot);
  Workspace work(model);
  Actuators actuators(model);
  set_state<double>(work, model.initial_position(), std::vector<double>(5));
  actuators.update(work, std::vector<double>{1, 1});
  EXPECT_EQ(actuators.torques()[0], 4);
  actuators.update(work, std::vector<double>{1, 2});
  EXPECT_EQ(actuators.torques()[0], 5);
  EXPECT_EQ(actuators.forces()[1], 2);
  actuators.update(work, std::vector<double>{0, -2});
  EXPECT_EQ(actuators.torques()[0], -2);
}

TEST(Actuators, ASiteTransmitsAForceAndAMomentLikeAnExternalForce) {
  Description robot = three_joints();
  const LoopEnd site{"ball", {rotation_about(Vector3<double>{0, 1, 0}, 0.7), {0.1, 0.2, 0.3}}};
  robot.frames = {{"tool", site.body, site.placement}};
  robot.actuators = {
      {.name = "jet",
       .transmission = {.kind = TransmissionKind::site, .site = site, .gear = {1, -2, 3, 4, -5, 6}}}};
  const Model model(robot);
  Workspace work(model);
  Actuators actuators(model);
  std::vector<double> expected(5);
  for (std::uint64_t seed = 1; seed < 5; ++seed) {
    const State state = random_state(model, seed);
    set_state<double>(work, state.q, state.v);
    actuators.update(work, std::vector<double>{0.5});
    EXPECT_EQ(actuators.lengths()[0], 0);
    jacobian_adjoint_times(work, model.frame("tool"), Reference::body, {{2, -2.5, 3}, {0.5, -1, 1.5}},
                           expected);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(actuators.torques()[i], expected[i], 1e-12);
  }
}

TEST(Actuators, MomentArmsAreTheDerivativesOfLengths) {
  Description robot = three_joints();
  robot.tendons = {
      {.name = "cable", .path = {{.at = {"", {{}, {0, 0, 1}}}}, {.at = {"two", {{}, {0.1, 0, 0.2}}}}}}};
  const LoopEnd on_ball{"ball", {{}, {0.1, 0.2, 0.3}}}, on_one{"one", {{}, {0, 0.1, 0}}},
      on_ground{"", {{}, {1, 0, 0}}};
  const auto between = [](const LoopEnd& site, const LoopEnd& reference, std::array<double, 6> gear) {
    return Transmission{.kind = TransmissionKind::site, .site = site, .reference = reference, .gear = gear};
  };
  robot.actuators = {
      on_joint("one", {2.5}),
      {.name = "cable", .transmission = {.kind = TransmissionKind::tendon, .target = "cable", .gear = {3}}},
      {.name = "near", .transmission = between(on_one, on_ground, {1, 2, 3, 0, 0, 0})}};
  const Model model(robot);
  Workspace work(model);
  Actuators actuators(model);
  const State state = random_state(model, 3);
  const double step = 1e-5;
  for (int dof = 0; dof < 2; ++dof) {
    std::vector<double> lengths[2];
    for (const int side : {0, 1}) {
      std::vector<double> q = state.q;
      q[std::size_t(dof)] += side == 0 ? -step : step;
      set_position<double>(work, q);
      actuators.update_lengths(work);
      lengths[side].assign(actuators.lengths().begin(), actuators.lengths().end());
    }
    set_position<double>(work, state.q);
    actuators.update_lengths(work);
    // The reference of `near` does not move, so that its arms are the whole derivative.
    for (std::size_t i = 0; i < actuators.size(); ++i) {
      double arm = 0;
      for (const MomentArm& each : actuators.moment_arms(i)) arm += each.dof == dof ? each.arm : 0;
      EXPECT_NEAR(arm, (lengths[1][i] - lengths[0][i]) / (2 * step), 1e-8) << robot.actuators[i].name << dof;
    }
  }
}

TEST(Actuators, JointsThatMoveBothSitesHaveNoMomentArm) {
  Description robot = three_joints();
  robot.actuators = {{.name = "muscle",
                      .transmission = {.kind = TransmissionKind::site,
                                       .site = {"ball", {{}, {0.1, 0.2, 0.3}}},
                                       .reference = LoopEnd{"two", {}},
                                       .gear = {1, 2, 3, 1, 1, 1}}}};
  const Model model(robot);
  Workspace work(model);
  Actuators actuators(model);
  set_position<double>(work, random_state(model, 1).q);
  actuators.update_lengths(work);
  for (const auto& [dof, arm] : actuators.moment_arms(0)) EXPECT_GE(dof, 2);
  EXPECT_EQ(actuators.moment_arms(0).size(), 3u);
}

TEST(Actuators, AServoOnASphericalJointTakesTheShorterRotation) {
  Description robot = three_joints();
  Actuator servo = on_joint("ball", {0, 0, 1});
  servo.gain = {2, 0, 0};
  servo.bias = {0, -2, 0};
  robot.actuators = {servo};
  const Model model(robot);
  Workspace work(model);
  std::vector<double> tau(5);
  const double angle = 3;
  const std::vector<double> q{0, 0, std::cos(angle / 2), 0, 0, std::sin(angle / 2)};
  set_state<double>(work, q, std::vector<double>(5));
  actuator_torques(work, std::vector<double>{-3}, tau);
  EXPECT_NEAR(tau[4], 2 * (2 * pi - 3 - 3), 1e-12);
}

TEST(Actuators, RefuseControlsOfAnotherSizeAndThatAreNotFinite) {
  Description robot = three_joints();
  robot.actuators = {on_joint("one", {1})};
  const Model model(robot);
  Workspace work(model);
  Actuators actuators(model);
  set_state<double>(work, model.initial_position(), std::vector<double>(5));
  EXPECT_THROW(actuators.update(work, std::vector<double>{1, 2}), std::invalid_argument);
  EXPECT_THROW(actuators.update(work, std::vector<double>{NAN}), std::invalid_argument);
  Workspace other{Model(robot)};
  EXPECT_THROW(actuators.update_lengths(other), std::invalid_argument);
}

}  // namespace sinew::test::actuators_test
