// Packs states into blocks and unpacks them in both layouts, with unused lanes.
#include "sinew/batch/lanes/blocks.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace sinew::test::blocks_test {

template <class T, int lanes, int bytes = lanes* int(sizeof(T))>
void expect_there_and_back() {
  for (const std::size_t numbers : {1, 3, 4, 5, 7, 8, 13}) {
    for (const std::size_t states : {1, 2, 5, 8, 16, 17}) {
      for (const Layout layout : {Layout::by_state, Layout::by_coordinate}) {
        std::vector<T> from(numbers * states), to(from.size()), block(numbers * std::size_t(lanes));
        for (std::size_t i = 0; i < from.size(); ++i) from[i] = T(i + 1);
        for (std::size_t first = 0; first < states; first += std::size_t(lanes)) {
          detail::gather<lanes, bytes, T>({from.data(), numbers, states, layout}, first, block.data());
          for (std::size_t i = 0; i < numbers; ++i) {
            for (std::size_t l = 0; l < std::size_t(lanes); ++l) {
              const std::size_t state = std::min(first + l, states - 1);
              const std::size_t at = layout == Layout::by_state ? state * numbers + i : i * states + state;
              ASSERT_EQ(block[i * std::size_t(lanes) + l], from[at]);
            }
          }
          detail::scatter<lanes, bytes, T>(block.data(), {to.data(), numbers, states, layout}, first);
        }
        ASSERT_EQ(to, from) << numbers << " numbers of " << states << " states";
      }
    }
  }
}

TEST(Blocks, StoreStatesSideBySide) {
  expect_there_and_back<double, 1>();
  expect_there_and_back<double, 2>();
  expect_there_and_back<double, 4>();
  expect_there_and_back<double, 8>();
  expect_there_and_back<double, 8, 16>();
  expect_there_and_back<float, 4>();
  expect_there_and_back<float, 16>();
}

}  // namespace sinew::test::blocks_test
