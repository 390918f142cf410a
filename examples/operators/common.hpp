// Provides the operator names and the comparison of results for the examples of operator expressions.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "sinew/sinew.hpp"

using namespace sinew;
using namespace sinew::operators::names;  // H, phi, M, D, psi, K, B, ...
using operators::Configuration, operators::Expression, operators::Prepared;

inline constexpr auto as_matrix = operators::Purpose::matrix;

// Returns the largest difference, relative to the largest number in y.
inline double difference(const double* x, const double* y, std::size_t count) {
  double worst = 0, size = 1e-300;
  for (std::size_t i = 0; i < count; ++i) {
    worst = std::max(worst, std::abs(x[i] - y[i]));
    size = std::max(size, std::abs(y[i]));
  }
  return worst / size;
}

// Prints the difference and returns the exit status of the program.
inline int report(double apart) {
  std::printf("difference from the hand-written recursion: %.1e\n", apart);
  return apart < 1e-9 ? 0 : 1;
}
