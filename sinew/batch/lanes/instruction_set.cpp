#include "sinew/batch/lanes/instruction_set.hpp"

#include "sinew/base/compiler.hpp"

namespace sinew {

bool is_available(InstructionSet instructions) {
  switch (instructions) {
    case InstructionSet::portable:
      return true;
    case InstructionSet::neon:
      return processor::is_arm64;
#ifdef SINEW_HAS_WIDE_LANES
    case InstructionSet::avx2:
      return processor::has_avx2();
    case InstructionSet::avx512:
      return processor::has_avx512();
#endif
    default:
      return false;
  }
}

InstructionSet best_instruction_set() {
  InstructionSet best = InstructionSet::portable;
  for (const InstructionSet instructions : all_instruction_sets) {
    if (is_available(instructions)) best = instructions;
  }
  return best;
}

bool single_states_are_reproducible() {
#ifdef SINEW_REPRODUCIBLE
  return true;
#else
  return !detail::has_fused_multiply_add;
#endif
}

std::string_view name_of(InstructionSet instructions) {
  switch (instructions) {
    case InstructionSet::neon:
      return "NEON";
    case InstructionSet::avx2:
      return "AVX2";
    case InstructionSet::avx512:
      return "AVX-512";
    default:
      return "portable";
  }
}

}  // namespace sinew
