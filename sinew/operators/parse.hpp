// Text to expressions: B* psi* H* D^-1 H psi B, or ~B*~psi*~H*inv(D)*H*psi*B, or B^*ψ^*H^*D⁻¹HψB.
#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string_view>

#include "sinew/operators/expression.hpp"

namespace sinew::operators {

// What is wrong with the text, and where: `position` counts characters (code points) from 1.
struct ParseError : std::invalid_argument {
  ParseError(const std::string& what, std::size_t position_)
      : std::invalid_argument(what), position(position_) {}
  std::size_t position;
};

// `own`: symbols of the user's (constants) that the text may name beside the robot's.
Expression parse(std::string_view text, std::span<const Expression> own = {});

}  // namespace sinew::operators
