// What a call answers, numbers or an exception, for tests that compare the answers of two objects.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <typeinfo>
#include <vector>

#include "sinew/dense/views.hpp"

namespace sinew::test {

using Numbers = std::vector<double>;

inline Numbers numbers_of(std::span<const double> numbers) {
  return Numbers(numbers.begin(), numbers.end());
}
inline Numbers numbers_of(const Matrix<double>& m) {
  return Numbers(m.data(), m.data() + m.rows() * m.cols());
}
inline Numbers numbers_of(const Vector3<double>& v) {
  return {v.x, v.y, v.z};
}
// Of a motion or a force.
template <class Six>
Numbers numbers_of_six(const Six& six) {
  return Numbers(six.data(), six.data() + 6);
}

// Numbers, or the message of the exception that was thrown instead.
struct Answer {
  Numbers values{};
  std::string exception{};
  bool refused = false;  // std::logic_error itself: results are missing
};

// `call`: returns numbers.
template <class F>
Answer answer_of(const F& call) {
  try {
    return {call()};
  } catch (const std::exception& error) {
    return {.exception = error.what(), .refused = typeid(error) == typeid(std::logic_error)};
  }
}

// Expects numbers that agree up to rounding, or exceptions of the same kind. `calls`: the calls that led here.
inline void expect_same(const Answer& actual, const Answer& expected, const std::string& calls) {
  ASSERT_EQ(actual.exception.empty(), expected.exception.empty())
      << calls << ": " << actual.exception << " | " << expected.exception;
  ASSERT_EQ(actual.refused, expected.refused) << calls << ": " << actual.exception;
  ASSERT_EQ(actual.values.size(), expected.values.size()) << calls;
  double size = 1e-6, difference = 0;
  for (std::size_t i = 0; i < actual.values.size(); ++i) {
    size = std::max(size, std::abs(expected.values[i]));
    difference = std::max(difference, std::abs(actual.values[i] - expected.values[i]));
  }
  ASSERT_LE(difference, 1e-7 * size) << calls;
}

}  // namespace sinew::test
