// Compiles generated text with the system's compiler, keeps the library in the cache, and loads it.
#pragma once

#include <string>
#include <vector>

#include "sinew/codegen/build/library_cache.hpp"
#include "sinew/codegen/build/shared_library.hpp"
#include "sinew/codegen/build/system_compiler.hpp"
#include "sinew/codegen/source/source.hpp"
#include "sinew/codegen/trace/function.hpp"

namespace sinew {

// A function of the text. Takes pointers to its inputs in their order, and to its output. The numbers are floats if the
// text is in single precision, doubles otherwise.
using GeneratedFunction = void (*)(const void* const* inputs, void* output);

struct GeneratedCode {
  SharedLibrary library;
  std::vector<GeneratedFunction> functions;  // in the order of the symbolic robot
  bool was_cached = false;
  std::string remark{};  // why the library is not kept in the cache; empty if it is
};

// `text` is what write_source wrote for `robot` with `options`. Throws std::runtime_error that says why it cannot run.
GeneratedCode load_generated(const Model& model, const SymbolicRobot& robot, const SourceOptions& options,
                             const std::string& text, const SystemCompiler& compiler,
                             const LibraryCache& cache);

}  // namespace sinew
