// `Lanes` holds one number of each of several states in a SIMD register, one state per lane. Every recursion runs on
// Workspace<Lanes<...>> unchanged and computes as many states as there are lanes; lanes never mix.
//
// `Isa` is a tag that names the instruction set for which the code is compiled. A program contains the same functions
// several times, compiled for different processors; the tag gives each version a name of its own
// (sinew/batch/lanes/instruction_set.hpp).
//
// Two `Lanes` are equal if all their lanes are. They have no order, so that code that branches on a comparison of them
// does not compile. The functions at the end of this file decide lane by lane instead.
#pragma once

#include <cmath>

#include "sinew/scalar/simd/sine_cosine.hpp"

namespace sinew {

// Whether lanes compiled for `Isa` give the same bits as single states (sinew/batch/lanes/instruction_set.hpp).
template <class Isa>
inline constexpr bool is_reproducible = requires {
  requires Isa::reproducible;
};

template <std::floating_point T, int count, class Isa>
struct Lanes {
  using Number = T;
  using Vector = detail::Pack<T, count>;
  // The type in which sines and cosines are computed: double in reproducible lanes, as for single states, else T.
  using Precise = std::conditional_t<is_reproducible<Isa>, double, T>;
  static constexpr int size = count;
  static constexpr T farthest = T(lanes::SineNumbers<Precise>::farthest);  // largest angle of the polynomials

  Vector vector{};

  Lanes() = default;
  template <class C>
  requires std::is_arithmetic_v<C> SINEW_INLINE Lanes(C all)
      : vector(T(all) - Vector{}) {}  // the compiler removes x - 0, but not 0 + x, which changes x = -0
  SINEW_INLINE explicit Lanes(const Vector& v) : vector(v) {}

  SINEW_INLINE T operator[](int lane) const { return vector[lane]; }

  friend constexpr SINEW_INLINE bool operator==(const Lanes& a, const Lanes& b) {
    return !lanes::any(a.vector != b.vector);
  }

  friend SINEW_INLINE Lanes operator-(const Lanes& a) { return Lanes(-a.vector); }
  friend SINEW_INLINE Lanes operator+(const Lanes& a, const Lanes& b) { return Lanes(a.vector + b.vector); }
  friend SINEW_INLINE Lanes operator-(const Lanes& a, const Lanes& b) { return Lanes(a.vector - b.vector); }
  friend SINEW_INLINE Lanes operator*(const Lanes& a, const Lanes& b) { return Lanes(a.vector * b.vector); }
  friend SINEW_INLINE Lanes operator/(const Lanes& a, const Lanes& b) { return Lanes(a.vector / b.vector); }
  friend SINEW_INLINE Lanes& operator+=(Lanes& a, const Lanes& b) { return a = a + b; }
  friend SINEW_INLINE Lanes& operator-=(Lanes& a, const Lanes& b) { return a = a - b; }
  friend SINEW_INLINE Lanes& operator*=(Lanes& a, const Lanes& b) { return a = a * b; }

  friend SINEW_INLINE Lanes sqrt(Lanes a) {
    for (int i = 0; i < count; ++i) a.vector[i] = std::sqrt(a.vector[i]);
    return a;
  }
  friend SINEW_INLINE Lanes sin(const Lanes& a) { return sine_cosine(a).sine; }
  friend SINEW_INLINE Lanes cos(const Lanes& a) { return sine_cosine(a).cosine; }
  // For angles of magnitude up to `farthest`.
  friend SINEW_INLINE SineCosine<Lanes> near_sine_cosine(const Lanes& angle) {
    using Reals = detail::Pack<Precise, count>;
    Reals sine, cosine;
    lanes::sine_cosine<Precise, count>(lanes::converted<Reals>(angle.vector), sine, cosine);
    return {Lanes(lanes::converted<Vector>(sine)), Lanes(lanes::converted<Vector>(cosine))};
  }
  // Whether any of several angles may exceed `farthest`, judged by the sum of their squares.
  friend SINEW_INLINE bool has_far_angle(const Lanes& squares) {
    return lanes::any(~(squares.vector <= farthest * farthest));
  }
  friend SINEW_INLINE SineCosine<Lanes> sine_cosine(const Lanes& angle) {
    auto [near_sine, near_cosine] = near_sine_cosine(angle);
    Vector &sine = near_sine.vector, &cosine = near_cosine.vector;
    const auto far = ~((angle.vector <= farthest) & (angle.vector >= -farthest));
    if (lanes::any(far)) [[unlikely]] {
      for (int i = 0; i < count; ++i) {
        if (!far[i]) continue;
        sine[i] = T(std::sin(double(angle.vector[i])));
        cosine[i] = T(std::cos(double(angle.vector[i])));
      }
    }
    return {near_sine, near_cosine};
  }
};

// A robot's constants are single numbers, which all lanes share.
template <class T, int count, class Isa>
struct ConstantFor<Lanes<T, count, Isa>> {
  using type = T;
};

template <class T, int count, class Isa>
inline constexpr bool keeps_results<Lanes<T, count, Isa>> = is_reproducible<Isa>;
template <class T, int count, class Isa>
inline constexpr bool guards_results<Lanes<T, count, Isa>> = false;
template <class T, int count, class Isa>
inline constexpr bool computes_as_one_state<Lanes<T, count, Isa>> = is_reproducible<Isa>;

// The result of comparing lanes: all bits of a lane are set if the comparison is true there, none if it is false.
template <class L>
using LaneMask = decltype(typename L::Vector{} < typename L::Vector{});

template <class T, int count, class Isa>
SINEW_INLINE LaneMask<Lanes<T, count, Isa>> is_finite(const Lanes<T, count, Isa>& a) {
  return a.vector - a.vector == T(0);
}
template <class T, int count, class Isa>
SINEW_INLINE LaneMask<Lanes<T, count, Isa>> is_positive(const Lanes<T, count, Isa>& a) {
  return a.vector > T(0);
}
template <class T, int count, class Isa>
SINEW_INLINE Lanes<T, count, Isa> select(const LaneMask<Lanes<T, count, Isa>>& where,
                                         const Lanes<T, count, Isa>& then,
                                         const Lanes<T, count, Isa>& otherwise) {
  return Lanes<T, count, Isa>(where ? then.vector : otherwise.vector);
}

}  // namespace sinew
