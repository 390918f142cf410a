// Dense matrices of the operators and their expressions, made without recursions: what everything else is compared with.
#pragma once

#include "sinew/operators/configuration.hpp"

namespace sinew::operators {

// Every operator from its definition: phi as the inverse of I - E_phi, D as H P H* + R, ... Cost: the cube of the number
// of links. Throws std::domain_error that names what is singular.
Matrix<double> dense(const Expression& x, const Configuration& at);

// Throws std::invalid_argument where a given matrix has not the size that its spaces have at this configuration.
void check_given(const Symbol& symbol, const Configuration& at);

}  // namespace sinew::operators
