// The compiler of the machine, for code that is written while the program runs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sinew/codegen/run_command.hpp"
#include "sinew/codegen/source.hpp"

namespace sinew {

struct SystemCompiler {
  std::vector<std::string> command;  // {"cc"}, {"ccache", "gcc"}
  std::string identity;              // what it says of itself, and the processor it compiles for
  bool optimises = true;             // false: for code that is run a few times only, which is compiled faster
  CommandLimits limits{};            // of each time that it is run
  std::string remark{};  // which compilers were passed over and why; where none is there, all that were tried
  bool is_there() const { return !command.empty(); }
  std::string name() const;  // the command as it would be typed
  // What generated code is compiled with (docs/decisions/0018): for this processor, errno and traps given up, infinities
  // and NaN kept.
  std::vector<std::string> flags(Language language) const;
};

// The first that runs of: `wanted`; or, where that is empty, $CC, cc, gcc, clang (of C++: $CXX, c++, g++, clang++). None:
// is_there() is false. Each has ten seconds, or less where the limits say so, to tell its version.
SystemCompiler find_compiler(Language language, const std::string& wanted, const CommandLimits& limits);

// Compiles the text in `source` into the library `library`. Empty, or what went wrong with what the compiler said.
std::string compile_library(const SystemCompiler& compiler, Language language,
                            const std::filesystem::path& source, const std::filesystem::path& library);

}  // namespace sinew
