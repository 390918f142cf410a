// What there is to tell about a prepared expression, and the two ways to write it down.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "sinew/operators/measure.hpp"
#include "sinew/operators/print.hpp"
#include "sinew/operators/pseudo_code.hpp"

namespace sinew::operators {

// Sweeps that are run for the columns x of an identity, to give a matrix.
struct MatrixSweeps {
  Expression matrix;
  std::string columns;  // whose, and what comes of them
  std::vector<Loop> loops;
};

// What there is to tell, in no particular writing.
struct Explanation {
  const Derivation& derivation;
  Setting setting;
  std::optional<Times> times;
  std::string robot;
  std::string task;      // what is made of the expression
  std::string columns;   // of a matrix: what the sweeps are run for
  std::string products;  // of a matrix taken from products of columns: how; in ASCII
  std::vector<Loop> preparation;
  std::vector<MatrixSweeps> inverted;  // that are solved with
  std::vector<Loop> loops;
};

Explanation explanation_of(const Prepared& prepared, const std::optional<Times>& times);

// Lines of two columns: operations of the expression as it was written and as it is evaluated, and times.
std::vector<std::array<std::string, 2>> costs_of(const Explanation& all, Notation notation);
// The operators that the expression and its sweeps have.
std::vector<Expression> operators_of(const Derivation& derivation);
// What the indices in the formulas mean.
std::string legend_of(const Explanation& all);
// "Lemma 4, SOA (16)"
std::string reason(const DerivationStep& step);
// In which order a sweep takes the links of a tree; empty for a chain.
std::string order_of(const Loop& loop, const Setting& setting);

std::string as_text(const Explanation& all, Notation notation);
std::string as_markdown(const Explanation& all);

}  // namespace sinew::operators
