// Names of models, which may hold anything, as generated code can have them.
#pragma once

#include <string>
#include <string_view>

namespace sinew {

// Letters and digits of ASCII; whatever lies between them is one underscore.
std::string identifier(std::string_view name);

// An identifier that can stand by itself, as a namespace: not empty, no digit first, no keyword ("7dof" -> "robot_7dof").
std::string identifier_alone(std::string_view name);

// The name for a comment that ends with its line, where a line break in it would let the rest of it be code.
std::string in_comment(std::string_view name);

}  // namespace sinew
