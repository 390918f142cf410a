// Splits the text of an expression into tokens.
//
// A name is a run of ASCII letters, digits and underscores, or one letter of another script with the marks above it,
// and a subscript (ℰ_φ). A run that is not a name but consists of one-letter names is read as these: GH is G H.
//
// D^(1/2) is one name.
//
// A star directly after an operator means the adjoint, `A* B`, unless the next operator follows it directly, `A*B`, or
// a blank precedes it, `A * B`: these are products. A text that contains both the adjoint `A*` and `A*B` between two
// operators is ambiguous and is rejected.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sinew::operators {

enum class TokenKind {
  number,
  name,
  plus,
  minus,
  times,
  divided_by,
  adjoint_of,  // ~ before an operator
  adjoint,     // a mark after it
  inverse,
  open,
  close,
  comma,  // between the arguments of d(A, x)
  end
};

struct Token {
  TokenKind kind;
  std::string text;      // as it was written
  std::size_t position;  // in characters, from 1
  double number = 0;
  bool is_tight_star = false;  // true for the star in A*B
};

// Throws ParseError. The last token has the kind `end`. `is_name` says whether a word is a known name.
std::vector<Token> tokens_of(std::string_view text, const std::function<bool(std::string_view)>& is_name);

}  // namespace sinew::operators
