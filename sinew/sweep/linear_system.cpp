#include "sinew/sweep/linear_system.hpp"

#include <charconv>
#include <string>

namespace sinew::edge {

namespace {
std::string entry(const char* what, int i, int j) {
  return std::string(what) + "(" + std::to_string(i) + ", " + std::to_string(j) + ")";
}
std::string number(double x) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, x).ptr};
}
std::string place(const char* kind, int index) {
  return std::string(kind) + " " + std::to_string(index) + ": ";
}
}  // namespace

void not_symmetric(const char* what, int i, int j, double lower, double upper) {
  throw std::invalid_argument(entry(what, i, j) + " is " + number(lower) + " and " + entry(what, j, i) +
                              " is " + number(upper) + ", expected a symmetric matrix");
}

void negative_variance(const char* what, int i, double value) {
  throw std::invalid_argument(entry(what, i, i) + " is " + number(value) +
                              ", expected zero or a positive number");
}

void singular_step(const char* kind, int index, const char* what, int rank, int size) {
  throw std::domain_error(place(kind, index) + what + " is not positive definite: of its " +
                          std::to_string(size) + (size == 1 ? " row " : " rows ") + std::to_string(rank) +
                          (rank == 1 ? " is independent" : " are independent"));
}

void wrong_step(const char* kind, int index, const char* complaint) {
  throw std::invalid_argument(place(kind, index) + complaint);
}

}  // namespace sinew::edge
