#include "sinew/base/check_number.hpp"

#include <stdexcept>

#include "sinew/base/number_text.hpp"

namespace sinew::edge {

void wrong_number(const std::string& what, double value, const char* expected) {
  throw std::invalid_argument(what + " is " + number_text(value) + "; expected " + expected);
}

}  // namespace sinew::edge
