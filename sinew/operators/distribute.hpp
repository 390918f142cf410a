// The distributive law, both ways: products multiplied out, and common factors taken out again.
#pragma once

#include <cstddef>
#include <optional>

#include "sinew/operators/expression.hpp"

namespace sinew::operators {

// A sum of products of symbols and inverses; none if it would have more than `most_terms`.
std::optional<Expression> multiply_out(const Expression& x, std::size_t most_terms);

// A B + A C = A (B + C), and A C + B C = (A + B) C. From a sum of products: left factors first, or right ones.
enum class Side { left, right };
Expression take_out_common_factors(const Expression& x, Side first);

}  // namespace sinew::operators
