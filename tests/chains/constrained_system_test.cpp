// ConstrainedSystem gives the results of the method that it chooses, by name, and stays consistent while loops open and
// close.
#include "sinew/chains/constrained_system.hpp"

#include <gtest/gtest.h>

#include "sinew/algorithms/dynamics/constraint_forces.hpp"
#include "sinew/model/examples.hpp"
#include "sinew/model/state.hpp"
#include "tests/support/closed_robot.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/linkages.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/random_arms.hpp"
#include "tests/support/random_loops.hpp"

namespace sinew::test::constrained_system_test {

using Numbers = std::vector<double>;

TEST(ConstrainedSystem, OfATreeIsForwardDynamicsOfTheTree) {
  const Model arm(planar_chain(4));
  ConstrainedSystem system(arm);
  const State state = random_state(arm, 1);
  Numbers a(4), expected(4);
  system.forward_dynamics(state.q, state.v, state.tau, a);
  Workspace work(arm);
  forward_dynamics(work, state.q, state.v, state.tau, expected);
  EXPECT_EQ(a, expected);
  EXPECT_STREQ(system.method(), "tree");
  EXPECT_EQ(system.rank(), 0);
  EXPECT_EQ(pose(system.workspace(), arm.frame("tip")).translation.x,
            pose(work, arm.frame("tip")).translation.x);
}

TEST(ConstrainedSystem, OfAClosedModelIsTheClosedChainOfTheSameStrategy) {
  for (int i = 0; i < sample_count() / 20; ++i) {
    const ClosedSample sample = random_closed_sample(i);
    const Strategy strategy = all_strategies[i % 4];
    ClosedRobot<> robot(sample.description, strategy);
    ConstrainedSystem system(robot.model, {.strategy = strategy});
    Numbers a(sample.v.size());
    system.forward_dynamics(sample.q, sample.v, sample.tau, a);
    ASSERT_EQ(a, robot.accelerate(sample.q, sample.v, sample.tau)) << i;
    ASSERT_EQ(system.rank(), robot.chain.rank()) << i;
    for (int loop = 0; loop < system.loop_count(); ++loop) {
      const std::string& name = robot.model.description().loops[std::size_t(loop)].name;
      ASSERT_EQ(system.loop(name).force.linear.x, robot.chain.loop_force(loop).linear.x) << i;
    }
    for (int c = 0; c < system.coupling_count(); ++c)
      ASSERT_EQ(system.coupling(c).torque, robot.chain.coupling_torque(c)) << i;
  }
}

TEST(ConstrainedSystem, WithItsLoopsOpenIsTheTree) {
  const Model linkage(n_four_bar(2, ConnectionKind::revolute));
  ConstrainedSystem system(linkage);
  const State state = random_state(linkage, 3);
  Numbers a(state.v.size()), expected(a.size());
  system.set_loop_closed("pin0", false);
  system.set_loop_closed(1, false);
  system.forward_dynamics(state.q, state.v, state.tau, a);
  Workspace work(linkage);
  forward_dynamics(work, state.q, state.v, state.tau, expected);
  EXPECT_EQ(a, expected);
  EXPECT_STREQ(system.method(), "tree");
  EXPECT_FALSE(system.loop("pin0").is_closed);
  EXPECT_EQ(system.loop("pin0").force.linear.x, 0);
  system.set_loop_closed("pin0", true);
  EXPECT_STRNE(system.method(), "tree");
}

struct TwoArms {
  ArmsSample sample = random_arms(2, {.regular = true});
  ArmsAndObject parts{.arms = sample.arms(), .object = sample.object(), .grasps = sample.grasps};
};

// Arms by their own filters, and as one closed chain.
TEST(ConstrainedSystem, OfSeveralArmsGivesTheSameByBothMethodsAndByName) {
  for (int i = 0; i < sample_count() / 20; ++i) {
    const ArmsSample sample = random_arms(i, {.regular = true});
    const ArmsAndObject parts{.arms = sample.arms(), .object = sample.object(), .grasps = sample.grasps};
    ConstrainedSystem arms(parts), whole(parts, Strategy::block_omega);
    Numbers a(sample.v.size()), expected(a.size());
    arms.forward_dynamics(sample.q, sample.v, sample.tau, a);
    whole.forward_dynamics(sample.q, sample.v, sample.tau, expected);
    ASSERT_STREQ(arms.method(), "multi_arm");
    ASSERT_STREQ(whole.method(), "block_omega");
    ASSERT_LE(relative_error(a, as_dense(expected)), 1e-6) << i;
    const PartResult first = arms.arm("arm1"), object = arms.object();
    const auto n = first.acceleration.size();
    ASSERT_EQ(Numbers(first.acceleration.begin(), first.acceleration.end()),
              Numbers(a.begin(), a.begin() + std::ptrdiff_t(n)));
    ASSERT_EQ(first.torque[0], sample.tau[0]);
    ASSERT_EQ(object.position.back(), sample.q.back());
    // The workspace of the whole system has the result too, although the arms have computed it.
    const FrameIndex frame{int(arms.model().frames().size()) - 1};
    Workspace work(arms.model());
    set_position(work, sample.q);
    ASSERT_EQ(pose(arms.workspace(), frame).translation.x, pose(work, frame).translation.x) << i;
  }
}

TEST(ConstrainedSystem, KeepsAllForcesWhenTheMethodChanges) {
  TwoArms two;
  Model whole = merge_arms(two.parts.arms, two.parts.object, two.parts.grasps);
  Description locked = whole.description();
  Coupling lock{.name = "lock", .joint = whole.joints()[0].name};
  lock.polynomial = {};
  locked.couplings.push_back(lock);
  ConstrainedSystem system(Model(locked), {.arms = two.parts});
  EXPECT_STRNE(system.method(), "multi_arm");
  system.chain().set_coupling_active(0, false);
  EXPECT_STREQ(system.method(), "multi_arm");
  Numbers a(two.sample.v.size());
  system.forward_dynamics(two.sample.q, two.sample.v, two.sample.tau, a);
  const double before = system.loop(0).force.linear.x;
  system.chain().set_coupling_active(0, true);  // from here on the closed chain of the whole system computes
  EXPECT_EQ(system.loop(0).force.linear.x, before);
  EXPECT_EQ(system.coupling("lock").torque, 0);
}

TEST(ConstrainedSystem, ComputesMotorTorquesThatProduceTheAccelerations) {
  for (int i = 0; i < sample_count() / 40; ++i) {
    const ClosedSample sample = random_closed_sample(i);
    const Model model(sample.description);
    ConstrainedSystem system(model);
    Numbers a(sample.v.size()), tau(a.size()), again(a.size());
    system.forward_dynamics(sample.q, sample.v, sample.tau, a);
    const double missing = system.inverse_dynamics(sample.q, sample.v, a, tau);
    double size = 1;
    for (const double x : tau) size = std::max(size, std::abs(x));
    ASSERT_LE(missing, 1e-7 * size) << i;
    system.forward_dynamics(sample.q, sample.v, tau, again);
    ASSERT_LE(relative_error(again, as_dense(a)), 1e-4) << i;
  }
}

TEST(ConstrainedSystem, ListsTheKnownNamesForAnUnknownOne) {
  const Model linkage(n_four_bar(2, ConnectionKind::revolute));
  ConstrainedSystem system(linkage);
  EXPECT_EQ(complaint([&] { system.set_loop_closed("pin7", true); }),
            "there is no loop 'pin7': expected 'pin0', 'pin1'");
  EXPECT_EQ(complaint([&] { system.coupling("gear"); }), "there is no coupling 'gear': the system has none");
  EXPECT_EQ(complaint([&] { system.arm("left"); }), "there is no arm 'left': the system has none");
  EXPECT_EQ(complaint([&] { system.object(); }), "the system was not made from arms and an object");
  EXPECT_EQ(
      complaint<std::logic_error>([&] { system.loop("pin0"); }),
      "the forces of the constrained system are not available: call forward_dynamics successfully first");
  EXPECT_THROW(system.loop(2), std::invalid_argument);
  EXPECT_THROW(system.loop(-1), std::invalid_argument);
}

}  // namespace sinew::test::constrained_system_test
