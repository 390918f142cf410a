// Defines `Pack`, several numbers side by side in SIMD registers, and how many of them a sweep takes at a time.
//
// A pack holds numbers of one state, for example the same component of several unit forces. `Lanes` (simd/lanes.hpp)
// wraps a pack that holds the same number of several states and acts as a scalar.
#pragma once

#include <concepts>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "sinew/scalar/scalar.hpp"

namespace sinew {
namespace detail {

// Whether sweeps take several numbers of this type at a time.
template <class T>
inline constexpr bool has_packs = std::same_as<T, double> || std::same_as<T, float>;

// The number of columns that a sweep reads from memory at a time: 32 bytes, that is 4 doubles or 8 floats. Processors
// with narrower registers need several instructions for one operation.
template <class T>
inline constexpr int pack_size = has_packs<T> ? 32 / int(sizeof(T)) : 1;

// The number of columns that a sweep takes at a time if they stay in registers: as many as one register of the machine
// holds, so that a spatial vector takes six registers.
template <class T>
inline constexpr int register_size = register_bytes / int(sizeof(T));

// Whether a register can hold `count` numbers of this type.
template <class Number, int count>
concept FitsRegister = std::is_arithmetic_v<Number> &&(count > 1);

// `count` numbers. Arithmetic and comparison act on each of them.
template <class Number, int count = pack_size<Number>>
requires FitsRegister<Number, count>
using Pack = typename lanes::RegisterOf<Number, count* int(sizeof(Number))>::type;

// A pack of doubles or floats; a single number of any other type.
template <class T>
struct PackOrNumberOf {
  using type = T;
};
template <class T>
requires has_packs<T>
struct PackOrNumberOf<T> {
  using type = Pack<T>;
};
template <class T>
using PackOrNumber = typename PackOrNumberOf<T>::type;

// `keep` stores and `read` loads one number or a pack of numbers.
template <class T>
SINEW_INLINE void keep(T* to, const T& value) {
  *to = value;
}
template <class T>
SINEW_INLINE void keep(T* to, const Pack<T>& value) {
  std::memcpy(to, &value, sizeof value);
}
template <class T>
SINEW_INLINE void read(T& value, const T* from) {
  value = *from;
}
template <class T>
SINEW_INLINE void read(Pack<T>& value, const T* from) {
  std::memcpy(&value, from, sizeof value);
}

}  // namespace detail

namespace lanes {

// Returns whether any bit of a pack is set. Combines the two halves of the pack by `or` until 8 bytes are left.
template <class Integers>
constexpr SINEW_INLINE bool any(const Integers& x) {
  constexpr int bytes = int(sizeof x);
  using Half = typename RegisterOf<std::int64_t, bytes / 2>::type;
  Half low, high;
  std::memcpy(&low, &x, sizeof low);
  std::memcpy(&high, reinterpret_cast<const char*>(&x) + sizeof low, sizeof high);
  const Half both = low | high;
  if constexpr (bytes == 16) {
    return both[0] != 0;
  } else {
    return any(both);
  }
}

// Returns the sum of the numbers of a pack.
template <class Number, int count>
SINEW_INLINE Number sum(const detail::Pack<Number, count>& x) {
  if constexpr (count == 2) {
    return x[0] + x[1];
  } else {
    detail::Pack<Number, count / 2> low, high;
    std::memcpy(&low, &x, sizeof low);
    std::memcpy(&high, reinterpret_cast<const char*>(&x) + sizeof low, sizeof high);
    return sum<Number, count / 2>(low + high);
  }
}

}  // namespace lanes

}  // namespace sinew
