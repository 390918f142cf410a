// The general solvers, applied to the matrices of a robot, give the results of the robot's own recursions.
#include <gtest/gtest.h>

#include "sinew/sweep/bryson_frazier_smoother.hpp"
#include "sinew/sweep/optimal_control.hpp"
#include "tests/support/subject.hpp"
#include "tests/sweep/robot_system.hpp"

namespace sinew::test::robot_test {

// Every joint kind, massless bodies in compound joints, fixed bodies, armature, a moving ground.
Sample random_chain(int index) {
  Random random(7000 + static_cast<std::uint64_t>(index));
  Sample sample;
  for (;;) {
    sample.description = random_description(random, {.bodies = 1 + random.below(12), .serial = true});
    sample.q = random_position(sample.description, random);
    sample.v = random_velocity(sample.description, random);
    sample.tau = random_velocity(sample.description, random);
    for (int i = 0; i < 6; ++i) sample.environment.base_acceleration[i] = random.uniform(-5, 5);
    if (condition_of(DenseReference<double>(sample.description, sample.q).mass_matrix()) < 1e6) return sample;
  }
}

constexpr int chains = 200;

TEST(RobotAsASystem, HasTheForwardDynamicsOfTheRobot) {
  for (int i = 0; i < chains; ++i) {
    Subject s(random_chain(i));
    std::vector<double> a = s.zeros(), smoothed_a;
    forward_dynamics(s.work, s.sample.q, s.sample.v, s.sample.tau, a, s.environment());
    const auto system = robot_system(s.sample);
    const auto filtered = sweep::kalman_filter(system);
    const auto smoothed = sweep::bryson_frazier_smoother(system, filtered);
    for (std::size_t k = system.size(); k-- > 0;)
      smoothed_a.insert(smoothed_a.end(), smoothed[k].a.begin(), smoothed[k].a.end());
    ASSERT_LE(relative_error(smoothed_a, a), 1e-10) << "chain " << i;
  }
}

// P is the articulated inertia, z the force at zero acceleration of the link, lambda the acceleration. P and z are not
// compared for bodies that the library merges (fixed joints) or splits into several links.
TEST(RobotAsASystem, HasTheFilterAndCostatesOfTheRobot) {
  int compared = 0;
  for (int i = 0; i < chains; ++i) {
    Subject s(random_chain(i));
    std::vector<double> a = s.zeros();
    forward_dynamics(s.work, s.sample.q, s.sample.v, s.sample.tau, a, s.environment());
    const auto system = robot_system(s.sample);
    const auto filtered = sweep::kalman_filter(system);
    const auto smoothed = sweep::bryson_frazier_smoother(system, filtered);
    const auto names = DenseReference<double>::coordinate_order(s.sample.description);
    const auto dense = s.dense();
    for (std::size_t k = 0; k < names.size(); ++k) {
      const std::size_t step = system.size() - 1 - k;
      const FrameIndex frame = s.model.frame(names[k]);
      if (system[step].measurement_size() > 0) {
        ASSERT_LE(relative_error(filtered[step].P, dense.articulated_inertia(names[k])), 1e-10)
            << "chain " << i;
        ASSERT_LE(relative_error(filtered[step].z, filter_state(s.work, frame)), 1e-10) << "chain " << i;
        ++compared;
      }
      bool moves = false;
      for (std::size_t j = 0; j <= k; ++j) moves |= system[system.size() - 1 - j].measurement_size() > 0;
      if (!moves) continue;
      ASSERT_LE(relative_error(smoothed[step].lambda, costate(s.work, frame)), 1e-10) << "chain " << i;
    }
  }
  EXPECT_GT(compared, chains);
}

// The measurement is the joint's component of the force across it, minus the rotor's torque.
TEST(RobotAsASystem, HasTheJointTorques) {
  for (int i = 0; i < chains; ++i) {
    const Sample sample = random_chain(i);
    const auto system = robot_system(sample);
    const auto smoothed = sweep::bryson_frazier_smoother(system, sweep::kalman_filter(system));
    for (std::size_t k = 0; k < system.size(); ++k) {
      if (system[k].measurement_size() == 0) continue;
      VectorXd tau = as_dense(system[k].H) * as_dense(smoothed[k].x);
      if (system[k].R.rows() > 0) tau += as_dense(system[k].R) * as_dense(smoothed[k].a);
      ASSERT_LE(relative_error(tau, system[k].tau), 1e-9 * (1 + as_dense(smoothed[k].x).norm()))
          << "chain " << i;
    }
  }
}

// The costate covariance at the tip is J M^-1 J^T (R87 section X, SOA section 5.2).
TEST(RobotAsASystem, HasTheOperationalInertiaAsCostateCovariance) {
  for (int i = 0; i < chains; ++i) {
    const Sample sample = random_chain(i);
    const DenseReference<double> dense(sample.description, sample.q, sample.v);
    if (dense.velocity_size() == 0) continue;
    const auto system = robot_system(sample);
    const auto smoothed = sweep::bryson_frazier_smoother(system, sweep::kalman_filter(system));
    const auto tip = DenseReference<double>::coordinate_order(sample.description).back();
    const MatrixXd J = dense.jacobian(tip, Reference::body);
    ASSERT_LE(relative_error(smoothed[0].Delta, J * dense.mass_matrix().solve_symmetric(J.transpose())), 1e-9)
        << "chain " << i;
  }
}

// DD91 section V: accelerations are the states, joint accelerations the controls, forces the adjoint states.
TEST(RobotAsAControlProblem, HasTheForwardDynamicsOfTheRobot) {
  for (int i = 0; i < chains; ++i) {
    Subject s(random_chain(i));
    std::vector<double> a = s.zeros(), u;
    forward_dynamics(s.work, s.sample.q, s.sample.v, s.sample.tau, a, s.environment());
    const auto control = sweep::optimal_control(sweep::dual(robot_system(s.sample)));
    for (const auto& stage : control.stages) u.insert(u.end(), stage.u.begin(), stage.u.end());
    ASSERT_LE(relative_error(u, a), 1e-10) << "chain " << i;
  }
}

}  // namespace sinew::test::robot_test
