// Tests the derivative matrices of the dynamics: against dual numbers through the recursions, against products that need
// no matrices, against differences of the dense reference, and by identities.
#include "sinew/algorithms/derivatives/dynamics_derivatives.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sinew/algorithms/derivatives/linearized_dynamics.hpp"
#include "sinew/model/examples.hpp"
#include "sinew/model/joints/moving_position.hpp"
#include "tests/support/custom_joints.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::dynamics_derivatives_test {

using D = Dual<double>;

// A sample, its derivatives, and a direction of change.
struct Case : Subject<> {
  explicit Case(test::Sample s, int seed = 0) : Subject(std::move(s)), derivatives(model) {
    for (Matrix<double>* matrix : {&by_q, &by_v, &by_third}) *matrix = Matrix<double>(dofs(), dofs());
    a = zeros();
    Random random(static_cast<unsigned>(seed) + 500);
    for (auto* direction : {&dq, &dv, &dx}) *direction = random_velocity(sample.description, random);
  }
  explicit Case(int index) : Case(sample_without_custom_joints(index), index) {}

  void inverse() {
    derivatives.inverse_dynamics(sample.q, sample.v, sample.a, by_q, by_v, by_third, environment());
  }
  void forward() {
    derivatives.forward_dynamics(sample.q, sample.v, sample.tau, by_q, by_v, by_third, a, environment());
  }

  DynamicsDerivatives<double> derivatives;
  Matrix<double> by_q, by_v, by_third;
  std::vector<double> a, dq, dv, dx;
};

// The largest difference over the largest number, where numbers below `least` count as that.
double error_of(const MatrixXd& actual, const MatrixXd& expected, double least = 1e-3) {
  if (expected.size() == 0) return 0;
  return (actual - expected).cwiseAbs().maxCoeff() / std::max(least, expected.cwiseAbs().maxCoeff());
}
// A position of dual numbers, at rest or moving with `rate`.
std::vector<D> moving(const Case& c, bool moves) {
  const std::vector<double> still = c.zeros();
  std::vector<D> q(c.sample.q.size());
  detail::set_moving_position(c.model.tree<double>(), c.sample.q.data(), (moves ? c.dq : still).data(),
                              q.data());
  return q;
}
std::vector<D> moving(const std::vector<double>& value, const std::vector<double>& rate, bool moves) {
  std::vector<D> both(value.size());
  for (std::size_t i = 0; i < value.size(); ++i) both[i] = {value[i], moves ? rate[i] : 0.0};
  return both;
}
// The rate of inverse or forward dynamics while one of q, v and the third argument changes.
VectorXd rate_by_duals(const Case& c, bool is_forward, int changing) {
  std::vector<ExternalForce<D>> forces;
  for (const ExternalForce<double>& force : c.forces) {
    forces.push_back({.frame = force.frame});
    for (int i = 0; i < 6; ++i) forces.back().force[i] = D(force.force[i]);
  }
  Environment<D> environment{.forces = forces};
  for (int i = 0; i < 6; ++i) environment.base_acceleration[i] = D(c.environment().base_acceleration[i]);
  Workspace<D> work(c.model);
  std::vector<D> out(c.sample.v.size());
  const auto &q = moving(c, changing == 0), &v = moving(c.sample.v, c.dv, changing == 1),
             &third = moving(is_forward ? c.sample.tau : c.sample.a, c.dx, changing == 2);
  if (is_forward)
    forward_dynamics<D>(work, q, v, third, out, environment);
  else
    inverse_dynamics<D>(work, q, v, third, out, environment);
  VectorXd rates(static_cast<Index>(out.size()));
  std::transform(out.begin(), out.end(), rates.begin(), [](const D& d) { return d.rate; });
  return rates;
}
// Terms of this size may cancel in the derivative by v of the joint torques.
double torque_per_velocity(const Case& c) {
  if (c.dofs() == 0) return 0;
  return as_dense(c.by_third).cwiseAbs().maxCoeff() * as_dense(c.sample.v).cwiseAbs().maxCoeff();
}
void expect_rates_of_duals(const Case& c, bool is_forward, double allowed) {
  const Matrix<double>* const matrices[] = {&c.by_q, &c.by_v, &c.by_third};
  const std::vector<double>* const directions[] = {&c.dq, &c.dv, &c.dx};
  for (int k = 0; k < 3; ++k) {
    const MatrixXd m = as_dense(*matrices[k]);
    const VectorXd rates = m * as_dense(*directions[k]);
    // Errors are relative to the largest entry of the matrix: a sum of its entries may cancel.
    const double scale =
        c.dofs() == 0 ? 1 : m.cwiseAbs().maxCoeff() + (is_forward ? 0 : torque_per_velocity(c));
    ASSERT_LE(error_of(rates, rate_by_duals(c, is_forward, k), 1e-3 + scale), allowed) << "argument " << k;
  }
}

