// Orders, invariants and refusals of sinew's own integrators; positions as a group.
#include <gtest/gtest.h>

#include "sinew/spatial/exponential.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/moving_tree.hpp"

namespace sinew::test::integrators_test {

constexpr IntegratorKind own_kinds[] = {IntegratorKind::semi_implicit_euler, IntegratorKind::rk4,
                                        IntegratorKind::rkmk4, IntegratorKind::variational};

// ---- Positions as a group ------------------------------------------------------------------------

TEST(ConfigurationGroup, TheDifferenceLeadsFromOnePositionToTheOther) {
  const Model model(moving_tree());
  for (const double size : {1e-9, 1e-3, 0.2, 0.3, 1.5}) {
    const State start = random_state(model, 1), move = random_state(model, 2);
    std::vector<double> u = move.v, end(start.q.size()), found(u.size());
    for (double& x : u) x *= size;
    model.integrate(start.q, u, 1, end);
    difference(model, start.q, end, found);
    for (std::size_t i = 0; i < u.size(); ++i) EXPECT_NEAR(found[i], u[i], 2e-15) << size << " " << i;
  }
}

TEST(ConfigurationGroup, OppositeQuaternionsHaveNoDifference) {
  const Model model(moving_tree());
  const std::vector<double> q = random_state(model, 1).q;
  std::vector<double> opposite = q, u(std::size_t(model.velocity_size()), 1);
  for (int i = 3; i < 11; ++i) opposite[std::size_t(i)] *= -1;
  difference(model, q, opposite, u);
  for (const double x : u) EXPECT_NEAR(x, 0, 1e-15);
}

// Central differences of difference(q0, q) along the motion of q.
TEST(ConfigurationGroup, LocalCoordinatesHaveTheStatedDerivatives) {
  const Model model(moving_tree());
  for (const double size : {1e-2, 0.2, 0.3, 1.0, 2.0}) {
    const State state = random_state(model, 5), move = random_state(model, 6);
    std::vector<double> u = move.v, q(state.q.size()), near(q.size()), rates(u.size()), before(u.size()),
                        after(u.size());
    for (double& x : u) x *= size;
    model.integrate(state.q, u, 1, q);
    coordinate_rates(model, u, state.v, rates);
    const double h = 1e-5;
    model.integrate(q, state.v, h, near);
    difference(model, state.q, near, after);
    model.integrate(q, state.v, -h, near);
    difference(model, state.q, near, before);
    for (std::size_t i = 0; i < u.size(); ++i)
      EXPECT_NEAR(rates[i], (after[i] - before[i]) / (2 * h), 1e-9) << size << " " << i;
  }
}

TEST(ConfigurationGroup, PositionsHaveTheStatedDerivatives) {
  const Model model(moving_tree());
  const State state = random_state(model, 7);
  std::vector<double> rates(state.q.size()), before(rates.size()), after(rates.size());
  position_rates(model, state.q, state.v, rates);
  const double h = 1e-5;
  model.integrate(state.q, state.v, h, after);
  model.integrate(state.q, state.v, -h, before);
  for (std::size_t i = 0; i < rates.size(); ++i)
    EXPECT_NEAR(rates[i], (after[i] - before[i]) / (2 * h), 1e-9) << i;
}

// On both sides of the angle below which the series is used.
TEST(ConfigurationGroup, TheCoefficientsOfScrewsAreContinuousWhereTheirSeriesEnd) {
  using namespace exponential;
  const double below = small_angle * (1 - 1e-15), above = small_angle * (1 + 1e-15);
  EXPECT_NEAR(shift_coefficients(below).a, shift_coefficients(above).a, 1e-15);
  EXPECT_NEAR(shift_coefficients(below).b, shift_coefficients(above).b, 1e-14);
  EXPECT_NEAR(inverse_coefficients(below).c, inverse_coefficients(above).c, 1e-14);
  EXPECT_NEAR(inverse_coefficients(below).a, inverse_coefficients(above).a, 1e-13);
  EXPECT_NEAR(inverse_coefficients(below).b, inverse_coefficients(above).b, 1e-12);
}

TEST(ConfigurationGroup, WrongSizesAreRefused) {
  const Model model(moving_tree());
  std::vector<double> q = model.neutral_position(), u(std::size_t(model.velocity_size())), few(3);
  EXPECT_THROW(difference(model, few, q, u), std::invalid_argument);
  EXPECT_THROW(difference(model, q, q, few), std::invalid_argument);
  EXPECT_THROW(coordinate_rates(model, few, u, u), std::invalid_argument);
  std::vector<double> flat = q;
  for (int i = 3; i < 7; ++i) flat[std::size_t(i)] = 0;
  EXPECT_THROW(difference(model, q, flat, u), std::invalid_argument);
}

// ---- Orders --------------------------------------------------------------------------------------

TEST(Integrators, TheErrorOfSemiImplicitEulerIsOfFirstOrder) {
  EXPECT_NEAR(measured_order(IntegratorKind::semi_implicit_euler, 0.005), 1, 0.05);
}
TEST(Integrators, TheErrorOfCommutatorFreeRungeKuttaIsOfFourthOrder) {
  EXPECT_NEAR(measured_order(IntegratorKind::rk4, 0.02), 4, 0.1);
}
TEST(Integrators, TheErrorOfMuntheKaasIsOfFourthOrder) {
  EXPECT_NEAR(measured_order(IntegratorKind::rkmk4, 0.02), 4, 0.1);
}

// The classical method, written out, on a robot without quaternions.
TEST(Integrators, WithoutQuaternionsBothOfOrderFourAreTheClassicalMethod) {
  const Model model(double_pendulum(1, 2, 0.7, 0.5));
  Mechanism mechanism(model);
  Dynamics dynamics(mechanism);
  const double h = 0.05, start[4] = {1, -0.5, 2, 1};
  double k[4][4], power = 0;
  for (int stage = 0; stage < 4; ++stage) {
    const double move = stage == 0 ? 0 : stage == 3 ? h : h / 2;
    double y[4];
    for (int i = 0; i < 4; ++i) y[i] = start[i] + (stage > 0 ? move * k[stage - 1][i] : 0);
    k[stage][0] = y[2], k[stage][1] = y[3];
    dynamics.accelerations(move, {y, 2}, {y + 2, 2}, {k[stage] + 2, 2}, power);
  }
  for (const IntegratorKind kind : {IntegratorKind::rk4, IntegratorKind::rkmk4}) {
    SimulationState phase{.q = {1, -0.5}, .v = {2, 1}};
    make_integrator(model, {.kind = kind, .step = h})->step(dynamics, phase, h);
    for (int i = 0; i < 4; ++i) {
      const double expected = start[i] + h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
      EXPECT_NEAR(i < 2 ? phase.q[std::size_t(i)] : phase.v[std::size_t(i - 2)], expected, 1e-14);
    }
  }
}

// Closed form to 22 digits: a body that rotates near its intermediate axis, after ten seconds.
TEST(Integrators, ATumblingFreeBodyFollowsEllipticFunctions) {
  Description description = free_body(1, {1, 2, 3});
  description.gravity = {};
  const Model model(description);
  const SimulationState exact{
      .t = 10,
      .q = {0, 0, 0, 0.12297163707847584, 0.20807991024427589, -0.41883917855155039, -0.87530250195988599},
      .v = {-0.80366451887752061, -0.59516664985310066, 0.46439087663398265, 0, 0, 0}};
  const std::pair<IntegratorKind, double> promised[] = {{IntegratorKind::semi_implicit_euler, 0.5},
                                                        {IntegratorKind::rk4, 1e-7},
                                                        {IntegratorKind::rkmk4, 1e-7},
                                                        {IntegratorKind::variational, 1e-2}};
  for (const auto& [kind, error] : promised) {
    Mechanism mechanism(model);
    Dynamics dynamics(mechanism);
    SimulationState phase{.q = model.neutral_position(), .v = {0.01, 1, 0.02, 0, 0, 0}};
    run_to(*make_integrator(model, {.kind = kind, .step = 0.01}), dynamics, phase, 10);
    EXPECT_LE(distance(model, phase, exact), error) << name_of(kind);
  }
}

// Quadruple precision: a top at 150 rad/s on a ball joint, its centre of mass after one second.
TEST(Integrators, TheHeavyTopFollowsTheQuadruplePrecisionSolution) {
  Body body{.name = "top"};
  body.joint = {.name = "tip", .kind = JointKind::spherical};
  body.inertial = {15, {0, 1, 0}, {0.234375, 0, 0, 0.46875, 0, 0.234375}};
  const Model model(Description{.name = "top", .bodies = {body}});
  const Vector3<double> exact{0.17334396409838604, 0.64008859207056878, -0.74849079113358131};
  const std::pair<IntegratorKind, double> promised[] = {
      {IntegratorKind::rk4, 1e-6}, {IntegratorKind::rkmk4, 1e-6}, {IntegratorKind::variational, 1e-4}};
  for (const auto& [kind, error] : promised) {
    Mechanism mechanism(model);
    Dynamics dynamics(mechanism);
    SimulationState phase{.q = {1, 0, 0, 0}, .v = {0, 150, -4.61538}};
    run_to(*make_integrator(model, {.kind = kind, .step = 2.5e-4}), dynamics, phase, 1);
    const auto& q = phase.q;
    const Vector3<double> centre = rotation_from_quaternion(q[0], q[1], q[2], q[3]).column_y();
    EXPECT_LE(norm(centre - exact), error) << name_of(kind);
    EXPECT_NEAR(phase.v[1], 150, 1e-9) << name_of(kind);  // about its own axis
  }
}

// Work is integrated with the motion: the work of drag and drive equals the change of energy.
TEST(Integrators, EnergyIsBalancedByTheIntegratedWork) {
  const Model model(moving_tree());
  for (const IntegratorKind kind : {IntegratorKind::rk4, IntegratorKind::rkmk4}) {
    Mechanism mechanism(model);
    Dynamics dynamics(mechanism);
    dynamics.add(std::make_unique<DragAndDrive>());
    SimulationState phase = fast_start(model);
    const double start = energy(dynamics, phase);
    run_to(*make_integrator(model, {.kind = kind, .step = 2e-3}), dynamics, phase, 1);
    EXPECT_GT(std::abs(phase.work), 0.5);
    EXPECT_NEAR(energy(dynamics, phase) - start, phase.work, 1e-8);
  }
}

// ---- Steps ---------------------------------------------------------------------------------------

TEST(Integrators, QuaternionsStayUnitOverLongRuns) {
  const Model model(moving_tree());
  for (const IntegratorKind kind : own_kinds) {
    Mechanism mechanism(model);
    Dynamics dynamics(mechanism);
    SimulationState phase = fast_start(model);
    const auto integrator = make_integrator(model, {.kind = kind, .step = 0.005});
    double worst = 0;
    for (int i = 1; i <= 2000; ++i) {
      integrator->step(dynamics, phase, 0.005 * i);
      for (const std::size_t first : {3, 7}) {
        double square = 0;
        for (std::size_t j = first; j < first + 4; ++j) square += phase.q[j] * phase.q[j];
        worst = std::max(worst, std::abs(square - 1));
      }
    }
    EXPECT_LE(worst, 1e-14) << name_of(kind);
  }
}

TEST(Integrators, TheIntervalIsDividedIntoEqualStepsAndEndsExactly) {
  const Model model(pendulum(1, 1, 0.1));
  Mechanism mechanism(model);
  Dynamics dynamics(mechanism);
  const auto integrator = make_integrator(model, {.kind = IntegratorKind::rk4, .step = 0.1});
  const auto steps_to = [&](SimulationState& phase, double t) {
    int count = 0;
    for (; phase.t < t; ++count) integrator->step(dynamics, phase, t);
    EXPECT_EQ(phase.t, t);
    return count;
  };
  SimulationState phase{.q = {1}, .v = {0}};
  EXPECT_EQ(steps_to(phase, 0.3), 3);  // 0.3 / 0.1 exceeds 3 by rounding
  EXPECT_EQ(steps_to(phase, 0.31), 1);
  EXPECT_EQ(steps_to(phase, 0.56), 3);
  integrator->step(dynamics, phase, 0.56);  // an empty interval
  EXPECT_EQ(phase.t, 0.56);
}

TEST(Integrators, TheSameInputsGiveTheSameBits) {
  for (const IntegratorKind kind : own_kinds) {
    const IntegratorOptions options{.kind = kind, .step = 0.01};
    const SimulationState once = tree_after_a_second(options), again = tree_after_a_second(options);
    EXPECT_EQ(once.q, again.q) << name_of(kind);
    EXPECT_EQ(once.v, again.v) << name_of(kind);
    EXPECT_EQ(once.work, again.work) << name_of(kind);
  }
}

TEST(Integrators, ARobotHangingAtRestStaysAtRest) {
  const Model model(pendulum(1, 1, 0.1));
  for (const IntegratorKind kind : own_kinds) {
    Mechanism mechanism(model);
    Dynamics dynamics(mechanism);
    SimulationState phase{.q = {0}, .v = {0}};
    run_to(*make_integrator(model, {.kind = kind, .step = 0.1}), dynamics, phase, 1);
    EXPECT_NEAR(phase.q[0], 0, 1e-15) << name_of(kind);
  }
}

// ---- Rate-linear mode (DD91) ---------------------------------------------------------------------

// Two point masses at the ends of rods: M(q) a = - gravity torques, without the terms quadratic in the velocities.
TEST(Integrators, RateLinearOmitsTermsQuadraticInTheVelocities) {
  const double m = 1.5, l = 0.8, g = 9.81, first = 0.7, second = -1.1;
  const Model model(double_pendulum(m, m, l, l));
  Mechanism mechanism(model, {.rate_linear = true});
  Dynamics dynamics(mechanism);
  const double c = std::cos(second);
  const double m22 = m * l * l, m12 = m22 * (1 + c), m11 = m22 * (3 + 2 * c);
  const double g2 = m * g * l * std::sin(first + second), g1 = 2 * m * g * l * std::sin(first) + g2;
  const double det = m11 * m22 - m12 * m12;
  const double expected[2] = {(-g1 * m22 + g2 * m12) / det, (-g2 * m11 + g1 * m12) / det};
  double a[2], power = 0;
  dynamics.accelerations(0, std::vector{first, second}, std::vector{3.0, -5.0}, {a, 2}, power);
  EXPECT_NEAR(a[0], expected[0], 1e-12);
  EXPECT_NEAR(a[1], expected[1], 1e-12);
}

// Euler's equations without their gyroscopic moment: a free body rotates about one axis at a constant rate.
TEST(Integrators, RateLinearAFreeBodyRotatesAtAConstantRate) {
  Description description = free_body(1, {1, 2, 3});
  description.gravity = {};
  const Model model(description);
  Mechanism mechanism(model, {.rate_linear = true});
  Dynamics dynamics(mechanism);
  SimulationState phase{.q = model.neutral_position(), .v = {0.3, 1, -0.5, 0, 0, 0}};
  run_to(*make_integrator(model, {.kind = IntegratorKind::rk4, .step = 0.01}), dynamics, phase, 2);
  const double rate = std::sqrt(0.09 + 1 + 0.25);
  EXPECT_NEAR(phase.v[0], 0.3, 1e-15);
  EXPECT_NEAR(phase.q[3], std::cos(rate), 1e-13);  // half of the angle 2 rate
  EXPECT_NEAR(phase.q[4], 0.3 / rate * std::sin(rate), 1e-13);
}

// ---- Refusals ------------------------------------------------------------------------------------

class Breaks : public ForceElement {
 public:
  double apply(const Instant& now, Loads& loads) override {
    if (now.t > 0.25) loads.tau[0] += std::nan("");
    return 0;
  }
};

TEST(Integrators, AFailedStepKeepsTheStateAndReportsTheTime) {
  const Model model(pendulum(1, 1, 0.1));
  for (const IntegratorKind kind : own_kinds) {
    Mechanism mechanism(model);
    Dynamics dynamics(mechanism);
    dynamics.add(std::make_unique<Breaks>());
    const auto integrator = make_integrator(model, {.kind = kind, .step = 0.1});
    SimulationState phase{.q = {1}, .v = {0}}, before;
    const std::string message = complaint<std::runtime_error>([&] {
      while (phase.t < 1) {
        before = phase;
        integrator->step(dynamics, phase, 1);
      }
    });
    EXPECT_TRUE(contains(message, "step failed at t = 0.")) << name_of(kind);
    EXPECT_EQ(phase.t, before.t);
    EXPECT_EQ(phase.q, before.q);
    EXPECT_EQ(phase.v, before.v);
  }
}

TEST(Integrators, WrongSizesAreRefused) {
  const Model model(pendulum(1, 1, 0.1));
  Mechanism mechanism(model);
  Dynamics dynamics(mechanism);
  for (const double bad : {0.0, -1.0, std::nan(""), infinity}) {
    EXPECT_THROW(make_integrator(model, {.kind = IntegratorKind::rk4, .step = bad}), std::invalid_argument);
    EXPECT_THROW(make_integrator(model, {.relative_tolerance = bad}), std::invalid_argument);
    EXPECT_THROW(make_integrator(model, {.absolute_tolerance = bad}), std::invalid_argument);
  }
  for (const IntegratorKind kind : own_kinds) {
    const auto integrator = make_integrator(model, {.kind = kind});
    SimulationState phase{.t = 1, .q = {0}, .v = {0}}, wrong{.q = {0, 0}, .v = {0}};
    EXPECT_THROW(integrator->step(dynamics, phase, 0.5), std::invalid_argument);
    EXPECT_THROW(integrator->step(dynamics, phase, infinity), std::invalid_argument);
    EXPECT_THROW(integrator->step(dynamics, wrong, 1), std::invalid_argument);
  }
}

TEST(Integrators, NamesMapToKindsAndBack) {
  for (int i = 0; i < 6; ++i) EXPECT_EQ(integrator_kind(name_of(IntegratorKind(i))), IntegratorKind(i));
  EXPECT_FALSE(integrator_kind("rk5"));
}

}  // namespace sinew::test::integrators_test
