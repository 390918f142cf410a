// Compares the diagonalised equations with dense algebra: m is the unique upper triangular square root of the mass
// matrix.
#include "sinew/algorithms/mass_matrix/diagonal_dynamics.hpp"

#include <gtest/gtest.h>

#include "sinew/model/examples.hpp"
#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::diagonal_dynamics_test {

using Numbers = MatX<long double>;

// M = m m^*, m upper triangular: Cholesky's factorisation started from the last row.
Numbers square_root(const Numbers& mass) {
  const Numbers turned = mass.reverse().cholesky();
  return turned.reverse();
}

// A sample with its residuals already computed.
class Diagonal {
 public:
  explicit Diagonal(int index) : s(random_sample(index)), work(s.model), nu(s.zeros()), mu(s.zeros()) {
    model = &s.model;
    update_filter(work.plain, s.sample.q);
    square_root_adjoint_times(work.plain, s.sample.v, nu);
    residual_coriolis(work, s.sample.q, s.sample.v, mu);
  }
  Numbers dense_root(double time = 0) const {
    std::vector<double> q(s.sample.q.size());
    s.model.integrate(s.sample.q, s.sample.v, time, q);
    return square_root(DenseReference<long double>(s.sample.description, q).mass_matrix());
  }
  // f' at zero of a function of time, by a difference of fourth order.
  template <class F>
  static VecX<long double> rate(F&& f) {
    const double h = 1e-3;
    return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h);
  }
  // The error of fourth-order differences.
  double tolerance() const { return 1e-8 + 1e-12 * condition_of(s.dense().mass_matrix()); }

  Subject<> s;
  const Model* model;
  DiagonalWorkspace<double> work;
  std::vector<double> nu, mu;
};

TEST(DiagonalDynamics, ResidualsAndInnovationsEqualTheDenseForm) {
  for (int i = 0; i < sample_count() / 10; ++i) {
    Diagonal x(i);
    const Numbers m = x.dense_root();
    const VecX<long double> v = as_dense(x.s.sample.v).cast<long double>(),
                            tau = as_dense(x.s.sample.tau).cast<long double>();
    const double tolerance = allowed_error(1e-10, x.s.dense().mass_matrix());
    ASSERT_LE(relative_error(x.nu, m.transpose() * v), tolerance) << "sample " << i;
    std::vector<double> eps = x.s.zeros(), back = x.s.zeros();
    square_root_solve(x.work.plain, x.s.sample.tau, eps);
    ASSERT_LE(relative_error(eps, m.solve_upper(tau)), tolerance) << "sample " << i;
    square_root_times(x.work.plain, eps, back);
    ASSERT_LE(relative_error(back, x.s.sample.tau), tolerance);
    square_root_adjoint_solve(x.work.plain, x.nu, back);
    ASSERT_LE(relative_error(back, x.s.sample.v), tolerance);
  }
}

TEST(DiagonalDynamics, EnergyIsHalfTheSquareOfTheResiduals) {
  for (int i = 0; i < sample_count() / 4; ++i) {
    Diagonal x(i);
    const double energy = kinetic_energy(x.s.work, x.s.sample.q, x.s.sample.v);
    ASSERT_NEAR(as_dense(x.nu).squaredNorm() / 2, energy, 1e-11 * std::max(1.0, energy)) << "sample " << i;
  }
}

// mu = m^-1 C v - (dm^*/dt) v, with the difference quotient of the dense square root.
TEST(DiagonalDynamics, CoriolisTermEqualsTheDenseForm) {
  for (int i = 0; i < sample_count() / 20; ++i) {
    Diagonal x(i);
    if (x.s.dofs() == 0) continue;
    const VecX<long double> v = as_dense(x.s.sample.v).cast<long double>();
    const auto dense = x.s.dense<long double>();
    const VecX<long double> coriolis = dense.bias_force() - dense.gravity_force();
    const VecX<long double> expected =
        VecX<long double>(x.dense_root().solve_upper(coriolis)) -
        Diagonal::rate([&](double t) { return VecX<long double>(x.dense_root(t).transpose() * v); });
    ASSERT_LE(relative_error(x.mu, expected), x.tolerance()) << "sample " << i;
  }
}

