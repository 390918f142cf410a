#include "sinew/scalar/arc_tangent.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "tests/support/random.hpp"

namespace sinew::test::arc_tangent_test {

constexpr double rounding = std::numeric_limits<double>::epsilon();

TEST(ArcTangent, EqualsTheStandardLibrary) {
  Random random(1);
  for (int i = 0; i < 100000; ++i) {
    const double size = std::exp(random.uniform(-30, 30));
    const double y = size * random.uniform(-1, 1), x = random.uniform(-1, 1);
    const double expected = std::atan2(y, x);
    ASSERT_NEAR(arc_tangent(y, x), expected, 2 * rounding * std::abs(expected)) << y << " " << x;
  }
}

TEST(ArcTangent, IsExactOnTheAxes) {
  const double pi = std::numbers::pi;
  EXPECT_EQ(arc_tangent(0, 1), 0);
  EXPECT_EQ(arc_tangent(1, 0), pi / 2);
  EXPECT_EQ(arc_tangent(-1, 0), -pi / 2);
  EXPECT_EQ(arc_tangent(0, -1), pi);
  EXPECT_EQ(arc_tangent(-0.0, -1), -pi);
  EXPECT_EQ(arc_tangent(1, 1), pi / 4);
  EXPECT_EQ(arc_tangent(0, 0), 0);
  EXPECT_TRUE(std::signbit(arc_tangent(-0.0, 1)));
}

}  // namespace sinew::test::arc_tangent_test
