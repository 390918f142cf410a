// Instantiates the kernels of a batch for one instruction set and one precision. CMakeLists.txt compiles this file
// once for each pair, with the compiler flags of the instruction set and with the macros SINEW_LANES_ISA (a tag of
// namespace isa in batch/lanes/instruction_set.hpp) and SINEW_LANES_NUMBER (double or float).
#include "sinew/batch/lanes/internal/kernels_in_lanes.hpp"

namespace sinew {

template std::unique_ptr<LaneKernels<SINEW_LANES_NUMBER>>
make_lane_kernels<SINEW_LANES_NUMBER, isa::SINEW_LANES_ISA>(const Model&, Followers);

template BlockTransfers<SINEW_LANES_NUMBER> block_transfers<SINEW_LANES_NUMBER, isa::SINEW_LANES_ISA>();

}  // namespace sinew
