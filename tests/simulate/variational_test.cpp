// The variational integrator: its order, momentum, energy, loops.
#include <gtest/gtest.h>

#include "sinew/algorithms/kinematics/energy_momentum.hpp"
#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"
#include "sinew/model/examples.hpp"
#include "sinew/simulate/integrators/internal/discrete_momenta.hpp"
#include "tests/support/custom_joints.hpp"
#include "tests/support/linkages.hpp"
#include "tests/support/moving_tree.hpp"

namespace sinew::test::variational_test {

std::unique_ptr<Integrator> variational(const Model& model, double step) {
  return make_integrator(model, {.kind = IntegratorKind::variational, .step = step});
}

TEST(DiscreteMomenta, TendToTheMassMatrixTimesVelocitiesForSmallDisplacements) {
  const Model model(moving_tree());
  const State state = random_state(model, 4);
  const std::size_t n = state.v.size();
  Workspace<double> work(model);
  Matrix<double> M(model.velocity_size(), model.velocity_size());
  mass_matrix(work, state.q, M);
  DiscreteMomenta momenta(model);
  momenta.start(state.q);
  const double h = 1e-7;
  std::vector<double> u = state.v, q1(state.q.size()), first(n), last(n);
  for (double& x : u) x *= h;
  model.integrate(state.q, u, 1, q1);
  momenta.move(q1, u, h);
  momenta.at_start(first);
  momenta.at_end(last);
  for (std::size_t i = 0; i < n; ++i) {
    double expected = 0;
    for (std::size_t j = 0; j < n; ++j) expected += M(int(i), int(j)) * state.v[j];
    EXPECT_NEAR(first[i], expected, 2e-6);
    EXPECT_NEAR(last[i], expected, 2e-6);
  }
}

// Derivatives of L = sum (m d^2 + w I w) / 2h with respect to both ends, with d and w from poses of the bodies.
TEST(DiscreteMomenta, AreTheDerivativesOfTheDiscreteLagrangian) {
  Description description = moving_tree();
  description.bodies[1].joint.dofs.clear();  // rotors are not bodies
  const Model model(description);
  const State state = random_state(model, 8);
  const std::size_t n = state.v.size();
  const double h = 0.1;
  Workspace<double> work(model);
  const auto lagrangian = [&](const std::vector<double>& q0, const std::vector<double>& q1) {
    double sum = 0;
    for (const Body& body : model.description().bodies) {
      const FrameIndex frame = model.frame(body.name);
      update_poses<double>(work, q0);
      const Transform<double> before = pose(work, frame);
      update_poses<double>(work, q1);
      const Transform<double> after = pose(work, frame);
      const Vector3<double> d = after * body.inertial.com - before * body.inertial.com;
      const Vector3<double> w = rotation_vector_of(transpose(before.rotation) * after.rotation);
      sum += (body.inertial.mass * dot(d, d) + dot(w, body.inertial.inertia * w)) / (2 * h);
    }
    return sum;
  };
  std::vector<double> u = state.v, q1(state.q.size()), first(n), last(n);
  for (double& x : u) x *= 0.3;
  model.integrate(state.q, u, 1, q1);
  DiscreteMomenta momenta(model);
  momenta.start(state.q);
  momenta.move(q1, u, h);
  momenta.at_start(first);
  momenta.at_end(last);
  const double small = 1e-5;
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> along(n), plus(q1.size()), minus(q1.size());
    along[i] = small;
    model.integrate(state.q, along, 1, plus);
    model.integrate(state.q, along, -1, minus);
    EXPECT_NEAR(first[i], -(lagrangian(plus, q1) - lagrangian(minus, q1)) / (2 * small), 1e-8) << i;
    model.integrate(q1, along, 1, plus);
    model.integrate(q1, along, -1, minus);
    EXPECT_NEAR(last[i], (lagrangian(state.q, plus) - lagrangian(state.q, minus)) / (2 * small), 1e-8) << i;
  }
}

TEST(Variational, TheErrorIsOfSecondOrder) {
  EXPECT_NEAR(measured_order(IntegratorKind::variational, 0.005), 2, 0.03);
}

TEST(Variational, MomentumOfAFreeFloatingTreeIsConservedToRounding) {
  Description description = moving_tree();
  description.gravity = {};
  description.bodies[1].joint.dofs.clear();  // rotors would have momentum of their own
  const Model model(description);
  Mechanism mechanism(model);
  Dynamics dynamics(mechanism);
  Workspace<double> work(model);
  SimulationState phase = fast_start(model);
  const Force<double> start = centroidal_momentum<double>(work, phase.q, phase.v);
  const Vector3<double> centre = centre_of_mass<double>(work, phase.q);
  run_to(*variational(model, 0.02), dynamics, phase, 20);
  const Force<double> end = centroidal_momentum<double>(work, phase.q, phase.v);
  EXPECT_LE(norm(end.angular - start.angular), 1e-11);
  EXPECT_LE(norm(end.linear - start.linear), 1e-11);
  // The centre of mass moved along a straight line.
  const Vector3<double> went = centre_of_mass<double>(work, phase.q) - centre;
  EXPECT_LE(norm(went - (20 / model.mass()) * start.linear), 1e-10);
}

