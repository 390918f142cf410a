// Applies an identity to an expression wherever it matches.
//
// The identity is matched against runs of factors in a product, against terms of a sum, and against whole parts, in
// each case up to a numeric factor.
#pragma once

#include <functional>
#include <optional>

#include "sinew/operators/formula/expression.hpp"

namespace sinew::operators {

struct Rewrite {
  Expression left, right;
};

// Whether rewriting changes the arguments of inverses (entered) or not (left_alone).
enum class Inverses { entered, left_alone };

// The number s with x = s y; empty if there is none.
std::optional<double> ratio(const Expression& x, const Expression& y);

// Replaces every part of x by change(part), innermost parts first.
Expression map_parts(const Expression& x, const std::function<Expression(const Expression&)>& change,
                     Inverses inverses = Inverses::entered);

// Replaces left by right wherever it occurs; the result may contain left again.
Expression apply(const Rewrite& rule, const Expression& x, Inverses inverses = Inverses::entered);

// Replaces every part of `whole` that equals x by y.
Expression replace(const Expression& whole, const Expression& x, const Expression& y);

// Cancels operators with their inverses: X^-1 X = X X^-1 = I.
Expression cancel_inverses(const Expression& x);

}  // namespace sinew::operators
