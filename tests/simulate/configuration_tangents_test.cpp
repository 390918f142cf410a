// Tests derivatives of displacements on the group of positions by differences, for small and large rotations.
#include "sinew/model/joints/configuration_tangents.hpp"

#include <gtest/gtest.h>

#include "sinew/dense/products.hpp"
#include "sinew/model/joints/configuration_group.hpp"
#include "tests/support/moving_tree.hpp"

namespace sinew::test::configuration_tangents_test {

using Numbers = std::vector<double>;

struct Case {
  Model model{moving_tree()};
  Numbers q = random_state(model, 1).q, u = random_state(model, 2).v, v = random_state(model, 3).v;
  std::size_t n() const { return u.size(); }
  Numbers plus(const Numbers& q0, const Numbers& by) const {
    Numbers out(q0.size());
    model.integrate(q0, by, 1, out);
    return out;
  }
  Numbers minus(const Numbers& to, const Numbers& from) const {
    Numbers out(n());
    difference(model, from, to, out);
    return out;
  }
};

// The derivative of f by number i of its argument at zero, by central differences of sixth order.
template <class F>
Numbers slope(std::size_t n, std::size_t i, const F& f) {
  const double d = 1e-3;
  Numbers sum;
  for (const auto& [steps, weight] : {std::pair{1, 3. / 4}, {2, -3. / 20}, {3, 1. / 60}}) {
    for (const double sign : {1., -1.}) {
      Numbers x(n);
      x[i] = sign * steps * d;
      const Numbers y = f(x);
      sum.resize(y.size());
      for (std::size_t k = 0; k < y.size(); ++k) sum[k] += sign * weight * y[k] / d;
    }
  }
  return sum;
}

template <class F>
void expect_columns(const Matrix<double>& columns, const F& f) {
  const auto n = std::size_t(columns.rows());
  for (std::size_t j = 0; j < n; ++j) {
    const Numbers expected = slope(n, j, f);
    for (std::size_t i = 0; i < n; ++i)
      EXPECT_NEAR(columns(int(i), int(j)), expected[i], 1e-10) << i << " " << j;
  }
}

Numbers sum(const Numbers& a, const Numbers& b) {
  Numbers out = a;
  for (std::size_t i = 0; i < a.size(); ++i) out[i] += b[i];
  return out;
}

// Sizes on both sides of the angle below which series are used, and beyond a right angle.
constexpr double sizes[] = {1e-9, 1e-3, 0.1, 0.4, 1, 2};

Case sized(double size) {
  Case c;
  for (double& x : c.u) x *= size;
  return c;
}

TEST(ConfigurationTangents, ADisplacementCarriesSmallMotionsOfItsStartToItsEnd) {
  for (const double size : sizes) {
    const Case c = sized(size);
    const Numbers end = c.plus(c.q, c.u);
    Matrix<double> columns = identity<double>(int(c.n()));
    move_tangents(c.model, c.u, columns);
    expect_columns(columns, [&](const Numbers& x) { return c.minus(c.plus(c.plus(c.q, x), c.u), end); });
  }
}

TEST(ConfigurationTangents, AChangeOfTheDisplacementMovesItsEnd) {
  for (const double size : sizes) {
    const Case c = sized(size);
    const Numbers end = c.plus(c.q, c.u);
    Matrix<double> columns = identity<double>(int(c.n()));
    exponential_tangents(c.model, c.u, columns);
    expect_columns(columns, [&](const Numbers& x) { return c.minus(c.plus(c.q, sum(c.u, x)), end); });
  }
}

TEST(ConfigurationTangents, RatesOfCoordinatesChangeWithCoordinatesAndVelocities) {
  for (const double size : sizes) {
    const Case c = sized(size);
    const int n = int(c.n());
    const auto rates = [&](const Numbers& u, const Numbers& v) {
      Numbers out(c.n());
      coordinate_rates(c.model, u, v, out);
      return out;
    };
    Matrix<double> by_u(n, n), by_v = identity<double>(n);
    rate_tangents(c.model, c.u, c.v, identity<double>(n), by_u);
    rate_tangents(c.model, c.u, c.v, Matrix<double>(n, n), by_v);
    expect_columns(by_u, [&](const Numbers& x) { return rates(sum(c.u, x), c.v); });
    expect_columns(by_v, [&](const Numbers& x) { return rates(c.u, sum(c.v, x)); });
  }
}

TEST(ConfigurationTangents, WeightsAreCarriedBackByTheTransposes) {
  for (const double size : sizes) {
    const Case c = sized(size);
    const int n = int(c.n());
    const Numbers w = random_state(c.model, 4).v;
    const auto expect_transposed = [&](const Matrix<double>& columns, const Numbers& weights) {
      Numbers expected(c.n());
      add_transposed_product<double>(columns, w, expected);
      for (std::size_t i = 0; i < c.n(); ++i) EXPECT_NEAR(weights[i], expected[i], 1e-13);
    };
    Matrix<double> moved = identity<double>(n), end(moved), by_u(n, n), by_v(moved);
    move_tangents(c.model, c.u, moved);
    exponential_tangents(c.model, c.u, end);
    rate_tangents(c.model, c.u, c.v, identity<double>(n), by_u);
    rate_tangents(c.model, c.u, c.v, Matrix<double>(n, n), by_v);
    Numbers of_q = w, of_u = w, of_v = w, added(c.n());
    move_weights(c.model, c.u, of_q);
    exponential_weights(c.model, c.u, of_u);
    rate_weights(c.model, c.u, c.v, added, of_v);
    expect_transposed(moved, of_q);
    expect_transposed(end, of_u);
    expect_transposed(by_u, added);
    expect_transposed(by_v, of_v);
  }
}

TEST(ConfigurationTangents, WrongSizesAreRefused) {
  const Case c;
  Matrix<double> columns(3, 2), right(int(c.n()), 2);
  const Numbers few(2);
  EXPECT_THROW(move_tangents(c.model, c.u, columns), std::invalid_argument);
  EXPECT_THROW(exponential_tangents(c.model, few, right), std::invalid_argument);
  EXPECT_THROW(rate_tangents(c.model, c.u, c.v, columns, right), std::invalid_argument);
  EXPECT_THROW(add_transport(c.model, c.v, columns, right), std::invalid_argument);
}

}  // namespace sinew::test::configuration_tangents_test
