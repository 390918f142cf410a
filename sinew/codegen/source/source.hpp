// Writes symbolic functions as source code: C++ (a header with one documented inline function each) or plain C.
#pragma once

#include <filesystem>
#include <string>

#include "sinew/codegen/trace/function.hpp"

namespace sinew {

enum class Language { cpp, c };

struct SourceOptions {
  Language language = Language::cpp;
  // 1: one state per call. Otherwise every argument holds that many states side by side, x[entry * lanes + lane].
  int lanes = 1;
  bool single_precision = false;
  std::string name = {};  // namespace (C++) or prefix (C); the model's name if empty
};

// Returns the text of one file that needs only <math.h> or <cmath>. Functions are
//   void forward_dynamics(const double* q, const double* v, const double* tau, double* a)
// with the inputs of `SymbolicFunction` in their order, then its outputs.
std::string write_source(const Model& model, const SymbolicRobot& robot, const SourceOptions& options = {});

// Whether write_source wrote this file, judged by its first line.
bool is_written_source(const std::filesystem::path& file);

// The namespace or prefix of the text that write_source returns.
std::string source_name(const Model& model, const SourceOptions& options);

}  // namespace sinew
