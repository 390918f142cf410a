#include "sinew/chains/loops/not_solved.hpp"

#include <stdexcept>
#include <string>

namespace sinew::edge {

void not_solved(const char* what) {
  throw std::logic_error(std::string("the forces of ") + what +
                         " are not available: call forward_dynamics successfully first");
}

}  // namespace sinew::edge
