// Compares the dynamics in independent coordinates with dense algebra, N^T M N and so on, on random trees whose joints
// follow others, with hand-computed cases, and with the dynamics of the closed chain.
#include "sinew/chains/followers/independent_dynamics.hpp"

#include <gtest/gtest.h>

#include "sinew/chains/constrained_system.hpp"
#include "tests/support/closed_robot.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/random_followers.hpp"
#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::independent_dynamics_test {

struct FollowerCase {
  explicit FollowerCase(int index, bool linear = false)
      : sample(random_follower_sample(index, linear)),
        model(sample.description),
        dynamics(model),
        dense(sample.description, sample.q, sample.v),
        n(dynamics.size()),
        out(std::size_t(n)),
        square(n, n) {
    for (const Follower& f : dynamics.coordinates().followers()) {  // entries that are not read
      q[std::size_t(f.q)] = 50;
      v[std::size_t(f.v)] = -70;
      a[std::size_t(f.v)] = 90;
    }
  }
  MatrixXd mass() const { return sample.N.transpose() * dense.mass_matrix() * sample.N; }
  VectorXd reduced(const DenseView<double>& tau) const { return sample.N.transpose() * tau; }
  std::vector<double> with_velocity(const VectorXd& change) const { return {change.begin(), change.end()}; }

  FollowerSample sample;
  Model model;
  IndependentDynamics<double> dynamics;
  DenseReference<double> dense;
  int n;
  std::vector<double> q = sample.q, v = sample.v, a = sample.a, out;
  Matrix<double> square;
};

constexpr int cases = 150;

TEST(IndependentDynamics, MassMatrixIsThatOfDenseAlgebra) {
  for (int i = 0; i < cases; ++i) {
    FollowerCase c(i);
    c.dynamics.mass_matrix(c.q, c.square);
    ASSERT_LE(relative_error(c.square, c.mass()), 1e-12) << i;
  }
}

TEST(IndependentDynamics, InverseAndFactorsReproduceTheMassMatrix) {
  for (int i = 0; i < cases; ++i) {
    FollowerCase c(i);
    const MatrixXd mass = c.mass();
    const double tolerance = allowed_error(1e-11, mass);
    c.dynamics.inverse_mass_matrix(c.q, c.square);
    ASSERT_LE(relative_error(as_dense(c.square) * mass, MatrixXd::Identity(c.n, c.n)), tolerance) << i;
    ASSERT_EQ(as_dense(c.square), as_dense(c.square).transpose()) << i;
    std::vector<double> solution(c.out.size());
    const VectorXd x = c.reduced(as_dense(c.sample.tau));
    c.dynamics.solve_mass_matrix(x, solution);
    ASSERT_LE(relative_error(mass * as_dense(solution), x), tolerance) << i;
    c.dynamics.udut(c.q, c.square, c.out);
    const MatrixXd U = as_dense(c.square);
    for (int row = 0; row < c.n; ++row) {
      ASSERT_EQ(U(row, row), 1) << i;
      for (int column = 0; column < row; ++column) ASSERT_EQ(U(row, column), 0) << i;
      ASSERT_GT(c.out[std::size_t(row)], 0) << i;
    }
    ASSERT_LE(relative_error(U * as_dense(c.out).asDiagonal() * U.transpose(), mass), 1e-12) << i;
  }
}

TEST(IndependentDynamics, TorquesAreThoseOfDenseAlgebra) {
  for (int i = 0; i < cases; ++i) {
    FollowerCase c(i);
    c.dynamics.inverse_dynamics(c.q, c.v, c.a, c.out);
    ASSERT_LE(relative_error(c.out, c.reduced(c.dense.inverse_dynamics(c.sample.a))), 1e-11) << i;
    c.dynamics.bias_force(c.q, c.v, c.out);
    const VectorXd& rate = c.sample.rate;
    ASSERT_LE(relative_error(c.out, c.reduced(c.dense.inverse_dynamics({rate.begin(), rate.end()}))), 1e-11)
        << i;
    c.dynamics.gravity_force(c.q, c.out);
    ASSERT_LE(relative_error(c.out, c.reduced(c.dense.gravity_force())), 1e-11) << i;
  }
}

