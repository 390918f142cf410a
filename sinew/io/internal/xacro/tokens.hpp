// Splits an expression into names, numbers, strings and operators.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sinew/io/internal/xacro/value.hpp"

namespace sinew::xacro {

struct Token {
  enum class Kind { name, number, string, sign, end };
  Kind kind = Kind::end;
  std::string text{};  // of a string: its content
  Value value{};       // of a number
  int column = 0;      // from 1
};

// The last token is of the kind `end`. Throws Problem with the column of a character that begins no token.
std::vector<Token> tokenize(std::string_view text);

bool is_identifier(std::string_view text);

}  // namespace sinew::xacro
