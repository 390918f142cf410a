// Looks up the names in the text of an expression.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "sinew/operators/formula/expression.hpp"

namespace sinew::operators {

// An operator, or a number times the identity of a space that is not known yet. An expression of such numbers alone is
// again a number, and the first operator that it is combined with determines the space.
using Value = std::variant<double, Expression>;

// Looks up a name among the robot's operators, I, I_joint, phi~ and the like, and the user's own symbols. Empty if
// there is no such name.
std::optional<Value> value_of_word(std::string_view name, std::span<const Expression> own);

// The message for an unknown name: "unknown name 'phii': did you mean phi?", or a list of all names.
std::string unknown_word(const std::string& name, std::span<const Expression> own);

}  // namespace sinew::operators
