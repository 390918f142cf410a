#include "sinew/base/unit.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <utility>

#include "sinew/base/unknown_name.hpp"

namespace sinew {
namespace {

struct UnitName {
  std::string_view name;
  double size;  // in SI units
  Dimension dimension;
};

constexpr double revolution = 2 * std::numbers::pi;
constexpr UnitName unit_names[] = {
    {"m", 1, dimension::length},
    {"km", 1e3, dimension::length},
    {"cm", 1e-2, dimension::length},
    {"mm", 1e-3, dimension::length},
    {"um", 1e-6, dimension::length},
    {"in", 0.0254, dimension::length},
    {"kg", 1, dimension::mass},
    {"g", 1e-3, dimension::mass},
    {"t", 1e3, dimension::mass},
    {"s", 1, dimension::time},
    {"ms", 1e-3, dimension::time},
    {"us", 1e-6, dimension::time},
    {"min", 60, dimension::time},
    {"h", 3600, dimension::time},
    {"rad", 1, dimension::angle},
    {"mrad", 1e-3, dimension::angle},
    {"deg", revolution / 360, dimension::angle},
    {"rev", revolution, dimension::angle},
    {"rpm", revolution / 60, dimension::angular_velocity},
    {"Hz", 1, dimension::rate},
    {"N", 1, dimension::force},
    {"kN", 1e3, dimension::force},
    {"mN", 1e-3, dimension::force},
    {"Nm", 1, dimension::torque},
    {"kNm", 1e3, dimension::torque},
    {"mNm", 1e-3, dimension::torque},
};

// Writes the factors of a product: "kg*m^2".
std::string product_text(const Dimension& d, bool of_negative) {
  std::string text;
  const std::pair<const char*, int> factors[] = {
      {"kg", d.mass}, {"m", d.length}, {"rad", d.angle}, {"s", d.time}};
  for (const auto& [name, exponent] : factors) {
    if ((exponent < 0) != of_negative || exponent == 0) continue;
    text += (text.empty() ? "" : "*") + std::string(name);
    if (std::abs(exponent) > 1) text += "^" + std::to_string(std::abs(exponent));
  }
  return text;
}

std::string example_of(const Dimension& d) {
  if (d == dimension::time) return ", as in 5ms or 0.5s";
  if (d == dimension::length) return ", as in 10mm or 0.1m";
  if (d == dimension::angle) return ", as in 90deg or 1.5rad";
  if (d == dimension::mass) return ", as in 500g or 2kg";
  if (d == dimension::angular_velocity) return ", as in 30rpm, 10deg/s or 2rad/s";
  return "";
}

std::string expected_text(const Dimensions& expected) {
  if (expected.empty()) return "a number without unit";
  std::string text;
  for (const Dimension& d : expected) text += (text.empty() ? "" : " or ") + si_unit(d);
  return text + (expected.size() == 1 ? example_of(expected[0]) : "");
}

std::vector<std::string> known_units() {
  std::vector<std::string> names;
  for (const UnitName& unit : unit_names) names.emplace_back(unit.name);
  return names;
}

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

struct UnitProduct {
  double size = 1;
  Dimension dimension{};
  std::string problem{};
};

// Multiplies by one factor, "m" or "s^2". Returns false if the text is not a factor.
bool multiply(UnitProduct& product, std::string_view factor, int sign) {
  const std::string_view name = factor.substr(0, factor.find('^'));
  if (name.empty() || !std::all_of(name.begin(), name.end(), is_letter)) return false;
  int power = 1;
  if (name.size() < factor.size()) {
    const std::string_view digits = factor.substr(name.size() + 1);
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), power);
    if (failure != std::errc{} || end != digits.data() + digits.size() || std::abs(power) > 9) return false;
  }
  const auto* const unit = std::find_if(std::begin(unit_names), std::end(unit_names),
                                        [&](const UnitName& known) { return known.name == name; });
  if (unit == std::end(unit_names)) {
    if (product.problem.empty()) product.problem = unknown_name("unit", name, known_units());
    return true;
  }
  const int times = sign * power;
  product.size *= std::pow(unit->size, times);
  product.dimension.length += times * unit->dimension.length;
  product.dimension.mass += times * unit->dimension.mass;
  product.dimension.time += times * unit->dimension.time;
  product.dimension.angle += times * unit->dimension.angle;
  return true;
}

std::optional<UnitProduct> parse_units(std::string_view text) {
  UnitProduct product;
  int sign = 1;
  while (true) {
    const std::size_t end = std::min(text.find_first_of("*/ "), text.size());
    if (!multiply(product, text.substr(0, end), sign)) return std::nullopt;
    if (end == text.size()) return product;
    sign = text[end] == '/' ? -1 : 1;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

std::string si_unit(const Dimension& dimension) {
  if (dimension == dimension::force) return "N";
  if (dimension == dimension::torque) return "N*m";
  if (dimension == dimension::stiffness) return "N/m";
  if (dimension == dimension::damping) return "N*s/m";
  if (dimension == dimension::angular_stiffness) return "N*m/rad";
  if (dimension == dimension::angular_damping) return "N*m*s/rad";
  const std::string above = product_text(dimension, false), below = product_text(dimension, true);
  if (below.empty()) return above;
  return (above.empty() ? "1" : above) + "/" + below;
}

std::optional<NumberWithUnit> number_with_unit(std::string_view text, const Dimensions& expected) {
  std::string_view rest = text;
  if (rest.size() > 1 && rest[0] == '+' && rest[1] != '-') rest.remove_prefix(1);
  NumberWithUnit number;
  const auto [end, failure] = std::from_chars(rest.data(), rest.data() + rest.size(), number.value);
  if (failure != std::errc{} || !std::isfinite(number.value)) return std::nullopt;
  rest.remove_prefix(std::size_t(end - rest.data()));
  if (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
  if (rest.empty() || !is_letter(rest.front())) return std::nullopt;
  const auto units = parse_units(rest);
  if (!units) return std::nullopt;
  number.problem = units->problem;
  if (!number.problem.empty()) return number;
  if (std::find(expected.begin(), expected.end(), units->dimension) == expected.end()) {
    number.problem = "'" + std::string(text) + "' has the unit " + std::string(rest) + "; expected " +
                     expected_text(expected);
    return number;
  }
  number.value *= units->size;
  if (!std::isfinite(number.value)) number.problem = "'" + std::string(text) + "' is out of range";
  return number;
}

}  // namespace sinew
