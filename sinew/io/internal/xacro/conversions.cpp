// Computes Python's functions that convert and round values.
#include <array>
#include <charconv>
#include <cmath>

#include "sinew/io/internal/xacro/functions.hpp"
#include "sinew/io/internal/xacro/operators.hpp"

namespace sinew::xacro {
namespace {

[[noreturn]] void not_convertible(const char* to, const Value& value, Budget& budget) {
  throw Problem{std::string(to) + "() cannot convert " + repr(value, budget)};
}

Value to_int(Arguments& arguments, Host& host) {
  if (arguments.values.empty()) return Integer{0};
  const Value& value = arguments.values[0];
  if (const auto whole = value.integer()) return *whole;
  if (const auto number = value.number()) {
    if (std::abs(*number) < 9.2e18) return static_cast<Integer>(*number);
    throw Problem{"int() cannot convert " + repr(*number)};
  }
  if (value.text()) {
    if (const auto whole = integer_from(*value.text())) return *whole;
  }
  not_convertible("int", value, host.budget());
}

Value to_float(Arguments& arguments, Host& host) {
  if (arguments.values.empty()) return 0.0;
  const Value& value = arguments.values[0];
  if (const auto number = value.number()) return *number;
  if (value.text()) {
    if (const auto number = float_from(*value.text())) return *number;
  }
  not_convertible("float", value, host.budget());
}

Value to_str(Arguments& arguments, Host& host) {
  if (arguments.values.empty()) return std::string();
  std::string text = str(arguments.values[0], host.budget());
  host.budget().check_text(text.size());
  return text;
}

Value to_repr(Arguments& arguments, Host& host) {
  return repr(arguments.values[0], host.budget());
}

Value to_bool(Arguments& arguments, Host&) {
  return !arguments.values.empty() && truth(arguments.values[0]);
}

// Rounds a float to decimal digits: the exact value is rounded, ties to even, as Python does.
double rounded(double value, Integer digits) {
  if (!std::isfinite(value) || digits > 320) return value;
  if (digits < -310) return 0 * value;
  if (digits >= 0) {
    std::array<char, 700> buffer{};
    const auto [end, status] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                             std::chars_format::fixed, static_cast<int>(digits));
    double result = value;
    if (status == std::errc{}) std::from_chars(buffer.data(), end, result);
    return result;
  }
  const double unit = std::pow(10.0, static_cast<double>(-digits));
  return std::nearbyint(value / unit) * unit;
}

Value round(Arguments& arguments, Host&) {
  const Value& value = arguments.values[0];
  const auto named = arguments.take("ndigits");
  const Value* const digits = arguments.values.size() > 1 ? &arguments.values[1] : named ? &*named : nullptr;
  const bool has_digits = digits && !digits->is_none();
  if (value.integer()) {
    if (!has_digits || integer_of(*digits, "round()") >= 0) return *value.integer();
    return static_cast<Integer>(rounded(*value.number(), *digits->integer()));
  }
  const double number = number_of(value, "round()");
  if (has_digits) return rounded(number, integer_of(*digits, "round()"));
  const double whole = std::nearbyint(number);
  if (!(std::abs(whole) < 9.2e18)) throw Problem{"the integer does not fit into 64 bits"};
  return static_cast<Integer>(whole);
}

Value absolute(Arguments& arguments, Host&) {
  const Value& value = arguments.values[0];
  if (const auto whole = value.integer())
    return *whole < 0 ? unary(Operation::negate, *whole) : Value(*whole);
  return std::abs(number_of(value, "abs()"));
}

Value quotient_and_remainder(Arguments& arguments, Host& host) {
  const auto& [a, b] = std::tie(arguments.values[0], arguments.values[1]);
  Budget& budget = host.budget();
  std::vector<Value> parts{binary(Operation::floor_divide, a, b, budget),
                           binary(Operation::remainder, a, b, budget)};
  return make_list(std::move(parts), budget, true);
}

constexpr Function conversion_table[] = {
    {"int", 0, 1, to_int},   {"float", 0, 1, to_float},
    {"str", 0, 1, to_str},   {"repr", 1, 1, to_repr},
    {"bool", 0, 1, to_bool}, {"round", 1, 2, round},
    {"abs", 1, 1, absolute}, {"divmod", 2, 2, quotient_and_remainder},
};

}  // namespace

std::span<const Function> conversions() {
  return conversion_table;
}

}  // namespace sinew::xacro
