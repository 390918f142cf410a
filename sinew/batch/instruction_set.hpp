// The instructions that batches are compiled for: all of these in one program, chosen when it runs.
#pragma once

#include <string_view>

namespace sinew {

enum class InstructionSet {
  portable,  // what every machine of this kind has: on x86-64 SSE2
  avx2,      // with fused multiplication and addition
  avx512,
};
inline constexpr InstructionSet all_instruction_sets[] = {InstructionSet::portable, InstructionSet::avx2,
                                                          InstructionSet::avx512};

// Whether sinew was built with it and this machine has it. Builds for debugging have the portable one only.
bool is_available(InstructionSet instructions);
InstructionSet best_instruction_set();
std::string_view name_of(InstructionSet instructions);

// Whether the functions for single states round every multiplication and addition separately and therefore give the same
// bits on every machine. False if sinew was built for processors with fused multiply-add and without SINEW_REPRODUCIBLE.
bool single_states_are_reproducible();

// Tags of code that is compiled for each (sinew/scalar/lanes.hpp), with the width of its registers in bytes.
namespace isa {
struct Portable {
  static constexpr int width = 16;
};
struct Avx2 {
  static constexpr int width = 32;
};
struct Avx512 {
  static constexpr int width = 64;
};
// The same with the bits of single states.
struct PortableReproducible : Portable {
  static constexpr bool reproducible = true;
};
struct Avx2Reproducible : Avx2 {
  static constexpr bool reproducible = true;
};
struct Avx512Reproducible : Avx512 {
  static constexpr bool reproducible = true;
};
}  // namespace isa

}  // namespace sinew
