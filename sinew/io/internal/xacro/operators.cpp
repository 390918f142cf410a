#include "sinew/io/internal/xacro/operators.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sinew::xacro {
namespace {

constexpr Integer least_integer = std::numeric_limits<Integer>::min();

[[noreturn]] void too_large() {
  throw Problem{"the integer does not fit into 64 bits"};
}

const char* sign_of(Operation operation) {
  constexpr const char* signs[] = {"+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^"};
  const auto index = static_cast<std::size_t>(operation);
  return index < std::size(signs) ? signs[index] : "?";
}

[[noreturn]] void not_defined(Operation operation, const Value& a, const Value& b) {
  throw Problem{std::string("'") + sign_of(operation) + "' is not defined for " + type_name(a) + " and " +
                type_name(b)};
}

Integer sum_of(Integer a, Integer b) {
  if (b > 0 ? a > std::numeric_limits<Integer>::max() - b : a < least_integer - b) too_large();
  return a + b;
}

Integer negated(Integer a) {
  if (a == least_integer) too_large();
  return -a;
}

Integer product_of(Integer a, Integer b) {
  if (a == 0 || b == 0) return 0;
  if ((a == -1 && b == least_integer) || (b == -1 && a == least_integer)) too_large();
  // The product of the magnitudes, which unsigned numbers can hold without overflow if the quotient returns.
  const Integer product = static_cast<Integer>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
  if (product / b != a) too_large();
  return product;
}

// Rounds towards minus infinity, as Python does.
Integer floored_quotient(Integer a, Integer b) {
  if (b == 0) throw Problem{"division by zero"};
  if (b == -1) return negated(a);
  const Integer quotient = a / b;
  return quotient - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0);
}

Integer integer_power(Integer base, Integer exponent) {
  Integer result = 1;
  for (Integer square = base;; square = product_of(square, square)) {
    if (exponent & 1) result = product_of(result, square);
    if ((exponent >>= 1) == 0) return result;
    if (square == 0 || square == 1) return exponent == 0 ? result : product_of(result, square);
  }
}

Value integers(Operation operation, Integer a, Integer b) {
  const auto shift = [&] {
    if (b < 0) throw Problem{"a negative number of bits to shift by"};
    return b;
  };
  switch (operation) {
    case Operation::add:
      return sum_of(a, b);
    case Operation::subtract:
      return b == least_integer ? sum_of(sum_of(a, -(b + 1)), 1) : sum_of(a, -b);
    case Operation::multiply:
      return product_of(a, b);
    case Operation::divide:
      if (b == 0) throw Problem{"division by zero"};
      return static_cast<double>(a) / static_cast<double>(b);
    case Operation::floor_divide:
      return floored_quotient(a, b);
    case Operation::remainder:
      if (b == -1) return Integer{0};
      return a - floored_quotient(a, b) * b;
    case Operation::shift_left:
      if (shift() > 62) return a == 0 ? Value(Integer{0}) : (too_large(), Value());
      return product_of(a, Integer{1} << b);
    case Operation::shift_right:
      return a >> std::min<Integer>(shift(), 63);
    case Operation::bit_and:
      return a & b;
    case Operation::bit_or:
      return a | b;
    default:
      return a ^ b;
  }
}

double floored_remainder(double a, double b) {
  if (b == 0) throw Problem{"division by zero"};
  const double remainder = std::fmod(a, b);
  if (remainder == 0) return std::copysign(0.0, b);
  return (remainder < 0) == (b < 0) ? remainder : remainder + b;
}

double floored_quotient(double a, double b) {
  const double remainder = floored_remainder(a, b);
  const double quotient = (a - remainder) / b;
  const double nearest = std::floor(quotient);
  return quotient - nearest > 0.5 ? nearest + 1 : nearest;
}

Value floats(Operation operation, const Value& a, const Value& b) {
  const double x = *a.number(), y = *b.number();
  switch (operation) {
    case Operation::add:
      return x + y;
    case Operation::subtract:
      return x - y;
    case Operation::multiply:
      return x * y;
    case Operation::divide:
      if (y == 0) throw Problem{"division by zero"};
      return x / y;
    case Operation::floor_divide:
      return floored_quotient(x, y);
    case Operation::remainder:
      return floored_remainder(x, y);
    default:
      not_defined(operation, a, b);
  }
}

Value repeated(const Value& value, Integer count, Budget& budget) {
  const auto times = static_cast<std::size_t>(std::max<Integer>(count, 0));
  const std::size_t size = value.text() ? value.text()->size() : value.list()->items.size();
  // These throw for counts that would make the products below overflow.
  if (size > 0 && value.text() && times > max_text_bytes) budget.check_text(times);
  if (size > 0 && value.list() && times > max_items) budget.check_items(times);
  if (const auto* const text = value.text()) {
    budget.check_text(size * times);
    std::string result;
    if (size > 0) {
      for (std::size_t i = 0; i < times; ++i) result += *text;
    }
    return result;
  }
  budget.check_items(size * times);
  std::vector<Value> items;
  if (size > 0) {
    for (std::size_t i = 0; i < times; ++i)
      items.insert(items.end(), value.list()->items.begin(), value.list()->items.end());
  }
  return make_list(std::move(items), budget, value.list()->is_tuple);
}