TEST(DiagonalDynamics, CoriolisTermDoesNoWork) {
  for (int i = 0; i < sample_count() / 4; ++i) {
    Diagonal x(i);
    const VectorXd nu = as_dense(x.nu), mu = as_dense(x.mu);
    ASSERT_NEAR(nu.dot(mu), 0,
                allowed_error(1e-11, x.s.dense().mass_matrix()) * std::max(1.0, nu.norm() * mu.norm()))
        << "sample " << i;
  }
}

// Along q' = v, v' = a with the accelerations of the dense method.
TEST(DiagonalDynamics, ResidualAccelerationIsTheRateOfTheResidualsUnderAnyForces) {
  for (int i = 0; i < sample_count() / 20; ++i) {
    Diagonal x(i);
    if (x.s.dofs() == 0) continue;
    std::vector<double> v = x.s.zeros(), rate = x.s.zeros();
    residual_acceleration(x.work, x.s.sample.q, x.nu, x.s.sample.tau, v, rate, x.s.environment());
    const double tolerance = x.tolerance();
    ASSERT_LE(relative_error(v, x.s.sample.v), tolerance);
    const VecX<long double> a =
        x.s.dense<long double>().forward_dynamics(x.s.sample.tau, x.s.sample.environment);
    const VecX<long double> expected = Diagonal::rate([&](double t) {
      const VecX<long double> velocity = as_dense(x.s.sample.v).cast<long double>() + t * a;
      return VecX<long double>(x.dense_root(t).transpose() * velocity);
    });
    ASSERT_LE(relative_error(rate, expected), tolerance) << "sample " << i;
    // dnu/dt + mu = eps, with eps of all torques except the Coriolis ones.
    std::vector<double> moments = x.s.zeros(), coriolis = x.s.zeros();
    bias_force(x.s.work, x.s.sample.q, x.s.sample.v, moments, x.s.environment());
    coriolis_product(x.s.work, x.s.sample.q, x.s.sample.v, x.s.sample.v, coriolis);
    for (std::size_t j = 0; j < moments.size(); ++j)
      moments[j] = x.s.sample.tau[j] - (moments[j] - coriolis[j]);
    std::vector<double> eps = x.s.zeros();
    square_root_solve(x.work.plain, moments, eps);
    ASSERT_LE(relative_error(as_dense(rate) + as_dense(x.mu), eps),
              allowed_error(1e-10, x.s.dense().mass_matrix()))
        << "sample " << i;
  }
}

// Armature, a floating base and a ball joint, so that v is not the derivative of q.
Description floating_tree() {
  Description robot = double_pendulum(1.5, 0.8, 0.6, 0.5);
  const Symmetric3<double> round{0.05, 0.01, 0, 0.07, 0, 0.06};
  for (Body& body : robot.bodies) {
    body.inertial.inertia = round;
    body.joint.dofs = {{.armature = 0.1}};
    if (body.parent.empty()) body.parent = "trunk";
  }
  Body trunk{.name = "trunk", .joint = {.name = "base", .kind = JointKind::floating}};
  trunk.inertial = {3, {0.05, 0, 0.1}, round};
  Body head{.name = "head", .parent = "trunk", .placement = {{}, {0.1, 0, 0.4}}};
  head.joint = {.name = "neck", .kind = JointKind::spherical};
  head.inertial = {0.7, {0, 0.02, 0.15}, round};
  robot.bodies.insert(robot.bodies.end(), {trunk, head});
  return robot;
}

using Stacked = VectorXd;  // q over velocities or residuals

// One step of the fourth-order Runge-Kutta method.
template <class F>
Stacked step(const Stacked& x, double h, F&& f) {
  const Stacked k1 = f(x), k2 = f(Stacked(x + h / 2 * k1)), k3 = f(Stacked(x + h / 2 * k2)),
                k4 = f(Stacked(x + h * k3));
  return x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
}

