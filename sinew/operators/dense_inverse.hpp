// Inverses that no identity resolves.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "sinew/dense/general_solver.hpp"
#include "sinew/operators/print.hpp"

namespace sinew::operators {

// Throws std::domain_error that names x where its matrix is nothing but rounding: as far from `third`, the same made of a
// third of the identity, as from zero. A third is no binary number, and what is multiplied by it is rounded otherwise.
inline void check_more_than_rounding(const Matrix<double>& matrix, const Matrix<double>& third,
                                     const Expression& x) {
  double largest = 0, apart = 0;
  for (int k = 0; k < matrix.rows() * matrix.cols(); ++k) {
    largest = std::max(largest, std::abs(matrix.data()[k]));
    apart = std::max(apart, std::abs(matrix.data()[k] - 3 * third.data()[k]));
  }
  constexpr double nearly_all = 1e-3;  // not even three digits stay the same
  if (apart > nearly_all * largest)
    throw std::domain_error(short_text(x) + " is zero at this configuration, but for rounding");
}

// Factorises the matrix of `x` that stands in the solver. Throws std::domain_error that names x where it is singular: a
// pivot below as many roundings of the largest as it has rows.
inline void factorise(GeneralSolver<double>& solver, const Expression& x) {
  double least = std::numeric_limits<double>::infinity(), most = 0;
  const bool has_pivots = solver.factorise();
  const Matrix<double>& factors = solver.matrix();
  for (int i = 0; i < factors.rows(); ++i) {
    const double pivot = std::abs(factors(i, i));
    least = std::min(least, pivot), most = std::max(most, pivot);
  }
  const double rounding = factors.rows() * std::numeric_limits<double>::epsilon();
  if (!has_pivots || !(least > rounding * most))
    throw std::domain_error(short_text(x) + " is singular at this configuration");
}

}  // namespace sinew::operators
