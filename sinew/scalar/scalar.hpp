// What a number may be.
//
// Every recursion of sinew is a template over `Scalar`: double and float are instantiated in the library, and
// any type with ring arithmetic, division, comparison with its own kind and sin/cos/sqrt found by argument-
// dependent lookup can be put in their place (long double, dual numbers, counters, SIMD packs). Errors of closed
// chains, which are angles, take atan2 as well.
#pragma once

#include <cmath>
#include <concepts>
#include <type_traits>

// Spatial operations are short and sit in the innermost loops: the compiler must not leave them as calls. Under a
// sanitizer, where what is inlined takes minutes to compile, it may.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SINEW_INLINE inline
#define SINEW_INLINE_LAMBDA
#else
#define SINEW_INLINE inline __attribute__((always_inline))
#define SINEW_INLINE_LAMBDA __attribute__((always_inline))
#endif

namespace sinew {

template <class T>
concept Scalar = std::copyable<T> && std::constructible_from<T, double> && requires(T a, T b) {
  { a + b } -> std::convertible_to<T>;
  { a - b } -> std::convertible_to<T>;
  { a* b } -> std::convertible_to<T>;
  { a / b } -> std::convertible_to<T>;
  { -a } -> std::convertible_to<T>;
};

// The type a robot's constants take beside a scalar: single precision stays single, everything else uses
// double.
template <class T>
struct ConstantBeside {
  using type = std::conditional_t<std::same_as<T, float>, float, double>;
};
template <class T>
using ConstantOf = typename ConstantBeside<T>::type;

// Whether the recursions leave what they found on the way (P, z, lambda of every link) in the workspace. Lanes of many
// numbers do not: their memory would be what costs.
template <class T>
inline constexpr bool keeps_results = true;

// Whether the workspace notes which results it holds, and refuses to read others. Lanes have no functions that read results.
template <class T>
inline constexpr bool guards_results = true;

// |x| by order alone.
template <Scalar T>
SINEW_INLINE T magnitude(const T& x) {
  if constexpr (std::floating_point<T>) return std::abs(x);
  return x < T(0) ? T(-x) : x;
}

// Whether the recursions take the order of operations that is fastest for a single state. Lanes take the order with the
// fewest operations instead, unless they have to give the same bits as a single state.
template <class T>
inline constexpr bool computes_as_one_state = std::floating_point<T>;

template <class T>
struct SineCosine {
  T sine, cosine;
};

// By the polynomials of sinew/scalar/sine_cosine.hpp.
SineCosine<double> sine_cosine_in_double(double angle);

// Both at once. Of double and float they are the same bits on every machine, which the C library's are not.
template <Scalar T>
SINEW_INLINE SineCosine<T> sine_cosine(const T& angle) {
  if constexpr (std::same_as<T, double> || std::same_as<T, float>) {
    const auto [sine, cosine] = sine_cosine_in_double(double(angle));
    return {T(sine), T(cosine)};
  } else {
    using std::cos;
    using std::sin;
    return {sin(angle), cos(angle)};
  }
}

}  // namespace sinew
