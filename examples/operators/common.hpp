// What the examples of operator expressions share: the names, and how far two answers are apart.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "sinew/operators/prepared.hpp"
#include "sinew/sinew.hpp"

using namespace sinew;
using namespace sinew::operators::names;  // H, phi, M, D, psi, K, B, ...
using operators::Configuration, operators::Expression, operators::Prepared;

inline constexpr auto as_matrix = operators::Purpose::matrix;

// Largest difference, relative to the largest number.
inline double difference(const double* x, const double* y, std::size_t count) {
  double worst = 0, size = 1e-300;
  for (std::size_t i = 0; i < count; ++i) {
    worst = std::max(worst, std::abs(x[i] - y[i]));
    size = std::max(size, std::abs(y[i]));
  }
  return worst / size;
}

// Says it, and gives the program's exit status.
inline int report(double apart) {
  std::printf("apart from the hand-written recursion by %.1e\n", apart);
  return apart < 1e-9 ? 0 : 1;
}
