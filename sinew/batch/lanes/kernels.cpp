// Compiled once for each instruction set and precision: CMakeLists.txt says for which.
#include "sinew/batch/lanes/kernels_in_lanes.hpp"

namespace sinew {

template std::unique_ptr<LaneKernels<SINEW_LANES_NUMBER>>
make_lane_kernels<SINEW_LANES_NUMBER, isa::SINEW_LANES_ISA>(const Model&);

template BlockTransfers<SINEW_LANES_NUMBER> block_transfers<SINEW_LANES_NUMBER, isa::SINEW_LANES_ISA>();

}  // namespace sinew
