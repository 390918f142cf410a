#include "sinew/chains/constraints/constraint_sweep.hpp"

namespace sinew {

template class ConstraintSweep<double>;
template class ConstraintSweep<float>;

}  // namespace sinew
