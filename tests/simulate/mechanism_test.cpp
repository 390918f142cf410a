// Loops over time: projection, Baumgarte stabilisation, loops that close on moving bodies, locked joints.
#include "sinew/simulate/run/mechanism.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "sinew/algorithms/kinematics/energy_momentum.hpp"
#include "sinew/chains/loops/consistent_state.hpp"
#include "sinew/model/state.hpp"
#include "sinew/simulate/simulation.hpp"
#include "tests/support/closed_robot.hpp"
#include "tests/support/linkages.hpp"

namespace sinew::test::mechanism_test {

constexpr double g = 9.81;

Description four_bar(ConnectionKind pin = ConnectionKind::revolute) {
  const PlanarLink rod{1, 0.5, 0, 0.1};
  return FourBar{1, 1.2, 1, 1.1, rod, rod, rod, {}}.description(pin);
}

State closed_state(const Model& model, double speed) {
  State state{.q = {1.4, -1.2, 1.6}, .v = {speed, 0, 0}};
  make_consistent(model, state.q, state.v, std::vector<int>{0});
  return state;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

Simulation simulation_of(const Model& model, const MechanismOptions& options, const State& state,
                         double duration, const IntegratorOptions& integrator) {
  Simulation simulation(model, options, {.duration = duration, .record_interval = duration / 20});
  simulation.set_integrator(integrator);
  simulation.state().q = state.q;
  simulation.state().v = state.v;
  return simulation;
}

// ---- Projection ----------------------------------------------------------------------------------

TEST(Projection, ClosesLoopsAndFindsTheNearestConsistentVelocity) {
  const Model model(four_bar());
  const State closed = closed_state(model, 1.5);
  for (const Strategy strategy : all_strategies) {
    Mechanism mechanism(model, {.strategy = strategy});
    std::vector<double> q = closed.q, v = closed.v;
    for (std::size_t i = 0; i < 3; ++i) q[i] += 1e-3 * double(i + 1), v[i] += 0.1 * double(2 * i + 1);
    ASSERT_TRUE(mechanism.project_position(q)) << name_of(strategy);
    EXPECT_LE(mechanism.position_error(q), 1e-15) << name_of(strategy);
    EXPECT_LE(distance(q, closed.q), 1e-2) << name_of(strategy);

    const std::vector<double> before = v;
    mechanism.project_velocity(q, v);
    EXPECT_LE(mechanism.velocity_error(q, v), 1e-14) << name_of(strategy);
    // In the metric of kinetic energy the step is orthogonal to all velocities that keep the loop closed (Pythagoras).
    std::vector<double> taken(3);
    for (std::size_t i = 0; i < 3; ++i) taken[i] = before[i] - v[i];
    EXPECT_NEAR(mechanism.kinetic_energy(q, before),
                mechanism.kinetic_energy(q, v) + mechanism.kinetic_energy(q, taken), 1e-14)
        << name_of(strategy);

    // A closed position does not change by more than one unit in the last place.
    std::vector<double> again = q, same = v;
    mechanism.project_position(again);
    mechanism.project_velocity(again, same);
    EXPECT_LE(distance(again, q), 1e-15) << name_of(strategy);
    EXPECT_LE(distance(same, v), 1e-14) << name_of(strategy);
  }
}

TEST(Projection, ReportsLoopsThatCannotClose) {
  Description apart = four_bar();
  apart.loops[0].second.placement.translation = {7, 0, 0};
  Mechanism mechanism{Model(apart)};
  std::vector<double> q{1.4, -1.2, 1.6};
  EXPECT_FALSE(mechanism.project_position(q));
  for (const double x : q) EXPECT_TRUE(std::isfinite(x));
}

TEST(Projection, KeepsAFourBarClosedForAMinute) {
  const Model model(four_bar());
  const State state = closed_state(model, 3);
  Simulation simulation = simulation_of(model, {}, state, 60, {.kind = IntegratorKind::rkmk4, .step = 2e-3});
  const SimulationReport report = simulation.run();
  EXPECT_EQ(report.end, RunEnd::finished) << report.why;
  EXPECT_LE(report.worst_position_error, 1e-14);
  EXPECT_LE(report.worst_velocity_error, 1e-13);
  EXPECT_LE(report.worst_energy_error, 1e-5 * report.energy_scale);
}

// Near the position in which all rods of the N four-bar are in line, where it could continue in many modes.
TEST(Projection, DoesNotJumpNearASingularPosition) {
  for (const ConnectionKind pin : {ConnectionKind::revolute, ConnectionKind::spherical}) {
    const Model model(n_four_bar(3, pin));
    for (const Strategy strategy : all_strategies) {
      Mechanism mechanism(model, {.strategy = strategy});
      for (double angle = 1; angle > 1e-14; angle /= 10) {
        std::vector<double> q, v;
        for (int i = 0; i <= 3; ++i) {
          q.push_back(angle), v.push_back(-5);  // a rod
          if (i < 3) q.push_back(-angle), v.push_back(5);
        }
        std::vector<double> moved = q, changed = v;
        for (std::size_t i = 0; i < q.size(); ++i) {
          moved[i] += 1e-10 * std::sin(double(3 * i + 1));
          changed[i] += 1e-8 * std::cos(double(5 * i + 1));
        }
        EXPECT_TRUE(mechanism.project_position(moved)) << name_of(strategy) << " " << angle;
        EXPECT_LE(distance(moved, q), 1e-9) << name_of(strategy) << " " << angle;
        mechanism.project_velocity(moved, changed);
        EXPECT_LE(distance(changed, v), 1e-7 + 5e-9 / angle) << name_of(strategy) << " " << angle;
        EXPECT_LE(distance(changed, v), 0.01) << name_of(strategy) << " " << angle;
      }
    }
  }
}

// A02 of the IFToMM library: one degree of freedom, th'' = - (P / J) g cos th, except at the instant when it is flat.
TEST(Projection, TakesTheNFourBarThroughItsSingularPosition) {
  const int count = 2;
  const Model model(n_four_bar(count, ConnectionKind::spherical));
  State state;
  for (int i = 0; i <= count; ++i) {
    state.q.push_back(M_PI / 2), state.v.push_back(-1);
    if (i < count) state.q.push_back(-M_PI / 2), state.v.push_back(1);
  }
  Simulation simulation = simulation_of(model, {}, state, 2, {.kind = IntegratorKind::rkmk4, .step = 1e-3});
  const SimulationReport report = simulation.run();
  EXPECT_EQ(report.end, RunEnd::finished) << report.why;
  EXPECT_LE(report.worst_position_error, 1e-14);
  EXPECT_LE(report.worst_energy_error, 1e-6 * report.energy_scale);
  // shared reference, N = 2, t = 2 s
  EXPECT_NEAR(std::cos(simulation.state().q[0]), 5.78157957680114e-2, 1e-6);
  EXPECT_NEAR(std::sin(simulation.state().q[0]), 9.98327267863455e-1, 1e-6);
}

// ---- Baumgarte -----------------------------------------------------------------------------------

// A gear with a position error e: it obeys e'' = - 2 r e' - r^2 e, independent of other motions.
TEST(Baumgarte, ErrorsDecayAtItsRate) {
  Description gear = double_pendulum(1, 2, 0.5, 0.4);
  gear.couplings = {{.name = "gear", .joint = "lower_joint", .leader = "upper_joint", .polynomial = {0, -2}}};
  const double r = 15, slipped = 0.02, opening = 0.3;
  for (const double t : {0.05, 0.2}) {
    Simulation simulation = simulation_of(
        Model(gear), {.stabilisation = Stabilisation::baumgarte, .baumgarte_rate = r},
        {.q = {0.5, -1 + slipped}, .v = {1, -2 + opening}}, t, {.kind = IntegratorKind::rk4, .step = 1e-4});
    const SimulationReport report = simulation.run();
    EXPECT_EQ(report.end, RunEnd::finished) << report.why;
    const auto& [q, v] = std::pair(simulation.state().q, simulation.state().v);
    const double expected = (slipped + (opening + r * slipped) * t) * std::exp(-r * t);
    EXPECT_NEAR(q[1] + 2 * q[0], expected, 1e-11);
    EXPECT_NEAR(v[1] + 2 * v[0], (opening - (opening + r * slipped) * r * t) * std::exp(-r * t), 1e-10);
  }
}

TEST(Baumgarte, RatesThatAreNotPositiveAreRefused) {
  for (const double rate : {0.0, -1.0, std::nan("")})
    EXPECT_THROW(Mechanism(Model(four_bar()), {.baumgarte_rate = rate}), std::invalid_argument);
}

// ---- Loops that close and open -------------------------------------------------------------------

// An end effector grasps a moving object off its centre: linear and angular momentum are conserved, the loop stays
// closed.
TEST(Closing, OnAMovingBodyConservesMomentum) {
  Description pair{
      .name = "pair",
      .bodies = {free_body(2, {0.4, 0.5, 0.6}).bodies[0], free_body(3, {0.3, 0.2, 0.4}).bodies[0]}};
  pair.gravity = {};
  pair.bodies[1].name = pair.bodies[1].joint.name = "other";
  pair.loops = {{.name = "catch",
                 .connection = {.kind = ConnectionKind::spherical},
                 .first = {.body = "body", .placement = {{}, {0.5, 0, 0.1}}},
                 .second = {.body = "other", .placement = {{}, {-0.3, 0.2, 0}}}}};
  const Model model(pair);
  std::vector<double> q = model.neutral_position(), v{0.1, 0.2, 0.3, 1, -2, 3, -0.4, 0.5, 0.6, 0.5, 1, 1.5};
  q[7] = 0.8, q[8] = -0.2, q[9] = 0.1;
  for (const Strategy strategy : all_strategies) {
    Mechanism mechanism(model, {.strategy = strategy});
    EXPECT_LE(mechanism.position_error(q), 1e-15);
    mechanism.release(0);
    EXPECT_FALSE(mechanism.is_closed(0));
    EXPECT_EQ(mechanism.velocity_error(q, v), 0);
    std::vector<double> after = v;
    const double energy = mechanism.kinetic_energy(q, v);
    const double lost = mechanism.close(0, q, after);
    EXPECT_TRUE(mechanism.is_closed(0));
    EXPECT_GT(lost, 0.1);
    EXPECT_NEAR(mechanism.kinetic_energy(q, after), energy - lost, 1e-13);
    EXPECT_LE(mechanism.velocity_error(q, after), 1e-14);
    Workspace<double> work(model);
    const auto momentum = [&](const std::vector<double>& velocity) {
      update_velocities<double>(work, q, velocity);
      Force<double> sum{};
      const double masses[] = {2, 3};
      const Vector3<double> moments[] = {{0.4, 0.5, 0.6}, {0.3, 0.2, 0.4}};
      for (const int i : {0, 1}) {
        const FrameIndex body = model.frame(i == 0 ? "body" : "other");
        const auto [w, u] = sinew::velocity(work, body, Reference::aligned);
        const Vector3<double> p = masses[i] * u, at = pose(work, body).translation;
        sum.linear += p;
        sum.angular +=
            Vector3<double>{moments[i].x * w.x, moments[i].y * w.y, moments[i].z * w.z} + cross(at, p);
      }
      return sum;
    };
    const Force<double> change = momentum(after) - momentum(v);
    EXPECT_LE(norm(change.linear), 1e-13) << name_of(strategy);
    EXPECT_LE(norm(change.angular), 1e-13) << name_of(strategy);
    // Closing a loop between bodies that already move together changes nothing.
    EXPECT_NEAR(mechanism.close(0, q, after), 0, 1e-14);
  }
}

// ---- Locked joints -------------------------------------------------------------------------------

TEST(Holds, PreventTheAccelerationOfTheJoint) {
  const double m1 = 1, m2 = 2, l1 = 0.5, l2 = 0.4;
  const Model model(double_pendulum(m1, m2, l1, l2));
  Mechanism mechanism(model, {.lockable_joints = {"lower_joint", "upper_joint"}});
  ASSERT_EQ(mechanism.lock_count(), 2);
  EXPECT_EQ(mechanism.locked_dof(0), 1);
  const std::vector<double> q{0.7, -0.2}, none{0, 0};
  std::vector<double> a(2), free(2);
  Mechanism(model).accelerations(q, none, none, free);
  mechanism.accelerations(q, none, none, a);
  EXPECT_EQ(a, free);  // no joint is locked yet
  EXPECT_EQ(mechanism.lock_torque(0), 0);

  mechanism.lock(0, q[1]);
  mechanism.lock(1, q[0]);
  mechanism.accelerations(q, none, none, a);
  EXPECT_LE(distance(a, none), 1e-14);
  const double lower = m2 * g * l2 * std::sin(0.5), upper = (m1 + m2) * g * l1 * std::sin(0.7) + lower;
  EXPECT_NEAR(mechanism.lock_torque(0), lower, 1e-13);
  EXPECT_NEAR(mechanism.lock_torque(1), upper, 1e-13);

  mechanism.unlock(0);
  EXPECT_FALSE(mechanism.is_locked(0));
  mechanism.accelerations(q, none, none, a);
  EXPECT_NEAR(a[0], 0, 1e-14);
  EXPECT_NEAR(a[1], -g / l2 * std::sin(0.5), 1e-12);
  mechanism.unlock(1);
  mechanism.accelerations(q, none, none, a);
  EXPECT_LE(distance(a, free), 1e-13);
  EXPECT_THROW(mechanism.lock(2, 0), std::invalid_argument);
  EXPECT_THROW(Mechanism(model, {.lockable_joints = {"elbow"}}), std::exception);
}

// The lower rod rebounds as from a stop; the upper one responds so that angular momentum about the ground is conserved.
TEST(Holds, AnImpactGivesThemTheRequestedVelocity) {
  const Model model(double_pendulum(1, 2, 0.5, 0.4));
  Mechanism mechanism(model, {.lockable_joints = {"lower_joint"}});
  const std::vector<double> q{0.7, -0.2}, before{1, 3};
  std::vector<double> v = before;
  mechanism.lock(0, q[1]);
  EXPECT_NEAR(mechanism.impact(q, v, std::vector<double>{-3}), 0, 1e-13);  // elastic: no energy is lost
  EXPECT_NEAR(v[1], -3, 1e-14);
  const auto angular_momentum = [&](const std::vector<double>& velocity) {  // M v, by kinetic energies
    const double both = mechanism.kinetic_energy(q, std::vector<double>{velocity[0] + 1, velocity[1]});
    return both - mechanism.kinetic_energy(q, velocity) -
           mechanism.kinetic_energy(q, std::vector<double>{1, 0});
  };
  EXPECT_NEAR(angular_momentum(v), angular_momentum(before), 1e-13);
  EXPECT_THROW(mechanism.impact(q, v, std::vector<double>(3)), std::invalid_argument);
}

}  // namespace sinew::test::mechanism_test
