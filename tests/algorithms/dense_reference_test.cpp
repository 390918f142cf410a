// Checks the dense reference itself against point masses and virtual work, which share only the poses of the joints
// with it.
#include <gtest/gtest.h>

#include "tests/support/point_masses.hpp"
#include "tests/support/random_robot.hpp"

namespace sinew::test::dense_reference_test {

TEST(DenseReference, AgreesWithVirtualWorkOnPointMasses) {
  for (int seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    const Description robot = random_description(random, {.bodies = 1 + seed % 6});
    const std::vector<double> q = random_position(robot, random);
    std::vector<double> v = random_velocity(robot, random), a = random_velocity(robot, random);
    for (double& component : v) component *= 0.25;  // keeps the finite differences in time accurate

    const PointMassResult points = point_mass_dynamics(robot, q, v, a);
    const DenseReference<double> dense(robot, q, v);

    const VectorXd tau = dense.inverse_dynamics(a);
    ASSERT_LE((tau - points.tau).largest(), 1e-8 * std::max(1.0, tau.largest()));
    ASSERT_NEAR(dense.kinetic_energy(), points.kinetic_energy, 1e-9 * std::max(1.0, points.kinetic_energy));
  }
}

TEST(DenseReference, VelocitiesAndAccelerationsAreDerivativesOfPoses) {
  for (int seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    const Description robot = random_description(random, {.bodies = 1 + seed % 6});
    const std::vector<double> q = random_position(robot, random);
    const std::vector<double> v = random_velocity(robot, random), a = random_velocity(robot, random);
    const std::string frame = robot.bodies.front().name;
    const double step = 1e-4;
    const auto at = [&](double time) {
      return DenseReference<double>(robot, position_after(robot, q, v, a, time));
    };
    const Pose<double> before = at(-step).pose(frame), after = at(step).pose(frame);
    const Pose<double> now = at(0).pose(frame);
    const Vector3d rate = (after.translation - before.translation) / (2 * step);
    const Vector3d growth = (after.translation - 2 * now.translation + before.translation) / (step * step);
    const Matrix3d spin = (after.rotation - before.rotation) / (2 * step) * now.rotation.transpose();

    const DenseReference<double> dense(robot, q, v);

    const Vec6<double> velocity = dense.velocity(frame, Reference::aligned);
    const double speed = std::max(1.0, velocity.norm());
    ASSERT_LE((velocity.tail(3) - rate).norm(), 1e-5 * speed * speed * speed);
    ASSERT_LE((skew<double>(velocity.head(3)) - spin).norm(), 1e-5 * speed * speed * speed);
    const Vec6<double> acceleration = dense.acceleration(frame, Reference::aligned, a);
    ASSERT_LE((acceleration.tail(3) - growth).norm(), 1e-5 * speed * speed * speed * speed);
  }
}

}  // namespace sinew::test::dense_reference_test
