#include "sinew/operators/verify.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "sinew/operators/dense.hpp"
#include "sinew/operators/prepared.hpp"

namespace sinew::operators {
namespace {

class RandomNumbers {
 public:
  explicit RandomNumbers(unsigned seed) : engine_(seed) {}
  // Within +-size; the same on every machine.
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

// Infinite where there is a number that is none.
double largest_difference(const double* x, const double* y, std::size_t count) {
  double found = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double difference = std::abs(x[i] - y[i]);
    if (!(difference <= found)) found = difference == difference ? difference : HUGE_VAL;
  }
  return found;
}

}  // namespace

double verify(const Expression& x, const Model& model, const VerifyOptions& options) {
  RandomNumbers random(options.seed);
  Configuration at(model, options.frames);
  Prepared product(x, at, Purpose::product_with_vector), whole(x, at, Purpose::matrix);
  const int rows = at.size_of(x.to()), cols = at.size_of(x.from());
  const bool is_vector = x.from() == number_space;
  const std::vector<double> neutral = model.neutral_position();
  std::vector<double> q(neutral.size()), y(std::size_t(rows), 0.0);
  Matrix<double> lowered(rows, cols);
  double worst = 0;
  for (int i = 0; i < options.configurations; ++i) {
    model.integrate(neutral, random.vector(model.velocity_size(), 3), 1, q);
    at.set(q, random.vector(model.velocity_size(), 2), random.vector(model.velocity_size(), 10));
    const Matrix<double> expected = dense(x, at);
    const auto count = std::size_t(rows) * std::size_t(cols);
    const double size = largest(expected.data(), count);
    whole.matrix(lowered);
    double error = largest_difference(lowered.data(), expected.data(), count);

    // Applied to a vector of numbers of size one at most, a row gives a sum of `cols` of them.
    const std::vector<double> given = random.vector(is_vector ? 0 : cols, 1);
    std::vector<double> sums(std::size_t(rows), 0.0);
    for (int c = 0; c < cols; ++c) {
      for (int r = 0; r < rows; ++r)
        sums[std::size_t(r)] += expected(r, c) * (is_vector ? 1 : given[std::size_t(c)]);
    }
    product.apply(given, y);
    error = std::max(error, largest_difference(y.data(), sums.data(), y.size()) / std::max(cols, 1));
    worst = std::max(worst, size > 0 ? error / size : error);
  }
  return worst;
}

}  // namespace sinew::operators
