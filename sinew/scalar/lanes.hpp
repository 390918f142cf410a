// One number of each of several states, side by side in a vector register: every recursion runs on
// Workspace<Lanes<...>> unchanged and computes as many states as there are lanes, which never mix.
//
// `Isa` says for which instructions the code is compiled. It computes nothing: it keeps the functions of one program
// apart that are compiled several times, for machines of several ages (sinew/batch/instruction_set.hpp).
//
// Lanes are equal where all of them are. They have no order, so that code which would decide by one does not compile:
// decisions are taken lane by lane, by the functions at the end.
#pragma once

#include <cmath>

#include "sinew/scalar/sine_cosine.hpp"

namespace sinew {

// Whether lanes of this kind give the bits that single states give (sinew/batch/instruction_set.hpp).
template <class Isa>
inline constexpr bool is_reproducible = requires {
  requires Isa::reproducible;
};

template <std::floating_point T, int count, class Isa>
struct Lanes {
  using Number = T;
  using Vector = typename lanes::Registers<T, count>::Reals;
  // The type in which sines and cosines are computed: a single state uses double.
  using Precise = std::conditional_t<is_reproducible<Isa>, double, T>;
  static constexpr int size = count;
  static constexpr T farthest = T(lanes::SineNumbers<Precise>::farthest);  // angle of the polynomials

  Vector vector{};

  Lanes() = default;
  template <class C>
  requires std::is_arithmetic_v<C> SINEW_INLINE Lanes(C all)
      : vector(T(all) - Vector{}) {}  // x - 0 is x; 0 + x would be an addition
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
  // For angles that are not far.
  friend SINEW_INLINE SineCosine<Lanes> near_sine_cosine(const Lanes& angle) {
    using Reals = typename lanes::Registers<Precise, count>::Reals;
    Reals sine, cosine;
    lanes::sine_cosine<Precise, count>(__builtin_convertvector(angle.vector, Reals), sine, cosine);
    return {Lanes(__builtin_convertvector(sine, Vector)), Lanes(__builtin_convertvector(cosine, Vector))};
  }
  // Whether one of some angles may be far, by the sum of their squares.
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

// Beside lanes a robot's constants are single numbers.
template <class T, int count, class Isa>
struct ConstantBeside<Lanes<T, count, Isa>> {
  using type = T;
};

template <class T, int count, class Isa>
inline constexpr bool keeps_results<Lanes<T, count, Isa>> = is_reproducible<Isa>;
template <class T, int count, class Isa>
inline constexpr bool guards_results<Lanes<T, count, Isa>> = false;
template <class T, int count, class Isa>
inline constexpr bool computes_as_one_state<Lanes<T, count, Isa>> = is_reproducible<Isa>;

// Where a lane's bits are set, all of them or none: what comparing lanes gives.
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