TEST(DiagonalDynamics, SimulationInResidualsEqualsTheOneInVelocities) {
  const Model model(floating_tree());
  const State start = random_state(model, 4);
  const auto nq = start.q.size(), nv = start.v.size();
  Workspace<double> work(model);
  DiagonalWorkspace<double> diagonal(model);
  const auto split = [&](const Stacked& x) {
    return std::pair(std::vector<double>(x.data(), x.data() + nq),
                     std::vector<double>(x.data() + nq, x.data() + nq + nv));
  };
  const auto join = [&](const std::vector<double>& q, const std::vector<double>& v,
                        const std::vector<double>& rate) {
    std::vector<Dual<double>> moving(nq);
    detail::set_moving_position(model.tree<double>(), q.data(), v.data(), moving.data());
    Stacked x(nq + nv);
    for (std::size_t i = 0; i < nq; ++i) x[i] = moving[i].rate;
    x.tail(nv) = as_dense(rate);
    return x;
  };
  const auto in_velocities = [&](const Stacked& x) {
    const auto [q, v] = split(x);
    std::vector<double> a(nv);
    forward_dynamics(work, q, v, start.tau, a);
    return join(q, v, a);
  };
  const auto in_residuals = [&](const Stacked& x) {
    const auto [q, nu] = split(x);
    std::vector<double> v(nv), rate(nv);
    residual_acceleration(diagonal, q, nu, start.tau, v, rate);
    return join(q, v, rate);
  };
  std::vector<double> nu(nv), v(nv);
  update_filter(work, start.q);
  square_root_adjoint_times(work, start.v, nu);
  Stacked plain(nq + nv), residual(nq + nv);
  plain << as_dense(start.q), as_dense(start.v);
  residual << as_dense(start.q), as_dense(nu);
  const int steps = 500;
  for (int i = 0; i < steps; ++i) {
    plain = step(plain, 1.0 / steps, in_velocities);
    residual = step(residual, 1.0 / steps, in_residuals);
  }
  const auto [q, residuals] = split(residual);
  update_filter(work, q);
  square_root_adjoint_solve(work, residuals, v);
  EXPECT_LE(relative_error(q, plain.head(nq)), 1e-8);
  EXPECT_LE(relative_error(v, plain.tail(nv)), 1e-8);
  EXPECT_GT((plain.head(nq) - as_dense(start.q)).norm(), 0.5);
}

TEST(DiagonalDynamics, InFloatAgreesWithDouble) {
  for (int i = 0; i < 50; ++i) {
    Diagonal x(i);
    const double condition = condition_of(x.s.dense().mass_matrix());
    if (condition > 1e3) continue;
    DiagonalWorkspace<float> work(*x.model);
    std::vector<float> mu(x.mu.size());
    residual_coriolis(work, Subject<float>::cast(x.s.sample.q), Subject<float>::cast(x.s.sample.v), mu);
    ASSERT_LE(relative_error(mu, x.mu), 1e-5 * condition) << "sample " << i;
  }
}

TEST(DiagonalDynamics, RefusesWrongSizesAndNotANumber) {
  const Model model(planar_chain(2));
  DiagonalWorkspace<double> work(model);
  std::vector<double> two(2), three(3), out(2), other(2);
  EXPECT_THROW(residual_coriolis(work, three, two, out), std::invalid_argument);
  EXPECT_THROW(residual_coriolis(work, two, three, out), std::invalid_argument);
  EXPECT_THROW(residual_coriolis(work, two, two, three), std::invalid_argument);
  EXPECT_THROW(residual_acceleration(work, two, three, two, out, other), std::invalid_argument);
  two[1] = std::nan("");
  EXPECT_THROW(residual_acceleration(work, other, two, other, out, out), std::invalid_argument);
}

}  // namespace sinew::test::diagonal_dynamics_test
