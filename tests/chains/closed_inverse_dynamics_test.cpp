// Compares joint torques for given accelerations of closed chains with dense projections and with forward dynamics.
#include "sinew/chains/loops/closed_inverse_dynamics.hpp"

#include <gtest/gtest.h>

#include "sinew/algorithms/dynamics/constraint_forces.hpp"
#include "tests/support/closed_robot.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/decompositions.hpp"
#include "tests/support/linkages.hpp"
#include "tests/support/maximal_coordinates.hpp"
#include "tests/support/random_loops.hpp"

namespace sinew::test::closed_inverse_dynamics_test {

// Orthonormal motions that the loops allow.
MatrixXd free_motions(const ClosedSample& sample) {
  const MaximalCoordinates<double> reference(sample.description, sample.q);
  const MatrixXd J = reference.jacobian();
  return decompose(J).V.rightCols(J.cols() - reference.rank());
}

// The torques of the open chain, projected onto the allowed motions; the least motor torques with the same projection.
TEST(ClosedInverseDynamics, GivesTheLeastTorquesOfDenseAlgebra) {
  for (int i = 0; i < std::min(500, sample_count()); ++i) {
    const ClosedSample sample = random_closed_sample(i);
    ClosedRobot robot(sample.description);
    const std::vector<double> a = robot.accelerate(sample.q, sample.v, sample.tau);
    const VectorXd needed =
        DenseReference<double>(sample.description, sample.q, sample.v).inverse_dynamics(a);
    const MatrixXd S = free_motions(sample);
    ClosedInverseDynamics<double> inverse(robot.model, robot.chain);
    std::vector<double> tau(a.size());
    const double residual = inverse.solve(robot.work, robot.chain, sample.q, sample.v, a, tau);
    const double scale = std::max(1.0, needed.largest());
    ASSERT_LE(residual, 1e-8 * scale) << "sample " << i;
    const VectorXd expected = S * (S.transpose() * needed);
    ASSERT_LE((as_dense(tau) - expected).largest(), 1e-8 * scale) << "sample " << i;
    // The loops carry the rest.
    const MatrixXd J = as_dense(inverse.kinematics().constraint_jacobian());
    const std::vector<double> multipliers(inverse.multipliers().begin(), inverse.multipliers().end());
    ASSERT_LE((J.transpose() * as_dense(multipliers) + as_dense(tau) - needed).largest(), 1e-8 * scale)
        << "sample " << i;
    ASSERT_LE(relative_error(robot.accelerate(sample.q, sample.v, tau), a), 1e-7) << "sample " << i;
  }
}

// The forces across the joints that forward dynamics gives under the computed torques.
TEST(ClosedInverseDynamics, LeavesTheJointForcesOfTheClosedChain) {
  for (int i = 0; i < std::min(100, sample_count()); ++i) {
    const ClosedSample sample = random_closed_sample(i);
    ClosedRobot robot(sample.description);
    const std::vector<double> a = robot.accelerate(sample.q, sample.v, sample.tau);
    ClosedInverseDynamics<double> inverse(robot.model, robot.chain);
    std::vector<double> tau(a.size());
    std::vector<JointForce<double>> forces(robot.model.joints().size()), expected(forces.size());
    inverse.solve(robot.work, robot.chain, sample.q, sample.v, a, tau);
    joint_forces(robot.work, forces);
    robot.accelerate(sample.q, sample.v, tau);
    joint_forces(robot.work, expected);
    double scale = 1, error = 0;
    for (std::size_t joint = 0; joint < forces.size(); ++joint) {
      scale = std::max(scale, as_dense(expected[joint].whole).largest());
      error = std::max(error, (as_dense(forces[joint].whole) - as_dense(expected[joint].whole)).largest());
    }
    ASSERT_LE(error, 1e-6 * scale) << "sample " << i;
  }
}

TEST(ClosedInverseDynamics, WithFewMotorsGivesTheBestTheyCanDo) {
  int enough = 0, too_few = 0;
  for (int i = 0; i < std::min(500, sample_count()); ++i) {
    const ClosedSample sample = random_closed_sample(i);
    ClosedRobot robot(sample.description);
    const std::vector<double> a = robot.accelerate(sample.q, sample.v, sample.tau);
    const int n = static_cast<int>(a.size());
    Random random(static_cast<std::uint64_t>(i));
    std::vector<int> motors;
    for (int k = 0; k < n; ++k) {
      if (random.chance(0.6)) motors.push_back(k);
    }
    const MatrixXd S = free_motions(sample);
    if (motors.empty() || S.cols() == 0) continue;
    MatrixXd seen(S.cols(), motors.size());
    for (std::size_t k = 0; k < motors.size(); ++k) seen.col(k) = S.row(motors[k]).transpose();
    const SingularValues svd = decompose(seen, 1e-6);
    const VectorXd& values = svd.values;
    if (std::any_of(values.begin(), values.end(), [](double x) { return x > 1e-10 && x < 1e-2; })) continue;
    if (values[0] < 1e-2) continue;  // no motor has an effect
    const VectorXd reduced =
        S.transpose() * DenseReference<double>(sample.description, sample.q, sample.v).inverse_dynamics(a);
    ClosedInverseDynamics<double> inverse(robot.model, robot.chain, motors);
    std::vector<double> tau(a.size());
    const double residual = inverse.solve(robot.work, robot.chain, sample.q, sample.v, a, tau);
    const double scale = std::max(1.0, reduced.largest());
    for (int k = 0; k < n; ++k) {
      const bool driven = std::find(motors.begin(), motors.end(), k) != motors.end();
      ASSERT_TRUE(driven || tau[k] == 0);
    }
    if (svd.rank < S.cols()) {
      const double missing = (seen * svd.solve(reduced) - reduced).largest();
      ASSERT_TRUE(missing < 1e-4 * scale || residual > 1e-6 * scale) << "sample " << i;
      ASSERT_TRUE(missing > 1e-10 * scale || residual < 1e-7 * scale) << "sample " << i;
      ++too_few;
      continue;
    }
    ASSERT_LE(residual, 1e-7 * scale) << "sample " << i;
    const VectorXd expected = svd.solve(reduced);
    for (std::size_t k = 0; k < motors.size(); ++k)
      ASSERT_NEAR(tau[motors[k]], expected[k], 1e-6 * scale) << "sample " << i;
    ++enough;
  }
  EXPECT_GT(enough, std::min(500, sample_count()) / 10);
  EXPECT_GT(too_few, std::min(500, sample_count()) / 10);
}

TEST(ClosedInverseDynamics, FindsTheTorqueOfTheCrank) {
  const SliderCrank mechanism{0.2, 0.7, 0.1, {1.5, 0.05, -0.02, 0.03}, {0.8, 0.3, 0.04, 0.05}, 1.1};
  ClosedRobot robot(mechanism.closed_at_the_pin(ConnectionKind::revolute));
  const std::vector<int> crank{0};
  ClosedInverseDynamics<double> inverse(robot.model, robot.chain, crank);
  for (double x = 0; x < 6.2; x += 0.31) {
    const double angle = std::asin((0.1 - 0.2 * std::sin(x)) / 0.7);
    const std::vector<double> q{x, angle - x, 0.2 * std::cos(x) + 0.7 * std::cos(angle)};
    const std::vector<double> v = let_through(robot.model.description(), q, {2, 1, 1}), torque{1.7, 0, 0};
    const std::vector<double> a = robot.accelerate(q, v, torque);
    std::vector<double> tau(3);
    EXPECT_LE(inverse.solve(robot.work, robot.chain, q, v, a, tau), 1e-10);
    EXPECT_LE(relative_error(tau, torque), 1e-10) << "at " << x;
  }
}

}  // namespace sinew::test::closed_inverse_dynamics_test
