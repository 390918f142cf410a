#include "apps/cli/numbers.hpp"

#include <fmt/format.h>

namespace sinew::cli {

std::string convert_unit(std::string& text, const Dimensions& units) {
  const auto number = number_with_unit(text, units);
  if (!number) return {};
  if (number->problem.empty()) text = fmt::format("{}", number->value);
  return number->problem;
}

}  // namespace sinew::cli
