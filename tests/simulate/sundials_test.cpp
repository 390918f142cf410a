// The adaptive integrators of SUNDIALS.
#include <gtest/gtest.h>

#include <algorithm>

#include "sinew/simulate/make_simulation.hpp"
#include "tests/support/linkages.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/moving_tree.hpp"

namespace sinew::test::sundials_test {

constexpr IntegratorKind kinds[] = {IntegratorKind::adaptive, IntegratorKind::stiff};

IntegratorOptions with_tolerance(IntegratorKind kind, double tolerance) {
  return {.kind = kind, .relative_tolerance = tolerance, .absolute_tolerance = tolerance};
}

// A unit inertia on one joint along or about x.
Model one_joint(JointKind kind) {
  Body body{.name = "body"};
  body.joint = {.name = "joint", .kind = kind, .axis = {1, 0, 0}};
  body.inertial = {1, {}, {1, 0, 0, 1, 0, 1}};
  return Model(Description{.name = "one joint", .bodies = {body}});
}

TEST(Sundials, TheDoublePendulumConservesEnergyForTenSeconds) {
  const Model model(double_pendulum(1, 1, 1, 1));
  Mechanism mechanism(model);
  Dynamics dynamics(mechanism);
  SimulationState phase{.q = {2, 1}, .v = {0, 0}};
  const double start = energy(dynamics, phase), scale = 6 * 9.81;  // from hanging to upright
  const auto integrator = make_integrator(model, with_tolerance(IntegratorKind::adaptive, 1e-11));
  double worst = 0;
  while (phase.t < 10) {
    integrator->step(dynamics, phase, 10);
    worst = std::max(worst, std::abs(energy(dynamics, phase) - start));
  }
  EXPECT_LE(worst, 1e-11 * scale);
}

TEST(Sundials, TheErrorScalesWithTheTolerance) {
  const Model model(moving_tree());
  const SimulationState exact = tree_after_a_second({.kind = IntegratorKind::rk4, .step = 2e-4});
  for (const double tolerance : {1e-5, 1e-7, 1e-9}) {
    EXPECT_LE(
        distance(model, tree_after_a_second(with_tolerance(IntegratorKind::adaptive, tolerance)), exact),
        10 * tolerance);
    EXPECT_LE(distance(model, tree_after_a_second(with_tolerance(IntegratorKind::stiff, tolerance)), exact),
              100 * tolerance);
  }
}

// A mass on a spring of 1e8 N/m with an equally stiff damper, moved slowly.
class StiffSpring : public ForceElement {
 public:
  double apply(const Instant& now, Loads& loads) override {
    loads.tau[0] += -1e8 * (now.q[0] - 0.1 * std::sin(now.t)) - 1e5 * now.v[0];
    return 0;
  }
};

bool suggests_stiff(const SimulationReport& report) {
  return std::ranges::any_of(report.warnings, [](const std::string& warning) {
    return warning.find("the integrator 'stiff' can take longer steps") != std::string::npos;
  });
}

TEST(Sundials, ARunWithTinyStepsSuggestsTheStiffIntegrator) {
  for (const IntegratorKind kind : kinds) {
    const Model model = one_joint(JointKind::prismatic);
    Simulation simulation(model, {}, {.duration = 0.01});
    simulation.add(make_force(model, JointSpringPlan{.joint = "joint", .stiffness = 1e9, .damping = 1e7}));
    simulation.set_integrator(with_tolerance(kind, 1e-6));
    simulation.state().q = {0.1};
    EXPECT_EQ(suggests_stiff(simulation.run()), kind == IntegratorKind::adaptive) << name_of(kind);
  }
  Simulation pendulum(Model(double_pendulum(1, 1, 1, 1)), {}, {.duration = 5});
  pendulum.state().q = {2, 1};
  pendulum.set_integrator(with_tolerance(IntegratorKind::adaptive, 1e-12));
  EXPECT_FALSE(suggests_stiff(pendulum.run()));
}

TEST(Sundials, AStiffSpringNeedsFarFewerEvaluationsImplicitly) {
  const Model model = one_joint(JointKind::prismatic);
  long evaluations[2];
  for (const IntegratorKind kind : kinds) {
    Mechanism mechanism(model);
    Dynamics dynamics(mechanism);
    dynamics.add(std::make_unique<StiffSpring>());
    SimulationState phase{.q = {0}, .v = {0}};
    run_to(*make_integrator(model, with_tolerance(kind, 1e-6)), dynamics, phase, 0.2);
    EXPECT_NEAR(phase.q[0], 0.1 * std::sin(0.2), 2e-4) << name_of(kind);  // it lags by the damper's 1 ms
    evaluations[kind == IntegratorKind::stiff] = dynamics.evaluations();
  }
  EXPECT_GT(evaluations[0], 50 * evaluations[1]);
}

// Only time matters here: an error estimate that compares stages at equal times would miss it.
class Drive : public ForceElement {
 public:
  double apply(const Instant& now, Loads& loads) override {
    loads.tau[0] += std::sin(40 * now.t);
    return 0;
  }
};

TEST(Sundials, ForcesThatDependOnTimeAloneAreFollowed) {
  const Model model = one_joint(JointKind::continuous);
  for (const IntegratorKind kind : kinds) {
    Mechanism mechanism(model);
    Dynamics dynamics(mechanism);
    dynamics.add(std::make_unique<Drive>());
    SimulationState phase{.q = {0}, .v = {0}};
    run_to(*make_integrator(model, with_tolerance(kind, 1e-9)), dynamics, phase, 1);
    EXPECT_NEAR(phase.v[0], (1 - std::cos(40.0)) / 40, 1e-6) << name_of(kind);
    EXPECT_NEAR(phase.q[0], (1 - std::sin(40.0) / 40) / 40, 1e-6) << name_of(kind);
  }
}

TEST(Sundials, QuaternionsStayUnit) {
  const Model model(moving_tree());
  for (const IntegratorKind kind : kinds) {
    Mechanism mechanism(model);
    Dynamics dynamics(mechanism);
    SimulationState phase = fast_start(model);
    const auto integrator = make_integrator(model, with_tolerance(kind, 1e-6));
    while (phase.t < 5) {
      integrator->step(dynamics, phase, 5);
      for (const std::size_t first : {3, 7}) {
        double square = 0;
        for (std::size_t j = first; j < first + 4; ++j) square += phase.q[j] * phase.q[j];
        ASSERT_NEAR(square, 1, 1e-14) << name_of(kind);
      }
    }
  }
}

TEST(Sundials, LoopsStayClosed) {
  const Model model(n_four_bar(1, ConnectionKind::revolute));
  for (const IntegratorKind kind : kinds) {
    Mechanism mechanism(model);
    Dynamics dynamics(mechanism);
    const double angle = 1.2;
    SimulationState phase{.q = {angle, -angle, angle}, .v = {1, -1, 1}};
    const auto integrator = make_integrator(model, with_tolerance(kind, 1e-8));
    const double start = energy(dynamics, phase);
    while (phase.t < 0.4) {
      integrator->step(dynamics, phase, 0.4);
      ASSERT_LE(mechanism.position_error(phase.q), 1e-13) << name_of(kind);
      ASSERT_LE(mechanism.velocity_error(phase.q, phase.v), 1e-12) << name_of(kind);
    }
    EXPECT_NEAR(energy(dynamics, phase), start, 1e-5) << name_of(kind);
  }
}

TEST(Sundials, TheSameInputsGiveTheSameBits) {
  for (const IntegratorKind kind : kinds) {
    const SimulationState once = tree_after_a_second(with_tolerance(kind, 1e-7)),
                          again = tree_after_a_second(with_tolerance(kind, 1e-7));
    EXPECT_EQ(once.q, again.q) << name_of(kind);
    EXPECT_EQ(once.v, again.v) << name_of(kind);
    EXPECT_EQ(once.work, again.work) << name_of(kind);
  }
}

// As event location does: from a saved state to an earlier end, several times, and then on.
TEST(Sundials, AStepCanBeRepeatedToAnEarlierEnd) {
  const Model model(moving_tree());
  for (const IntegratorKind kind : kinds) {
    Mechanism mechanism(model);
    Dynamics dynamics(mechanism);
    const auto integrator = make_integrator(model, with_tolerance(kind, 1e-9));
    SimulationState phase = fast_start(model);
    run_to(*integrator, dynamics, phase, 0.3);
    const SimulationState saved = phase;
    integrator->step(dynamics, phase, 1);
    const double longest = phase.t - saved.t;
    for (const double part : {0.5, 1e-3, 1e-9, 1e-16}) {
      const double end = saved.t + part * longest;
      phase = saved;
      integrator->restart();
      run_to(*integrator, dynamics, phase, end);
      EXPECT_EQ(phase.t, end);
    }
    integrator->restart();
    run_to(*integrator, dynamics, phase, 1);
    SimulationState straight = fast_start(model);
    run_to(*make_integrator(model, with_tolerance(kind, 1e-9)), dynamics, straight, 1);
    EXPECT_LE(distance(model, phase, straight), 1e-6) << name_of(kind);
  }
}

TEST(Sundials, StepsRespectTheMaximumStep) {
  const Model model(pendulum(1, 1, 0.1));
  for (const IntegratorKind kind : kinds) {
    Mechanism mechanism(model);
    Dynamics dynamics(mechanism);
    const auto integrator = make_integrator(model, {.kind = kind, .step = 1e-3});
    SimulationState phase{.q = {1}, .v = {0}};
    while (phase.t < 0.1) {
      const double before = phase.t;
      integrator->step(dynamics, phase, 0.1);
      ASSERT_LE(phase.t - before, 1e-3 * (1 + 1e-6)) << name_of(kind);
    }
  }
}

// Interval ends closer than the natural steps cost steps, but do not shorten the later ones.
TEST(Sundials, FrequentIntervalEndsDoNotShortenLaterSteps) {
  const Model model(double_pendulum(1, 1, 1, 1));
  Mechanism mechanism(model);
  Dynamics dynamics(mechanism);
  const auto integrator = make_integrator(model, with_tolerance(IntegratorKind::adaptive, 1e-6));
  SimulationState phase{.q = {0.1, 0.1}, .v = {0, 0}};
  run_to(*integrator, dynamics, phase, 1);
  int steps = 0;
  for (int i = 1; i <= 100; ++i) {
    for (; phase.t < 1 + 1e-3 * i; ++steps) integrator->step(dynamics, phase, 1 + 1e-3 * i);
  }
  EXPECT_EQ(steps, 100);
  const double before = phase.t;
  integrator->step(dynamics, phase, 10);
  EXPECT_GT(phase.t - before, 0.05);
}

class Breaks : public ForceElement {
 public:
  double apply(const Instant& now, Loads&) override {
    if (now.t > 0.25) throw std::domain_error("the rope is torn");
    return 0;
  }
};

TEST(Sundials, ExceptionsOfForcesArriveWithTheirTimeAndTheStateIsKept) {
  const Model model(pendulum(1, 1, 0.1));
  for (const IntegratorKind kind : kinds) {
    Mechanism mechanism(model);
    Dynamics dynamics(mechanism);
    dynamics.add(std::make_unique<Breaks>());
    const auto integrator = make_integrator(model, with_tolerance(kind, 1e-8));
    SimulationState phase{.q = {1}, .v = {0}}, before;
    const std::string message = complaint<std::runtime_error>([&] {
      while (phase.t < 1) {
        before = phase;
        integrator->step(dynamics, phase, 1);
      }
    });
    EXPECT_TRUE(contains(message, "step failed at t = 0.2")) << name_of(kind);
    EXPECT_TRUE(contains(message, "the rope is torn")) << name_of(kind);
    EXPECT_EQ(phase.t, before.t);
    EXPECT_EQ(phase.q, before.q);
  }
}

// No step is short enough for an unbounded force.
class Blows : public ForceElement {
 public:
  double apply(const Instant& now, Loads& loads) override {
    loads.tau[0] += now.v[0] * now.v[0] * now.v[0];
    return 0;
  }
};

TEST(Sundials, ADivergentMotionIsAFailureWithItsReason) {
  const Model model = one_joint(JointKind::continuous);
  for (const IntegratorKind kind : kinds) {
    Mechanism mechanism(model);
    Dynamics dynamics(mechanism);
    dynamics.add(std::make_unique<Blows>());
    const auto integrator = make_integrator(model, with_tolerance(kind, 1e-6));
    SimulationState phase{.q = {0}, .v = {1}};  // v = 1 / sqrt(1 - 2 t)
    EXPECT_THROW(run_to(*integrator, dynamics, phase, 1), std::runtime_error) << name_of(kind);
    EXPECT_NEAR(phase.t, 0.5, 1e-3) << name_of(kind);
  }
}

}  // namespace sinew::test::sundials_test
