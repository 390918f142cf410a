#include "sinew/simulate/linear/modes.hpp"

#include <algorithm>
#include <cmath>

#include "sinew/dense/solvers/eigensystem.hpp"

namespace sinew {
namespace {

// Rounding of the eigenvalues, as a fraction of the largest: of simple ones, and of a double one at zero.
constexpr double rounding = 1e-12, rounding_at_zero = 1e-7;

}  // namespace

std::vector<Mode> modes(MatrixIn<double> A) {
  const Eigensystem system = eigensystem(A);
  const int n = A.rows() / 2;
  double largest = 0;
  for (const auto& value : system.values) largest = std::max(largest, std::abs(value));
  std::vector<Mode> list;
  for (std::size_t k = 0; k < system.values.size(); ++k) {
    std::complex<double> value = system.values[k];
    const bool is_zero = std::abs(value) <= rounding_at_zero * largest;
    if (is_zero) value = 0;
    if (value.imag() < -rounding * largest) continue;  // its conjugate is in the list
    if (value.imag() <= rounding * largest) value = value.real();
    Mode mode{.eigenvalue = value, .frequency = std::abs(value)};
    if (!is_zero) mode.damping_ratio = -value.real() / mode.frequency;
    int most = 0;
    for (int i = 0; i < n; ++i) {
      mode.shape.push_back(system.vectors(i, int(k)));
      if (std::abs(mode.shape.back()) > std::abs(mode.shape[std::size_t(most)]) * (1 + 1e-9)) most = i;
    }
    const std::complex<double> unit = n > 0 ? mode.shape[std::size_t(most)] : 1.0;
    if (std::abs(unit) > 0) {
      for (auto& x : mode.shape) x /= unit;
    }
    list.push_back(std::move(mode));
  }
  return list;
}

}  // namespace sinew
