// How the numbers of many states lie in memory, and blocks of a few states side by side, as lanes want them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "sinew/scalar/scalar.hpp"

namespace sinew {

enum class Layout {
  by_state,      // one state after the other: q(0) ... q(n-1) of the first, then of the second
  by_coordinate  // q(0) of all states, then q(1) of all states
};

// The caller's array: `numbers` for each of `states`.
template <class T>
struct StateArray {
  T* data = nullptr;
  std::size_t numbers = 0, states = 0;
  Layout layout = Layout::by_state;
};

// The states first, ..., first + lanes - 1 side by side: number i of lane l at block[i * lanes + l]. Lanes past the
// last state repeat it.
template <int lanes, class T>
SINEW_INLINE void gather(const StateArray<const T>& from, std::size_t first, T* block) {
  const std::size_t used = std::min(std::size_t(lanes), from.states - first);
  if (from.layout == Layout::by_coordinate) {
    const T* row = from.data + first;
    for (std::size_t i = 0; i < from.numbers; ++i, row += from.states, block += lanes) {
      if (used == std::size_t(lanes)) {
        std::memcpy(block, row, lanes * sizeof(T));
      } else {
        for (std::size_t l = 0; l < std::size_t(lanes); ++l) block[l] = row[std::min(l, used - 1)];
      }
    }
  } else {
    for (std::size_t l = 0; l < std::size_t(lanes); ++l) {
      const T* const state = from.data + (first + std::min(l, used - 1)) * from.numbers;
      for (std::size_t i = 0; i < from.numbers; ++i) block[i * lanes + l] = state[i];
    }
  }
}

// Back; lanes past the last state are left out.
template <int lanes, class T>
SINEW_INLINE void scatter(const T* block, const StateArray<T>& to, std::size_t first) {
  const std::size_t used = std::min(std::size_t(lanes), to.states - first);
  if (to.layout == Layout::by_coordinate) {
    T* row = to.data + first;
    for (std::size_t i = 0; i < to.numbers; ++i, row += to.states, block += lanes) {
      if (used == std::size_t(lanes)) {
        std::memcpy(row, block, lanes * sizeof(T));
      } else {
        for (std::size_t l = 0; l < used; ++l) row[l] = block[l];
      }
    }
  } else {
    for (std::size_t l = 0; l < used; ++l) {
      T* const state = to.data + (first + l) * to.numbers;
      for (std::size_t i = 0; i < to.numbers; ++i) state[i] = block[i * lanes + l];
    }
  }
}

}  // namespace sinew
