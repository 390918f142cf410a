// Finds and runs the system's C or C++ compiler, for code that is generated at run time.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sinew/codegen/build/run_command.hpp"
#include "sinew/codegen/source/source.hpp"

namespace sinew {

struct SystemCompiler {
  std::vector<std::string> command;  // {"cc"}, {"ccache", "gcc"}
  std::string identity;              // its version text, and the processor it compiles for
  bool optimises = true;             // true: fast code; false: fast compilation, for code that is run rarely
  CommandLimits limits{};            // for each run of the compiler
  std::string remark{};  // which compilers were skipped and why; if none is found, all that were tried
  bool is_there() const { return !command.empty(); }
  std::string name() const;  // the command as typed in a shell
  // The flags for generated code (docs/decisions/0018): for this processor, without errno and traps, with infinities
  // and NaN.
  std::vector<std::string> flags(Language language) const;
};

// Returns the first compiler that runs: `wanted` or, if that is empty, the first of $CC, cc, gcc, clang (for C++: $CXX,
// c++, g++, clang++). If none runs, is_there() is false. Each has ten seconds, or less if the limits say so, to print
// its version.
SystemCompiler find_compiler(Language language, const std::string& wanted, const CommandLimits& limits);

// Compiles the file `source` into the shared library `library`. Returns an empty text, or an error
// message with the output of the compiler.
std::string compile_library(const SystemCompiler& compiler, Language language,
                            const std::filesystem::path& source, const std::filesystem::path& library);

}  // namespace sinew
