// Converts names of models, which may contain anything, into names that are valid in generated code.
#pragma once

#include <string>
#include <string_view>

namespace sinew {

// Keeps ASCII letters and digits, and replaces anything between them by one underscore.
std::string identifier(std::string_view name);

// An identifier that is valid by itself, as a namespace: not empty, no digit first, no keyword ("7dof" ->
// "robot_7dof").
std::string identifier_alone(std::string_view name);

// Makes a name safe for a // comment, in which a line break would turn the rest of the name into code.
std::string in_comment(std::string_view name);

}  // namespace sinew
