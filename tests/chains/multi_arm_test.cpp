// Compares several arms and one object with the dense equations of the whole system, and with R88 in matrices.
#include <gtest/gtest.h>

#include "tests/support/arms_together.hpp"

namespace sinew::test::multi_arm_test {

TEST(MultiArm, AgreesWithTheDenseEquationsForAnyArmsObjectsAndGrasps) {
  int compared = 0, regular = 0;
  for (int i = 0; i < sample_count() / 4; ++i) {
    const ArmsSample sample = random_arms(i);
    const DenseArms dense(sample);
    const Spectrum spectrum(dense.omega());
    if (!spectrum.clear() || spectrum.rank < dense.J.rows()) continue;
    Together together(sample);
    together.solve();
    ++compared;
    regular += sample.grasps.empty() ? 0 : 1;
    const VecX<double> f = dense.row_forces(), a = dense.accelerations(f);
    const double tolerance = allowed_error(1e-9, dense.M) / std::min(1.0, 1e3 * spectrum.least);
    ASSERT_EQ(together.system.rank(), dense.J.rows()) << i;
    ASSERT_LE(relative_error(together.row_forces(), f), tolerance) << i;
    ASSERT_LE(relative_error(together.a, a), tolerance) << i;
    ASSERT_LE(relative_error(dense.J * as_dense(together.a) + dense.rate, VecX<double>::Zero(f.size())),
              tolerance * std::max(1.0, a.largest()))
        << i;
  }
  EXPECT_GT(compared, sample_count() / 20);
  EXPECT_GT(regular, sample_count() / 40);
}

TEST(MultiArm, GivesForcesOfLeastNormIfTheyAreNotUnique) {
  int compared = 0;
  for (int i = 0; i < sample_count() / 4; ++i) {
    const ArmsSample sample = random_arms(i, {.at_rest = true});
    const DenseArms dense(sample);
    const Spectrum spectrum(dense.omega());
    if (!spectrum.clear() || spectrum.rank == dense.J.rows()) continue;
    Together together(sample);
    together.solve();
    ++compared;
    const VecX<double> f = dense.row_forces(), a = dense.accelerations(f);
    const double tolerance = allowed_error(1e-8, dense.M) / std::min(1.0, 1e3 * spectrum.least);
    ASSERT_EQ(together.system.rank(), spectrum.rank) << i;
    ASSERT_LE(relative_error(together.row_forces(), f), tolerance) << i;
    ASSERT_LE(relative_error(together.a, a), tolerance) << i;
  }
  EXPECT_GT(compared, sample_count() / 40);
}

// Seven joints or more per arm and a rigid object: the arms are condensed one by one.
TEST(MultiArm, CondensesRegularArmsToSixEquations) {
  int condensed = 0;
  for (int i = 0; i < sample_count() / 8; ++i) {
    const ArmsSample sample = random_arms(i, {.regular = true});
    const DenseArms dense(sample);
    Together together(sample);
    together.solve();
    bool all = true;
    for (int arm = 0; arm < together.system.arm_count(); ++arm) all &= together.system.part(arm).regular;
    condensed += all;
    const Spectrum spectrum(dense.omega());
    const VecX<double> f = dense.row_forces();
    const double tolerance = allowed_error(1e-9, dense.M) / std::min(1.0, 1e3 * spectrum.least);
    ASSERT_LE(relative_error(together.a, dense.accelerations(f)), tolerance) << i;
    ASSERT_LE(relative_error(together.row_forces(), f), tolerance) << i;
  }
  EXPECT_GT(condensed, sample_count() / 10);
}

TEST(MultiArm, AgreesInSinglePrecision) {
  int compared = 0;
  for (int i = 0; i < sample_count() / 20; ++i) {
    const ArmsSample sample = random_arms(i, {.regular = true});
    const DenseArms dense(sample);
    const Spectrum spectrum(dense.omega());
    if (spectrum.least < 1e-3 || condition_of(dense.M) > 1e4) continue;
    ++compared;
    Together<float> together(sample);
    together.solve();
    const VecX<double> f = dense.row_forces();
    ASSERT_LE(relative_error(together.a, dense.accelerations(f)), 2e-2) << i;
    ASSERT_LE(relative_error(together.row_forces(), f), 2e-2) << i;
  }
  EXPECT_GT(compared, sample_count() / 200);
}

TEST(MultiArm, ContactForcesAloneAreThoseOfTheFiveStages) {
  for (int i = 0; i < sample_count() / 20; ++i) {
    const ArmsSample sample = random_arms(i);
    Together five(sample), three(sample);
    five.solve();
    three.system.contact_forces(three.q, three.v, three.tau, three.environments->list);
    ASSERT_EQ(five.row_forces(), three.row_forces());
    const auto object = three.system.object_acceleration();
    ASSERT_TRUE(std::equal(object.begin(), object.end(), five.a.end() - int(object.size())));
  }
}

// R88: stages 2 to 4 are omitted.
TEST(MultiArm, WithoutTheObjectIsASetOfIndependentArms) {
  for (int i = 0; i < sample_count() / 20; ++i) {
    const ArmsSample sample = random_arms(i);
    Together together(sample);
    together.solve();
    for (int g = 0; g < together.system.grasp_count(); ++g) together.system.release(g);
    together.solve();
    ASSERT_EQ(together.system.rows(), 0);
    for (int part = 0; part <= together.system.arm_count(); ++part) {
      const Model& model = together.models[std::size_t(part)];
      Workspace<double> work(model);
      const auto n = std::size_t(model.velocity_size());
      const auto slice = [](const std::vector<double>& x, int from, int size) {
        return std::vector<double>(x.begin() + from, x.begin() + from + size);
      };
      const int at = together.system.v_index(part);
      std::vector<double> alone(n);
      forward_dynamics(work, slice(sample.q, together.system.q_index(part), model.position_size()),
                       slice(sample.v, at, int(n)), slice(sample.tau, at, int(n)), alone,
                       together.environments->list[std::size_t(part)]);
      const bool exactly = part < together.system.arm_count();
      ASSERT_LE(relative_error(slice(together.a, at, int(n)), as_dense(alone)), exactly ? 0 : 1e-11) << i;
    }
  }
}

TEST(MultiArm, ReleasesAndRegraspsWhileItRuns) {
  Random random(6);
  int compared = 0;
  for (int i = 0; i < sample_count() / 8; ++i) {
    ArmsSample sample = random_arms(i);
    Together together(sample);
    together.solve();
    ArmsSample fewer = sample;
    fewer.grasps.clear();
    for (int g = 0; g < together.system.grasp_count(); ++g) {
      if (random.chance(0.5)) together.system.release(g);
    }
    for (int g = 0; g < together.system.grasp_count(); ++g) {
      Grasp grasp = sample.grasps[std::size_t(g)];
      if (!together.system.is_held(g) && random.chance(0.5)) {  // elsewhere
        grasp.first.placement = {random.rotation(), random.vector(0.3)};
        together.system.hold(g, grasp.first.placement);
        for (Frame& frame : fewer.parts.back().frames) {
          if (frame.name == grasp.name) frame.placement = grasp.first.placement;
        }
      }
      if (together.system.is_held(g)) fewer.grasps.push_back(grasp);
    }
    const DenseArms dense(fewer);
    const Spectrum spectrum(dense.omega());
    if (!spectrum.clear() || spectrum.rank < dense.J.rows()) continue;
    ++compared;
    together.solve();
    const VecX<double> f = dense.row_forces();
    const double tolerance = allowed_error(1e-9, dense.M) / std::min(1.0, 1e3 * spectrum.least);
    ASSERT_LE(relative_error(together.row_forces(), f), tolerance) << i;
    ASSERT_LE(relative_error(together.a, dense.accelerations(f)), tolerance) << i;
  }
  EXPECT_GT(compared, sample_count() / 20);
}

}  // namespace sinew::test::multi_arm_test
