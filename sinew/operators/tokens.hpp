// The words of an expression's text.
//
// A name is a run of ASCII letters, digits and underscores, or one letter of another script with the marks above it, and
// a subscript (ℰ_φ). A run that is no name but made of names of one letter is those: GH is G H.
//
// D^(1/2) is one name.
//
// A star is the adjoint of what it stands at, `A* B`, unless the next operator stands at it too, `A*B`, or there is a blank
// before it, `A * B`: these are products. A text that has the adjoint `A*` and also `A*B` between two operators could be
// meant either way and is refused.
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
  adjoint,     // a mark behind it
  inverse,
  open,
  close,
  end
};

struct Token {
  TokenKind kind;
  std::string text;      // as it was written
  std::size_t position;  // in characters, from 1
  double number = 0;
  bool is_tight_star = false;  // A*B
};

// Throws ParseError. The last token is the end.
std::vector<Token> tokens_of(std::string_view text, const std::function<bool(std::string_view)>& is_name);

}  // namespace sinew::operators
