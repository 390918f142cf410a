// `Counted` is a number type that counts the floating-point operations done with it. Every recursion runs on
// Workspace<Counted> unchanged.
//
//   CountOperations count;
//   forward_dynamics(work, q, v, tau, a);    // vectors of Counted
//   count.executed().multiplications;
//
// Two counts are kept. `executed` counts every operation of the code, including products with zeros among the robot's
// constants. `folded` leaves out the operations that constant folding removes: operations between constants, products
// with 0, 1 and -1, and sums with 0. The remaining operations are those that the papers count and that code written for
// one robot would execute. A Counted made from a double is a known constant; use `Counted::input` for numbers that
// differ from call to call.
//
// A subtraction counts as an addition; changes of sign and comparisons are free. Arithmetic between constants of the
// robot is done in double and is not counted. The compiled program may execute fewer operations than `executed`,
// because compilers reuse a product that occurs twice.
#pragma once

#include <cmath>
#include <compare>

#include "sinew/scalar/scalar.hpp"

namespace sinew {

struct Operations {
  long additions = 0, multiplications = 0, divisions = 0, square_roots = 0;
  long sines_cosines = 0;  // a sine and a cosine count as two

  constexpr long total() const {
    return additions + multiplications + divisions + square_roots + sines_cosines;
  }
  friend constexpr bool operator==(const Operations&, const Operations&) = default;
  friend constexpr Operations operator+(const Operations& a, const Operations& b) {
    return {a.additions + b.additions, a.multiplications + b.multiplications, a.divisions + b.divisions,
            a.square_roots + b.square_roots, a.sines_cosines + b.sines_cosines};
  }
  friend constexpr Operations operator-(const Operations& a, const Operations& b) {
    return {a.additions - b.additions, a.multiplications - b.multiplications, a.divisions - b.divisions,
            a.square_roots - b.square_roots, a.sines_cosines - b.sines_cosines};
  }
};

// Gives the operations counted on this thread since the object was constructed. Several objects may be alive at once.
class CountOperations {
 public:
  Operations executed() const { return tally_executed_ - executed_before_; }
  Operations folded() const { return tally_folded_ - folded_before_; }

 private:
  friend class Counted;
  inline static thread_local Operations tally_executed_, tally_folded_;

  Operations executed_before_ = tally_executed_, folded_before_ = tally_folded_;
};

class Counted {
 public:
  constexpr Counted() = default;
  constexpr Counted(double known) : value_(known) {}
  static constexpr Counted input(double value) { return {value, false}; }

  explicit constexpr operator double() const { return value_; }
  constexpr bool is_known() const { return known_; }

  friend constexpr Counted operator-(const Counted& a) { return {-a.value_, a.known_}; }
  // Not inlined: inlining these operators into every recursion takes minutes to compile.
  SINEW_NO_INLINE friend Counted operator+(const Counted& a, const Counted& b) {
    return count(&Operations::additions, a.value_ + b.value_, a.known_ && b.known_, a.is(0) || b.is(0));
  }
  SINEW_NO_INLINE friend Counted operator-(const Counted& a, const Counted& b) {
    return count(&Operations::additions, a.value_ - b.value_, a.known_ && b.known_, a.is(0) || b.is(0));
  }
  SINEW_NO_INLINE friend Counted operator*(const Counted& a, const Counted& b) {
    return count(&Operations::multiplications, a.value_ * b.value_,
                 (a.known_ && b.known_) || a.is(0) || b.is(0), a.is_unit() || b.is_unit());
  }
  SINEW_NO_INLINE friend Counted operator/(const Counted& a, const Counted& b) {
    return count(&Operations::divisions, a.value_ / b.value_, (a.known_ && b.known_) || a.is(0), b.is_unit());
  }
  friend Counted& operator+=(Counted& a, const Counted& b) { return a = a + b; }
  friend Counted& operator-=(Counted& a, const Counted& b) { return a = a - b; }
  friend Counted& operator*=(Counted& a, const Counted& b) { return a = a * b; }
  friend Counted& operator/=(Counted& a, const Counted& b) { return a = a / b; }

  friend constexpr bool operator==(const Counted& a, const Counted& b) { return a.value_ == b.value_; }
  friend constexpr auto operator<=>(const Counted& a, const Counted& b) { return a.value_ <=> b.value_; }

  friend Counted sqrt(const Counted& a) {
    return count(&Operations::square_roots, std::sqrt(a.value_), a.known_);
  }
  friend Counted sin(const Counted& a) {
    return count(&Operations::sines_cosines, std::sin(a.value_), a.known_);
  }
  friend Counted cos(const Counted& a) {
    return count(&Operations::sines_cosines, std::cos(a.value_), a.known_);
  }

 private:
  constexpr Counted(double value, bool known) : value_(value), known_(known) {}
  constexpr bool is(double constant) const { return known_ && value_ == constant; }
  constexpr bool is_unit() const { return is(1) || is(-1); }

  // Counts one operation and returns its result. The folded count leaves it out if the result is a known constant
  // (`known`) or equals one of the operands up to its sign (`operand`).
  static Counted count(long Operations::*operation, double value, bool known, bool operand = false) {
    ++(CountOperations::tally_executed_.*operation);
    if (!known && !operand) ++(CountOperations::tally_folded_.*operation);
    return {value, known};
  }

  double value_ = 0;
  bool known_ = true;
};

}  // namespace sinew
