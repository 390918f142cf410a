// A constrained system gives results for the position that it was given last, or throws: random sequences of calls on
// one system, each result compared with that of a fresh one.
#include <gtest/gtest.h>

#include "sinew/sinew.hpp"
#include "tests/chains/random_calls.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/linkages.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/random_arms.hpp"
#include "tests/support/random_loops.hpp"

namespace sinew::test::system_order_test {

using SystemCall = Call<ConstrainedSystem>;

std::vector<SystemCall> system_givers() {
  const auto rows = [](const ConstrainedSystem& system) { return std::size_t(system.rows()); };
  return {
      {"position_errors",
       [=](ConstrainedSystem& system, GivenState& given) {
         Numbers errors(rows(system));
         system.position_errors(given.q, errors);
         return errors;
       }},
      {"forward_dynamics",
       [](ConstrainedSystem& system, GivenState& given) {
         Numbers a(given.v.size());
         system.forward_dynamics(given.q, given.v, given.tau, a);
         return a;
       }},
      {"inverse_dynamics",
       [](ConstrainedSystem& system, GivenState& given) {
         Numbers tau(given.v.size());
         system.inverse_dynamics(given.q, given.v, given.tau, tau);
         return tau;
       }},
      {"impulse",
       [=](ConstrainedSystem& system, GivenState& given) {
         Numbers change(given.v.size());
         system.impulse(given.q, Numbers(rows(system), 0.5), change);
         return change;
       }},
      {"velocity_errors",
       [=](ConstrainedSystem& system, GivenState& given) {
         Numbers errors(rows(system));
         system.velocity_errors(given.q, given.v, errors);
         return errors;
       }},
      {"kinematics", [](ConstrainedSystem& system,
                        GivenState& given) { return Numbers{double(system.kinematics(given.q).rank())}; }},
      {"assemble",
       [](ConstrainedSystem& system, GivenState& given) {
         return Numbers{system.assemble(given.q, {.max_steps = 2}).error};
       }},
  };
}

std::vector<SystemCall> system_readers() {
  return {
      {"rank", [](ConstrainedSystem& system, GivenState&) { return Numbers{double(system.rank())}; }},
      {"loop",
       [](ConstrainedSystem& system, GivenState&) {
         return system.loop_count() == 0 ? Numbers{} : numbers_of_six(system.loop(0).force);
       }},
      {"coupling",
       [](ConstrainedSystem& system, GivenState&) {
         return system.coupling_count() == 0 ? Numbers{} : Numbers{system.coupling(0).torque};
       }},
      {"arm",
       [](ConstrainedSystem& system, GivenState&) {
         return system.arm_count() == 0 ? Numbers{} : numbers_of(system.arm(0).acceleration);
       }},
      {"object",
       [](ConstrainedSystem& system, GivenState&) {
         return system.arm_count() == 0 ? Numbers{} : numbers_of(system.object().torque);
       }},
      {"pose in the workspace",
       [](ConstrainedSystem& system, GivenState&) {
         const FrameIndex tip{int(system.model().frames().size()) - 1};
         const Vector3<double> p = pose(system.workspace(), tip).translation;
         return Numbers{p.x, p.y, p.z};
       }},
      {"forces across joints in the workspace",
       [](ConstrainedSystem& system, GivenState&) {
         return system.arms() ? Numbers{} : forces_across_joints(system.workspace());
       }},
  };
}

TEST(SystemOrder, DoesNotMatterForConstrainedSystems) {
  Random random(3);
  int answered = 0;
  for (int i = 0; i < sample_count() / 80; ++i) {
    const ClosedSample sample = random_closed_sample(i);
    const Model model(sample.description);
    const auto states =
        three_states({sample.q, sample.v, sample.tau}, random_position(sample.description, random), random);
    const auto strategy = Strategy(i % 4);
    RandomCalls<ConstrainedSystem>(
        [&] {
          return std::make_unique<ConstrainedSystem>(model, ConstrainedSystemOptions{.strategy = strategy});
        },
        system_givers(), system_readers())
        .run(states, 60, random, answered);
    ASSERT_FALSE(HasFatalFailure()) << i;
  }
  EXPECT_GT(answered, 10 * sample_count() / 80);
}

TEST(SystemOrder, DoesNotMatterForConstrainedSystemsOfArms) {
  Random random(4);
  int answered = 0;
  for (int i = 0; i < sample_count() / 80; ++i) {
    const ArmsSample one = random_arms(i, {.regular = true});
    const ArmsAndObject parts{.arms = one.arms(), .object = one.object(), .grasps = one.grasps};
    Numbers other = one.q;
    other[0] += 0.3, other[1] -= 0.2;
    RandomCalls<ConstrainedSystem>([&] { return std::make_unique<ConstrainedSystem>(parts); },
                                   system_givers(), system_readers())
        .run(three_states({one.q, one.v, one.tau}, other, random), 60, random, answered);
    ASSERT_FALSE(HasFatalFailure()) << i;
  }
  EXPECT_GT(answered, 10 * sample_count() / 80);
}

TEST(SystemOrder, AnImpulseHasNoAccelerationsOfArms) {
  const ArmsSample sample = random_arms(2, {.regular = true});
  ConstrainedSystem system({.arms = sample.arms(), .object = sample.object(), .grasps = sample.grasps});
  Numbers a(sample.v.size()), moved = sample.q;
  moved[0] += 0.3;
  system.forward_dynamics(sample.q, sample.v, sample.tau, a);
  system.impulse(moved, Numbers(std::size_t(system.rows()), 0.5), a);
  EXPECT_NO_THROW(system.loop(0));
  EXPECT_EQ(
      complaint<std::logic_error>([&] { system.arm(0); }),
      "ConstrainedSystem::arm: ConstrainedSystem::impulse computes no accelerations: call forward_dynamics "
      "after it");
  Workspace<double> work(system.model());
  set_position(work, moved);
  const FrameIndex last{int(system.model().frames().size()) - 1}, first{1};
  EXPECT_EQ(pose(system.workspace(), first).translation.x, pose(work, first).translation.x);
  EXPECT_EQ(pose(system.workspace(), last).translation.x, pose(work, last).translation.x);
}

TEST(SystemOrder, ResultsOfAnotherPositionAreRefused) {
  const Model linkage(n_four_bar(2, ConnectionKind::revolute));
  ConstrainedSystem system(linkage);
  State state = random_state(linkage, 3);
  Numbers a(state.v.size()), errors(std::size_t(system.rows()));
  system.forward_dynamics(state.q, state.v, state.tau, a);
  system.position_errors(state.q, errors);
  EXPECT_NO_THROW(system.loop("pin0"));
  state.q[0] += 0.1;
  system.position_errors(state.q, errors);
  EXPECT_EQ(
      complaint<std::logic_error>([&] { system.loop("pin0"); }),
      "ConstrainedSystem::loop: ConstrainedSystem::position_errors has given the system another position: "
      "call forward_dynamics after it");
  EXPECT_THROW(system.rank(), std::logic_error);
}

}  // namespace sinew::test::system_order_test
