// Computes the functions of Python's module math.
#include <cmath>
#include <limits>
#include <numeric>

#include "sinew/io/internal/xacro/functions.hpp"

namespace sinew::xacro {
namespace {

double argument(const Arguments& arguments, std::size_t index) {
  return number_of(arguments.values[index], "a mathematical function");
}

// Returns a result. Python raises an error where the C library returns NaN or infinity for finite arguments.
double checked(double result, bool is_finite) {
  if (std::isnan(result) && is_finite) throw Problem{"the function is not defined for this argument"};
  if (std::isinf(result) && is_finite) throw Problem{"the result is too large"};
  return result;
}

template <double (*function)(double)>
Value of_one(Arguments& arguments, Host&) {
  const double x = argument(arguments, 0);
  return checked(function(x), std::isfinite(x));
}

template <double (*function)(double, double)>
Value of_two(Arguments& arguments, Host&) {
  const double x = argument(arguments, 0), y = argument(arguments, 1);
  return checked(function(x, y), std::isfinite(x) && std::isfinite(y));
}

constexpr double pi = 3.141592653589793;

double radians(double x) {
  return x * (pi / 180.0);
}
double degrees(double x) {
  return x * (180.0 / pi);
}
double logarithm(double x) {
  if (x <= 0) throw Problem{"the logarithm is not defined for this argument"};
  return std::log(x);
}

Value integer_of_float(double x) {
  if (!(std::abs(x) < 9.2e18)) throw Problem{"the integer does not fit into 64 bits"};
  return static_cast<Integer>(x);
}

template <double (*function)(double)>
Value to_integer(Arguments& arguments, Host&) {
  if (const auto whole = arguments.values[0].integer()) return *whole;
  return integer_of_float(function(argument(arguments, 0)));
}

Value log_to_base(Arguments& arguments, Host&) {
  const double value = logarithm(argument(arguments, 0));
  if (arguments.values.size() < 2) return value;
  const double base = logarithm(argument(arguments, 1));
  if (base == 0) throw Problem{"division by zero"};
  return value / base;
}

Value greatest_divisor(Arguments& arguments, Host&) {
  Integer result = 0;
  for (const Value& value : arguments.values) {
    const Integer number = integer_of(value, "gcd");
    if (number == std::numeric_limits<Integer>::min()) throw Problem{"the integer does not fit into 64 bits"};
    result = std::gcd(result, number);
  }
  return result;
}

Value factorial(Arguments& arguments, Host&) {
  const Integer n = integer_of(arguments.values[0], "factorial");
  if (n < 0 || n > 20) throw Problem{"factorial is only supported from 0 to 20"};
  Integer result = 1;
  for (Integer i = 2; i <= n; ++i) result *= i;
  return result;
}

Value hypotenuse(Arguments& arguments, Host&) {
  double result = 0;
  for (std::size_t i = 0; i < arguments.values.size(); ++i)
    result = std::hypot(result, argument(arguments, i));
  return result;
}

Value product(Arguments& arguments, Host& host) {
  double result = 1;
  bool is_whole = true;
  for (const Value& factor : items_of(arguments.values[0], "prod", host.budget())) {
    result *= number_of(factor, "prod");
    is_whole = is_whole && factor.integer();
  }
  return is_whole && std::abs(result) < 9.0e15 ? Value(static_cast<Integer>(result)) : Value(result);
}

Value exact_sum(Arguments& arguments, Host& host) {
  long double result = 0;
  for (const Value& term : items_of(arguments.values[0], "fsum", host.budget()))
    result += number_of(term, "fsum");
  return static_cast<double>(result);
}

template <bool (*test)(double)>
Value tested(Arguments& arguments, Host&) {
  return test(argument(arguments, 0));
}
bool is_nan(double x) {
  return std::isnan(x);
}
bool is_infinite(double x) {
  return std::isinf(x);
}
bool is_finite(double x) {
  return std::isfinite(x);
}

Value is_close(Arguments& arguments, Host&) {
  const auto relative = arguments.take("rel_tol"), absolute = arguments.take("abs_tol");
  const double a = argument(arguments, 0), b = argument(arguments, 1);
  const double allowed =
      std::max((relative ? number_of(*relative, "rel_tol") : 1e-9) * std::max(std::abs(a), std::abs(b)),
               absolute ? number_of(*absolute, "abs_tol") : 0.0);
  return a == b || std::abs(a - b) <= allowed;
}

constexpr std::size_t any_number = max_items;
constexpr Function math_table[] = {
    {"acos", 1, 1, of_one<std::acos>},
    {"acosh", 1, 1, of_one<std::acosh>},
    {"asin", 1, 1, of_one<std::asin>},
    {"asinh", 1, 1, of_one<std::asinh>},
    {"atan", 1, 1, of_one<std::atan>},
    {"atan2", 2, 2, of_two<std::atan2>},
    {"atanh", 1, 1, of_one<std::atanh>},
    {"ceil", 1, 1, to_integer<std::ceil>},
    {"copysign", 2, 2, of_two<std::copysign>},
    {"cos", 1, 1, of_one<std::cos>},
    {"cosh", 1, 1, of_one<std::cosh>},
    {"degrees", 1, 1, of_one<degrees>},
    {"erf", 1, 1, of_one<std::erf>},
    {"erfc", 1, 1, of_one<std::erfc>},
    {"exp", 1, 1, of_one<std::exp>},
    {"expm1", 1, 1, of_one<std::expm1>},
    {"fabs", 1, 1, of_one<std::fabs>},
    {"factorial", 1, 1, factorial},
    {"floor", 1, 1, to_integer<std::floor>},
    {"fmod", 2, 2, of_two<std::fmod>},
    {"fsum", 1, 1, exact_sum},
    {"gamma", 1, 1, of_one<std::tgamma>},
    {"gcd", 0, any_number, greatest_divisor},
    {"hypot", 0, any_number, hypotenuse},
    {"isclose", 2, 2, is_close},
    {"isfinite", 1, 1, tested<is_finite>},
    {"isinf", 1, 1, tested<is_infinite>},
    {"isnan", 1, 1, tested<is_nan>},
    {"log", 1, 2, log_to_base},
    {"log10", 1, 1, of_one<std::log10>},
    {"log1p", 1, 1, of_one<std::log1p>},
    {"log2", 1, 1, of_one<std::log2>},
    {"pow", 2, 2, of_two<std::pow>},
    {"prod", 1, 1, product},
    {"radians", 1, 1, of_one<radians>},
    {"remainder", 2, 2, of_two<std::remainder>},
    {"sin", 1, 1, of_one<std::sin>},
    {"sinh", 1, 1, of_one<std::sinh>},
    {"sqrt", 1, 1, of_one<std::sqrt>},
    {"tan", 1, 1, of_one<std::tan>},
    {"tanh", 1, 1, of_one<std::tanh>},
    {"trunc", 1, 1, to_integer<std::trunc>},
};

}  // namespace

std::span<const Function> math_functions() {
  return math_table;
}

}  // namespace sinew::xacro
