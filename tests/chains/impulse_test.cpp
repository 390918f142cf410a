// Impulses along the constraint rows of closed chains, and rows with prescribed accelerations: compared with the dense
// mass matrix, and with two bodies that lock.
#include "sinew/chains/loops/impulse.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "tests/support/closed_robot.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/dense_reference.hpp"
#include "tests/support/random_loops.hpp"
#include "tests/support/small_robots.hpp"

namespace sinew::test::impulse_test {

constexpr int samples = 120;

// A robot, and row velocities of some joint velocities, so that dependent rows agree.
struct Case {
  Case(const ClosedSample& sample, Strategy strategy, int index)
      : robot(sample.description, strategy), impulse(robot.model), change(robot.a.size()) {
    if (index % 2 == 1) robot.chain.set_loop_active(0, false);
    rows = std::size_t(robot.chain.rows());
    Matrix<double> jacobian(int(rows), robot.model.velocity_size());
    robot.chain.jacobian(robot.work, sample.q, jacobian);
    J = as_dense(jacobian);
    Random random(std::uint64_t(index) + 7);
    const VectorXd some = VectorXd::filled_by(J.cols(), [&] { return random.uniform(-1, 1); });
    c = J * some;
    asked.assign(c.data(), c.data() + c.size());
    // The prescribed values of inactive rows must not matter.
    const auto active = robot.chain.constraints().active_rows();
    for (std::size_t i = 0; i < rows; ++i) {
      if (std::find(active.begin(), active.end(), int(i)) == active.end()) asked[i] = 1e3;
    }
  }

