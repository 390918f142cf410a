#include "sinew/batch/lanes/lane_kernels.hpp"

#include <stdexcept>
#include <string>

namespace sinew {
namespace {

// Calls f with the tag of an instruction set.
template <class F>
auto with_tag(InstructionSet instructions, F&& f) {
  if (!is_available(instructions))
    throw std::invalid_argument("batches with " + std::string(name_of(instructions)) +
                                " instructions are not available here: the best are " +
                                std::string(name_of(best_instruction_set())));
  switch (instructions) {
#ifdef SINEW_HAS_WIDE_LANES
    case InstructionSet::avx2:
      return f(isa::Avx2{});
    case InstructionSet::avx512:
      return f(isa::Avx512{});
#endif
    default:
      return f(isa::Portable{});
  }
}

}  // namespace

template <std::floating_point T>
LaneKernels<T>::~LaneKernels() = default;
template class LaneKernels<double>;
template class LaneKernels<float>;

template <std::floating_point T>
BlockTransfers<T> block_transfers(InstructionSet instructions) {
  return with_tag(instructions, []<class Isa>(Isa) { return block_transfers<T, Isa>(); });
}
template <std::floating_point T>
std::unique_ptr<LaneKernels<T>> make_lane_kernels(InstructionSet instructions, const Model& model) {
  return with_tag(instructions, [&]<class Isa>(Isa) { return make_lane_kernels<T, Isa>(model); });
}

template BlockTransfers<double> block_transfers(InstructionSet);
template BlockTransfers<float> block_transfers(InstructionSet);
template std::unique_ptr<LaneKernels<double>> make_lane_kernels(InstructionSet, const Model&);
template std::unique_ptr<LaneKernels<float>> make_lane_kernels(InstructionSet, const Model&);

}  // namespace sinew
