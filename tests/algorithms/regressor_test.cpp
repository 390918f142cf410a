// Tests regressors: against inverse dynamics, energies and momentum times the robot's own parameters, against robots with
// other parameters, and by identification from noisy data.
#include "sinew/algorithms/derivatives/regressor.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "sinew/algorithms/derivatives/linearized_dynamics.hpp"
#include "sinew/model/description/log_cholesky.hpp"
#include "sinew/model/joints/moving_position.hpp"
#include "tests/support/files.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::regressor_test {

using D = Dual<double>;

struct Case : Subject<> {
  explicit Case(Sample s) : Subject(std::move(s)), p(inertial_parameters(model)), Y(dofs(), int(p.size())) {}
  Environment<double> moving_base() const {
    return {.base_acceleration = environment().base_acceleration, .forces = {}};
  }
  void set_state() {
    std::vector<double> tau = zeros();
    inverse_dynamics(work, sample.q, sample.v, sample.a, tau, environment());
  }

  std::vector<double> p;
  Matrix<double> Y;
};

VectorXd times(const Matrix<double>& Y, const std::vector<double>& p) {
  return as_dense(Y) * as_dense(p);
}

TEST(Regressor, TimesTheParametersIsInverseDynamics) {
  for (int i = 0; i < sample_count(); ++i) {
    Case c(random_sample(i));
    std::vector<double> tau = c.zeros();
    torque_regressor(c.work, c.sample.q, c.sample.v, c.sample.a, c.Y, c.moving_base());
    const VectorXd found = times(c.Y, c.p);
    inverse_dynamics(c.work, c.sample.q, c.sample.v, c.sample.a, tau, c.moving_base());
    for (std::size_t k = 0; k < tau.size(); ++k) tau[k] -= c.model.dofs()[k].armature * c.sample.a[k];
    ASSERT_LE(relative_error(tau, found), 1e-12) << "sample " << i;
  }
}

TEST(Regressor, OfTheJointsGivesArmatureDampingAndDryFriction) {
  for (int i = 0; i < 100; ++i) {
    Case c(random_sample(i));
    std::vector<double> tau = c.zeros(), friction = tau;
    Matrix<double> Yd(c.dofs(), joint_parameters_per_dof * c.dofs());
    c.sample.v.back() = 0;  // no dry friction at rest
    inverse_dynamics(c.work, c.sample.q, c.sample.v, c.sample.a, tau);
    joint_friction(c.model, c.sample.v, friction);
    torque_regressor(c.work, c.Y);
    joint_regressor(c.sample.v, c.sample.a, Yd);
    const VectorXd found = times(c.Y, c.p) + times(Yd, joint_parameters(c.model));
    for (std::size_t k = 0; k < tau.size(); ++k) tau[k] -= friction[k];
    ASSERT_LE(relative_error(tau, found), 1e-12) << "sample " << i;
  }
}

TEST(Regressor, HasTheGradientsOfLinearizedDynamicsAsProducts) {
  for (int i = 0; i < sample_count() / 4; ++i) {
    Case c(sample_without_custom_joints(i));
    LinearizedDynamics<double> linear(c.model);
    std::vector<double> by_q = c.zeros(), by_v = by_q, by_a = by_q, weights(c.p.size());
    c.set_state();
    linear.update(c.work);
    linear.inverse_vjp(c.work, c.sample.tau, by_q, by_v, by_a, weights);
    torque_regressor(c.work, c.Y);
    const VectorXd expected = as_dense(c.Y).transpose() * as_dense(c.sample.tau);
    ASSERT_LE(relative_error(weights, expected), 1e-12) << "sample " << i;
  }
}

// Takes other bodies of the same size, all of them possible.
TEST(Regressor, GivesTheTorquesOfRobotsWithOtherParameters) {
  Random random(5);
  for (int i = 0; i < 200; ++i) {
    Case c(random_sample(i));
    std::vector<double> other, tau = c.zeros();
    for (std::size_t body = 0; body < c.p.size(); body += inertial_parameters_per_body) {
      LogCholesky numbers;
      for (double& x : numbers) x = random.uniform(-1, 1);
      for (const double x : parameters_from_log_cholesky(numbers)) other.push_back(x);
    }
    torque_regressor(c.work, c.sample.q, c.sample.v, c.sample.a, c.Y);
    const Model changed(with_inertial_parameters(c.model, other));
    Workspace<double> work(changed);
    inverse_dynamics(work, c.sample.q, c.sample.v, c.sample.a, tau);
    for (std::size_t k = 0; k < tau.size(); ++k) tau[k] -= c.model.dofs()[k].armature * c.sample.a[k];
    ASSERT_LE(relative_error(tau, times(c.Y, other)), 1e-12) << "sample " << i;
  }
}

