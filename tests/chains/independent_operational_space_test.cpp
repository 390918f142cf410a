// Compares the operational space over independent coordinates with dense algebra: J N (N^T M N)^-1 N^T J^T.
#include "sinew/chains/followers/independent_operational_space.hpp"

#include <gtest/gtest.h>

#include "tests/support/messages.hpp"
#include "tests/support/random_followers.hpp"
#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::independent_operational_space_test {

struct FollowersAndFrames {
  explicit FollowersAndFrames(int index)
      : sample(random_follower_sample(index)),
        model(sample.description),
        dynamics(model),
        reference(all_references[index % 3]) {
    Random random(static_cast<std::uint64_t>(index));
    const int count = 1 + random.below(3), known = static_cast<int>(model.frames().size());
    for (int i = 0; i < count; ++i) frames.push_back({random.below(known)});
    const DenseReference<double> dense(sample.description, sample.q, sample.v);
    J = MatrixXd::Zero(6 * count, dynamics.size());
    rate = VectorXd::Zero(6 * count);
    const VectorXd bias =
        sample.N.transpose() * dense.inverse_dynamics({sample.rate.begin(), sample.rate.end()});
    mass = sample.N.transpose() * dense.mass_matrix() * sample.N;
    for (int i = 0; i < count; ++i) {
      if (frames[std::size_t(i)] == ground) continue;
      const std::string& name = model.frame(frames[std::size_t(i)]).name;
      J.middleRows(6 * i, 6) = dense.jacobian(name, reference) * sample.N;
      rate.segment(6 * i, 6) = dense.acceleration(name, reference, {sample.rate.begin(), sample.rate.end()});
    }
    free_rate = J * mass.solve_symmetric(-bias) + rate;
    omega = J * mass.solve_symmetric(J.transpose());
  }

  FollowerSample sample;
  Model model;
  IndependentDynamics<double> dynamics;
  Reference reference;
  std::vector<FrameIndex> frames;
  MatrixXd J, mass, omega;
  VectorXd rate, free_rate;
};

TEST(IndependentOperationalSpace, OmegaIsThatOfDenseAlgebra) {
  for (int i = 0; i < 150; ++i) {
    FollowersAndFrames c(i);
    IndependentOperationalSpace<double> space(c.dynamics, c.frames, c.reference);
    c.dynamics.set_position(c.sample.q);
    ASSERT_LE(relative_error(space.omega(c.dynamics), c.omega), allowed_error(1e-10, c.mass)) << i;
    const VectorXd u = c.sample.N.transpose() * as_dense(c.sample.tau);
    VectorXd twists(space.size()), tau(c.dynamics.size());
    space.jacobian_times(c.dynamics, u, twists);
    ASSERT_LE(relative_error(twists, c.J * u), 1e-11) << i;
    space.jacobian_adjoint_times(c.dynamics, twists, tau);
    ASSERT_LE(relative_error(tau, c.J.transpose() * (c.J * u)), 1e-10) << i;
  }
}

TEST(IndependentOperationalSpace, LambdaBiasPseudoInverseAndProjectionAreThoseOfDenseAlgebra) {
  int regular = 0;
  for (int i = 0; i < 3000 && regular < 30; ++i) {
    FollowersAndFrames c(i);
    if (c.frames.size() != 1 || c.dynamics.size() < 6) continue;
    IndependentOperationalSpace<double> space(c.dynamics, c.frames, c.reference);
    c.dynamics.set_position(c.sample.q);
    if (!space.is_regular(c.dynamics) || condition_of(c.omega) > 1e7) continue;
    ++regular;
    const double tolerance = allowed_error(1e-8, c.mass);
    const MatrixXd lambda = c.omega.inverse();
    Matrix<double> actual(6, 6), pseudo(c.dynamics.size(), 6);
    space.lambda(c.dynamics, actual);
    ASSERT_LE(relative_error(actual, lambda), tolerance) << i;
    space.pseudo_inverse(c.dynamics, pseudo);
    ASSERT_LE(relative_error(pseudo, c.mass.solve_symmetric(c.J.transpose()) * lambda), tolerance) << i;
    const VectorXd tau = c.sample.N.transpose() * as_dense(c.sample.tau);
    VectorXd projected(c.dynamics.size()), bias(6);
    space.project(c.dynamics, tau, projected);
    ASSERT_LE(
        relative_error(projected, tau - c.J.transpose() * (lambda * (c.J * c.mass.solve_symmetric(tau)))),
        tolerance)
        << i;
    space.bias(c.dynamics, c.sample.q, c.sample.v, bias);
    ASSERT_LE(relative_error(bias, -(lambda * c.free_rate)), tolerance) << i;
  }
  EXPECT_EQ(regular, 30);
}

TEST(IndependentOperationalSpace, RefusesOtherModelsAndSingularFrames) {
  Description robot = double_pendulum(1, 2, 0.5, 0.7);
  robot.bodies[1].joint.mimic = {"upper_joint", 2, 0};
  const Model model(robot), other(robot);
  IndependentDynamics<double> dynamics(model), foreign(other);
  IndependentOperationalSpace<double> space(dynamics, model.frame("lower"));
  dynamics.set_position(std::vector{0.3, 0.0});
  foreign.set_position(std::vector{0.3, 0.0});
  EXPECT_EQ(space.rank(dynamics), 1);
  Matrix<double> lambda(6, 6);
  EXPECT_TRUE(contains(complaint<std::domain_error>([&] { space.lambda(dynamics, lambda); }), "'lower'"));
  EXPECT_THROW(space.omega(foreign), std::invalid_argument);
  EXPECT_THROW(IndependentOperationalSpace<double>(dynamics, std::span<const FrameIndex>{}),
               std::invalid_argument);
}

}  // namespace sinew::test::independent_operational_space_test
