// Closed chains and systems of arms do not allocate once they are made; the program replaces operator new to count.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "sinew/chains/derivatives/linearized_constrained_dynamics.hpp"
#include "sinew/chains/followers/independent_operational_space.hpp"
#include "sinew/chains/loops/closed_inverse_dynamics.hpp"
#include "tests/support/arms_together.hpp"
#include "tests/support/closed_robot.hpp"
#include "tests/support/count_allocations.hpp"
#include "tests/support/random_followers.hpp"
#include "tests/support/random_loops.hpp"

namespace sinew::test::no_allocation_test {

template <class T>
void expect_none_in_several_arms(int threads) {
  for (int i = 0; i < 40; ++i) {
    const ArmsSample sample = random_arms(i, {.regular = i % 2 == 0});
    Together<T> together(sample, threads);
    MultiArm<T>& system = together.system;
    MultiArmKinematics<T> kinematics(system);
    MultiArmInfluence<T> influence(system);
    LoadSharing<T> sharing(kinematics);
    std::vector<T> forces(std::size_t(system.rows())), v = together.v;
    const auto count = [&](const char* name, const std::function<void()>& call) {
      const long before = allocations;
      call();
      EXPECT_EQ(allocations - before, 0) << name << ", sample " << i;
    };
    count("five stages", [&] { together.solve(); });
    count("contact forces", [&] { system.contact_forces(together.q, together.v, together.tau); });
    count("kinematics", [&] { kinematics.update(together.q, together.v); });
    count("object's velocity", [&] { kinematics.object_velocity(v); });
    count("nearest", [&] { kinematics.project_velocity(v); });
    count("load sharing", [&] { sharing.squeeze_part(forces, forces); });
    count("influence", [&] { influence.update(together.q); });
    for (int g = 0; g < system.grasp_count(); ++g) {
      count("release", [&] { system.release(g); });
      count("five stages of fewer grasps", [&] { together.solve(); });
    }
    for (int g = system.grasp_count() - 1; g >= 0; --g) {
      count("hold", [&] { system.hold(g, sample.grasps[std::size_t(g)].first.placement); });
      count("five stages of more grasps", [&] { together.solve(); });
    }
  }
}

TEST(NoAllocation, OfSeveralArmsInDoublePrecision) {
  expect_none_in_several_arms<double>(1);
}
TEST(NoAllocation, OfSeveralArmsInSinglePrecision) {
  expect_none_in_several_arms<float>(1);
}
TEST(NoAllocation, OfSeveralArmsOnThreads) {
  expect_none_in_several_arms<double>(3);
}

template <class T>
void expect_none_in_closed_chains() {
  for (int i = 0; i < 40; ++i) {
    const ClosedSample sample = random_closed_sample(i);
    const std::vector<T> q(sample.q.begin(), sample.q.end()), v(sample.v.begin(), sample.v.end()),
        tau(sample.tau.begin(), sample.tau.end());
    for (const Strategy strategy : all_strategies) {
      ClosedRobot<T> robot(sample.description, strategy);
      ClosedInverseDynamics<T> inverse(robot.model, robot.chain);
      ClosedKinematics<T> kinematics(robot.model, robot.chain);
      std::vector<T> rows(std::size_t(robot.chain.rows())), out(v.size());
      const auto count = [&](const char* name, const auto& call) {
        const long before = allocations;
        call();
        EXPECT_EQ(allocations - before, 0) << name << " " << name_of(strategy) << ", sample " << i;
      };
      count("forward dynamics", [&] {
        robot.chain.forward_dynamics(robot.work, q, v, tau, robot.a);
        if (!sample.description.loops.empty()) robot.chain.loop_force(0);
      });
      count("a loop taken out", [&] {
        if (sample.description.loops.empty()) return;
        robot.chain.set_loop_active(0, false);
        robot.chain.forward_dynamics(robot.work, q, v, tau, robot.a);
        robot.chain.set_loop_active(0, true);
      });
      count("errors", [&] {
        robot.chain.position_errors(robot.work, q, rows);
        robot.chain.velocity_errors(robot.work, q, v, rows);
      });
      count("kinematics", [&] {
        kinematics.update(robot.work, robot.chain, q);
        kinematics.project(v, out);
      });
      count("inverse dynamics", [&] { inverse.solve(robot.work, robot.chain, q, v, robot.a, out); });
    }
  }
}

TEST(NoAllocation, OfDerivativesOfClosedChains) {
  for (int i = 0; i < 40; ++i) {
    const ClosedSample sample = random_closed_sample(i);
    ClosedRobot<> robot(sample.description);
    const auto joints = robot.model.joints();
    if (std::any_of(joints.begin(), joints.end(), [](const auto& j) { return j.kind == JointKind::custom; }))
      continue;
    LinearizedConstrainedDynamics<double> linear(robot.model);
    std::vector<double> rows(std::size_t(robot.chain.rows())), by_q(sample.v.size()), by_v = by_q,
                                                                                      by_tau = by_q;
    robot.accelerate(sample.q, sample.v, sample.tau);
    const long before = allocations;
    linear.update(robot.work, robot.chain);
    linear.forward_jvp(robot.work, robot.chain, sample.v, robot.a, sample.tau, by_q, rows);
    if (robot.chain.rank() == int(rows.size()))
      linear.forward_vjp(robot.work, robot.chain, sample.tau, rows, by_q, by_v, by_tau, rows);
    EXPECT_EQ(allocations - before, 0) << "sample " << i;
  }
}

TEST(NoAllocation, OfDynamicsInIndependentCoordinates) {
  for (int i = 0; i < 40; ++i) {
    const FollowerSample sample = random_follower_sample(i);
    const Model model(sample.description);
    IndependentDynamics<double> dynamics(model);
    IndependentOperationalSpace<double> space(dynamics, model.last_body(), Reference::aligned);
    const auto& [description, q, v, a, tau, independent, N, rate] = sample;
    const int n = dynamics.size();
    Matrix<double> square(n, n), J(6, n);
    std::vector<double> out(independent.size()), all(v.size()), six(6);
    const long before = allocations;
    dynamics.mass_matrix(q, square);
    dynamics.inverse_mass_matrix(q, square);
    dynamics.udut(q, square, out);
    dynamics.coriolis_matrix(q, v, square);
    dynamics.inverse_dynamics(q, v, a, out);
    dynamics.bias_force(q, v, out);
    dynamics.gravity_force(q, out);
    dynamics.forward_dynamics(q, v, tau, all);
    dynamics.jacobian(model.last_body(), Reference::aligned, J);
    dynamics.jacobian_rate_times_velocity(model.last_body());
    space.omega(dynamics);
    space.jacobian_adjoint_times(dynamics, six, out);
    if (space.is_regular(dynamics)) space.project(dynamics, out, out);
    EXPECT_EQ(allocations - before, 0) << "sample " << i;
  }
}

TEST(NoAllocation, OfClosedChainsInDoublePrecision) {
  expect_none_in_closed_chains<double>();
}
TEST(NoAllocation, OfClosedChainsInSinglePrecision) {
  expect_none_in_closed_chains<float>();
}

}  // namespace sinew::test::no_allocation_test
