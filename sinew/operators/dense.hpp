// Dense matrices of the operators and their expressions, made without recursions: what everything else is compared with.
#pragma once

#include "sinew/operators/configuration.hpp"

namespace sinew::operators {

// Every operator from its definition: phi as the inverse of I - E_phi, D as H P H* + R, ... Cost: the cube of the number
// of links. Throws std::domain_error that names what is singular.
Matrix<double> dense(const Expression& x, const Configuration& at);

// The same, with the size of the terms that it is added up from: the same formula with absolute values of all numbers and
// without signs, so that nothing cancels. Of an inverse it is |X^-1| |X| |X^-1|, the size of the terms of X in the middle:
// what a change of these by one part in a unit can do to it. Rounding errors are about 1e-16 of this size.
struct DenseWithSize {
  Matrix<double> value, size;
};
DenseWithSize dense_with_size(const Expression& x, const Configuration& at);

// Throws std::invalid_argument where a given matrix has not the size that its spaces have at this configuration.
void check_given(const Symbol& symbol, const Configuration& at);

}  // namespace sinew::operators