TEST(DynamicsDerivatives, OfInverseDynamicsAreTheRatesOfDualNumbers) {
  for (int i = 0; i < sample_count(); ++i) {
    Case c(i);
    c.inverse();
    ASSERT_NO_FATAL_FAILURE(expect_rates_of_duals(c, false, 1e-12)) << "sample " << i;
  }
}

TEST(DynamicsDerivatives, OfForwardDynamicsAreTheRatesOfDualNumbers) {
  for (int i = 0; i < sample_count(); ++i) {
    Case c(i);
    c.forward();
    const double allowed = 100 * allowed_error(1e-14, c.dense().mass_matrix());
    ASSERT_NO_FATAL_FAILURE(expect_rates_of_duals(c, true, allowed)) << "sample " << i;
    std::vector<double> expected = c.zeros();
    forward_dynamics(c.work, c.sample.q, c.sample.v, c.sample.tau, expected, c.environment());
    ASSERT_LE(error_of(as_dense(c.a), as_dense(expected)), allowed) << "sample " << i;
  }
}

// All entries of the matrices, also those that a random direction would hide.
TEST(DynamicsDerivatives, HaveTheRowsOfTheAdjoint) {
  for (int i = 0; i < sample_count() / 4; ++i) {
    Case c(i);
    LinearizedDynamics<double> linear(c.model);
    const double condition = allowed_error(1e-14, c.dense().mass_matrix());
    for (const bool is_forward : {false, true}) {
      std::vector<double> out = c.zeros(), unit = out, q = out, v = out, third = out;
      if (is_forward) {
        c.forward();
        forward_dynamics(c.work, c.sample.q, c.sample.v, c.sample.tau, out, c.environment());
      } else {
        c.inverse();
        inverse_dynamics(c.work, c.sample.q, c.sample.v, c.sample.a, out, c.environment());
      }
      linear.update(c.work);
      MatrixXd by_q(c.dofs(), c.dofs()), by_v = by_q, by_third = by_q;
      for (Index row = 0; row < c.dofs(); ++row) {
        unit[std::size_t(row)] = 1;
        if (is_forward)
          linear.forward_vjp(c.work, unit, q, v, third);
        else
          linear.inverse_vjp(c.work, unit, q, v, third);
        unit[std::size_t(row)] = 0;
        by_q.row(row) = as_dense(q).transpose();
        by_v.row(row) = as_dense(v).transpose();
        by_third.row(row) = as_dense(third).transpose();
      }
      const double allowed = is_forward ? 100 * condition : 1e-12;
      ASSERT_LE(error_of(as_dense(c.by_q), by_q), allowed)
          << "sample " << i << (is_forward ? " forward" : "");
      ASSERT_LE(error_of(as_dense(c.by_v), by_v, is_forward ? 1e-3 : 1e-3 + torque_per_velocity(c)), allowed)
          << "sample " << i << (is_forward ? " forward" : "");
      ASSERT_LE(error_of(as_dense(c.by_third), by_third), allowed)
          << "sample " << i << (is_forward ? " forward" : "");
    }
  }
}

// Differences of fourth order of the dense matrices, along motions of `integrate`.
TEST(DynamicsDerivatives, AreTheLimitsOfDifferencesOfTheDenseReference) {
  for (int i = 0; i < 40; ++i) {
    Case c(i);
    c.inverse();
    const auto torques_at = [&](double t) {
      std::vector<double> q = c.sample.q, v = c.sample.v;
      c.model.integrate(c.sample.q, c.dq, t, q);
      for (std::size_t k = 0; k < v.size(); ++k) v[k] += t * c.dv[k];
      return VectorXd(DenseReference<double>(c.sample.description, q, v)
                          .inverse_dynamics(c.sample.a, c.sample.environment));
    };
    const double h = 1e-3;
    const VectorXd rate =
        (8 * (torques_at(h) - torques_at(-h)) - (torques_at(2 * h) - torques_at(-2 * h))) / (12 * h);
    const VectorXd expected = as_dense(c.by_q) * as_dense(c.dq) + as_dense(c.by_v) * as_dense(c.dv);
    ASSERT_LE(error_of(expected, rate, 1), 1e-8) << "sample " << i;
  }
}

