// Lanes: arithmetic lane by lane, and sines and cosines compared with the standard library.
#include "sinew/scalar/simd/lanes.hpp"

#include <gtest/gtest.h>

#include "tests/support/random.hpp"

namespace sinew::test::lanes_test {

struct Here {};

template <class L>
class LanesOf : public testing::Test {};
using Widths = testing::Types<Lanes<double, 2, Here>, Lanes<double, 4, Here>, Lanes<double, 8, Here>,
                              Lanes<float, 4, Here>, Lanes<float, 8, Here>, Lanes<float, 16, Here>>;
TYPED_TEST_SUITE(LanesOf, Widths);

template <class L>
L random_lanes(Random& random, double size) {
  L x;
  for (int i = 0; i < L::size; ++i)
    x.vector[i] = static_cast<typename L::Number>(random.uniform(-size, size));
  return x;
}

TYPED_TEST(LanesOf, ComputeLaneByLane) {
  using L = TypeParam;
  using T = typename L::Number;
  static_assert(Scalar<L> && std::same_as<ConstantOf<L>, T>);
  Random random{1};
  const L a = random_lanes<L>(random, 3), b = random_lanes<L>(random, 3);
  const T c(1.5);
  L sum = a;
  sum += b;
  for (int i = 0; i < L::size; ++i) {
    EXPECT_EQ((a + b)[i], a[i] + b[i]);
    EXPECT_EQ((a - b)[i], a[i] - b[i]);
    EXPECT_EQ((a * b)[i], a[i] * b[i]);
    EXPECT_EQ((a / b)[i], a[i] / b[i]);
    EXPECT_EQ((c * a)[i], c * a[i]);
    EXPECT_EQ((-a)[i], -a[i]);
    EXPECT_EQ(sum[i], a[i] + b[i]);
    EXPECT_EQ(sqrt(a * a)[i], std::sqrt(a[i] * a[i]));
    EXPECT_EQ(L(c)[i], c);
    EXPECT_TRUE(std::signbit(L(T(-0.0))[i]));
  }
}

TYPED_TEST(LanesOf, AreEqualIfAllLanesAre) {
  using L = TypeParam;
  L a(1), b(1);
  EXPECT_TRUE(a == b);
  b.vector[L::size - 1] = 2;
  EXPECT_FALSE(a == b);
  EXPECT_EQ(L(), L(0));
}

TYPED_TEST(LanesOf, AreSelectedAndComparedOneByOne) {
  using L = TypeParam;
  using T = typename L::Number;
  for (const T bad : {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity()}) {
    for (int wrong = 0; wrong < L::size; ++wrong) {
      L a(1);
      EXPECT_FALSE(lanes::any(~is_finite(a)));
      a.vector[wrong] = bad;
      EXPECT_TRUE(lanes::any(~is_finite(a)));
      const L chosen = select(is_finite(a), a, L(7));
      for (int i = 0; i < L::size; ++i) EXPECT_EQ(chosen[i], i == wrong ? T(7) : T(1));
      a.vector[wrong] = T(-1);
      for (int i = 0; i < L::size; ++i) EXPECT_EQ(is_positive(a)[i] != 0, i != wrong);
    }
  }
}

TYPED_TEST(LanesOf, HaveTheSinesAndCosinesOfTheStandardLibrary) {
  using L = TypeParam;
  using T = typename L::Number;
  Random random{2};
  // Two units in the last place of one; large angles and NaN use the standard library itself.
  const double tolerance = 2 * double(std::numeric_limits<T>::epsilon());
  for (const double size : {1e-3, 1.0, 10.0, 9e3, 1e12}) {
    for (int repeat = 0; repeat < 500; ++repeat) {
      const L angle = random_lanes<L>(random, size);
      const auto [sine, cosine] = sine_cosine(angle);
      for (int i = 0; i < L::size; ++i) {
        ASSERT_NEAR(double(sine[i]), std::sin(double(angle[i])), tolerance) << double(angle[i]);
        ASSERT_NEAR(double(cosine[i]), std::cos(double(angle[i])), tolerance) << double(angle[i]);
      }
    }
  }
  L mixed(T(0.5));
  mixed.vector[0] = std::numeric_limits<T>::quiet_NaN();
  mixed.vector[1] = std::numeric_limits<T>::infinity();
  EXPECT_TRUE(std::isnan(sin(mixed)[0]) && std::isnan(cos(mixed)[1]));
  EXPECT_EQ(sin(L(T(-0.0)))[0], T(0));
}

}  // namespace sinew::test::lanes_test
