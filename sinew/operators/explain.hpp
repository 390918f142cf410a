// What an expression becomes and why, for people: the derivation, the sweeps in the papers' style, what they cost.
//
//   std::string text = explain(prepared);                                     // as the papers print it
//   std::string page = explain(prepared, {.markdown = true, .times = measure(prepared, at, q, v, T)});
#pragma once

#include <optional>
#include <string>

#include "sinew/operators/measure.hpp"
#include "sinew/operators/prepared.hpp"
#include "sinew/operators/print.hpp"

namespace sinew::operators {

struct ExplainOptions {
  Notation notation = Notation::unicode;  // or ascii, of plain text
  bool markdown = false;                  // with formulas in LaTeX
  std::optional<Times> times{};           // to be told beside the operations
};

std::string explain(const Prepared& prepared, const ExplainOptions& options = {});

}  // namespace sinew::operators
