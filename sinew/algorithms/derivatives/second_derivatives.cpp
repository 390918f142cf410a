#include "sinew/algorithms/derivatives/second_derivatives.hpp"

namespace sinew {

template class SecondDerivatives<double>;

}  // namespace sinew
