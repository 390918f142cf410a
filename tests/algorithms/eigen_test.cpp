// Users' Eigen vectors and matrices can be passed to the library as inputs and outputs (sinew/dense/views.hpp).
#include <gtest/gtest.h>

#include <Eigen/Core>

#include "sinew/algorithms/dynamics/forward_dynamics.hpp"
#include "sinew/algorithms/kinematics/jacobian.hpp"
#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"
#include "sinew/model/examples.hpp"

namespace sinew::test::eigen_test {

class EigenTypes : public testing::Test {
 protected:
  const Model model_{random_chain(3, 1)};
  Workspace<double> work_{model_};
  const std::vector<double> q_{0.3, -0.4, 0.5}, v_{1, 2, -1}, tau_{0.1, 0.2, 0.3};
};

TEST_F(EigenTypes, OfAnySizeAreVectors) {
  std::vector<double> expected(3);
  forward_dynamics(work_, q_, v_, tau_, expected);
  const Eigen::Vector3d fixed(q_.data());
  const Eigen::Map<const Eigen::VectorXd> mapped(v_.data(), 3);
  Eigen::VectorXd tau = Eigen::Vector3d(tau_.data()), a(3);
  forward_dynamics(work_, fixed, mapped, tau, a);
  EXPECT_EQ(a, Eigen::Vector3d(expected.data()));
  Eigen::VectorXd longer = Eigen::VectorXd::Zero(5);
  forward_dynamics(work_, fixed, mapped, tau, longer.segment(1, 3));
  EXPECT_EQ(longer.segment(1, 3), a);
}

TEST_F(EigenTypes, InColumnOrderAreMatrices) {
  Matrix<double> expected(3, 3);
  mass_matrix(work_, q_, expected);
  Eigen::MatrixXd mass(3, 3);
  mass_matrix(work_, q_, mass);
  EXPECT_EQ(mass, Eigen::Map<Eigen::Matrix3d>(expected.data()));
  update_poses(work_, q_);
  Eigen::MatrixXd wide = Eigen::MatrixXd::Zero(6, 8), alone(6, 3);
  jacobian(work_, model_.frame("tip"), Reference::body, alone);
  jacobian(work_, model_.frame("tip"), Reference::body, wide.middleCols(2, 3));
  EXPECT_EQ(wide.middleCols(2, 3), alone);
}

TEST_F(EigenTypes, WithGapsBetweenTheColumnsAreRefused) {
  update_poses(work_, q_);
  Eigen::MatrixXd stacked = Eigen::MatrixXd::Zero(12, 3);
  EXPECT_THROW(jacobian(work_, model_.frame("tip"), Reference::body, stacked.topRows(6)),
               std::invalid_argument);
  EXPECT_TRUE(stacked.isZero(0));
}

}  // namespace sinew::test::eigen_test
