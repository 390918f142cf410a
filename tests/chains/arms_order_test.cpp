// Several arms, and the objects that work on them, give results for the position that they were given last, or throw:
// random sequences of calls, each result compared with that of fresh objects.
#include <gtest/gtest.h>

#include "sinew/arms.hpp"
#include "tests/chains/random_calls.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/random_arms.hpp"

namespace sinew::test::arms_order_test {

struct Arms {
  explicit Arms(const ArmsSample& sample)
      : system(sample.arms(), sample.object(), sample.grasps),
        kinematics(system),
        influence(system),
        corrector(system),
        sharing(kinematics) {}
  MultiArm<double> system;
  MultiArmKinematics<double> kinematics;
  MultiArmInfluence<double> influence;
  PredictorCorrector<double> corrector;
  LoadSharing<double> sharing;
};

std::vector<Call<Arms>> arms_givers() {
  const auto nothing = Numbers{};
  return {
      {"MultiArmKinematics::update(q)",
       [=](Arms& arms, GivenState& given) { return arms.kinematics.update(given.q), nothing; }},
      {"forward_dynamics",
       [](Arms& arms, GivenState& given) {
         Numbers a(given.v.size());
         arms.system.forward_dynamics(given.q, given.v, given.tau, a);
         return a;
       }},
      {"contact_forces",
       [=](Arms& arms, GivenState& given) {
         return arms.system.contact_forces(given.q, given.v, given.tau), nothing;
       }},
      {"MultiArmKinematics::update(q, v)",
       [=](Arms& arms, GivenState& given) { return arms.kinematics.update(given.q, given.v), nothing; }},
      {"MultiArmInfluence::update",
       [](Arms& arms, GivenState& given) {
         arms.influence.update(given.q);
         return numbers_of(arms.influence.accelerations());
       }},
  };
}

std::vector<Call<Arms>> arms_readers() {
  const auto motion = [](void (MultiArmKinematics<double>::*f)(Out<double>)) {
    return [f](Arms& arms, GivenState& given) {
      Numbers v = given.tau;
      (arms.kinematics.*f)(v);
      return v;
    };
  };
  const auto object_motion = [](int (MultiArmKinematics<double>::*f)(Out<double>)) {
    return [f](Arms& arms, GivenState& given) {
      Numbers v = given.tau;
      (arms.kinematics.*f)(v);
      return v;
    };
  };
  return {
      {"contact_force", [](Arms& arms, GivenState&) { return numbers_of_six(arms.system.contact_force(0)); }},
      {"contact_force_on_object",
       [](Arms& arms, GivenState&) { return numbers_of_six(arms.system.contact_force_on_object(0)); }},
      {"row_forces",
       [](Arms& arms, GivenState&) {
         Numbers all(std::size_t(arms.system.rows()));
         arms.system.row_forces(all);
         return all;
       }},
      {"relative_pose",
       [](Arms& arms, GivenState&) {
         const Vector3<double> p = arms.system.relative_pose(0).translation;
         return Numbers{p.x, p.y, p.z};
       }},
      {"object_acceleration",
       [](Arms& arms, GivenState&) { return numbers_of(arms.system.object_acceleration()); }},
      {"object_bias", [](Arms& arms, GivenState&) { return numbers_of_six(arms.system.object_bias()); }},
      {"mass_centre_acceleration",
       [](Arms& arms, GivenState&) { return numbers_of_six(arms.system.mass_centre_acceleration()); }},
      {"pose of a part",
       [](Arms& arms, GivenState&) {
         const Vector3<double> p = pose(arms.system.workspace(0), FrameIndex{1}).translation;
         return Numbers{p.x, p.y, p.z};
       }},
      {"forces across joints of a part",
       [](Arms& arms, GivenState&) { return forces_across_joints(arms.system.workspace(0)); }},
      {"object_velocity", object_motion(&MultiArmKinematics<double>::object_velocity)},
      {"object_acceleration of joint accelerations",
       object_motion(&MultiArmKinematics<double>::object_acceleration)},
      {"joint_velocities", motion(&MultiArmKinematics<double>::joint_velocities)},
      {"joint_accelerations", motion(&MultiArmKinematics<double>::joint_accelerations)},
      {"project_velocity",
       [](Arms& arms, GivenState& given) {
         Numbers v = given.v;
         arms.kinematics.project_velocity(v);
         return v;
       }},
      {"relative_acceleration",
       [](Arms& arms, GivenState& given) {
         Numbers rows(std::size_t(arms.kinematics.rows()));
         arms.kinematics.relative_acceleration(given.tau, rows);
         return rows;
       }},
      {"update_object_map",
       [](Arms& arms, GivenState&) {
         arms.kinematics.update_object_map();
         return numbers_of(arms.kinematics.object_map());
       }},
      {"LoadSharing::share",
       [](Arms& arms, GivenState&) {
         Numbers forces(std::size_t(arms.kinematics.rows()));
         arms.sharing.share(Numbers{1, 2, 3, 4, 5, 6}, forces);
         return forces;
       }},
      {"PredictorCorrector",
       [](Arms& arms, GivenState&) {
         arms.corrector.update(arms.system);
         return numbers_of_six(arms.corrector.object_acceleration());
       }},
  };
}

TEST(ArmsOrder, DoesNotMatterForSeveralArms) {
  Random random(5);
  int answered = 0;
  for (int i = 0; i < sample_count() / 80; ++i) {
    const ArmsSample one = random_arms(i, {.regular = true});
    Numbers other = one.q;
    other[0] += 0.3, other[1] -= 0.2;
    RandomCalls<Arms>([&] { return std::make_unique<Arms>(one); }, arms_givers(), arms_readers())
        .run(three_states({one.q, one.v, one.tau}, other, random), 80, random, answered);
    ASSERT_FALSE(HasFatalFailure()) << i;
  }
  EXPECT_GT(answered, 10 * sample_count() / 80);
}

TEST(ArmsOrder, ReleasedGraspsAreLeftOutAtOnce) {
  const ArmsSample sample = random_arms(2, {.regular = true});
  Arms arms(sample);
  Numbers a(sample.v.size());
  arms.system.forward_dynamics(sample.q, sample.v, sample.tau, a);
  const int last = arms.system.grasp_count() - 1;
  ASSERT_GT(last, 0);
  const Numbers kept = numbers_of(arms.system.row_forces(last));
  arms.kinematics.update_object_map();
  arms.system.release(0);
  Numbers rows(std::size_t(arms.system.rows()));
  arms.system.row_forces(rows);
  EXPECT_EQ(Numbers(rows.end() - std::ptrdiff_t(kept.size()), rows.end()), kept);
  EXPECT_EQ(norm(arms.system.contact_force_on_object(0).linear), 0);
  EXPECT_THROW(arms.system.relative_pose(0), std::logic_error);
  EXPECT_THROW(arms.kinematics.object_map(), std::logic_error);
  EXPECT_THROW(arms.kinematics.update_object_map(), std::logic_error);
  EXPECT_THROW(arms.corrector.update(arms.system), std::logic_error);
  arms.system.forward_dynamics(sample.q, sample.v, sample.tau, a);
  EXPECT_NO_THROW(arms.corrector.update(arms.system));
}

}  // namespace sinew::test::arms_order_test