// Energy errors over the second half of a long run are not larger than over the first; those of rk4, with steps that
// need as many evaluations, keep growing.
TEST(Variational, EnergyStaysBoundedWhileThatOfRungeKuttaDrifts) {
  const Model model(double_pendulum(1, 1, 1, 1));
  const auto worst_energies = [&](IntegratorKind kind, double step) {
    Mechanism mechanism(model);
    Dynamics dynamics(mechanism);
    SimulationState phase{.q = {0.9, -0.4}, .v = {0, 0}};
    const double start = energy(dynamics, phase);
    const auto integrator = make_integrator(model, {.kind = kind, .step = step});
    std::pair<double, double> worst{0, 0};
    while (phase.t < 200) {
      integrator->step(dynamics, phase, 200);
      double& half = phase.t < 100 ? worst.first : worst.second;
      half = std::max(half, std::abs(energy(dynamics, phase) - start));
    }
    return worst;
  };
  const auto [first, second] = worst_energies(IntegratorKind::variational, 0.02);
  EXPECT_LT(second, 1.1 * first);
  const auto [rk_first, rk_second] = worst_energies(IntegratorKind::rk4, 0.04);
  EXPECT_GT(rk_second, 1.8 * rk_first);
}

TEST(Variational, LoopsAreClosedAtTheEndOfEveryStepAndEnergyStaysBounded) {
  const FourBar bars{
      0.3, 0.8, 0.6, 0.9, {1, 0.15, 0, 0.01}, {2, 0.4, 0.05, 0.1}, {1.5, 0.3, 0, 0.05}, {0.01, 0, 0.02}};
  const Model model(bars.description(ConnectionKind::revolute));
  Mechanism mechanism(model);
  Dynamics dynamics(mechanism);
  // The crank along x: coupler and rocker are two sides of a triangle on the rest of the ground's length.
  const double base = bars.d - bars.a, x = (bars.b * bars.b - bars.c * bars.c + base * base) / (2 * base);
  const double y = std::sqrt(bars.b * bars.b - x * x);
  SimulationState phase{.q = {0, std::atan2(y, x), std::atan2(y, x - base)}, .v = {0, 0, 0}};
  const double start = energy(dynamics, phase);
  double open = 0, opening = 0, first = 0, second = 0;
  const auto integrator = variational(model, 0.005);
  while (phase.t < 10) {
    integrator->step(dynamics, phase, 10);
    open = std::max(open, mechanism.position_error(phase.q));
    opening = std::max(opening, mechanism.velocity_error(phase.q, phase.v));
    double& half = phase.t < 5 ? first : second;
    half = std::max(half, std::abs(energy(dynamics, phase) - start));
  }
  EXPECT_LE(open, 1e-12);
  EXPECT_LE(opening, 1e-12);
  EXPECT_LE(second, 1.1 * first);
  EXPECT_LE(first, 0.01);
}

TEST(Variational, ACustomJointMovesLikeTheBuiltInOne) {
  const Vector3<double> z{0, 0, 1}, y{0, 1, 0};
  const auto after = [&](const Joint& joint) {
    Body body{.name = "arm"};
    body.joint = joint;
    body.inertial = {1.5, {0.2, 0.1, -0.4}, {0.03, 0, 0, 0.02, 0, 0.04}};
    const Model model(Description{.name = "arm", .bodies = {body}});
    Mechanism mechanism(model);
    Dynamics dynamics(mechanism);
    SimulationState phase{.q = {0.4, -0.7}, .v = {1, 2}};
    run_to(*variational(model, 0.01), dynamics, phase, 1);
    return phase;
  };
  const SimulationState built_in = after({.name = "j", .kind = JointKind::universal, .axis = z, .axis2 = y});
  const SimulationState own =
      after({.name = "j", .kind = JointKind::custom, .custom = std::make_shared<UserUniversal>(z, y)});
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(own.q[i], built_in.q[i], 1e-12);
    EXPECT_NEAR(own.v[i], built_in.v[i], 1e-12);
  }
}

// The mass matrix of a long chain magnifies rounding, which must not be mistaken for unsolved equations.
TEST(Variational, ALongChainAgreesWithRungeKuttaToSecondOrder) {
  const Model model(planar_chain(200));
  const auto after = [&](IntegratorKind kind, double step) {
    Mechanism mechanism(model);
    Dynamics dynamics(mechanism);
    SimulationState phase{.q = model.neutral_position(), .v = std::vector<double>(200)};
    phase.q[0] = 0.3;
    run_to(*make_integrator(model, {.kind = kind, .step = step}), dynamics, phase, 1e-3);
    return phase;
  };
  const SimulationState exact = after(IntegratorKind::rk4, 1e-4);
  const double error = distance(model, after(IntegratorKind::variational, 1e-4), exact);
  EXPECT_LE(error, 1e-7);
  EXPECT_NEAR(error / distance(model, after(IntegratorKind::variational, 5e-5), exact), 4, 0.1);
}

TEST(Variational, StepsThatAreTooLongAndTheRateLinearModeAreRefused) {
  const Model model(moving_tree());
  Mechanism mechanism(model), linear(model, {.rate_linear = true});
  Dynamics dynamics(mechanism), linear_dynamics(linear);
  SimulationState phase = fast_start(model);
  for (double& v : phase.v) v *= 30;
  EXPECT_THROW(run_to(*variational(model, 0.2), dynamics, phase, 1), std::runtime_error);
  EXPECT_THROW(variational(model, 0.01)->step(linear_dynamics, phase, 1), std::runtime_error);
}

}  // namespace sinew::test::variational_test
