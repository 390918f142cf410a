// Compares the recursions in float, long double and Counted with those in double.
#include <gtest/gtest.h>

#include "sinew/scalar/counted.hpp"
#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::scalars_test {

template <class T>
struct Results {
  explicit Results(const Sample& sample)
      : s(sample), tau(s.zeros()), gravity(s.zeros()), mixed(s.zeros()), a(s.zeros()), variances(s.zeros()) {
    const std::vector<T> q = s.cast(sample.q), v = s.cast(sample.v), wanted = s.cast(sample.a);
    inverse_dynamics(s.work, q, v, wanted, tau, s.environment());
    gravity_force(s.work, q, gravity);
    mass = Matrix<T>(s.dofs(), s.dofs());
    mass_matrix(s.work, q, mass);
    coriolis_product(s.work, q, v, wanted, mixed);
    rates = Matrix<T>(s.dofs(), s.dofs());
    coriolis_matrix(s.work, q, v, rates);
    forward_dynamics(s.work, q, v, s.cast(sample.tau), a, s.environment());
    factor = Matrix<T>(s.dofs(), s.dofs());
    udut(s.work, factor, variances);
    forces.resize(s.model.joints().size());
    joint_forces(s.work, q, v, wanted, forces, s.environment());
    energy = kinetic_energy(s.work, q, v);
    height = potential_energy(s.work, q);
    update_accelerations(s.work, q, v, wanted);
    const FrameIndex last = all_frames(s.model).back();
    place = pose(s.work, last);
    rate = velocity(s.work, last, Reference::aligned);
    growth = acceleration(s.work, last, Reference::aligned);
    columns = Matrix<T>(6, s.dofs());
    jacobian(s.work, last, Reference::world, columns);
  }

  Subject<T> s;
  std::vector<T> tau, gravity, mixed, a, variances;
  Matrix<T> mass, rates, factor, columns;
  std::vector<JointForce<T>> forces;
  T energy, height;
  Transform<T> place;
  Motion<T> rate, growth;
};

template <class T>
void expect_agreement(int index, double tolerance) {
  const Sample sample = random_sample(index);
  const Results<T> other(sample);
  const Results<double> plain(sample);
  const double condition = condition_of(as_dense(plain.mass));
  EXPECT_LE(relative_error(other.tau, plain.tau), tolerance);
  EXPECT_LE(relative_error(other.gravity, plain.gravity), tolerance);
  EXPECT_LE(relative_error(other.mass, plain.mass), tolerance);
  EXPECT_LE(relative_error(other.mixed, plain.mixed), tolerance);
  EXPECT_LE(relative_error(other.rates, plain.rates), tolerance);
  for (std::size_t j = 0; j < plain.forces.size(); ++j) {
    EXPECT_LE(relative_error(other.forces[j].whole, plain.forces[j].whole), tolerance);
    EXPECT_LE(relative_error(other.forces[j].constraint, as_dense(plain.forces[j].constraint)),
              tolerance * std::max(1.0, as_dense(plain.forces[j].whole).norm()));
  }
  EXPECT_LE(relative_error(other.columns, plain.columns), tolerance);
  EXPECT_LE(relative_error(other.place.rotation, plain.place.rotation), tolerance);
  EXPECT_LE(relative_error(other.place.translation, plain.place.translation), tolerance);
  EXPECT_LE(relative_error(other.rate, plain.rate), tolerance);
  EXPECT_LE(relative_error(other.growth, plain.growth), tolerance);
  EXPECT_NEAR(static_cast<double>(other.energy), plain.energy, tolerance * std::max(1.0, plain.energy));
  EXPECT_NEAR(static_cast<double>(other.height), plain.height,
              tolerance * std::max(1.0, std::abs(plain.height)));
  if (tolerance * condition < 1) {
    EXPECT_LE(relative_error(other.a, plain.a), tolerance * condition);
    EXPECT_LE(relative_error(other.factor, plain.factor), tolerance * condition);
    EXPECT_LE(relative_error(other.variances, plain.variances), tolerance * condition);
  }
}

TEST(Scalars, FloatAgreesWithDoubleWithinItsDigits) {
  for (int i = 0; i < std::min(500, sample_count()) && !HasFailure(); ++i) {
    SCOPED_TRACE(i);
    expect_agreement<float>(i, 5e-5);
  }
}

TEST(Scalars, LongDoubleAgreesWithDouble) {
  for (int i = 0; i < std::min(500, sample_count()) && !HasFailure(); ++i) {
    SCOPED_TRACE(i);
    expect_agreement<long double>(i, 1e-12);
  }
}

TEST(Scalars, CountedAgreesWithDouble) {
  for (int i = 0; i < std::min(200, sample_count()) && !HasFailure(); ++i) {
    SCOPED_TRACE(i);
    expect_agreement<Counted>(i, 1e-12);
  }
}

}  // namespace sinew::test::scalars_test
