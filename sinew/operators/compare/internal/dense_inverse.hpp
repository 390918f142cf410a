// Checks and factorises the dense matrices of inverses that no identity resolves.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "sinew/dense/solvers/general_solver.hpp"
#include "sinew/operators/text/print.hpp"

namespace sinew::operators {

// Throws std::domain_error that names x if its matrix consists of nothing but rounding errors. `third` is the same
// matrix, computed from a third of the identity. 1/3 is not a binary number, so products with it round differently:
// rounding errors then differ from 3 * third by about as much as from zero.
inline void check_more_than_rounding(const Matrix<double>& matrix, const Matrix<double>& third,
                                     const Expression& x) {
  double largest = 0, apart = 0;
  for (int k = 0; k < matrix.rows() * matrix.cols(); ++k) {
    largest = std::max(largest, std::abs(matrix.data()[k]));
    apart = std::max(apart, std::abs(matrix.data()[k] - 3 * third.data()[k]));
  }
  constexpr double nearly_all = 1e-3;  // fewer than three digits agree
  if (apart > nearly_all * largest)
    throw std::domain_error(short_text(x) + " is zero up to rounding at this configuration");
}

// Factorises the matrix of `x`, which is stored in the solver. Throws std::domain_error that names x if it is singular:
// if the smallest pivot is at most n epsilon times the largest one, for n rows.
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
