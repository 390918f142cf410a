// Inverses that no identity resolves.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "sinew/dense/general_solver.hpp"
#include "sinew/operators/print.hpp"

namespace sinew::operators {

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
