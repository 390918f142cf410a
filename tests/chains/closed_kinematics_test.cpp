// Degrees of freedom of closed chains: of mechanisms whose number is known, and compared with dense algebra.
#include "sinew/chains/loops/closed_kinematics.hpp"

#include <gtest/gtest.h>

#include "sinew/io/load.hpp"
#include "tests/support/closed_robot.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/files.hpp"
#include "tests/support/linkages.hpp"
#include "tests/support/maximal_coordinates.hpp"
#include "tests/support/random_loops.hpp"

namespace sinew::test::closed_kinematics_test {

struct Kinematics {
  explicit Kinematics(const Description& description)
      : robot(description), kinematics(robot.model, robot.chain) {}
  ClosedKinematics<double>& at(const std::vector<double>& q) {
    kinematics.update(robot.work, robot.chain, q);
    return kinematics;
  }
  ClosedRobot<> robot;
  ClosedKinematics<double> kinematics;
};

Description own_model(const std::string& file) {
  return load(model_path(file)).description();
}

TEST(ClosedKinematics, CountsTheDegreesOfFreedomOfKnownMechanisms) {
  const auto dofs = [](const Description& description) {
    Kinematics k(description);
    return k.at(k.robot.model.neutral_position()).dofs();
  };
  EXPECT_EQ(dofs(own_model("four_bar.urdf")), 1);
  EXPECT_EQ(dofs(own_model("slider_crank.urdf")), 1);
  EXPECT_EQ(dofs(own_model("stewart_platform.urdf")), 6);
}

TEST(ClosedKinematics, CountsOneDegreeOfFreedomOfABennettLinkage) {
  const Bennett linkage;
  Kinematics k(linkage.description());
  for (double p = 0.3; p < 6; p += 0.3) {
    const std::vector<double> q = linkage.at(p);
    const MaximalCoordinates<double> reference(linkage.description(), q);
    ASSERT_LE(reference.closure().largest(), 1e-14) << "the linkage is not one, at " << p;
    ASSERT_EQ(reference.rows(), 5);
    ASSERT_EQ(k.at(q).dofs(), 1) << "at " << p;
    // It moves along closed positions.
    const double h = 1e-5;
    const VectorXd slope = (as_dense(linkage.at(p + h)) - as_dense(linkage.at(p - h))) / (2 * h);
    std::vector<double> v(3);
    k.kinematics.project(std::vector<double>(slope.begin(), slope.end()), v);
    ASSERT_LE(relative_error(v, slope), 1e-8) << "at " << p;
  }
}

TEST(ClosedKinematics, HasMoreDegreesOfFreedomIfTheNFourBarIsStretchedOut) {
  Kinematics k(n_four_bar(4, ConnectionKind::revolute));
  const auto posture = [](double x) { return std::vector{x, -x, x, -x, x, -x, x, -x, x}; };
  EXPECT_EQ(k.at(posture(0.7)).dofs(), 1);
  EXPECT_EQ(k.at(posture(0)).dofs(), 5);
}

TEST(ClosedKinematics, EqualsDenseAlgebraOnRandomLoops) {
  for (int i = 0; i < std::min(500, sample_count()); ++i) {
    const ClosedSample sample = random_closed_sample(i);
    const MaximalCoordinates<double> reference(sample.description, sample.q);
    Kinematics k(sample.description);
    k.at(sample.q);
    const int n = k.robot.model.velocity_size(), dofs = n - reference.rank();
    ASSERT_EQ(k.kinematics.rank(), reference.rank()) << "sample " << i;
    ASSERT_EQ(k.kinematics.dofs(), dofs) << "sample " << i;
    // The rows of a closed loop are orthonormal directions in both methods, but not the same ones.
    const MatrixXd J = reference.jacobian(), rows = as_dense(k.kinematics.constraint_jacobian());
    ASSERT_LE(relative_error(rows.transpose() * rows, J.transpose() * J), 1e-11) << "sample " << i;
    const MatrixXd S = as_dense(k.kinematics.independent_motions());
    ASSERT_EQ(S.cols(), dofs);
    if (dofs == 0) continue;
    ASSERT_LE((J * S).largest(), 1e-10 * S.largest()) << "sample " << i;
    // Any joint velocities give a possible u.
    Random random(static_cast<std::uint64_t>(i));
    std::vector<double> u, v(n), nearest(n);
    for (int c = 0; c < dofs; ++c) u.push_back(random.uniform(-1, 1));
    k.kinematics.expand(u, v);
    for (int c = 0; c < dofs; ++c) ASSERT_EQ(v[k.kinematics.independent()[c]], u[c]) << "sample " << i;
    const std::vector<double> wild = random_velocity(sample.description, random);
    k.kinematics.project(wild, nearest);
    ASSERT_LE(relative_error(nearest, let_through(sample.description, sample.q, wild)), 1e-9)
        << "sample " << i;
    Matrix<double> tip(6, dofs);
    const std::string& body = sample.description.bodies.back().name;
    k.kinematics.jacobian(k.robot.work, k.robot.model.frame(body), Reference::world, tip);
    const DenseReference<double> dense(sample.description, sample.q);
    ASSERT_LE(relative_error(tip, dense.jacobian(body, Reference::world) * S), 1e-11) << "sample " << i;
  }
}

}  // namespace sinew::test::closed_kinematics_test
