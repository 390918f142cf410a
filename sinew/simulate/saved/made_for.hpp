// Checks that force elements, events and integrators are used with the robot they were made for: with another robot,
// the indices into q and v that they store would refer to other joints.
#pragma once

#include "sinew/model/model.hpp"

namespace sinew::detail {

// The robot that a force element, an event or an integrator was made for.
class MadeFor {
 public:
  explicit MadeFor(const Model& model) : model_(model) {}

  // Throws std::invalid_argument unless the model has the same joints in the same order. Other differences are allowed,
  // because a mechanism adds couplings for joints that can be locked. `what` names the part in the message, for example
  // "a joint spring".
  void check(const char* what, const Model& model) const {
    if (!model_.is_same(model)) compare(what, model);
  }

 private:
  void compare(const char* what, const Model& model) const;

  mutable Model model_;  // the last model that passed the check
};

}  // namespace sinew::detail