TEST(Regressor, OfEnergyAndMomentumGivesThemForTheParameters) {
  for (int i = 0; i < sample_count() / 4; ++i) {
    Case c(random_sample(i));
    set_state(c.work, c.sample.q, c.sample.v);
    std::vector<double> y(c.p.size());
    kinetic_energy_regressor(c.work, y);
    double expected = kinetic_energy(c.work),
           found = std::inner_product(y.begin(), y.end(), c.p.begin(), 0.0);
    for (std::size_t k = 0; k < c.sample.v.size(); ++k)
      found += c.model.dofs()[k].armature * c.sample.v[k] * c.sample.v[k] / 2;
    ASSERT_NEAR(found, expected, 1e-12 * (1 + std::abs(expected))) << i;

    potential_energy_regressor(c.work, y);
    expected = potential_energy(c.work);
    found = std::inner_product(y.begin(), y.end(), c.p.begin(), 0.0);
    ASSERT_NEAR(found, expected, 1e-11 * (1 + std::abs(expected))) << i;

    Matrix<double> six(6, int(c.p.size()));
    momentum_regressor(c.work, six);
    Force<double> momentum = centroidal_momentum(c.work);
    momentum.angular += cross(centre_of_mass(c.work), momentum.linear);
    ASSERT_LE(relative_error(momentum, times(six, c.p)), 1e-12) << "sample " << i;
  }
}

// v . tau = d/dt (T + U) holds for every parameter by itself. The rates are those of dual numbers.
TEST(Regressor, OfTheTorquesHasThePowerOfTheEnergies) {
  for (int i = 0; i < 200; ++i) {
    Case c(sample_without_custom_joints(i));
    torque_regressor(c.work, c.sample.q, c.sample.v, c.sample.a, c.Y);
    const VectorXd power = as_dense(c.Y).transpose() * as_dense(c.sample.v);
    std::vector<D> q(c.sample.q.size()), v(c.sample.v.size()), kinetic(c.p.size()), potential(c.p.size());
    detail::set_moving_position(c.model.tree<double>(), c.sample.q.data(), c.sample.v.data(), q.data());
    for (std::size_t k = 0; k < v.size(); ++k) v[k] = {c.sample.v[k], c.sample.a[k]};
    Workspace<D> dual(c.model);
    set_state(dual, q, v);
    kinetic_energy_regressor(dual, kinetic);
    potential_energy_regressor(dual, potential);
    std::vector<double> rate(c.p.size());
    for (std::size_t k = 0; k < rate.size(); ++k) rate[k] = kinetic[k].rate + potential[k].rate;
    ASSERT_LE(relative_error(rate, power), 1e-12) << "sample " << i;
  }
}

TEST(Regressor, IsComputedInSinglePrecision) {
  for (int i = 0; i < 50; ++i) {
    Case c(random_sample(i));
    Subject<float> s(random_sample(i));
    Matrix<float> Y(c.dofs(), int(c.p.size()));
    torque_regressor(c.work, c.sample.q, c.sample.v, c.sample.a, c.Y);
    torque_regressor(s.work, s.cast(c.sample.q), s.cast(c.sample.v), s.cast(c.sample.a), Y);
    ASSERT_LE(relative_error(Y, c.Y), 1e-4) << "sample " << i;
  }
}

TEST(Regressor, RefusesWrongSizesAndMissingAccelerations) {
  Case c(random_sample(1));
  Matrix<double> wrong(c.dofs(), int(c.p.size()) + 1);
  EXPECT_THROW(torque_regressor(c.work, c.Y), std::logic_error);
  EXPECT_THROW(torque_regressor(c.work, c.sample.q, c.sample.v, c.sample.a, wrong), std::invalid_argument);
  std::vector<double> a = c.sample.a;
  a[0] = NAN;
  EXPECT_THROW(torque_regressor(c.work, c.sample.q, c.sample.v, a, c.Y), std::invalid_argument);
  a[0] = 1e308;
  std::vector<double> v = c.sample.v;
  std::fill(v.begin(), v.end(), 1e200);
  EXPECT_THROW(torque_regressor(c.work, c.sample.q, v, a, c.Y), std::overflow_error);
  EXPECT_THROW(joint_regressor(c.sample.v, c.sample.a, c.Y), std::invalid_argument);
}

