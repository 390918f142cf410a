// A number that counts the operations done with it: every recursion runs on Workspace<Counted> unchanged.
//
//   CountOperations count;
//   forward_dynamics(model, work, q, v, tau, a);      // vectors of Counted
//   count.executed().multiplications;
//
// Two counts are kept. `executed` is what the code does, products with a zero of the robot included. `folded` is what
// is left where all that is known beforehand has been worked out: operations between constants, products with 0, 1
// and -1, sums with 0. This is how the papers count, and what code written for one robot would execute. A double
// that becomes Counted is known; what will differ from call to call is made by `Counted::input`.
//
// A subtraction is an addition; changes of sign and comparisons are free. Arithmetic that the recursions do between
// constants of the robot, which are doubles, is not seen. A compiler may do less than `executed` where it finds the
// same product twice.
#pragma once

#include <cmath>
#include <compare>

#include "sinew/scalar/scalar.hpp"

namespace sinew {

struct Operations {
  long additions = 0, multiplications = 0, divisions = 0, square_roots = 0;
  long sines_cosines = 0;  // a sine and a cosine are two

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

// What has been counted on this thread since the object was made. Several may be alive at once.
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
  // Calls, as all of this inlined into every recursion takes minutes to compile.
  [[gnu::noinline]] friend Counted operator+(const Counted& a, const Counted& b) {
    return count(&Operations::additions, a.value_ + b.value_, a.known_ && b.known_, a.is(0) || b.is(0));
  }
  [[gnu::noinline]] friend Counted operator-(const Counted& a, const Counted& b) {
    return count(&Operations::additions, a.value_ - b.value_, a.known_ && b.known_, a.is(0) || b.is(0));
  }
  [[gnu::noinline]] friend Counted operator*(const Counted& a, const Counted& b) {
    return count(&Operations::multiplications, a.value_ * b.value_,
                 (a.known_ && b.known_) || a.is(0) || b.is(0), a.is_unit() || b.is_unit());
  }
  [[gnu::noinline]] friend Counted operator/(const Counted& a, const Counted& b) {
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

  // The result of one operation. Folded it is free if it is known, or is one of the operands up to its sign.
  static Counted count(long Operations::*operation, double value, bool known, bool operand = false) {
    ++(CountOperations::tally_executed_.*operation);
    if (!known && !operand) ++(CountOperations::tally_folded_.*operation);
    return {value, known};
  }

  double value_ = 0;
  bool known_ = true;
};

}  // namespace sinew
