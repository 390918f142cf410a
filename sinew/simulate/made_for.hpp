// Whether what was made for one robot acts on another: its places in q and v would be those of other joints.
#pragma once

#include "sinew/model/model.hpp"

namespace sinew {

// The robot that a force element, an event or an integrator was made for.
class MadeFor {
 public:
  explicit MadeFor(const Model& model) : model_(model) {}

  // Throws std::invalid_argument unless the model has the same joints in the same order. It need not be the very same: a
  // mechanism whose joints can be held has couplings of its own. `what`: "a joint spring".
  void check(const char* what, const Model& model) const {
    if (!model_.is_same(model)) compare(what, model);
  }

 private:
  void compare(const char* what, const Model& model) const;

  mutable Model model_;  // the last one that was found to fit
};

}  // namespace sinew