// Levenberg-Marquardt steps in the log-Cholesky parameters of all bodies, which start up to 15 % from the true ones, on
// torques with noise. The robot found is possible and predicts the torques of other motions to less than the noise.
TEST(Regressor, IdentifiesARobotFromNoisyTorques) {
  const Model truth = load(model_path("arm7.urdf"));
  const std::vector<double> p = inertial_parameters(truth);
  const int n = truth.velocity_size(), samples = 400, ten = inertial_parameters_per_body;
  const double noise = 1e-3;
  Random random(11);
  Workspace<double> work(truth);
  std::vector<double> tau(static_cast<std::size_t>(n));
  Matrix<double> Y(n, int(p.size()));
  MatrixXd normal = MatrixXd::Zero(Y.cols(), Y.cols());
  VectorXd right = VectorXd::Zero(Y.cols());
  const auto measure = [&] {
    const State s = random_state(truth, unsigned(random.uniform(0, 1e6)));
    inverse_dynamics(work, s.q, s.v, s.a, tau);
    torque_regressor(work, Y);
  };
  for (int i = 0; i < samples; ++i) {
    measure();
    for (double& x : tau) x += noise * random.uniform(-1, 1);
    const MatrixXd dense = as_dense(Y);
    normal += dense.transpose() * dense;
    right += dense.transpose() * as_dense(tau);
  }
  std::vector<LogCholesky> numbers;   // of the bodies that have mass
  std::vector<std::ptrdiff_t> first;  // the indices of their parameters
  for (std::size_t body = 0; body < p.size(); body += std::size_t(ten)) {
    if (p[body] == 0) continue;
    InertialParameters guess;
    first.push_back(std::ptrdiff_t(body));
    std::copy_n(p.begin() + first.back(), ten, guess.begin());
    numbers.push_back(log_cholesky(guess));
    for (double& x : numbers.back()) x += random.uniform(-0.15, 0.15);
  }
  const int unknowns = ten * int(numbers.size());
  MatrixXd J = MatrixXd::Zero(Y.cols(), unknowns);
  std::vector<double> found = p;
  // Fills J and `found`, and returns the sum of the squared errors, less a constant.
  const auto evaluate = [&](const std::vector<LogCholesky>& at) {
    for (std::size_t i = 0; i < at.size(); ++i) {
      std::ranges::copy(parameters_from_log_cholesky(at[i]), found.begin() + first[i]);
      J.block(int(first[i]), int(i) * ten, ten, ten) = as_dense(log_cholesky_jacobian(at[i]));
    }
    const VectorXd x = as_dense(found);
    return x.dot(normal * x - 2 * right);
  };
  double damping = 1, cost = evaluate(numbers);
  for (int step = 0; step < 60; ++step) {
    MatrixXd A = J.transpose() * normal * J;
    for (int k = 0; k < unknowns; ++k) A(k, k) += damping;
    const VectorXd change = A.solve(J.transpose() * (right - normal * as_dense(found)));
    std::vector<LogCholesky> next = numbers;
    for (int k = 0; k < unknowns; ++k) next[std::size_t(k / ten)][std::size_t(k % ten)] += change[k];
    const double better = evaluate(next);
    if (better < cost) {
      numbers = next, cost = better, damping /= 5;
    } else {
      damping *= 10;
      evaluate(numbers);
    }
  }
  const Model identified(with_inertial_parameters(truth, found));  // throws if a body is impossible
  double worst = 0;
  for (int i = 0; i < 50; ++i) {
    measure();
    const VectorXd error = times(Y, found) - as_dense(tau);
    for (int k = 0; k < n; ++k) worst = std::max(worst, std::abs(error[k]));
  }
  EXPECT_LE(worst, noise);
}

// All ten parameters of a payload can be found if the robot that carries it is known.
TEST(Regressor, IdentifiesAPayloadFromNoisyTorques) {
  const Model arm = load(model_path("arm7.urdf"));
  const Payload payload{.name = "load",
                        .body = arm.joints().back().body,
                        .placement = {{}, {0, 0.02, 0.1}},
                        .inertial = {1.5, {0.01, 0.02, 0.05}, {0.02, 0.001, 0, 0.015, 0.002, 0.01}}};
  const Model loaded(with_payload(arm.description(), payload));
  const std::vector<double> p = inertial_parameters(loaded);
  const int n = loaded.velocity_size(), ten = inertial_parameters_per_body;
  const FrameIndex frame = loaded.frame("load");
  int column = 0;  // the first of the payload's
  for (int i = 0; i < frame.value; ++i) column += ten * loaded.frame(FrameIndex{i}).is_body;
  Workspace<double> work(loaded), without(arm);
  std::vector<double> tau(static_cast<std::size_t>(n)), own = tau;
  Matrix<double> Y(n, int(p.size()));
  MatrixXd normal = MatrixXd::Zero(ten, ten);
  VectorXd right = VectorXd::Zero(ten);
  Random random(12);
  for (unsigned i = 0; i < 1000; ++i) {
    const State s = random_state(loaded, i);
    inverse_dynamics(work, s.q, s.v, s.a, tau);
    inverse_dynamics(without, s.q, s.v, s.a, own);
    torque_regressor(work, Y);
    for (std::size_t k = 0; k < tau.size(); ++k) tau[k] += 1e-3 * random.uniform(-1, 1) - own[k];
    const MatrixXd of_load = as_dense(Y).block(0, column, n, ten);
    normal += of_load.transpose() * of_load;
    right += of_load.transpose() * as_dense(tau);
  }
  const VectorXd found = normal.solve(right);
  for (int k = 0; k < ten; ++k) EXPECT_NEAR(found[k], p[std::size_t(column + k)], 3e-4) << k;
}

}  // namespace sinew::test::regressor_test