TEST(IndependentDynamics, ForwardAfterInverseDynamicsIsTheIdentity) {
  for (int i = 0; i < cases; ++i) {
    FollowerCase c(i);
    std::vector<double> tau(c.sample.tau.size()), a(tau.size());
    c.dynamics.inverse_dynamics(c.q, c.v, c.a, c.out);
    c.dynamics.coordinates().spread(c.out, tau);
    const double tolerance = allowed_error(1e-10, c.mass());
    c.dynamics.forward_dynamics(c.q, c.v, tau, a);
    ASSERT_LE(relative_error(a, as_dense(c.sample.a)), tolerance) << i;
    ConstrainedSystem system(c.model);
    system.forward_dynamics(c.sample.q, c.sample.v, tau, a);
    ASSERT_LE(relative_error(a, as_dense(c.sample.a)),
              std::max(tolerance, allowed_error(1e-9, c.dense.mass_matrix())))
        << i << " " << system.method();
  }
}

TEST(IndependentDynamics, JacobianAndItsRateAreThoseOfDenseAlgebra) {
  for (int i = 0; i < cases; ++i) {
    FollowerCase c(i);
    const Reference reference = all_references[i % 3];
    const VectorXd& rate = c.sample.rate;
    c.dynamics.set_state(c.q, c.v);
    for (const FrameIndex frame : all_frames(c.model)) {
      if (frame == ground) continue;
      const std::string& name = c.model.frame(frame).name;
      Matrix<double> J(6, c.n);
      c.dynamics.jacobian(frame, reference, J);
      ASSERT_LE(relative_error(J, c.dense.jacobian(name, reference) * c.sample.N), 1e-11) << i << name;
      const auto expected = c.dense.acceleration(name, reference, {rate.begin(), rate.end()});
      ASSERT_LE(relative_error(as_dense(c.dynamics.jacobian_rate_times_velocity(frame, reference)), expected),
                1e-10)
          << i << name;
    }
  }
}

// C u is the bias force without gravity, and dM/dt - 2 C is skew-symmetric, with dM/dt from differences.
TEST(IndependentDynamics, CoriolisMatrixHasItsTwoProperties) {
  constexpr double step = 1e-6;
  for (int i = 0; i < cases; ++i) {
    FollowerCase c(i);
    std::vector<double> bias(c.out.size()), u(c.out.size());
    c.dynamics.bias_force(c.q, c.v, bias);
    c.dynamics.gravity_force(c.q, c.out);
    c.dynamics.coriolis_matrix(c.q, c.v, c.square);
    c.dynamics.coordinates().select(c.v, u);
    const MatrixXd C = as_dense(c.square);
    ASSERT_LE(relative_error(C * as_dense(u), as_dense(bias) - as_dense(c.out)), 1e-10) << i;
    const auto mass_after = [&](double time) {
      std::vector<double> q(c.q.size());
      c.model.integrate(c.sample.q, c.sample.v, time, q);
      c.dynamics.mass_matrix(q, c.square);
      return as_dense(c.square);
    };
    const MatrixXd ahead = mass_after(step), behind = mass_after(-step);
    const MatrixXd rest = (ahead - behind) * (0.5 / step) - (C + C.transpose());
    double size = 1;
    for (const double x : C) size = std::max(size, std::abs(x));
    for (const double x : ahead) size = std::max(size, std::abs(x));
    for (const double x : rest) ASSERT_LE(std::abs(x), 1e-6 * size) << i;
  }
}

TEST(IndependentDynamics, OfAModelWithoutFollowersAreThoseOfTheTree) {
  for (int i = 0; i < 60; ++i) {
    Subject s(random_sample(i));
    if (s.dofs() == 0) continue;
    IndependentDynamics<double> dynamics(s.model);
    Matrix<double> M(s.dofs(), s.dofs()), expected = M;
    dynamics.mass_matrix(s.sample.q, M);
    mass_matrix(s.work, s.sample.q, expected);
    ASSERT_EQ(as_dense(M), as_dense(expected)) << i;
    std::vector<double> tau = s.zeros(), torques = s.zeros();
    dynamics.inverse_dynamics(s.sample.q, s.sample.v, s.sample.a, tau, s.environment());
    inverse_dynamics(s.work, s.sample.q, s.sample.v, s.sample.a, torques, s.environment());
    ASSERT_EQ(tau, torques) << i;
  }
}

TEST(IndependentDynamics, InSinglePrecisionAgreeToItsRounding) {
  for (int i = 0; i < 60; ++i) {
    FollowerCase c(i);
    IndependentDynamics<float> single(c.model);
    Matrix<float> M(c.n, c.n);
    const std::vector<float> q(c.sample.q.begin(), c.sample.q.end()), v(c.sample.v.begin(), c.sample.v.end()),
        a(c.sample.a.begin(), c.sample.a.end());
    std::vector<float> tau(c.out.size());
    single.mass_matrix(q, M);
    ASSERT_LE(relative_error(M, c.mass()), 1e-4) << i;
    single.inverse_dynamics(q, v, a, tau);
    ASSERT_LE(relative_error(tau, c.reduced(c.dense.inverse_dynamics(c.sample.a))), 1e-3) << i;
  }
}

