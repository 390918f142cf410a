// Expressions as text: as C++ and terminals without Greek letters write them, as the papers print them, as LaTeX.
#pragma once

#include <string>

#include "sinew/operators/expression.hpp"

namespace sinew::operators {

enum class Notation { ascii, unicode, latex };

// In ASCII and Unicode the text can be parsed again to the same expression.
std::string to_text(const Expression& x, Notation notation = Notation::unicode);

}  // namespace sinew::operators
