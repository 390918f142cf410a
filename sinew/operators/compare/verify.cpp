#include "sinew/operators/compare/verify.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "sinew/operators/compare/dense.hpp"
#include "sinew/operators/run/prepared.hpp"

namespace sinew::operators {
namespace {

class RandomNumbers {
 public:
  explicit RandomNumbers(unsigned seed) : engine_(seed) {}
  // Random numbers within +-size, the same on every machine.
  std::vector<double> vector(int count, double size) {
    std::vector<double> numbers(std::size_t(count), 0.0);
    for (double& x : numbers) x = size * (0x1p-52 * double(engine_() >> 11) - 1);
    return numbers;
  }

 private:
  std::mt19937_64 engine_;
};

double largest(const double* x, std::size_t count) {
  double found = 0;
  for (std::size_t i = 0; i < count; ++i) found = std::max(found, std::abs(x[i]));
  return found;
}

// Infinite if any difference is NaN.
double largest_difference(const double* x, const double* y, std::size_t count) {
  double found = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double difference = std::abs(x[i] - y[i]);
    if (!(difference <= found)) found = difference == difference ? difference : HUGE_VAL;
  }
  return found;
}

// If the size is zero there are no terms and the result must be zero, so the difference itself is the error.
double relative(double difference, double size) {
  return size > 0 ? difference / size : difference;
}

}  // namespace

Verification verify(const Expression& x, const Model& model, const VerifyOptions& options) {
  RandomNumbers random(options.seed);
  Configuration at(model, options.frames);
  Prepared product(x, at, Purpose::product_with_vector), whole(x, at, Purpose::matrix);
  const int rows = at.size_of(x.to()), cols = at.size_of(x.from());
  const auto count = std::size_t(rows) * std::size_t(cols);
  const bool is_vector = x.from() == number_space;
  const std::vector<double> neutral = model.neutral_position();
  std::vector<double> q(neutral.size()), y(std::size_t(rows), 0.0);
  Matrix<double> lowered(rows, cols);
  Verification worst;
  for (int i = 0; i < options.configurations; ++i) {
    model.integrate(neutral, random.vector(model.velocity_size(), 3), 1, q);
    at.set(q, random.vector(model.velocity_size(), 2), random.vector(model.velocity_size(), 10));
    const auto [expected, terms] = dense_with_size(x, at);
    const double size = largest(terms.data(), count);
    whole.matrix(lowered);
    worst.error =
        std::max(worst.error, relative(largest_difference(lowered.data(), expected.data(), count), size));
    worst.value = std::max(worst.value, relative(largest(expected.data(), count), size));

    const std::vector<double> given = is_vector ? std::vector{1.0} : random.vector(cols, 1);
    std::vector<double> sums(std::size_t(rows), 0.0), sizes(std::size_t(rows), 0.0);
    for (int c = 0; c < cols; ++c) {
      for (int r = 0; r < rows; ++r) {
        sums[std::size_t(r)] += expected(r, c) * given[std::size_t(c)];
        sizes[std::size_t(r)] += terms(r, c) * std::abs(given[std::size_t(c)]);
      }
    }
    product.apply(is_vector ? std::vector<double>{} : given, y);
    worst.error = std::max(worst.error, relative(largest_difference(y.data(), sums.data(), y.size()),
                                                 largest(sizes.data(), sizes.size())));
  }
  return worst;
}

}  // namespace sinew::operators