// A pendulum of inertia I1 and one of inertia I2 that a gear of ratio r moves: I1 + r^2 I2.
Description geared_pendulums(double ratio, double I2) {
  Description robot{.name = "geared pendulums",
                    .bodies = {hinged("first", "", {}, {2, {}, {0.3, 0, 0, 0.3, 0, 0.3}}),
                               hinged("second", "", {}, {1, {}, {I2, 0, 0, I2, 0, I2}})}};
  robot.bodies[1].joint.mimic = {"first_joint", ratio, 0.2};
  return robot;
}

TEST(IndependentDynamics, OfAGearHaveItsReflectedInertia) {
  IndependentDynamics<double> dynamics(Model(geared_pendulums(-3, 0.05)));
  Matrix<double> M(1, 1);
  dynamics.mass_matrix(std::vector{0.4, 0.0}, M);
  EXPECT_NEAR(M(0, 0), 0.3 + 9 * 0.05, 1e-15);
  std::vector<double> tau(1), a(2);
  dynamics.inverse_dynamics(std::vector{0.4, 0.0}, std::vector{1.0, 0.0}, std::vector{2.0, 0.0}, tau);
  EXPECT_NEAR(tau[0], 2 * (0.3 + 9 * 0.05), 1e-14);
  dynamics.forward_dynamics(std::vector{0.4, 0.0}, std::vector{1.0, -3.0}, std::vector{0.0, 1.5}, a);
  EXPECT_NEAR(a[0], -3 * 1.5 / (0.3 + 9 * 0.05), 1e-14);
  EXPECT_NEAR(a[1], -3 * a[0], 1e-14);
}

TEST(IndependentDynamics, KeepTheirAccuracyWithVeryLightFollowers) {
  IndependentDynamics<double> dynamics(Model(geared_pendulums(1, 1e-14)));
  Matrix<double> inverse(1, 1);
  dynamics.inverse_mass_matrix(std::vector{0.4, 0.6}, inverse);
  EXPECT_NEAR(inverse(0, 0) * (0.3 + 1e-14), 1, 1e-15);
}

// A point mass on a slider that is locked on the axis of the hinge that carries it.
TEST(IndependentDynamics, NameTheJointThatMovesNoInertia) {
  Body slider{.name = "slider", .parent = "arm"};
  slider.joint = {.name = "slide", .kind = JointKind::prismatic, .axis = {1, 0, 0}};
  slider.inertial = {2, {}, {}};
  Description robot{.name = "slider on a hinge", .bodies = {hinged("arm", "", {}, {}), slider}};
  const auto inverse_with_slider_at = [&](double x) {
    robot.couplings = {{.name = "lock", .joint = "slide", .polynomial = {x, 0, 0, 0, 0}}};
    IndependentDynamics<double> dynamics{Model(robot)};
    Matrix<double> inverse(1, 1);
    dynamics.inverse_mass_matrix(std::vector{0.4, 0.0}, inverse);
    return inverse(0, 0);
  };
  EXPECT_NEAR(inverse_with_slider_at(0.5), 1 / (2 * 0.25), 1e-14);
  EXPECT_TRUE(contains(complaint<std::domain_error>([&] { inverse_with_slider_at(0); }), "'arm_joint'"));
}

TEST(IndependentDynamics, NoticeThatTheirWorkspaceHasMovedOn) {
  FollowerCase c(3);
  Matrix<double> J(6, c.n);
  EXPECT_THROW(c.dynamics.jacobian(c.model.last_body(), Reference::body, J), std::logic_error);
  c.dynamics.set_position(c.q);
  c.dynamics.jacobian(c.model.last_body(), Reference::body, J);
  std::vector<double> elsewhere = c.sample.q;
  for (const int v : c.dynamics.independent()) elsewhere[std::size_t(v)] += 0.1;
  set_position(c.dynamics.workspace(), elsewhere);
  EXPECT_THROW(c.dynamics.jacobian(c.model.last_body(), Reference::body, J), std::logic_error);
}

TEST(IndependentDynamics, AreOfferedByTheConstrainedSystem) {
  const FollowerCase c(5);
  ConstrainedSystem system(c.model);
  Matrix<double> M(c.n, c.n);
  system.independent().mass_matrix(c.sample.q, M);
  EXPECT_LE(relative_error(M, c.mass()), 1e-12);
}

}  // namespace sinew::test::independent_dynamics_test
