#include "sinew/chains/constraints/constraint_response.hpp"

namespace sinew {

template class ConstraintResponse<double>;
template class ConstraintResponse<float>;

}  // namespace sinew
