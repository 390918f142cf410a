// Defines the concept `Scalar`, the number types that sinew computes with, and the traits of such types.
//
// Every recursion of sinew is a template over `Scalar`. Double and float are instantiated in the library. Any type with
// ring arithmetic, division, comparison with its own type, and sin/cos/sqrt found by argument-dependent lookup can take
// their place (long double, dual numbers, counters, SIMD lanes). Position errors of closed chains are angles and need
// atan2 as well.
#pragma once

#include <cmath>
#include <concepts>
#include <type_traits>

#include "sinew/base/compiler.hpp"

namespace sinew {

template <class T>
concept Scalar = std::copyable<T> && std::constructible_from<T, double> && requires(T a, T b) {
  { a + b } -> std::convertible_to<T>;
  { a - b } -> std::convertible_to<T>;
  { a* b } -> std::convertible_to<T>;
  { a / b } -> std::convertible_to<T>;
  { -a } -> std::convertible_to<T>;
};

// The type of a robot's constants in computations with the scalar T: float for float, double for all other types
// without a specialisation.
template <class T>
struct ConstantFor {
  using type = std::conditional_t<std::same_as<T, float>, float, double>;
};
template <class T>
using ConstantOf = typename ConstantFor<T>::type;

// Whether the recursions store their intermediate results (P, z, lambda of every link) in the workspace. False for
// lanes that need not be reproducible, because the memory traffic of so many results would dominate the cost.
template <class T>
inline constexpr bool keeps_results = true;

// Whether the workspace records which results it holds, computes those that are missing and refuses to read others.
// False for lanes, whose callers compute in the right order, because the record would cost more than it does for one
// state.
template <class T>
inline constexpr bool guards_results = true;

namespace detail {

// Returns |x|; types without std::abs need only a comparison.
template <Scalar T>
SINEW_INLINE T magnitude(const T& x) {
  if constexpr (std::floating_point<T>) return std::abs(x);
  return x < T(0) ? T(-x) : x;
}

}  // namespace detail

// Whether the recursions take the order of operations that is fastest for a single state. Lanes take the order with the
// fewest operations instead, unless they have to give the same bits as a single state.
template <class T>
inline constexpr bool computes_as_one_state = std::floating_point<T>;

template <class T>
struct SineCosine {
  T sine, cosine;
};

namespace detail {
// Computes both by the polynomials of sinew/scalar/simd/sine_cosine.hpp.
SineCosine<double> sine_cosine_in_double(double angle);
}  // namespace detail

// Returns sine and cosine. For double and float the bits are the same on every machine, unlike those of the C library.
template <Scalar T>
SINEW_INLINE SineCosine<T> sine_cosine(const T& angle) {
  if constexpr (std::same_as<T, double> || std::same_as<T, float>) {
    const auto [sine, cosine] = detail::sine_cosine_in_double(double(angle));
    return {T(sine), T(cosine)};
  } else {
    using std::cos;
    using std::sin;
    return {sin(angle), cos(angle)};
  }
}

}  // namespace sinew