  ClosedRobot<double> robot;
  Impulse<double> impulse;
  std::vector<double> change, asked;
  MatrixXd J;
  VectorXd c;
  std::size_t rows = 0;
};

// J dv = c and M dv = J^* x: there is only one such dv, and it has the least kinetic energy.
TEST(Impulse, ChangesTheRowVelocitiesAsPrescribedByForcesAlongTheRows) {
  for (int i = 0; i < samples; ++i) {
    const ClosedSample sample = random_closed_sample(i);
    const MatrixXd M = DenseReference<double>(sample.description, sample.q).mass_matrix();
    for (const Strategy strategy : all_strategies) {
      Case at(sample, strategy, i);
      at.impulse.solve(at.robot.work, at.robot.chain, sample.q, at.asked, at.change);
      const auto x = at.robot.chain.multipliers();
      const VectorXd dv = as_dense(at.change), impulses = to_dense<double>(x);
      const double scale = std::max(1.0, dv.largest());
      ASSERT_LE((at.J * dv - at.c).largest(), 1e-9 * scale) << "sample " << i << " " << name_of(strategy);
      const VectorXd momentum = at.J.transpose() * impulses;
      const double size = std::max(1.0, (at.J.transpose().cwiseAbs() * impulses.cwiseAbs()).maxCoeff());
      ASSERT_LE((M * dv - momentum).largest(), 1e-8 * size) << "sample " << i << " " << name_of(strategy);
    }
  }
}

// Forward dynamics is linear in the prescribed row accelerations; an impulse is the linear part.
TEST(Impulse, IsTheEffectOfPrescribedRowAccelerations) {
  for (int i = 0; i < samples; ++i) {
    const ClosedSample sample = random_closed_sample(i);
    for (const Strategy strategy : all_strategies) {
      Case at(sample, strategy, i);
      const std::vector<double> without = at.robot.accelerate(sample.q, sample.v, sample.tau);
      at.robot.chain.set_demand(at.asked);
      const std::vector<double> with = at.robot.accelerate(sample.q, sample.v, sample.tau);
      at.impulse.solve(at.robot.work, at.robot.chain, sample.q, at.asked, at.change);
      ASSERT_LE(relative_error(as_dense(with) - as_dense(without), at.change),
                1e-8 * std::max(1.0, as_dense(without).largest()))
          << "sample " << i << " " << name_of(strategy);
      // The impulse has reset the prescribed accelerations.
      ASSERT_EQ(at.robot.accelerate(sample.q, sample.v, sample.tau), without)
          << "sample " << i << " " << name_of(strategy);
    }
  }
}

TEST(Impulse, LeavesNoPrescribedAccelerationsIfItThrows) {
  const ClosedSample sample = random_closed_sample(3);
  for (const Strategy strategy : all_strategies) {
    Case at(sample, strategy, 3);
    const std::vector<double> expected = at.robot.accelerate(sample.q, sample.v, sample.tau);
    std::vector<double> nowhere = sample.q;
    nowhere[0] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(at.impulse.solve(at.robot.work, at.robot.chain, nowhere, at.asked, at.change),
                 std::invalid_argument);
    EXPECT_EQ(at.robot.accelerate(sample.q, sample.v, sample.tau), expected) << name_of(strategy);
    EXPECT_THROW(at.impulse.solve(at.robot.work, at.robot.chain, sample.q, std::vector<double>(at.rows + 1),
                                  at.change),
                 std::invalid_argument);
  }
}

// Two coincident bodies that lock: momentum is conserved, and the energy of the relative motion is lost.
TEST(Impulse, LocksTwoBodies) {
  const double m1 = 2, m2 = 3;
  const Vector3<double> I1{0.4, 0.5, 0.6}, I2{0.3, 0.2, 0.4};
  Description pair{.name = "pair", .bodies = {free_body(m1, I1).bodies[0], free_body(m2, I2).bodies[0]}};
  pair.bodies[1].name = pair.bodies[1].joint.name = "other";
  pair.loops = {{.name = "lock", .connection = {}, .first = {.body = "body"}, .second = {.body = "other"}}};
  const std::vector<double> v{0.1, 0.2, 0.3, 1, -2, 3, -0.4, 0.5, 0.6, 0.5, 1, 1.5};
  for (const Strategy strategy : all_strategies) {
    ClosedRobot<double> robot(pair, strategy);
    Impulse<double> impulse(robot.model);
    const std::vector<double> q = robot.model.neutral_position();
    std::vector<double> rows(6), change(12);
    robot.chain.velocity_errors(robot.work, q, v, rows);
    for (double& row : rows) row = -row;
    impulse.solve(robot.work, robot.chain, q, rows, change);
    const double I1s[] = {I1.x, I1.y, I1.z}, I2s[] = {I2.x, I2.y, I2.z};
    for (std::size_t i = 0; i < 6; ++i) {
      const double a = i < 3 ? I1s[i] : m1, b = i < 3 ? I2s[i] : m2;
      const double together = (a * v[i] + b * v[i + 6]) / (a + b);
      EXPECT_NEAR(v[i] + change[i], together, 1e-14) << name_of(strategy);
      EXPECT_NEAR(v[i + 6] + change[i + 6], together, 1e-14) << name_of(strategy);
    }
    const Force<double> on_second = robot.chain.loop_force(0);
    EXPECT_NEAR(on_second.linear.x, m1 * m2 / (m1 + m2) * (v[3] - v[9]), 1e-13) << name_of(strategy);
    EXPECT_NEAR(on_second.angular.z, I1.z * I2.z / (I1.z + I2.z) * (v[2] - v[8]), 1e-13) << name_of(strategy);
  }
}

TEST(Constraints, RowAccelerationsAreTheJacobianTimesAccelerationsPlusBias) {
  int coupled = 0;
  for (int i = 0; i < samples; ++i) {
    const ClosedSample sample = random_closed_sample(i);
    ClosedRobot<double> robot(sample.description);
    const auto rows = std::size_t(robot.chain.rows());
    Matrix<double> J(int(rows), robot.model.velocity_size());
    robot.chain.jacobian(robot.work, sample.q, J);
    robot.accelerate(sample.q, sample.v, sample.tau);
    const Constraints<double>& constraints = robot.chain.constraints();
    coupled += !constraints.couplings().empty();
    const std::vector<double>& a = sample.tau;  // any accelerations
    const std::vector<double> none(a.size());
    std::vector<double> moved(rows), bias(rows);
    update_accelerations(robot.work, sample.q, sample.v, a);
    constraints.accelerations(robot.work.acceleration, a.data(), moved);
    update_accelerations(robot.work, sample.q, sample.v, none);
    constraints.accelerations(robot.work.acceleration, nullptr, bias);
    ASSERT_LE(relative_error(moved, as_dense(J) * as_dense(a) + as_dense(bias)), 1e-10) << "sample " << i;
  }
  EXPECT_GT(coupled, samples / 5);
}

TEST(Constraints, ALockedJointCanBeLockedElsewhere) {
  Description robot = double_pendulum(1, 2, 0.5, 0.4);
  robot.couplings = {{.name = "brake", .joint = "upper_joint", .polynomial = {0.8, 0, 0, 0, 0}},
                     {.name = "gear", .joint = "lower_joint", .leader = "upper_joint"}};
  ClosedRobot<double> closed(robot);
  const std::vector<double> q{0.5, 0.5};
  std::vector<double> errors(2);
  closed.chain.position_errors(closed.work, q, errors);
  EXPECT_NEAR(errors[0], -0.3, 1e-15);
  closed.chain.set_locked_position(0, 0.45);
  closed.chain.position_errors(closed.work, q, errors);
  EXPECT_NEAR(errors[0], 0.05, 1e-15);
  EXPECT_EQ(errors[1], 0);
  EXPECT_THROW(closed.chain.set_locked_position(1, 0), std::invalid_argument);
  EXPECT_THROW(closed.chain.set_locked_position(2, 0), std::invalid_argument);
  EXPECT_THROW(closed.chain.set_demand(std::vector<double>(3)), std::invalid_argument);
}

}  // namespace sinew::test::impulse_test
