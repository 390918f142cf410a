// Checks that a text is well-formed XML within the limits of xml.hpp. The check comes before the tree is built, in one
// pass without recursion, because pugixml accepts many errors (unclosed quotes, repeated attributes, any character
// reference).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sinew::xml {

struct Fault {
  std::size_t offset;
  std::string message;
};

std::optional<Fault> first_fault(std::string_view text);

}  // namespace sinew::xml
