#include "sinew/algorithms/filter.hpp"

namespace sinew {

template void update_filter(const Model&, Workspace<double>&, In<double>);
template void update_filter(const Model&, Workspace<float>&, In<float>);

}  // namespace sinew
