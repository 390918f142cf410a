// Lists the instruction sets that batches are compiled for. One program contains the code for all of them and chooses
// at run time.
#pragma once

#include <string_view>

namespace sinew {

enum class InstructionSet {
  portable,  // what every machine of this architecture has: SSE2 on x86-64, NEON on arm64
  neon,      // of arm64, with fused multiply-add: the same code as `portable` there
  avx2,      // with fused multiply-add
  avx512,
};
inline constexpr InstructionSet all_instruction_sets[] = {InstructionSet::portable, InstructionSet::neon,
                                                          InstructionSet::avx2, InstructionSet::avx512};

// Returns whether sinew was built with this instruction set and this machine has it. On x86-64 only release builds by
// GCC, without sanitizers, have more than the portable one.
bool is_available(InstructionSet instructions);
InstructionSet best_instruction_set();
std::string_view name_of(InstructionSet instructions);

// Returns whether the functions for single states round every multiplication and addition separately and therefore
// give the same bits on every machine. Returns false if sinew was built for processors with fused multiply-add and
// without SINEW_REPRODUCIBLE.
bool single_states_are_reproducible();

// Tags for the code that is compiled for each instruction set (sinew/scalar/simd/lanes.hpp), with the width of its
// registers in bytes.
namespace isa {
struct Portable {
  static constexpr int width = 16;
};
struct Neon {
  static constexpr int width = 16;
};
struct Avx2 {
  static constexpr int width = 32;
};
struct Avx512 {
  static constexpr int width = 64;
};
// The same for code that gives the same bits as the functions for single states.
struct PortableReproducible : Portable {
  static constexpr bool reproducible = true;
};
struct NeonReproducible : Neon {
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
