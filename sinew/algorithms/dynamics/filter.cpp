#include "sinew/algorithms/dynamics/filter.hpp"

namespace sinew {

template void update_filter(Workspace<double>&, In<double>);
template void update_filter(Workspace<float>&, In<float>);

}  // namespace sinew
