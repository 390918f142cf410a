// `Dual` is a number together with its rate of change: arithmetic on dual numbers computes each result together with
// its derivative (forward-mode automatic differentiation).
//
// (x, x') stands for x + x' e with e^2 = 0, so that sums, products and functions follow the rules of differentiation:
//
//   (x, x') (y, y') = (x y, x' y + x y')         f(x, x') = (f(x), f'(x) x')
//
// Every recursion runs on Workspace<Dual<double>> unchanged. If q moves with the velocities v
// (model/joints/moving_position.hpp), each result comes with its time derivative, exact to rounding, at about three
// times the cost. A plain number converts to a dual number of rate zero. Two dual numbers are equal if both parts are;
// they are ordered by value.
#pragma once

#include <cmath>
#include <compare>

#include "sinew/scalar/scalar.hpp"

namespace sinew {

template <class T>
struct Dual {
  T value{}, rate{};

  constexpr Dual() = default;
  template <std::convertible_to<T> C>
  constexpr Dual(const C& constant) : value(static_cast<T>(constant)) {}
  constexpr Dual(const T& value_, const T& rate_) : value(value_), rate(rate_) {}

  friend constexpr bool operator==(const Dual&, const Dual&) = default;
  friend constexpr auto operator<=>(const Dual& a, const Dual& b) { return a.value <=> b.value; }

  friend constexpr Dual operator-(const Dual& a) { return {-a.value, -a.rate}; }
  friend constexpr Dual operator+(const Dual& a, const Dual& b) {
    return {a.value + b.value, a.rate + b.rate};
  }
  friend constexpr Dual operator-(const Dual& a, const Dual& b) {
    return {a.value - b.value, a.rate - b.rate};
  }
  friend constexpr Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, a.rate * b.value + a.value * b.rate};
  }
  friend constexpr Dual operator/(const Dual& a, const Dual& b) {
    const T quotient = a.value / b.value;
    return {quotient, (a.rate - quotient * b.rate) / b.value};
  }
  friend constexpr Dual& operator+=(Dual& a, const Dual& b) { return a = a + b; }
  friend constexpr Dual& operator-=(Dual& a, const Dual& b) { return a = a - b; }
  friend constexpr Dual& operator*=(Dual& a, const Dual& b) { return a = a * b; }
  friend constexpr Dual& operator/=(Dual& a, const Dual& b) { return a = a / b; }

  // Operations with constants of a robot, which skip the products with their zero rate.
  using C = ConstantOf<T>;
  friend constexpr Dual operator+(const C& c, const Dual& a) { return {c + a.value, a.rate}; }
  friend constexpr Dual operator+(const Dual& a, const C& c) { return {a.value + c, a.rate}; }
  friend constexpr Dual operator-(const C& c, const Dual& a) { return {c - a.value, -a.rate}; }
  friend constexpr Dual operator-(const Dual& a, const C& c) { return {a.value - c, a.rate}; }
  friend constexpr Dual operator*(const C& c, const Dual& a) { return {c * a.value, c * a.rate}; }
  friend constexpr Dual operator*(const Dual& a, const C& c) { return {a.value * c, a.rate * c}; }
  friend constexpr Dual operator/(const Dual& a, const C& c) { return {a.value / c, a.rate / c}; }

  friend Dual sqrt(const Dual& a) {
    using std::sqrt;
    const T root = sqrt(a.value);
    return {root, a.rate / (root + root)};
  }
  friend Dual sin(const Dual& a) { return sine_cosine(a).sine; }
  friend Dual cos(const Dual& a) { return sine_cosine(a).cosine; }
  friend SineCosine<Dual> sine_cosine(const Dual& a) {
    const auto [s, c] = sine_cosine(a.value);
    return {{s, c * a.rate}, {c, -s * a.rate}};
  }
  friend Dual atan2(const Dual& y, const Dual& x) {
    using std::atan2;
    return {atan2(y.value, x.value),
            (y.rate * x.value - y.value * x.rate) / (x.value * x.value + y.value * y.value)};
  }
  friend Dual log(const Dual& a) {
    using std::log;
    return {log(a.value), a.rate / a.value};
  }
};

// Constants of a robot have the same type with a dual number as with its parts.
template <class T>
struct ConstantFor<Dual<T>> : ConstantFor<T> {};

}  // namespace sinew
