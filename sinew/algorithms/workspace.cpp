#include "sinew/algorithms/workspace.hpp"

#include <stdexcept>
#include <string>

namespace sinew::edge {

void no_direction(int q_index) {
  throw std::invalid_argument("the quaternion at q[" + std::to_string(q_index) + "] has length zero");
}

void singular_joint(const char* joint) {
  throw std::domain_error(std::string("forward dynamics is singular at this position: joint '") + joint +
                          "' moves no inertia of its own");
}

void not_moved(int freedom, const std::string& frame) {
  throw std::invalid_argument("freedom " + std::to_string(freedom) + " does not move frame '" + frame + "'");
}

void check_freedom(int freedom, int count) {
  check_index("freedom", freedom, count);
}

}  // namespace sinew::edge
