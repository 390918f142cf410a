#include "sinew/batch/instruction_set.hpp"

namespace sinew {

bool is_available(InstructionSet instructions) {
  switch (instructions) {
    case InstructionSet::portable:
      return true;
#ifdef SINEW_HAS_WIDE_LANES
    case InstructionSet::avx2:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    case InstructionSet::avx512:
      return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
             __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
             __builtin_cpu_supports("fma");
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
#if defined(__FP_FAST_FMA) && !defined(SINEW_REPRODUCIBLE)
  return false;
#else
  return true;
#endif
}

std::string_view name_of(InstructionSet instructions) {
  switch (instructions) {
    case InstructionSet::avx2:
      return "AVX2";
    case InstructionSet::avx512:
      return "AVX-512";
    default:
      return "portable";
  }
}

}  // namespace sinew
