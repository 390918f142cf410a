// Converts lines of formulas from ASCII to Unicode, as the papers print them, or to LaTeX.
//
//   z(k) = psi(k,k-1) z(k-1) + K(k,k-1) x(k-1)
//   z(k) = ψ(k,k−1) z(k−1) + K(k,k−1) x(k−1)
//   z(k) = \psi(k,k-1)\, z(k-1) + K(k,k-1)\, x(k-1)
#pragma once

#include <string>

#include "sinew/operators/text/print.hpp"

namespace sinew::operators {

std::string typeset(const std::string& ascii, Notation notation);

// The number of terminal columns that UTF-8 text takes.
std::size_t width_of(const std::string& text);

}  // namespace sinew::operators