// Returns a text or list that is joined with another or repeated; nothing for other operations.
std::optional<Value> sequences(Operation operation, const Value& a, const Value& b, Budget& budget) {
  if (operation == Operation::add && a.text() && b.text()) {
    budget.check_text(a.text()->size() + b.text()->size());
    return *a.text() + *b.text();
  }
  if (operation == Operation::add && a.list() && b.list() && a.list()->is_tuple == b.list()->is_tuple) {
    budget.check_items(a.list()->items.size() + b.list()->items.size());
    std::vector<Value> items = a.list()->items;
    items.insert(items.end(), b.list()->items.begin(), b.list()->items.end());
    return make_list(std::move(items), budget, a.list()->is_tuple);
  }
  if (operation == Operation::remainder && a.text()) return format(*a.text(), b, budget);
  if (operation != Operation::multiply) return std::nullopt;
  if ((a.text() || a.list()) && b.integer()) return repeated(a, *b.integer(), budget);
  if ((b.text() || b.list()) && a.integer()) return repeated(b, *a.integer(), budget);
  return std::nullopt;
}

bool contains(const Value& part, const Value& whole, Budget& budget) {
  if (whole.text() && part.text()) {
    budget.add_steps(whole.text()->size() / 16);
    return whole.text()->find(*part.text()) != std::string::npos;
  }
  if (const auto* const list = whole.list())
    return std::any_of(list->items.begin(), list->items.end(),
                       [&](const Value& item) { return equal(item, part, budget); });
  if (const auto* const dictionary = whole.dictionary()) return dictionary->find(part, budget) != nullptr;
  throw Problem{std::string("'in' is not defined for ") + type_name(part) + " and " + type_name(whole)};
}

bool identical(const Value& a, const Value& b, Budget& budget) {
  return std::string_view(type_name(a)) == type_name(b) && equal(a, b, budget);
}

}  // namespace

Value unary(Operation operation, const Value& a) {
  if (operation == Operation::negation) return !truth(a);
  if (const auto whole = a.integer()) {
    if (operation == Operation::invert) return ~*whole;
    return operation == Operation::negate ? negated(*whole) : *whole;
  }
  const auto number = a.number();
  if (!number || operation == Operation::invert)
    throw Problem{std::string("a sign is not defined for ") + type_name(a)};
  return operation == Operation::negate ? -*number : *number;
}

Value power(const Value& a, const Value& b) {
  if (!a.number() || !b.number()) not_defined(Operation::power, a, b);
  if (a.integer() && b.integer() && *b.integer() >= 0) return integer_power(*a.integer(), *b.integer());
  const double x = *a.number(), y = *b.number();
  if (x == 0 && y < 0) throw Problem{"zero to a negative power"};
  if (x < 0 && std::isfinite(y) && y != std::floor(y)) throw Problem{"the power is a complex number"};
  const double result = std::pow(x, y);
  if (std::isinf(result) && std::isfinite(x) && std::isfinite(y)) throw Problem{"the power is too large"};
  return result;
}

Value binary(Operation operation, const Value& a, const Value& b, Budget& budget) {
  if (auto joined = sequences(operation, a, b, budget)) return std::move(*joined);
  if (operation == Operation::power) return power(a, b);
  if (!a.number() || !b.number()) not_defined(operation, a, b);
  if (!a.integer() || !b.integer()) return floats(operation, a, b);
  const bool is_bitwise =
      operation == Operation::bit_and || operation == Operation::bit_or || operation == Operation::bit_xor;
  Value result = integers(operation, *a.integer(), *b.integer());
  if (is_bitwise && a.get<bool>() && b.get<bool>()) return truth(result);
  return result;
}

bool compare(Operation operation, const Value& a, const Value& b, Budget& budget) {
  switch (operation) {
    case Operation::equal:
      return equal(a, b, budget);
    case Operation::not_equal:
      return !equal(a, b, budget);
    case Operation::in:
      return contains(a, b, budget);
    case Operation::not_in:
      return !contains(a, b, budget);
    case Operation::is:
      return identical(a, b, budget);
    case Operation::is_not:
      return !identical(a, b, budget);
    case Operation::less:
      return less(a, b, budget);
    case Operation::greater:
      return less(b, a, budget);
    case Operation::less_equal:
      return less(a, b, budget) || equal(a, b, budget);
    default:
      return less(b, a, budget) || equal(a, b, budget);
  }
}

}  // namespace sinew::xacro
