#include "sinew/dense/views.hpp"

#include <stdexcept>
#include <string>

namespace sinew::edge {

void wrong_size(const char* what, std::size_t given, std::size_t expected) {
  throw std::invalid_argument(std::string(what) + " has " + std::to_string(given) + " numbers, expected " +
                              std::to_string(expected));
}

void wrong_matrix(const char* what, int rows, int cols, int expected_rows, int expected_cols) {
  throw std::invalid_argument(std::string(what) + " is " + std::to_string(rows) + " x " +
                              std::to_string(cols) + ", expected " + std::to_string(expected_rows) + " x " +
                              std::to_string(expected_cols));
}

void not_finite(const char* what, std::size_t index, double value) {
  throw std::invalid_argument(std::string(what) + "[" + std::to_string(index) + "] is " +
                              std::to_string(value) + ", expected a finite number");
}

void overflows(const char* what) {
  throw std::overflow_error(std::string(what) + " overflows for these numbers");
}

void moved_from(const char* what) {
  throw std::logic_error(std::string(what) + " was moved from and can no longer be used");
}

void not_contiguous(int rows, int stride) {
  throw std::invalid_argument("the columns of a matrix of " + std::to_string(rows) + " rows are " +
                              std::to_string(stride) + " numbers apart, expected " + std::to_string(rows) +
                              ": a block of a larger matrix cannot be written");
}

}  // namespace sinew::edge
