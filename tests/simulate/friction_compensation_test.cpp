// Compensation of damping and dry friction by controllers, compared with torques by hand and with robots without
// friction.
#include "sinew/simulate/controllers/friction_compensation.hpp"

#include <gtest/gtest.h>

#include "sinew/io/scene.hpp"
#include "tests/simulate/blocks.hpp"
#include "tests/simulate/controlled_robots.hpp"
#include "tests/support/files.hpp"
#include "tests/support/messages.hpp"

namespace sinew::test::friction_compensation_test {

constexpr double c = 3, f = 2;

Description rubbing_block() {
  return blocks({block("block", "", 4, {1, 0, 0}, {.damping = c, .dry_friction = f})});
}

SimulatedScene still(const Description& robot) {
  return {.whole = Model(robot)};
}

// From 0 to 1 m in 2 s; the fastest at 1 s.
TrajectoryPlan there() {
  return {.times = {0, 2}, .values = {{0}, {1}}};
}

template <class Law>
std::vector<double> difference_made(const Law& law, const State& state, double t,
                                    const Resistance& acting = {}) {
  const SimulatedScene scene = still(rubbing_block());
  const auto plain = make_controller(scene, {.law = law}, acting);
  const auto compensated = make_controller(scene, {.compensate_friction = true, .law = law}, acting);
  std::vector<double> without = torques(*plain, t, state), with = torques(*compensated, t, state);
  for (std::size_t i = 0; i < with.size(); ++i) with[i] -= without[i];
  return with;
}

TEST(FrictionCompensation, AddsDampingOfTheVelocityAndFrictionAlongTheTargetsMotion) {
  const State state{.q = {0.3}, .v = {-0.2}};
  const double expected = -c * 0.2 + f;
  EXPECT_NEAR(difference_made(JointPdPlan{.target = there()}, state, 1)[0], expected, 1e-12);
  EXPECT_NEAR(difference_made(ComputedTorquePlan{.target = there()}, state, 1)[0], expected, 1e-12);
  EXPECT_NEAR(difference_made(PassivityPlan{.target = there()}, state, 1)[0], expected, 1e-12);
  EXPECT_NEAR(difference_made(DecoupledPlan{.target = there()}, state, 1)[0], expected, 1e-12);
  // a frame has no target for joints: friction along the velocity
  const OperationalSpacePlan frame{.frame = "block"};
  EXPECT_NEAR(difference_made(frame, state, 1)[0], -c * 0.2 - f, 1e-12);
  EXPECT_NEAR(difference_made(frame, {.q = {0.3}, .v = {0.0025}}, 1)[0], c * 0.0025 + f * 0.25, 1e-12);
}

TEST(FrictionCompensation, IsOnlyForForcesThatAct) {
  const State state{.q = {0.3}, .v = {-0.2}};
  const JointPdPlan law{.target = there()};
  EXPECT_NEAR(difference_made(law, state, 1, {.damping = false})[0], f, 1e-12);
  EXPECT_NEAR(difference_made(law, state, 1, {.dry_friction = false})[0], -c * 0.2, 1e-12);
  SimulationPlan plan = plan_of(2, {});
  plan.joint_damping = plan.dry_friction = false;
  plan.controllers = {{.compensate_friction = true, .law = ComputedTorquePlan{.target = there()}}};
  const RunOutcome outcome = run(rubbing_block(), {.q = {0}, .v = {0}}, plan);
  EXPECT_NEAR(outcome.phase.q[0], 1, 1e-6);
}

TEST(FrictionCompensation, IsOnlyForTheJointsWithMotors) {
  Description two =
      blocks({block("a", "", 1, {1, 0, 0}, {.damping = c}), block("b", "a", 1, {1, 0, 0}, {.damping = c})});
  const State state{.q = {0, 0}, .v = {1, 1}};
  const SimulatedScene scene = still(two);
  const JointPdPlan law{.joints = {"b"}};
  const std::vector<double> with =
      torques(*make_controller(scene, {.compensate_friction = true, .law = law}), 0, state);
  const std::vector<double> without = torques(*make_controller(scene, {.law = law}), 0, state);
  EXPECT_EQ(with[0], 0);
  EXPECT_NEAR(with[1] - without[1], c, 1e-12);
}

// The law's error dynamics are those of a robot without friction: nothing is left of the error.
TEST(FrictionCompensation, MakesARobotWithFrictionFollowItsTarget) {
  const auto worst_error = [](bool compensates) {
    Description robot = random_chain(4, 7);
    for (Body& body : robot.bodies) body.joint.dofs = {{.damping = 0.5, .dry_friction = 0.2}};
    const Model model(robot);
    SimulatedScene scene{.whole = model};
    SimulationPlan plan = plan_of(1.5, {.kind = LimitKind::none});
    plan.integrator = {.kind = IntegratorKind::rk4, .step = 1e-3};
    TrajectoryPlan target{.times = {0, 2}, .values = {std::vector<double>(4, 0.0), {1, -1, 0.5, 0.8}}};
    plan.controllers = {{.compensate_friction = compensates, .law = ComputedTorquePlan{.target = target}}};
    Simulation simulation = make_simulation(scene, plan);
    EXPECT_EQ(simulation.run().end, RunEnd::finished);
    Trajectory wanted(model, target);
    std::vector<double> q(4), v(4), a(4);
    wanted.at(1.5, q, v, a);
    double worst = 0;
    for (std::size_t i = 0; i < 4; ++i) worst = std::max(worst, std::abs(simulation.state().q[i] - q[i]));
    return worst;
  };
  EXPECT_GT(worst_error(false), 1e-3);
  EXPECT_LT(worst_error(true), 1e-5);
}

// A four-bar with friction in all joints, driven at its crank: computed torque carries the friction of the others.
TEST(FrictionCompensation, OfComputedTorqueIncludesJointsWithoutMotors) {
  const auto error_at_the_end = [](bool compensates) {
    Scene scene = load_scene(model_path("four_bar.yaml"));
    SimulationPlan plan = scene.simulation;
    plan.options.duration = 1;
    plan.integrator = {.kind = IntegratorKind::rkmk4, .step = 2e-3};
    plan.controllers.at(0).compensate_friction = compensates;
    SimulatedScene simulated_scene = simulated(scene);
    std::fill(simulated_scene.state.v.begin(), simulated_scene.state.v.end(), 0.0);
    Simulation simulation = make_simulation(simulated_scene, plan);
    EXPECT_EQ(simulation.run().end, RunEnd::finished);
    const auto& law = std::get<ComputedTorquePlan>(plan.controllers.at(0).law);
    Trajectory wanted(simulated_scene.whole, law.target);
    const auto n = simulation.state().q.size();
    std::vector<double> q(n), v(n), a(n);
    wanted.at(1, q, v, a);
    const auto crank = std::size_t(simulated_scene.whole.joint("crank_joint").q_index);
    return std::abs(simulation.state().q[crank] - q[crank]);
  };
  EXPECT_GT(error_at_the_end(false), 1e-3);
  EXPECT_LT(error_at_the_end(true), 1e-5);
}

}  // namespace sinew::test::friction_compensation_test
