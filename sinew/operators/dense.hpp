// Dense matrices of the operators and their expressions, made without recursions: what everything else is compared with.
#pragma once

#include "sinew/operators/configuration.hpp"

namespace sinew::operators {

Matrix<double> dense(const Expression& x, const Configuration& at);

}  // namespace sinew::operators
