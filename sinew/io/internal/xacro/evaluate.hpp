// Evaluates parsed expressions.
#pragma once

#include "sinew/io/internal/xacro/functions.hpp"
#include "sinew/io/internal/xacro/names.hpp"
#include "sinew/io/internal/xacro/syntax.hpp"

namespace sinew::xacro {

// Throws Problem, with the column of the part that cannot be evaluated.
Value evaluate(const Expression& expression, Names& names, Host& host);

}  // namespace sinew::xacro
