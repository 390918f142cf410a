// A robot compiled while the program runs: its recursions as straight-line code in a library of their own.
//
//   const CompiledRobot robot = compile(model);
//   robot.call(Quantity::forward_dynamics, {q, v, tau}, a);
#pragma once

#include <filesystem>
#include <memory>

#include "sinew/batch/batch.hpp"
#include "sinew/codegen/function.hpp"

namespace sinew {

struct CompileOptions {
  std::vector<Wanted> wanted = {{Quantity::forward_dynamics}};
  std::vector<std::string> parameters = {};
  std::filesystem::path cache = {};  // folder of compiled robots; a folder of the user's if empty
  std::string compiler = {};         // the one sinew finds if empty
  bool verify = true;                // against the general recursion on random states
};

class CompiledRobot;
CompiledRobot compile(const Model& model, const CompileOptions& options = {});

}  // namespace sinew
