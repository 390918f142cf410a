// Expressions as text: as C++ and terminals without Greek letters write them, as the papers print them, as LaTeX.
//
//   ascii    (I - H psi K)* D^-1 (I - H psi K)
//   unicode  (I − HψK)* D⁻¹ (I − HψK)
//   latex    (I - H \psi K)^* D^{-1} (I - H \psi K)
//
// What stands in brackets and is mostly made of adjoints is written as the adjoint of the rest, phi - I as a factor is
// phi~. An identity with nothing beside it that tells its space is I_joint, I_body, ...
#pragma once

#include <string>

#include "sinew/operators/expression.hpp"

namespace sinew::operators {

enum class Notation { ascii, unicode, latex };

// In ASCII and Unicode the text can be parsed again to the same expression; but for 0, which does not tell its spaces.
std::string to_text(const Expression& x, Notation notation = Notation::unicode);

// To name it in a line of a message: ASCII, cut where it is long.
std::string short_text(const Expression& x);
// The same of any UTF-8.
std::string shortened(std::string text);

}  // namespace sinew::operators
