// Vector registers of any width: GCC's and clang's vector extension by number and size.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "sinew/scalar/scalar.hpp"

namespace sinew::lanes {

// Numbers or integers that fill this many bytes.
template <class Number, int bytes>
struct RegisterOf {
  typedef Number type __attribute__((vector_size(bytes)));
};
// `count` numbers in one register, and integers as wide as they are.
template <std::floating_point T, int count>
struct Registers {
  using Integer = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  using Reals = typename RegisterOf<T, count* int(sizeof(T))>::type;
  using Integers = typename RegisterOf<Integer, count* int(sizeof(T))>::type;
};

// Whether any bit of a register is set: its halves laid upon each other.
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
