// Prints expressions: in ASCII, in Unicode as the papers print them, or as LaTeX.
//
//   ascii    (I - H psi K)* D^-1 (I - H psi K)
//   unicode  (I − HψK)* D⁻¹ (I − HψK)
//   latex    (I - H \psi K)^* D^{-1} (I - H \psi K)
//
// A bracket that consists mostly of adjoints is printed as the adjoint of its own adjoint, and a factor phi - I as
// phi~. An identity whose space does not follow from its neighbours is printed as I_joint, I_body, ...
#pragma once

#include <string>

#include "sinew/operators/formula/expression.hpp"

namespace sinew::operators {

enum class Notation { ascii, unicode, latex };

// Text in ASCII and Unicode can be parsed back to the same expression, except for 0, which does not show its spaces.
std::string to_text(const Expression& x, Notation notation = Notation::unicode);

// ASCII text for messages, truncated if it is long.
std::string short_text(const Expression& x);
// Truncates any UTF-8 text in the same way.
std::string shortened(std::string text);

}  // namespace sinew::operators
