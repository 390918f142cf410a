// Collects the contents of an explanation of a prepared expression, and writes them as plain text or as Markdown.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "sinew/operators/explain/internal/pseudo_code.hpp"
#include "sinew/operators/explain/measure.hpp"
#include "sinew/operators/text/print.hpp"

namespace sinew::operators {

// Sweeps that are run for every column x of an identity matrix, to give the matrix of an operator.
struct MatrixSweeps {
  Expression matrix;
  std::string columns;  // "for each of the 6 columns x of the identity on frame space"
  std::vector<Loop> loops;
};

// The contents of an explanation, independent of the output format.
struct Explanation {
  const Derivation& derivation;
  Setting setting;
  std::optional<Times> times;
  std::string robot;
  std::string task;      // what is computed: "an operator on joint space, as a matrix"
  std::string columns;   // for a matrix: the columns that the sweeps run for
  std::string products;  // for a matrix computed from products of columns: its formula in ASCII, "Y* M Y"
  std::vector<Loop> preparation;
  std::vector<MatrixSweeps> inverted;  // matrices that the sweeps solve with
  std::vector<Loop> loops;
};

Explanation explanation_of(const Prepared& prepared, const std::optional<Times>& times);

// Rows of two columns: operations of the expression as written, operations as evaluated, and measured times.
std::vector<std::array<std::string, 2>> costs_of(const Explanation& all, Notation notation);
// The operators in the expression as written and in its simplified form.
std::vector<Expression> operators_of(const Derivation& derivation);
// Returns the meaning of the indices in the formulas.
std::string legend_of(const Explanation& all);
// The rule and citation of a step: "Lemma 4, SOA (16)".
std::string reason(const DerivationStep& step);
// The order in which a sweep visits the links of a tree; empty for a serial chain.
std::string order_of(const Loop& loop, const Setting& setting);

std::string as_text(const Explanation& all, Notation notation);
std::string as_markdown(const Explanation& all);

}  // namespace sinew::operators
