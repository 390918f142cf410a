// What the names in an expression's text stand for.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "sinew/operators/expression.hpp"

namespace sinew::operators {

// An operator, or a number times the identity of a space that is not known yet. Whatever is made of the latter alone
// is one again, so that the first operator beside it decides.
using Value = std::variant<double, Expression>;

// Of the robot's operators, I, I_joint, phi~ and the like, and the user's own symbols; empty: there is no such name.
std::optional<Value> value_of_word(std::string_view name, std::span<const Expression> own);

// "unknown name 'phii': did you mean phi?", or with the names that there are.
std::string unknown_word(const std::string& name, std::span<const Expression> own);

}  // namespace sinew::operators
