#include "sinew/scalar/dual.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace sinew::test::dual_test {

using D = Dual<double>;

static_assert(Scalar<D>);
static_assert(Scalar<Dual<float>>);
static_assert(Scalar<Dual<D>>);
static_assert(std::same_as<ConstantOf<D>, double>);
static_assert(std::same_as<ConstantOf<Dual<float>>, float>);
static_assert(!std::constructible_from<double, D>);  // a derivative must not be dropped silently

// Compares with the difference quotient, at x = 0.7 with derivative 1.3.
void expect_derivative(const std::function<D(D)>& f) {
  const double x = 0.7, rate = 1.3, h = 1e-5;
  const D actual = f({x, rate});
  EXPECT_DOUBLE_EQ(actual.value, f(x).value);
  EXPECT_EQ(f(x).rate, 0);
  EXPECT_NEAR(actual.rate, rate * (f(x + h).value - f(x - h).value) / (2 * h), 1e-8);
}

TEST(Dual, DifferentiatesArithmetic) {
  expect_derivative([](D x) { return -x; });
  expect_derivative([](D x) { return x * x + x; });
  expect_derivative([](D x) { return x - x * x * x; });
  expect_derivative([](D x) { return x / (x * x + x); });
  expect_derivative([](D x) { return 3 * x + 4.0; });
  expect_derivative([](D x) { return 2 - x * 5.0; });
  expect_derivative([](D x) { return (x - 1) / 7.0 + 1 / x; });
  expect_derivative([](D x) {
    D y = x;
    y += x * x;
    y -= 2 * x;
    y *= x;
    y /= x + 3.0;
    return y;
  });
}

TEST(Dual, DifferentiatesFunctions) {
  expect_derivative([](D x) { return sqrt(x); });
  expect_derivative([](D x) { return sin(x); });
  expect_derivative([](D x) { return cos(x); });
  expect_derivative([](D x) { return sine_cosine(x).sine * sine_cosine(x).cosine; });
  expect_derivative([](D x) { return atan2(x * x, 1 - x); });
  expect_derivative([](D x) { return log(x); });
}

TEST(Dual, OfDualsGivesSecondDerivatives) {
  using DD = Dual<D>;
  const DD x{{0.7, 1}, {1, 0}};
  const DD y = sin(x) * x + 2 * x;
  EXPECT_NEAR(y.rate.rate, 2 * std::cos(0.7) - 0.7 * std::sin(0.7), 1e-15);
}

TEST(Dual, IsOrderedByValueAndEqualInBothParts) {
  const D small{1, 5}, large{2, -5};
  EXPECT_TRUE(small < large && large > small && small > 0.5 && small <= 1);
  EXPECT_FALSE((D{1, 0}) == (D{1, 1}));
  EXPECT_TRUE((D{1, 0}) == 1.0);
}

}  // namespace sinew::test::dual_test
