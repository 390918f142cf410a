#include "sinew/chains/constraints/constraint_sweep.hpp"

namespace sinew::detail {

template class ConstraintSweep<double>;
template class ConstraintSweep<float>;

}  // namespace sinew::detail
