// Tests the balance of robots by linear-quadratic regulators, and what they refuse.
#include "sinew/simulate/controllers/lqr_control.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sinew/simulate/linear/linearize.hpp"
#include "sinew/simulate/make_simulation.hpp"
#include "sinew/simulate/optimal/motion_feedback.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/small_robots.hpp"

namespace sinew::test::lqr_control_test {

using Numbers = std::vector<double>;
const double pi = std::acos(-1);

LqrPlan upright(std::vector<std::string> joints) {
  return {.joints = std::move(joints), .target = {.times = {0}, .values = {{pi, 0}}}};
}

TEST(LqrControl, ADoublePendulumWithOneMotorStaysUpright) {
  const Model model(double_pendulum(1, 1, 0.5, 0.5));
  for (const double period : {0.0, 0.01}) {
    Simulation simulation(model, {}, {.duration = 6});
    simulation.add(std::make_unique<LqrControl>(model, upright({"upper_joint"}), period), period);
    simulation.state().q = {pi + 0.03, -0.05};
    simulation.run();
    EXPECT_NEAR(simulation.state().q[0], pi, 1e-4) << period;
    EXPECT_NEAR(simulation.state().q[1], 0, 1e-4) << period;
  }
}

// The cost of the simulated motion is that of the Riccati solution: for one joint, x^T S x / 2 with S from K by hand.
TEST(LqrControl, AWheelIsDrivenByTheKnownFeedback) {
  Description robot = pendulum(2, 0, 0.5);  // a wheel of inertia 0.5
  robot.bodies[0].joint.dofs = {{.damping = 0.3}};
  const Model model(robot);
  LqrControl law(model, {.position_cost = {4}, .velocity_cost = {1}, .torque_cost = {0.25}});
  // K1 = sqrt(4 / 0.25); K2 from the equation of the velocities: (K2 + 0.3)^2 = 0.3^2 + 1 / 0.25 + 2 * 0.5 * K1
  EXPECT_NEAR(law.feedback()(0, 0), 4, 1e-10);
  EXPECT_NEAR(law.feedback()(0, 1), std::sqrt(0.09 + 4 + 4) - 0.3, 1e-10);
  Numbers tau(1);
  law.torques(0, Numbers{0.5}, Numbers{-2}, tau);
  EXPECT_NEAR(tau[0], -4 * 0.5 + 2 * (std::sqrt(8.09) - 0.3), 1e-9);
}

TEST(LqrControl, ASampledLawIsThatOfTheStep) {
  const Model model(double_pendulum(1, 1, 0.5, 0.5));
  const LqrControl slow(model, upright({"upper_joint"}), 0.05), fast(model, upright({"upper_joint"}), 1e-4),
      continuous(model, upright({"upper_joint"}));
  EXPECT_GT(std::abs(slow.feedback()(0, 0) - continuous.feedback()(0, 0)), 1);
  EXPECT_NEAR(fast.feedback()(0, 0) / continuous.feedback()(0, 0), 1, 0.01);
}

TEST(LqrControl, PlacesWhereItCannotStayAreRefused) {
  const Model model(double_pendulum(1, 1, 0.5, 0.5));
  LqrPlan leaning = upright({"upper_joint"});
  leaning.target.values = {{pi, 0.4}};
  EXPECT_TRUE(contains(complaint([&] { LqrControl(model, leaning); }),
                       "the target of lqr is not an equilibrium: 'lower_joint' has no motor and would need"));
  LqrPlan two = upright({});
  two.target = {.times = {0, 1}, .values = {{pi, 0}, {0, 0}}};
  EXPECT_EQ(complaint([&] { LqrControl(model, two); }),
            "the target of lqr has 2 waypoints; expected one, an equilibrium");
  // A pendulum on a cart that no motor moves sideways.
  Description carts = cart_pole(1, 0.2, 0.5);
  carts.bodies.push_back(carts.bodies[0]);
  carts.bodies.back().name = carts.bodies.back().joint.name = "other";
  EXPECT_TRUE(contains(complaint([&] { LqrControl(Model(carts), {.joints = {"rail"}}); }),
                       "there is no optimal feedback"));
  const Model wheel(pendulum(2, 0, 0.5));
  EXPECT_THROW(make_controller({.whole = wheel}, {.compensate_friction = true, .law = LqrPlan{}}),
               std::invalid_argument);
}

// In a simulation with the same steps, the feedback has nothing to correct.
TEST(MotionFeedback, ASimulationReproducesTheOptimisedMotion) {
  Description robot = double_pendulum(1, 1, 0.5, 0.5);
  for (Body& body : robot.bodies) body.joint.dofs = {{.damping = 0.1, .max_effort = 8}};
  const Model model(robot);
  const Numbers start{0, 0}, rest(2);
  const OptimizedMotion motion = optimize(
      model, start, rest, {.duration = 1, .step = 0.02, .target = {1.5, 0.5}, .final = {{300}, {30}}});
  const auto end_of = [&](const Numbers& from) {
    Simulation simulation =
        make_simulation({.whole = model, .state = {.q = from, .v = rest, .tau = rest, .a = rest}},
                        {.integrator = {.kind = IntegratorKind::rk4, .step = 0.02},
                         .options = {.duration = 1, .record_interval = 0.02}});
    simulation.add(std::make_unique<MotionFeedback>(model, motion), 0.02);
    simulation.run();
    return simulation.state().q;
  };
  const Numbers end = end_of(start);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(end[i], motion.q.back()[i], 1e-9);
  // From a start beside it, the feedback leads back.
  const Numbers near = end_of({0.05, -0.05});
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(near[i], motion.q.back()[i], 0.02);
  EXPECT_THROW(MotionFeedback(model, OptimizedMotion{}), std::invalid_argument);
  EXPECT_THROW(MotionFeedback(Model(pendulum(1, 1, 0.1)), motion), std::invalid_argument);
}

}  // namespace sinew::test::lqr_control_test
