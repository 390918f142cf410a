// Once they are made, systems of arms do not allocate: the program's operator new counts.
#include <gtest/gtest.h>

#include <functional>

#include "tests/support/arms_together.hpp"
#include "tests/support/count_allocations.hpp"

namespace sinew::test {
namespace {

template <class T>
void expect_no_allocations(int threads) {
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
  expect_no_allocations<double>(1);
}
TEST(NoAllocation, OfSeveralArmsInSinglePrecision) {
  expect_no_allocations<float>(1);
}
TEST(NoAllocation, OfSeveralArmsOnThreads) {
  expect_no_allocations<double>(3);
}

}  // namespace
}  // namespace sinew::test
