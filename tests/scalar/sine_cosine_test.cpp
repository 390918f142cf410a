#include "sinew/scalar/simd/sine_cosine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "tests/support/random.hpp"

namespace sinew::test::sine_cosine_test {

struct Worst {
  double sine = 0, cosine = 0;  // in units of the last place of max(|value|, the smallest normal)
};

// Compares with the standard library in long double.
Worst worst_error(const std::vector<double>& angles) {
  Worst worst;
  const auto ulps = [](double value, long double exact) {
    const double near = double(exact);
    const double ulp =
        std::nextafter(std::abs(near), std::numeric_limits<double>::infinity()) - std::abs(near);
    return double(std::abs(value - exact)) / ulp;
  };
  for (std::size_t first = 0; first + lanes::sine_lanes <= angles.size(); first += lanes::sine_lanes) {
    double angle[lanes::sine_lanes], sine[lanes::sine_lanes], cosine[lanes::sine_lanes];
    std::copy_n(&angles[first], lanes::sine_lanes, angle);
    lanes::sine_cosine(angle, sine, cosine);
    for (int i = 0; i < lanes::sine_lanes; ++i) {
      worst.sine = std::max(worst.sine, ulps(sine[i], std::sin(static_cast<long double>(angle[i]))));
      worst.cosine = std::max(worst.cosine, ulps(cosine[i], std::cos(static_cast<long double>(angle[i]))));
    }
  }
  return worst;
}

std::vector<double> uniform_angles(double reach, int count) {
  test::Random random(7);
  std::vector<double> angles;
  for (int i = 0; i < count; ++i) angles.push_back(random.uniform(-reach, reach));
  return angles;
}

TEST(SineCosine, OfJointAnglesIsWithinAFewUnitsOfTheLastPlace) {
  const Worst worst = worst_error(uniform_angles(7, 400'000));
  EXPECT_LT(worst.sine, 2.5);
  EXPECT_LT(worst.cosine, 2.5);
}

TEST(SineCosine, OfAnglesAfterManyRevolutionsIsWithinAFewUnitsOfTheLastPlace) {
  const Worst worst = worst_error(uniform_angles(1e6, 400'000));
  EXPECT_LT(worst.sine, 2.5);
  EXPECT_LT(worst.cosine, 2.5);
}

TEST(SineCosine, NearMultiplesOfARightAngleKeepsItsDigits) {
  std::vector<double> angles;
  for (int n = -4000; n < 4000; ++n) angles.push_back(n * 1.5707963267948966);
  const Worst worst = worst_error(angles);
  EXPECT_LT(worst.sine, 2.5);
  EXPECT_LT(worst.cosine, 2.5);
}

TEST(SineCosine, OfHugeAnglesAndNaNIsThatOfTheStandardLibrary) {
  const double infinite = std::numeric_limits<double>::infinity(), nothing = std::nan("");
  const double angle[lanes::sine_lanes] = {1e7, -3e12, 1e300, 0, -0.0, infinite, nothing, 1};
  double sine[lanes::sine_lanes], cosine[lanes::sine_lanes];
  lanes::sine_cosine(angle, sine, cosine);
  for (const int i : {0, 1, 2}) {
    EXPECT_EQ(sine[i], std::sin(angle[i])) << angle[i];
    EXPECT_EQ(cosine[i], std::cos(angle[i])) << angle[i];
  }
  EXPECT_EQ(sine[3], 0);
  EXPECT_EQ(cosine[3], 1);
  EXPECT_EQ(cosine[4], 1);
  for (const int i : {5, 6}) {
    EXPECT_TRUE(std::isnan(sine[i]));
    EXPECT_TRUE(std::isnan(cosine[i]));
  }
  EXPECT_NEAR(sine[7], std::sin(1.0), 1e-15);
}

}  // namespace sinew::test::sine_cosine_test
