#include "apps/cli/numbers.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "apps/cli/errors.hpp"

namespace sinew::cli {
namespace {

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

double parse_number(std::string_view text, const std::string& source, std::size_t position,
                    const Dimensions& units) {
  if (const auto number = number_with_unit(text, units)) {
    if (number->problem.empty()) return number->value;
    throw RequestError(fmt::format("{}: number {}: {}", source, position, number->problem));
  }
  std::string_view digits = text;
  if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
  double value = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (failure == std::errc::result_out_of_range) {
    throw RequestError(
        fmt::format("{}: number {} '{}' is out of range for a double", source, position, text));
  }
  if (failure != std::errc{} || end != digits.data() + digits.size()) {
    throw RequestError(fmt::format(
        "{}: '{}' is not a number (expected numbers separated by commas, like 0.5,-1,2e-3)", source, text));
  }
  if (!std::isfinite(value)) {
    throw RequestError(fmt::format("{}: number {} is {}, expected a finite number", source, position, text));
  }
  return value;
}

}  // namespace

std::vector<double> parse_numbers(std::string_view text, const std::string& source,
                                  const std::vector<Dimensions>& units) {
  std::vector<double> values;
  if (without_blanks(text).empty()) return values;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    values.push_back(parse_number(without_blanks(text.substr(begin, comma - begin)), source,
                                  values.size() + 1,
                                  values.size() < units.size() ? units[values.size()] : Dimensions{}));
    begin = comma + 1;
  }
  return values;
}

std::string convert_unit(std::string& text, const Dimensions& units) {
  const auto number = number_with_unit(text, units);
  if (!number) return {};
  if (number->problem.empty()) text = fmt::format("{}", number->value);
  return number->problem;
}

}  // namespace sinew::cli
