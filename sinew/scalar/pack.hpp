// Defines `Pack`, several numbers in one SIMD register, with the vector extension of GCC and clang.
#pragma once

#include <concepts>
#include <cstring>

#include "sinew/scalar/scalar.hpp"

namespace sinew {

// 32 bytes: 4 doubles or 8 floats. Processors with narrower registers need several instructions
// for one operation.
template <std::floating_point T>
struct PackOf {
  typedef T type __attribute__((vector_size(32)));
  static constexpr int size = 32 / int(sizeof(T));
};
template <std::floating_point T>
using Pack = typename PackOf<T>::type;

template <std::floating_point T>
SINEW_INLINE void load(Pack<T>& pack, const T* from) {
  std::memcpy(&pack, from, sizeof pack);
}

template <std::floating_point T>
SINEW_INLINE void store(const Pack<T>& pack, T* to) {
  std::memcpy(to, &pack, sizeof pack);
}

// `keep` stores and `read` loads one number or a pack of numbers.
template <class T>
SINEW_INLINE void keep(T* to, const T& value) {
  *to = value;
}
template <class T>
SINEW_INLINE void keep(T* to, const Pack<T>& value) {
  store<T>(value, to);
}
template <class T>
SINEW_INLINE void read(T& value, const T* from) {
  value = *from;
}
template <class T>
SINEW_INLINE void read(Pack<T>& value, const T* from) {
  load<T>(value, from);
}

}  // namespace sinew
