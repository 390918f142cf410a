#include "sinew/chains/constraints/constraint_response.hpp"

namespace sinew::detail {

template class ConstraintResponse<double>;
template class ConstraintResponse<float>;

}  // namespace sinew::detail
