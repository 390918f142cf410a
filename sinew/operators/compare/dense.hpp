// Computes operators and expressions as dense matrices, from their definitions: the reference for everything else.
#pragma once

#include "sinew/operators/run/configuration.hpp"

namespace sinew::operators {

// Builds every operator from its definition: phi as the inverse of I - E_phi, D as H P H* + R, ... Cost: O(n^3) for n
// links. Throws std::domain_error that names the singular operator.
Matrix<double> dense(const Expression& x, const Configuration& at);

// The same, together with the size of the terms that each entry is summed from: the same formula with the absolute
// values of all numbers and without minus signs, so that nothing cancels. For an inverse this is |X^-1| S |X^-1|, where
// S is the size of the terms of X: the most that a relative change of 1 in these terms can do. Rounding errors are
// about 1e-16 of this size.
struct DenseWithSize {
  Matrix<double> value, size;
};
DenseWithSize dense_with_size(const Expression& x, const Configuration& at);

// Throws std::invalid_argument if the size of a given matrix does not match its spaces at this configuration.
void check_given(const Symbol& symbol, const Configuration& at);

}  // namespace sinew::operators
