#include "sinew/chains/constraints/constraints.hpp"

#include <stdexcept>

namespace sinew {

namespace edge {
void check_constraint(const char* kind, int index, int count) {
  if (index >= 0 && index < count) return;
  throw std::invalid_argument(std::string("there is no ") + kind + " " + std::to_string(index) +
                              "; the model has " + std::to_string(count));
}
void has_leader(const std::string& coupling) {
  throw std::invalid_argument(
      "coupling '" + coupling +
      "' has a leader: only a coupling without a leader locks its joint at a position");
}
void ends_together(const std::string& loop) {
  throw std::domain_error("loop '" + loop +
                          "': its ends coincide, so the direction between them is undefined");
}
}  // namespace edge

template class Constraints<double>;
template class Constraints<float>;

}  // namespace sinew
