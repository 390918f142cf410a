// Generated text made to run: compiled by the system's compiler, kept in the cache, loaded.
#pragma once

#include <string>
#include <vector>

#include "sinew/codegen/function.hpp"
#include "sinew/codegen/library_cache.hpp"
#include "sinew/codegen/shared_library.hpp"
#include "sinew/codegen/source.hpp"
#include "sinew/codegen/system_compiler.hpp"

namespace sinew {

// A function of the text: pointers to its inputs in their order, and its output. The numbers are floats where the text is in
// single precision.
using GeneratedFunction = void (*)(const void* const* inputs, void* output);

struct GeneratedCode {
  SharedLibrary library;
  std::vector<GeneratedFunction> functions;  // as in the symbolic robot
  bool was_cached = false;
  std::string remark{};  // why it is not kept for later; empty: it is
};

// `text` is what write_source wrote of `robot` with `options`. Throws std::runtime_error that says why it cannot run.
GeneratedCode load_generated(const Model& model, const SymbolicRobot& robot, const SourceOptions& options,
                             const std::string& text, const SystemCompiler& compiler,
                             const LibraryCache& cache);

}  // namespace sinew
