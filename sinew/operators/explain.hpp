// What an expression becomes and why, for people: the derivation, the sweeps in the papers' style, what they cost.
#pragma once

#include <string>

#include "sinew/operators/prepared.hpp"
#include "sinew/operators/print.hpp"

namespace sinew::operators {

struct ExplainOptions {
  Notation notation = Notation::unicode;
  bool markdown = false;  // with formulas in LaTeX
};

std::string explain(const Prepared& prepared, const ExplainOptions& options = {});

}  // namespace sinew::operators
