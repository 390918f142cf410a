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
}  // namespace isa

}  // namespace sinew