TEST(DynamicsDerivatives, GiveTheMassMatrixAndItsInverse) {
  for (int i = 0; i < 200; ++i) {
    Case c(i);
    Matrix<double> expected(c.dofs(), c.dofs());
    mass_matrix(c.work, c.sample.q, expected);
    c.inverse();
    const MatrixXd M = as_dense(c.by_third);
    ASSERT_LE(error_of(M, as_dense(expected)), 1e-13) << "sample " << i;
    ASSERT_LE(error_of(M, M.transpose()), 1e-14) << "sample " << i;
    c.forward();
    const MatrixXd inverse = as_dense(c.by_third), one = MatrixXd::Identity(c.dofs(), c.dofs());
    const double allowed = 100 * allowed_error(1e-14, M);
    ASSERT_LE(error_of(M * inverse, one), allowed) << "sample " << i;
    ASSERT_LE(error_of(inverse, inverse.transpose()), allowed) << "sample " << i;
  }
}

// The torques are quadratic in v, so that their derivative times v is twice their velocity-dependent part.
TEST(DynamicsDerivatives, ObeyEulersIdentityForTheVelocities) {
  for (int i = 0; i < 200; ++i) {
    Case c(i);
    c.inverse();
    std::vector<double> moving_torques = c.zeros(), still = c.zeros();
    bias_force(c.work, c.sample.q, c.sample.v, moving_torques, c.environment());
    bias_force(c.work, c.sample.q, c.zeros(), still, c.environment());
    const VectorXd twice = 2 * (as_dense(moving_torques) - as_dense(still));
    ASSERT_LE(error_of(as_dense(c.by_v) * as_dense(c.sample.v), twice,
                       1 + as_dense(moving_torques).cwiseAbs().sum()),
              1e-12)
        << "sample " << i;
  }
}

// At rest dtau/dq is the derivative of M a and of gravity, and a^T M a is twice the kinetic energy at the velocity a.
TEST(DynamicsDerivatives, GiveTheGradientOfTheKineticEnergy) {
  for (int i = 0; i < 200; ++i) {
    Case c(i);
    Matrix<double> stiffness(c.dofs(), c.dofs());
    c.derivatives.inverse_dynamics(c.sample.q, c.zeros(), c.sample.a, c.by_q, c.by_v, c.by_third);
    c.derivatives.gravity_force(c.sample.q, stiffness);
    const auto twice_energy_at = [&](double t) {
      std::vector<double> q = c.sample.q;
      c.model.integrate(c.sample.q, c.dq, t, q);
      return 2 * kinetic_energy(c.work, q, c.sample.a);
    };
    const double h = 1e-3, rate = (8 * (twice_energy_at(h) - twice_energy_at(-h)) -
                                   (twice_energy_at(2 * h) - twice_energy_at(-2 * h))) /
                                  (12 * h);
    const VectorXd a = as_dense(c.sample.a);
    EXPECT_NEAR(a.dot((as_dense(c.by_q) - as_dense(stiffness)) * as_dense(c.dq)), rate,
                1e-8 * (1 + a.dot(as_dense(c.by_third) * a)))
        << "sample " << i;
  }
}

// The gravity torques of a robot whose joints have coordinates that commute are the gradient of its potential energy.
TEST(DynamicsDerivatives, MakeTheStiffnessOfGravitySymmetric) {
  const Model arm(random_chain(7, 3));
  const State state = random_state(arm, 5);
  Matrix<double> stiffness(7, 7);
  DynamicsDerivatives<double> derivatives(arm);
  derivatives.gravity_force(state.q, stiffness);
  const MatrixXd K = as_dense(stiffness);
  EXPECT_GT(K.norm(), 1);
  EXPECT_LE(error_of(K, K.transpose()), 1e-13);
  Workspace<double> work(arm);
  const double h = 1e-4;
  for (std::size_t j = 0; j < 7; ++j) {
    std::vector<double> ahead = state.q, behind = state.q, tau(7), tau_behind(7);
    ahead[j] += h, behind[j] -= h;
    gravity_force(work, ahead, tau);
    gravity_force(work, behind, tau_behind);
    EXPECT_LE(error_of((as_dense(tau) - as_dense(tau_behind)) / (2 * h), K.col(Index(j))), 1e-6);
  }
}

