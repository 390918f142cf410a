// Computes Python's operators of numbers.
#include <algorithm>
#include <cmath>
#include <limits>

#include "sinew/io/internal/xacro/operators.hpp"

namespace sinew::xacro {
namespace {

const char* sign_of(Operation operation) {
  constexpr const char* signs[] = {"+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^"};
  const auto index = static_cast<std::size_t>(operation);
  return index < std::size(signs) ? signs[index] : "?";
}

[[noreturn]] void not_defined(Operation operation, const Value& a, const Value& b) {
  throw Problem{std::string("'") + sign_of(operation) + "' is not defined for " + type_name(a) + " and " +
                type_name(b)};
}

constexpr Integer least_integer = std::numeric_limits<Integer>::min();

[[noreturn]] void too_large() {
  throw Problem{"the integer does not fit into 64 bits"};
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

// As in Python, the quotient comes from the remainder of the truncated division, and a zero has the sign of a / b.
double floored_quotient(double a, double b) {
  if (b == 0) throw Problem{"division by zero"};
  const double truncated = std::fmod(a, b);
  const bool rounds_down = truncated != 0 && (truncated < 0) != (b < 0);
  const double quotient = (a - truncated) / b - (rounds_down ? 1 : 0);
  if (quotient == 0) return std::copysign(0.0, a / b);
  const double below = std::floor(quotient);
  return quotient - below > 0.5 ? below + 1 : below;
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

Value arithmetic(Operation operation, const Value& a, const Value& b) {
  if (operation == Operation::power) return power(a, b);
  if (!a.number() || !b.number()) not_defined(operation, a, b);
  if (!a.integer() || !b.integer()) return floats(operation, a, b);
  const bool is_bitwise =
      operation == Operation::bit_and || operation == Operation::bit_or || operation == Operation::bit_xor;
  Value result = integers(operation, *a.integer(), *b.integer());
  if (is_bitwise && a.get<bool>() && b.get<bool>()) return truth(result);
  return result;
}

}  // namespace sinew::xacro
