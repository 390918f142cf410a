// Defines SIMD registers by element type and width, with the vector extension of GCC and clang.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "sinew/scalar/scalar.hpp"

namespace sinew::lanes {

// A register of this many bytes, filled with elements of type `Number`.
template <class Number, int bytes>
struct RegisterOf {
  typedef Number type __attribute__((vector_size(bytes)));
};
// A register of `count` floating-point numbers, and one of as many integers of the same width.
template <std::floating_point T, int count>
struct Registers {
  using Integer = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  using Reals = typename RegisterOf<T, count* int(sizeof(T))>::type;
  using Integers = typename RegisterOf<Integer, count* int(sizeof(T))>::type;
};

// Whether any bit of a register is set. Combines the two halves of the register by `or` until 8 bytes are left.
template <class Integers>
constexpr SINEW_INLINE bool any(const Integers& x) {
  constexpr int bytes = int(sizeof x);
  using Half = typename RegisterOf<std::int64_t, bytes / 2>::type;
  Half low, high;
  __builtin_memcpy(&low, &x, sizeof low);
  __builtin_memcpy(&high, reinterpret_cast<const char*>(&x) + sizeof low, sizeof high);
  const Half both = low | high;
  if constexpr (bytes == 16) {
    return both[0] != 0;
  } else {
    return any(both);
  }
}

}  // namespace sinew::lanes
