#include "sinew/io/files/number_list.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <stdexcept>

namespace sinew {
namespace {

std::string_view trimmed_item(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

double read_list_item(std::string_view text, const std::string& source, std::size_t position,
                      const Dimensions& units) {
  const auto refuse = [&](const std::string& problem) {
    throw std::invalid_argument(fmt::format("{}: {}", source, problem));
  };
  if (const auto number = number_with_unit(text, units)) {
    if (!number->problem.empty()) refuse(fmt::format("number {}: {}", position, number->problem));
    return number->value;
  }
  std::string_view digits = text;
  if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
  double value = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (failure == std::errc::result_out_of_range)
    refuse(fmt::format("number {} '{}' is out of range for a double", position, text));
  if (failure != std::errc{} || end != digits.data() + digits.size())
    refuse(
        fmt::format("'{}' is not a number (expected numbers separated by commas, like 0.5,-1,2e-3)", text));
  if (!std::isfinite(value)) refuse(fmt::format("number {} is {}, expected a finite number", position, text));
  return value;
}

}  // namespace

std::vector<double> read_number_list(std::string_view text, const std::string& source,
                                     const std::vector<Dimensions>& units) {
  std::vector<double> values;
  if (trimmed_item(text).empty()) return values;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    values.push_back(read_list_item(trimmed_item(text.substr(begin, comma - begin)), source,
                                    values.size() + 1,
                                    values.size() < units.size() ? units[values.size()] : Dimensions{}));
    begin = comma + 1;
  }
  return values;
}

}  // namespace sinew
