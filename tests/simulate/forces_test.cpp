// Compares springs, dampers, soft limits, pushes and disturbances with hand-computed motions.
#include "sinew/simulate/forces/forces.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "tests/simulate/blocks.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/small_robots.hpp"

namespace sinew::test::forces_test {

// A block of 2 kg that slides along x without gravity.
Description block(const DegreeOfFreedom& dof = {}) {
  Body body{.name = "block"};
  body.joint = {.name = "slide", .kind = JointKind::prismatic, .axis = {1, 0, 0}, .dofs = {dof}};
  body.inertial = {2, {}, {0.1, 0, 0, 0.1, 0, 0.1}};
  return {.name = "block", .bodies = {body}};
}

RunOutcome run(const Description& description, const State& state, double duration, SimulationPlan plan) {
  plan.options.duration = duration;
  plan.options.record_interval = duration / 10;
  const RunOutcome outcome = test::run(description, state, plan);
  EXPECT_LE(outcome.report.worst_energy_error, 1e-6 * std::max(1.0, outcome.report.energy_scale));
  return outcome;
}

SimulationPlan with(std::vector<ForcePlan> forces) {
  SimulationPlan plan;
  plan.forces = std::move(forces);
  return plan;
}

TEST(Springs, TheSpringsOfTheModelActUnlessThePlanSwitchesThemOff) {
  const double k = 50, w = std::sqrt(k / 2), rest = 0.3;
  const Description sprung = block({.stiffness = k, .rest_position = rest});
  const RunOutcome outcome = run(sprung, {.q = {0.5}, .v = {0}}, 7.3, {});
  EXPECT_NEAR(outcome.phase.q[0], rest + 0.2 * std::cos(w * 7.3), 1e-7);
  EXPECT_EQ(outcome.phase.work, 0);
  SimulationPlan off;
  off.joint_springs = false;
  EXPECT_EQ(run(sprung, {.q = {0.5}, .v = {0}}, 1, off).phase.q[0], 0.5);
}

TEST(Springs, CompensatedWeightLetsABlockFallMoreSlowly) {
  Description falling = block();
  falling.bodies[0].joint.axis = {0, 0, 1};
  falling.gravity = {0, 0, -10};
  falling.bodies[0].gravity_compensation = 0.75;
  EXPECT_NEAR(run(falling, {.q = {0}, .v = {0}}, 1, {}).phase.q[0], -1.25, 1e-7);
  SimulationPlan off;
  off.gravity_compensation = false;
  EXPECT_NEAR(run(falling, {.q = {0}, .v = {0}}, 1, off).phase.q[0], -5, 1e-7);
}

TEST(Springs, ABlockOnASpringOscillatesWithItsPeriod) {
  const double k = 50, w = std::sqrt(k / 2), rest = 0.3;
  const SimulationPlan plan = with({JointSpringPlan{.joint = "slide", .stiffness = k, .rest = rest}});
  for (const double t : {M_PI / w, 2 * M_PI / w, 7.3}) {
    const RunOutcome outcome = run(block(), {.q = {0.5}, .v = {0}}, t, plan);
    EXPECT_NEAR(outcome.phase.q[0], rest + 0.2 * std::cos(w * t), 1e-7);
    EXPECT_NEAR(outcome.phase.v[0], -0.2 * w * std::sin(w * t), 1e-6);
    EXPECT_EQ(outcome.phase.work, 0);  // all energy is stored
  }
}

TEST(Springs, DampingDissipatesTheEnergyOfTheBalance) {
  const double k = 50, c = 4, decay = c / 4, w = std::sqrt(k / 2 - decay * decay), t = 1.7;
  const SimulationPlan plan = with({JointSpringPlan{.joint = "slide", .stiffness = k, .damping = c}});
  const RunOutcome outcome = run(block(), {.q = {0.5}, .v = {0}}, t, plan);
  const double expected = 0.5 * std::exp(-decay * t) * (std::cos(w * t) + decay / w * std::sin(w * t));
  EXPECT_NEAR(outcome.phase.q[0], expected, 1e-7);
  const double left = 0.5 * 2 * outcome.phase.v[0] * outcome.phase.v[0] + 0.5 * k * expected * expected;
  EXPECT_NEAR(outcome.phase.work, left - 0.5 * k * 0.25, 1e-6);
}

TEST(Springs, TheModelsOwnDampingIsOptional) {
  SimulationPlan plan;
  const RunOutcome damped = run(block({.damping = 3}), {.q = {0}, .v = {2}}, 1, plan);
  EXPECT_NEAR(damped.phase.v[0], 2 * std::exp(-3.0 / 2), 1e-8);
  plan.joint_damping = false;
  const RunOutcome free = run(block({.damping = 3}), {.q = {0}, .v = {2}}, 1, plan);
  EXPECT_NEAR(free.phase.v[0], 2, 1e-12);
}

// A free body on a spring to the ground: its end points coincide for an instant, where the spring has no direction.
TEST(Springs, BetweenPointsOfNoLengthActLikeOneAlongTheLine) {
  Description body = free_body(2, {0.1, 0.1, 0.1});
  body.gravity = {};
  const double k = 50, w = std::sqrt(k / 2);
  const SimulationPlan plan =
      with({PointSpringPlan{.second = {.body = "body"}, .stiffness = k, .length = 0}});
  State state{.q = {0.3, 0, 0.4, 1, 0, 0, 0}, .v = {0, 0, 0, 0, 0, 0}};
  const RunOutcome outcome = run(body, state, 2.3, plan);
  EXPECT_NEAR(outcome.phase.q[0], 0.3 * std::cos(w * 2.3), 1e-7);
  EXPECT_NEAR(outcome.phase.q[2], 0.4 * std::cos(w * 2.3), 1e-7);
  state.q = {0, 0, 0, 1, 0, 0, 0};  // the spring has no direction here
  EXPECT_EQ(run(body, state, 0.1, plan).phase.q[0], 0);
}

// Checks the torque about the hinge, and the energy balance with damping.
TEST(Springs, BetweenPointsPullOnBothBodies) {
  const Description robot = double_pendulum(1, 2, 0.5, 0.4);
  const Model model(robot);
  const PointSpringPlan spring{.first = {.body = "upper", .placement = {{}, {0.1, 0, -0.2}}},
                               .second = {.body = "lower", .placement = {{}, {-0.1, 0.05, -0.3}}},
                               .stiffness = 40,
                               .damping = 3,
                               .length = 0.2};
  Mechanism mechanism(model);
  Dynamics dynamics(mechanism);
  dynamics.add(make_force(model, spring));
  const std::vector<double> q{0.4, 0.9}, v{0.7, -1.1}, still{0, 0};
  // Virtual work: the derivative of the stored energy along the joints.
  std::vector<double> tau(2), a(2), without(2), a_spring(2);
  double power = 0;
  dynamics.accelerations(0, q, still, a_spring, power);
  EXPECT_EQ(power, 0);
  for (std::size_t i = 0; i < 2; ++i) {
    std::vector<double> more = q, less = q;
    more[i] += 1e-5, less[i] -= 1e-5;
    tau[i] = -(dynamics.stored_energy(0, more, still) - dynamics.stored_energy(0, less, still)) / 2e-5;
  }
  mechanism.accelerations(q, still, tau, a);
  for (const std::size_t i : {0, 1}) EXPECT_NEAR(a_spring[i], a[i], 1e-6);
  // Damping dissipates c d'^2, with d' by differences.
  dynamics.accelerations(0, q, v, without, power);
  std::vector<double> later = q, sooner = q;
  for (const std::size_t i : {0, 1}) later[i] += 1e-6 * v[i], sooner[i] -= 1e-6 * v[i];
  const auto length = [&](const std::vector<double>& at) {
    return 0.2 + std::sqrt(2 * dynamics.stored_energy(0, at, still) / 40);
  };
  const double rate = (length(later) - length(sooner)) / 2e-6;
  EXPECT_NEAR(power, -3 * rate * rate, 1e-6);
  run(robot, {.q = q, .v = v}, 2, with({spring}));
}

TEST(SoftLimits, PushBackAndNeverPull) {
  const DegreeOfFreedom range{.lower = -1, .upper = 1};
  SimulationPlan plan;
  plan.limits = {.kind = LimitKind::soft, .stiffness = 800, .damping = 0};
  const double w = std::sqrt(800.0 / 2), inside = M_PI / w;
  // It moves to the upper limit, stays inside for half a period, and returns.
  const RunOutcome elastic = run(block(range), {.q = {0}, .v = {2}}, 0.5 + inside + 0.25, plan);
  EXPECT_NEAR(elastic.phase.v[0], -2, 1e-6);
  EXPECT_NEAR(elastic.phase.q[0], 0.5, 1e-6);

  // From rest beyond the limit: a damped oscillation while the spring force exceeds the damping.
  plan.limits.damping = 20;
  const double decay = 5, damped = std::sqrt(w * w - decay * decay), t = 0.05;
  const RunOutcome back = run(block(range), {.q = {-1.3}, .v = {0}}, t, plan);
  EXPECT_NEAR(
      back.phase.q[0],
      -1 - 0.3 * std::exp(-decay * t) * (std::cos(damped * t) + decay / damped * std::sin(damped * t)), 1e-7);
  // Full damping from the start.
  for (const IntegratorKind kind : {IntegratorKind::adaptive, IntegratorKind::rk4}) {
    plan.integrator = {.kind = kind, .step = 1e-3};
    const RunOutcome stopped = run(block(range), {.q = {0}, .v = {-2}}, 0.5 + t, plan);
    EXPECT_NEAR(stopped.phase.q[0], -1 - 2 / damped * std::exp(-decay * t) * std::sin(damped * t), 1e-7)
        << name_of(kind);
  }
  // Damping does not act on a body that returns faster than that by itself.
  plan.limits.damping = 400;
  const RunOutcome quick = run(block(range), {.q = {1.3}, .v = {-2}}, 0.4, plan);
  EXPECT_NEAR(quick.phase.q[0], 1.3 - 2 * 0.4, 1e-7);
  EXPECT_EQ(quick.report.events.size(), 1u);
}

TEST(SoftLimits, SupportAConstantForce) {
  Description leaning = pendulum(1.5, 0.7, 0.2);
  leaning.bodies[0].joint.dofs = {{.damping = 0, .lower = 0.5, .upper = 2}};
  SimulationPlan plan;
  plan.limits = {.kind = LimitKind::soft};
  const RunOutcome outcome = run(leaning, {.q = {1}, .v = {0}}, 5, plan);
  const double q = outcome.phase.q[0];
  EXPECT_NEAR(1e4 * (0.5 - q), 1.5 * g * 0.7 * std::sin(q), 1e-4);
}

TEST(Pushes, ActDuringTheirInterval) {
  SimulationPlan plan =
      with({PushPlan{.at = {.body = "block"}, .force = {6, 1, 2}, .from = 0.333, .until = 1.2}});
  for (const IntegratorKind kind : {IntegratorKind::adaptive, IntegratorKind::rk4}) {
    plan.integrator.kind = kind;
    const RunOutcome outcome = run(block(), {.q = {0}, .v = {0}}, 2, plan);
    const double lasted = 1.2 - 0.333, speed = 3 * lasted;
    EXPECT_NEAR(outcome.phase.v[0], speed, 1e-11);
    EXPECT_NEAR(outcome.phase.q[0], speed * lasted / 2 + speed * 0.8, 1e-10);
    EXPECT_NEAR(outcome.phase.work, speed * speed, 1e-9);
  }
}

// In world axes, at a point fixed to the body: the torque about the hinge changes with the angle.
TEST(Pushes, ActAtAPointOfTheBodyInWorldAxes) {
  const Model model(pendulum(1.5, 0.7, 0.2));
  const LoopEnd at{.body = "rod", .placement = {{}, {0, 0, -0.9}}};
  Mechanism mechanism(model);
  Dynamics dynamics(mechanism);
  dynamics.add(make_force(model, PushPlan{.at = at, .force = {5, 0, 0}, .moment = {0, -0.4, 0}}));
  const double angle = 0.8, speed = 1.3;
  std::vector<double> a(1);
  double power = 0;
  dynamics.accelerations(0, std::vector<double>{angle}, std::vector<double>{speed}, a, power);
  const double moment = 5 * 0.9 * std::cos(angle) + 0.4;
  EXPECT_NEAR(a[0], (moment - 1.5 * g * 0.7 * std::sin(angle)) / (0.2 + 1.5 * 0.49), 1e-13);
  EXPECT_NEAR(power, moment * speed, 1e-13);
}

TEST(Disturbances, AreTheSameForTheSameSeedAndAverageOut) {
  const Description robot = double_pendulum(1, 2, 0.5, 0.4);
  const Model model(robot);
  const DisturbancePlan plan{.size = 3, .period = 0.01, .seed = 5};
  Disturbance first(model, plan), second(model, plan), other(model, {.size = 3, .period = 0.01, .seed = 6});
  Workspace<double> work(model);
  const std::vector<double> zero(2);
  std::vector<ExternalForce<double>> on_bodies;
  const auto torques = [&](Disturbance& disturbance, double t) {
    std::vector<double> tau(2);
    Loads loads{tau, on_bodies};
    disturbance.jump(t);
    disturbance.apply({t, zero, zero, model, work}, loads);
    return tau;
  };
  double sum = 0, squares = 0, products = 0;
  for (int i = 0; i < 2000; ++i) {
    const double t = 0.01 * i;
    const std::vector<double> tau = torques(first, t);
    EXPECT_EQ(torques(second, t + 0.0099), tau);
    EXPECT_NE(torques(other, t), tau);
    EXPECT_NEAR(first.next_jump(t), t + 0.01, 1e-12);
    for (const double x : tau) EXPECT_LE(std::abs(x), 3);
    sum += tau[0], squares += tau[0] * tau[0], products += tau[0] * tau[1];
  }
  EXPECT_NEAR(sum / 2000, 0, 0.15);
  EXPECT_NEAR(squares / 2000, 3, 0.2);  // variance of a uniform number within +-3
  EXPECT_NEAR(products / 2000, 0, 0.2);
  // Two integrators, the same disturbance.
  SimulationPlan whole = with({plan});
  const RunOutcome adaptive = run(robot, {.q = {0.5, 0}, .v = {0, 0}}, 0.5, whole);
  whole.integrator = {.kind = IntegratorKind::rkmk4, .step = 1e-3};
  const RunOutcome fixed = run(robot, {.q = {0.5, 0}, .v = {0, 0}}, 0.5, whole);
  for (const std::size_t i : {0, 1}) EXPECT_NEAR(adaptive.phase.q[i], fixed.phase.q[i], 1e-7);
}

TEST(Forces, InvalidPlansAreRefused) {
  Description robot = block();
  robot.bodies.push_back(free_body(1, {0.1, 0.1, 0.1}).bodies[0]);
  const Model model(robot);
  const double nan = std::nan("");
  const ForcePlan wrong[] = {
      JointSpringPlan{.joint = "knee"},
      JointSpringPlan{.joint = "free", .stiffness = 1},
      JointSpringPlan{.joint = "slide", .stiffness = -1},
      JointSpringPlan{.joint = "slide", .damping = nan},
      JointSpringPlan{.joint = "slide", .rest = infinity},
      PointSpringPlan{.first = {.body = "nobody"}},
      PointSpringPlan{.first = {.body = "block"}, .stiffness = nan},
      PointSpringPlan{.first = {.body = "block"}, .length = -0.1},
      PointSpringPlan{.first = {.body = "block", .placement = {{}, {nan, 0, 0}}}},
      PushPlan{.at = {.body = "block"}, .force = {nan, 0, 0}},
      PushPlan{.at = {.body = "block"}, .from = 2, .until = 1},
      PushPlan{.at = {.body = "block"}, .from = nan},
      DisturbancePlan{.size = -1},
      DisturbancePlan{.size = 1, .period = 0},
      DisturbancePlan{.size = 1, .period = nan},
  };
  for (const ForcePlan& plan : wrong) EXPECT_THROW(make_force(model, plan), std::invalid_argument);
  EXPECT_EQ(complaint([&] { make_force(model, JointSpringPlan{.joint = "free", .stiffness = 1}); }),
            "joint 'free' has 6 degrees of freedom; expected 1 for a joint spring");
}

}  // namespace sinew::test::forces_test
