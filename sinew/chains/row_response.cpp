#include "sinew/chains/row_response.hpp"

namespace sinew {

template class RowResponse<double>;
template class RowResponse<float>;

}  // namespace sinew
