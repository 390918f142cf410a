#include "sinew/batch/lanes/lane_kernels.hpp"

#include <stdexcept>
#include <string>
#include <type_traits>

#include "sinew/base/compiler.hpp"

namespace sinew {
namespace {

// The tags of the code that every machine of this architecture can run.
using Baseline = std::conditional_t<processor::is_arm64, isa::Neon, isa::Portable>;
using BaselineReproducible =
    std::conditional_t<processor::is_arm64, isa::NeonReproducible, isa::PortableReproducible>;

// Calls f with the two tags of an instruction set: the fast one and the reproducible one.
template <class F>
auto with_tag(InstructionSet instructions, F&& f) {
  if (!is_available(instructions))
    throw std::invalid_argument("batches with " + std::string(name_of(instructions)) +
                                " instructions are not available here: the best are " +
                                std::string(name_of(best_instruction_set())));
  switch (instructions) {
#ifdef SINEW_HAS_WIDE_LANES
    case InstructionSet::avx2:
      return f(isa::Avx2{}, isa::Avx2Reproducible{});
    case InstructionSet::avx512:
      return f(isa::Avx512{}, isa::Avx512Reproducible{});
#endif
    default:
      return f(Baseline{}, BaselineReproducible{});
  }
}

}  // namespace

template <std::floating_point T>
LaneKernels<T>::~LaneKernels() = default;
template class LaneKernels<double>;
template class LaneKernels<float>;

template <std::floating_point T>
BlockTransfers<T> block_transfers(InstructionSet instructions) {
  return with_tag(instructions, []<class Isa>(Isa, auto) { return block_transfers<T, Isa>(); });
}
template <std::floating_point T>
std::unique_ptr<LaneKernels<T>> make_lane_kernels(InstructionSet instructions, bool reproducible,
                                                  const Model& model, Followers followers) {
  if (reproducible && !single_states_are_reproducible())
    throw std::invalid_argument(
        "a reproducible batch needs a build of sinew with SINEW_REPRODUCIBLE=ON: this build uses "
        "fused multiply-add for single states");
  return with_tag(instructions, [&]<class Fast, class Reproducible>(Fast, Reproducible) {
    return reproducible ? make_lane_kernels<T, Reproducible>(model, followers)
                        : make_lane_kernels<T, Fast>(model, followers);
  });
}

template BlockTransfers<double> block_transfers(InstructionSet);
template BlockTransfers<float> block_transfers(InstructionSet);
template std::unique_ptr<LaneKernels<double>> make_lane_kernels(InstructionSet, bool, const Model&,
                                                                Followers);
template std::unique_ptr<LaneKernels<float>> make_lane_kernels(InstructionSet, bool, const Model&, Followers);

}  // namespace sinew
