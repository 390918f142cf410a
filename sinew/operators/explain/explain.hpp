// Explains how an expression is simplified and evaluated: its derivation, its sweeps in the papers' style, and their
// cost.
//
//   std::string text = explain(prepared);                                     // as the papers print it
//   std::string page = explain(prepared, {.markdown = true, .times = measure(prepared, at, q, v, T)});
#pragma once

#include <optional>
#include <string>

#include "sinew/operators/explain/measure.hpp"
#include "sinew/operators/run/prepared.hpp"
#include "sinew/operators/text/print.hpp"

namespace sinew::operators {

struct ExplainOptions {
  Notation notation = Notation::unicode;  // of plain text: unicode or ascii
  bool markdown = false;                  // true: Markdown with formulas in LaTeX; false: plain text
  std::optional<Times> times{};           // measured times, listed with the operation counts
};

std::string explain(const Prepared& prepared, const ExplainOptions& options = {});

}  // namespace sinew::operators
