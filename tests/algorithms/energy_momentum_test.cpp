#include <gtest/gtest.h>

#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::energy_momentum_test {

bool has_moving_mass(const Sample& sample) {
  return DenseReference<double>(sample.description, sample.q).mass() > 0;
}

TEST(KineticEnergy, EqualsTheDenseFormOnRandomTrees) {
  for (int i = 0; i < sample_count(); ++i) {
    Subject s(random_sample(i));
    const double expected = s.dense().kinetic_energy();
    ASSERT_NEAR(kinetic_energy(s.work, s.sample.q, s.sample.v), expected, 1e-10 * std::max(1.0, expected))
        << "sample " << i;
  }
}

TEST(PotentialEnergy, EqualsTheDenseFormOnRandomTrees) {
  for (int i = 0; i < sample_count(); ++i) {
    Subject s(random_sample(i));
    const double expected = s.dense().potential_energy();
    const double actual = potential_energy(s.work, s.sample.q);
    ASSERT_NEAR(actual, expected, 1e-10 * std::max(1.0, std::abs(expected))) << "sample " << i;
  }
}

TEST(CentreOfMass, EqualsTheDenseFormOnRandomTrees) {
  for (int i = 0; i < sample_count(); ++i) {
    Subject s(random_sample(i));
    if (!has_moving_mass(s.sample)) continue;
    const auto dense = s.dense();
    ASSERT_LE(relative_error(centre_of_mass(s.work, s.sample.q), dense.centre_of_mass()), 1e-10) << i;
    ASSERT_NEAR(s.model.mass(), dense.mass(), 1e-12 * dense.mass()) << i;
  }
}

TEST(CentroidalMomentum, EqualsTheDenseFormOnRandomTrees) {
  for (int i = 0; i < sample_count(); ++i) {
    Subject s(random_sample(i));
    if (!has_moving_mass(s.sample)) continue;
    const MatrixXd expected = s.dense().centroidal_momentum_matrix();
    MatrixXd matrix = MatrixXd::Constant(6, s.dofs(), 1e30);
    centroidal_momentum_matrix(s.work, s.sample.q, matrix);
    ASSERT_LE(relative_error(matrix, expected), 1e-10) << "sample " << i;
    const Force<double> momentum = centroidal_momentum(s.work, s.sample.q, s.sample.v);
    ASSERT_LE(relative_error(momentum, expected * as_dense(s.sample.v)), 1e-10) << "sample " << i;
  }
}

// Without external forces except gravity, the momentum of a free robot changes by its weight alone.
TEST(CentroidalMomentum, ChangesByTheWeightOfAFreeRobot) {
  for (int i = 0; i < 50; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    Sample sample;
    sample.description = random_description(random, {.bodies = 1 + i % 5, .massless_bodies = false});
    for (Body& body : sample.description.bodies) {
      if (body.inertial.mass == 0)
        body.inertial = {1, {}, {0.1, 0, 0, 0.1, 0, 0.1}};  // the body that was fixed to the ground
      if (body.parent.empty()) body.joint = {.name = body.joint.name, .kind = JointKind::floating};
      for (DegreeOfFreedom& dof : body.joint.dofs)
        dof.armature = 0;  // the spin of rotors is not part of the bodies' momentum
    }
    sample.q = random_position(sample.description, random);
    sample.v = random_velocity(sample.description, random);
    sample.tau = std::vector<double>(sample.v.size());
    Subject s(sample);
    std::vector<double> a = s.zeros();
    forward_dynamics(s.work, s.sample.q, s.sample.v, s.sample.tau, a);
    const double step = 1e-5;
    const auto momentum_after = [&](double time) {
      std::vector<double> q = s.sample.q, v = s.sample.v;
      s.model.integrate(s.sample.q, s.sample.v, time, q);
      for (std::size_t k = 0; k < v.size(); ++k) v[k] += time * a[k];
      return as_dense(centroidal_momentum(s.work, q, v));
    };
    const Vec6<double> rate = (momentum_after(step) - momentum_after(-step)) / (2 * step);
    const double scale =
        std::max(1.0, as_dense(a).norm() + as_dense(s.sample.v).squaredNorm()) * s.model.mass();
    ASSERT_LE(rate.head(3).norm(), 1e-5 * scale) << "sample " << i;
    ASSERT_LE((rate.tail(3) - s.model.mass() * as_dense(s.model.gravity())).norm(), 1e-5 * scale)
        << "sample " << i;
  }
}

TEST(Energy, OfADoublePendulumEqualsTheHandComputedOne) {
  const Model model(double_pendulum(1.3, 0.8, 0.9, 0.6));
  Workspace<double> work(model);
  const std::vector<double> q{0.3, 0.5}, v{1, 2};
  const double height1 = -0.9 * std::cos(0.3), height2 = height1 - 0.6 * std::cos(0.8);
  EXPECT_NEAR(potential_energy(work, q), 9.81 * (1.3 * height1 + 0.8 * height2), 1e-13);
  const double x = 0.9 * std::cos(0.3) + 1.8 * std::cos(0.8), z = 0.9 * std::sin(0.3) + 1.8 * std::sin(0.8);
  EXPECT_NEAR(kinetic_energy(work, q, v), 1.3 / 2 * 0.81 + 0.8 / 2 * (x * x + z * z), 1e-14);
}

TEST(Energy, CountsMovingBodiesOnly) {
  Description robot = pendulum(2, 0.5, 0.1);
  robot.bodies.push_back(
      {.name = "wall", .placement = {{}, {0, 0, 7}}, .inertial = {100, {}, {1, 0, 0, 1, 0, 1}}});
  const Model model(robot);
  Workspace<double> work(model);
  EXPECT_NEAR(potential_energy(work, std::vector{0.0}), -2 * 9.81 * 0.5, 1e-14);
  EXPECT_EQ(model.mass(), 2);
  EXPECT_NEAR(centre_of_mass(work, std::vector{0.0}).z, -0.5, 1e-15);
}

}  // namespace sinew::test::energy_momentum_test
