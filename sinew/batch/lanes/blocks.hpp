// Copies the numbers of a few states out of the caller's arrays into blocks that interleave them as SIMD lanes need,
// and back.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "sinew/scalar/simd/pack.hpp"

namespace sinew {

enum class Layout {
  by_state,      // one state after the other: q(0) ... q(n-1) of the first, then of the second
  by_coordinate  // q(0) of all states, then q(1) of all states
};

namespace detail {

// A view of the caller's array, which has `numbers` numbers for each of `states` states.
template <class T>
struct StateArray {
  T* data = nullptr;
  std::size_t numbers = 0, states = 0;
  Layout layout = Layout::by_state;
  std::size_t pitch = 0;  // distance between states, or (by_coordinate) between numbers

  StateArray() = default;
  SINEW_INLINE StateArray(T* data_, std::size_t numbers_, std::size_t states_, Layout layout_)
      : data(data_),
        numbers(numbers_),
        states(states_),
        layout(layout_),
        pitch(layout == Layout::by_state ? numbers : states) {}

  SINEW_INLINE T& operator()(std::size_t number, std::size_t state) const {
    return layout == Layout::by_state ? data[state * pitch + number] : data[number * pitch + state];
  }
  // Returns a view of `count` numbers of every state, starting at number `first`.
  SINEW_INLINE StateArray part(std::size_t first, std::size_t count) const {
    StateArray some = *this;
    some.data += layout == Layout::by_state ? first : first * pitch;
    some.numbers = count;
    return some;
  }
};

namespace blocks {

// Transposes four rows of four numbers: number i of row j becomes number j of row i.
template <class T>
SINEW_INLINE void transpose(const T* const (&from)[4], T* const (&to)[4]) {
  using Four = Pack<T, 4>;
  Four a, b, c, d;
  std::memcpy(&a, from[0], sizeof a), std::memcpy(&b, from[1], sizeof b);
  std::memcpy(&c, from[2], sizeof c), std::memcpy(&d, from[3], sizeof d);
  const Four ab_even = lanes::shuffled<0, 4, 2, 6>(a, b);
  const Four ab_odd = lanes::shuffled<1, 5, 3, 7>(a, b);
  const Four cd_even = lanes::shuffled<0, 4, 2, 6>(c, d);
  const Four cd_odd = lanes::shuffled<1, 5, 3, 7>(c, d);
  a = lanes::shuffled<0, 1, 4, 5>(ab_even, cd_even);
  b = lanes::shuffled<0, 1, 4, 5>(ab_odd, cd_odd);
  c = lanes::shuffled<2, 3, 6, 7>(ab_even, cd_even);
  d = lanes::shuffled<2, 3, 6, 7>(ab_odd, cd_odd);
  std::memcpy(to[0], &a, sizeof a), std::memcpy(to[1], &b, sizeof b);
  std::memcpy(to[2], &c, sizeof c), std::memcpy(to[3], &d, sizeof d);
}

// Calls tile(i, l) with the first of every four numbers and of every four lanes; the last four numbers may overlap
// those before them. All lanes of four numbers come before the next four, so that the block, which may be large, is
// traversed once.
template <int lanes, class Tile>
SINEW_INLINE void for_each_tile(std::size_t numbers, const Tile& tile) {
  const auto at_number = [&](std::size_t i) SINEW_INLINE_LAMBDA {
    for (std::size_t l = 0; l < std::size_t(lanes); l += 4) tile(i, l);
  };
  for (std::size_t i = 0; i + 4 <= numbers; i += 4) at_number(i);
  if (numbers % 4 != 0) at_number(numbers - 4);
}

}  // namespace blocks

// Copies the states first, ..., first + lanes - 1 to a block: number i of lane l goes to block[i * lanes + l]. Lanes
// past the last state repeat it. `bytes`: size of the registers that the code is compiled for; tiles of four by four
// are used if four numbers fit into a register.
template <int lanes, int bytes, class T>
SINEW_INLINE void gather(const StateArray<const T>& from, std::size_t first, T* block) {
  constexpr auto width = std::size_t(lanes);
  const std::size_t numbers = from.numbers, used = std::min(width, from.states - first);
  if (from.layout == Layout::by_coordinate) {
    const T* row = from.data + first;
    for (std::size_t i = 0; i < numbers; ++i, row += from.pitch, block += width) {
      if (used == width) {
        std::memcpy(block, row, width * sizeof(T));
      } else {
        for (std::size_t l = 0; l < width; ++l) block[l] = row[std::min(l, used - 1)];
      }
    }
    return;
  }
  const T* state[lanes];
  for (std::size_t l = 0; l < width; ++l) state[l] = from.data + (first + std::min(l, used - 1)) * from.pitch;
  if (lanes % 4 == 0 && bytes >= 4 * int(sizeof(T)) && numbers >= 4) {
    blocks::for_each_tile<lanes>(numbers, [&](std::size_t i, std::size_t l) SINEW_INLINE_LAMBDA {
      T* const to = block + i * width + l;
      blocks::transpose<T>({state[l] + i, state[l + 1] + i, state[l + 2] + i, state[l + 3] + i},
                           {to, to + width, to + 2 * width, to + 3 * width});
    });
    return;
  }
  for (std::size_t l = 0; l < width; ++l) {
    for (std::size_t i = 0; i < numbers; ++i) block[i * width + l] = state[l][i];
  }
}

// Copies a block back to the states. Lanes past the last state are not written.
template <int lanes, int bytes, class T>
SINEW_INLINE void scatter(const T* block, const StateArray<T>& to, std::size_t first) {
  constexpr auto width = std::size_t(lanes);
  const std::size_t numbers = to.numbers, used = std::min(width, to.states - first);
  if (to.layout == Layout::by_coordinate) {
    T* row = to.data + first;
    for (std::size_t i = 0; i < numbers; ++i, row += to.pitch, block += width) {
      if (used == width) {
        std::memcpy(row, block, width * sizeof(T));
      } else {
        for (std::size_t l = 0; l < used; ++l) row[l] = block[l];
      }
    }
    return;
  }
  T* state[lanes];
  for (std::size_t l = 0; l < used; ++l) state[l] = to.data + (first + l) * to.pitch;
  if (lanes % 4 == 0 && bytes >= 4 * int(sizeof(T)) && numbers >= 4 && used == width) {
    blocks::for_each_tile<lanes>(numbers, [&](std::size_t i, std::size_t l) SINEW_INLINE_LAMBDA {
      const T* const at = block + i * width + l;
      blocks::transpose<T>({at, at + width, at + 2 * width, at + 3 * width},
                           {state[l] + i, state[l + 1] + i, state[l + 2] + i, state[l + 3] + i});
    });
    return;
  }
  for (std::size_t l = 0; l < used; ++l) {
    for (std::size_t i = 0; i < numbers; ++i) state[l][i] = block[i * width + l];
  }
}

}  // namespace detail
}  // namespace sinew
