// Forward dynamics with scalars that store no results in the workspace, as SIMD lanes do, gives the same accelerations.
#include <gtest/gtest.h>

#include "tests/support/subject.hpp"

namespace sinew {

// A scalar type that no other test uses.
using Forgetful = Dual<long double>;
template <>
inline constexpr bool keeps_results<Forgetful> = false;

namespace test::forward_dynamics_without_results_test {

std::vector<double> values(const std::vector<Forgetful>& numbers) {
  std::vector<double> plain;
  for (const Forgetful& number : numbers) plain.push_back(double(number.value));
  return plain;
}

// Alternates between external forces and none in one workspace.
TEST(ForwardDynamicsWithoutResults, GiveTheSameAccelerations) {
  for (int i = 0; i < sample_count() / 4; ++i) {
    Subject s(random_sample(i));
    Subject<Forgetful> f(random_sample(i));
    const auto q = f.cast(f.sample.q), v = f.cast(f.sample.v), tau = f.cast(f.sample.tau);
    for (const bool pushed : {true, false, true}) {
      Environment<double> environment = s.environment();
      Environment<Forgetful> same = f.environment();
      if (!pushed) environment.forces = {}, same.forces = {};
      std::vector<double> expected = s.zeros();
      std::vector<Forgetful> a = f.zeros();
      forward_dynamics(s.work, s.sample.q, s.sample.v, s.sample.tau, expected, environment);
      forward_dynamics(f.work, q, v, tau, a, same);
      ASSERT_LE(relative_error(values(a), expected), 1e-9) << "sample " << i;
    }
  }
}

}  // namespace test::forward_dynamics_without_results_test
}  // namespace sinew
