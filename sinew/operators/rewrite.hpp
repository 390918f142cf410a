// An identity applied wherever it fits.
//
// It is matched against runs of factors of a product, against terms of a sum and against whole parts, in each case up
// to a number.
#pragma once

#include <functional>
#include <optional>

#include "sinew/operators/expression.hpp"

namespace sinew::operators {

struct Rewrite {
  Expression left, right;
};

// Parts within inverses are operators like any other, or left alone.
enum class Inverses { entered, left_alone };

// s with x = s y; none if there is no such number.
std::optional<double> ratio(const Expression& x, const Expression& y);

// Every part of x, the innermost first, replaced by what `change` makes of it.
Expression map_parts(const Expression& x, const std::function<Expression(const Expression&)>& change,
                     Inverses inverses = Inverses::entered);

// Left becomes right wherever it stands; the result may hold left again.
Expression apply(const Rewrite& rule, const Expression& x, Inverses inverses = Inverses::entered);

// y where x stands as a whole part.
Expression replace(const Expression& whole, const Expression& x, const Expression& y);

// X^-1 X = X X^-1 = I.
Expression cancel_inverses(const Expression& x);

}  // namespace sinew::operators
