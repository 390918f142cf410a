// Applies the distributive law in both directions: multiplies products out, and takes common factors out of sums.
#pragma once

#include <cstddef>
#include <optional>

#include "sinew/operators/formula/expression.hpp"

namespace sinew::operators {

// Returns x as a sum of products of symbols and inverses, or nothing if that has more than `most_terms` terms.
std::optional<Expression> multiply_out(const Expression& x, std::size_t most_terms);

// Takes common factors out of a sum of products: A B + A C = A (B + C), and A C + B C = (A + B) C. `first` says whether
// left or right factors are taken out first.
enum class Side { left, right };
Expression take_out_common_factors(const Expression& x, Side first);

}  // namespace sinew::operators