TEST(DynamicsDerivatives, AreRightForAFloatingBaseTurnedByNearlyPi) {
  for (int i = 0; i < 2000; i += 20) {
    test::Sample sample = sample_without_custom_joints(i);
    Random random(static_cast<unsigned>(i));
    sample.description.bodies[0].joint = {.name = "free", .kind = JointKind::floating};
    sample.description.bodies[0].inertial = {1, {0.1, 0, 0}, {0.5, 0, 0, 0.6, 0, 0.7}};
    sample.environment = {};
    sample.q = random_position(sample.description, random);
    for (auto* vector : {&sample.v, &sample.a, &sample.tau})
      *vector = random_velocity(sample.description, random);
    const Model model(sample.description);
    for (const JointInfo& joint : model.joints()) {
      if (joint.name != "free") continue;
      const double half = 0.5 * (std::numbers::pi - 1e-9);
      double* const x = sample.q.data() + joint.q_index;
      x[0] = 1e3;  // far from the origin of the world
      x[3] = std::cos(half), x[4] = 0.6 * std::sin(half), x[5] = -0.8 * std::sin(half), x[6] = 0;
    }
    Case c(sample, i);
    c.inverse();
    ASSERT_NO_FATAL_FAILURE(expect_rates_of_duals(c, false, 1e-12)) << "sample " << i;
    c.forward();
    ASSERT_NO_FATAL_FAILURE(
        expect_rates_of_duals(c, true, 100 * allowed_error(1e-14, c.dense().mass_matrix())))
        << "sample " << i;
  }
}

TEST(DynamicsDerivatives, InSinglePrecisionAgreeWithDouble) {
  for (int i = 0; i < 200; ++i) {
    Case c(i);
    Subject<float> s(c.sample);
    DynamicsDerivatives<float> derivatives(c.model);
    const int n = c.dofs();
    Matrix<float> by_q(n, n), by_v(n, n), by_third(n, n);
    std::vector<float> a = s.zeros();
    const auto check = [&](double allowed) {
      const Matrix<double>* const expected[] = {&c.by_q, &c.by_v, &c.by_third};
      const Matrix<float>* const actual[] = {&by_q, &by_v, &by_third};
      for (int k = 0; k < 3; ++k) {
        ASSERT_LE(error_of(as_dense(*actual[k]), as_dense(*expected[k]), 1), allowed)
            << "sample " << i << ", matrix " << k;
      }
    };
    c.inverse();
    derivatives.inverse_dynamics(s.cast(c.sample.q), s.cast(c.sample.v), s.cast(c.sample.a), by_q, by_v,
                                 by_third, s.environment());
    ASSERT_NO_FATAL_FAILURE(check(1e-4));
    c.forward();
    derivatives.forward_dynamics(s.cast(c.sample.q), s.cast(c.sample.v), s.cast(c.sample.tau), by_q, by_v,
                                 by_third, a, s.environment());
    ASSERT_NO_FATAL_FAILURE(check(std::max(1e-4, 1e-5 * condition_of(c.dense().mass_matrix()))));
  }
}

TEST(DynamicsDerivatives, DoNotDependOnEarlierCalls) {
  Case c(16), other(16);
  c.inverse();
  c.forward();
  const Matrix<double> first[] = {c.by_q, c.by_v, c.by_third};
  for (int repetition = 0; repetition < 3; ++repetition) {
    c.derivatives.inverse_dynamics(other.sample.q, other.dv, other.dx, other.by_q, other.by_v,
                                   other.by_third);
    c.derivatives.gravity_force(other.sample.q, other.by_q);
    c.forward();
    EXPECT_EQ(as_dense(c.by_q), as_dense(first[0]));
    EXPECT_EQ(as_dense(c.by_v), as_dense(first[1]));
    EXPECT_EQ(as_dense(c.by_third), as_dense(first[2]));
  }
  DynamicsDerivatives<double> moved = std::move(c.derivatives);
  moved.forward_dynamics(c.sample.q, c.sample.v, c.sample.tau, c.by_q, c.by_v, c.by_third, c.a,
                         c.environment());
  EXPECT_EQ(as_dense(c.by_q), as_dense(first[0]));
  EXPECT_THROW(c.forward(), std::logic_error);
}

