// Is this text XML, within the limits of xml.hpp? Looked at before any tree is built, in one pass without
// recursion, because pugixml forgives much (unclosed quotes, twice the same attribute, any character
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
