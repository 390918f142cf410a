#include "sinew/chains/not_solved.hpp"

#include <stdexcept>
#include <string>

namespace sinew::edge {

void not_solved(const char* what) {
  throw std::logic_error(std::string("the forces of ") + what +
                         " are not known: expected its dynamics before, computed without an error");
}

}  // namespace sinew::edge