TEST(DynamicsDerivatives, OfARobotThatCannotMoveAreEmpty) {
  const Model block(
      Description{.name = "block", .bodies = {{.name = "stone", .inertial = {1, {}, {1, 0, 0, 1, 0, 1}}}}});
  DynamicsDerivatives<double> derivatives(block);
  Matrix<double> none(0, 0);
  std::vector<double> empty;
  derivatives.inverse_dynamics(empty, empty, empty, none, none, none);
  derivatives.forward_dynamics(empty, empty, empty, none, none, none, empty);
}

TEST(DynamicsDerivatives, RefuseWrongSizesAndNumbersAndWriteNothing) {
  Case c(2);
  c.forward();
  const MatrixXd before = as_dense(c.by_q);
  std::vector<double> longer(c.a.size() + 1), nan = c.sample.v, infinite = c.sample.q;
  nan[0] = NAN, infinite.back() = INFINITY;
  Matrix<double> wide(c.dofs(), c.dofs() + 1);
  const auto complaint_of = [&](const std::vector<double>& q, const std::vector<double>& v,
                                MatrixView<double> by_v) {
    return complaint<std::invalid_argument>(
        [&] { c.derivatives.forward_dynamics(q, v, c.sample.tau, c.by_q, by_v, c.by_third, c.a); });
  };
  EXPECT_TRUE(contains(complaint_of(c.sample.q, longer, c.by_v), "v has"));
  EXPECT_TRUE(contains(complaint_of(c.sample.q, nan, c.by_v), "v[0] is nan"));
  EXPECT_TRUE(contains(complaint_of(infinite, c.sample.v, c.by_v), "q["));
  EXPECT_TRUE(contains(complaint_of(c.sample.q, c.sample.v, wide), "the derivative by v"));
  EXPECT_THROW(c.derivatives.inverse_dynamics(c.sample.q, c.sample.v, nan, c.by_q, c.by_v, c.by_third),
               std::invalid_argument);
  EXPECT_THROW(c.derivatives.inverse_dynamics(c.sample.q, c.sample.v, c.sample.a, wide, c.by_v, c.by_third),
               std::invalid_argument);
  EXPECT_EQ(as_dense(c.by_q), before);
}

TEST(DynamicsDerivatives, RefuseResultsThatOverflow) {
  Case c(2);
  for (double& v : c.sample.v) v = 1e200;
  EXPECT_THROW(c.inverse(), std::overflow_error);
}

TEST(DynamicsDerivatives, RefuseCustomJointsByName) {
  const Model wiper(Description{
      .name = "wiper",
      .bodies = {{.name = "blade",
                  .joint = {.name = "cam", .kind = JointKind::custom, .custom = std::make_shared<Cam>()},
                  .inertial = {1, {0, 0, 0.1}, {0.01, 0, 0, 0.01, 0, 0.01}}}}});
  EXPECT_TRUE(
      contains(complaint<std::invalid_argument>([&] { DynamicsDerivatives<double> derivatives(wiper); }),
               "joint 'cam' is custom"));
}

// A point mass on a slide on a hinge: at the hinge's axis the hinge moves no inertia.
TEST(DynamicsDerivatives, NameTheJointThatMovesNoInertia) {
  Description robot{.name = "slide", .bodies = {{.name = "rail"}, {.name = "bead", .parent = "rail"}}};
  robot.bodies[0].joint = {.name = "hinge", .kind = JointKind::revolute};
  robot.bodies[1].joint = {.name = "slider", .kind = JointKind::prismatic, .axis = {1, 0, 0}};
  robot.bodies[1].inertial = {.mass = 1};
  const Model model(robot);
  DynamicsDerivatives<double> derivatives(model);
  std::vector<double> q{0, 0}, v{0, 0}, tau{1, 1}, a{5, 5};
  Matrix<double> by_q(2, 2), by_v(2, 2), by_tau(2, 2);
  EXPECT_TRUE(contains(
      complaint<std::domain_error>([&] { derivatives.forward_dynamics(q, v, tau, by_q, by_v, by_tau, a); }),
      "'hinge'"));
  EXPECT_EQ(a[0], 5);
  q[1] = 0.5;
  derivatives.forward_dynamics(q, v, tau, by_q, by_v, by_tau, a);
  EXPECT_NEAR(by_tau(0, 0), 4, 1e-12);  // 1 / (m x^2)
}

}  // namespace sinew::test::dynamics_derivatives_test
