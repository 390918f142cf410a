// Computes any quantity of compiled robots by the general recursions: the reference for compiled code, and its
// replacement where nothing can be compiled.
#pragma once

#include <memory>
#include <span>

#include "sinew/codegen/quantity.hpp"
#include "sinew/model/joints/independent_coordinates.hpp"
#include "sinew/model/model.hpp"

namespace sinew {

// Use one per thread, like a workspace. Nothing is allocated after construction, except for Quantity::omega and for the
// first derivative.
class GeneralRobot {
 public:
  // `closed`: forward dynamics satisfies the loops and couplings of the model. `cut`: it is that of the tree, with its
  // followers if they are embedded.
  enum class Loops { closed, cut };
  explicit GeneralRobot(const Model& model, Loops loops = Loops::closed,
                        Followers followers = Followers::embedded);
  ~GeneralRobot();
  GeneralRobot(GeneralRobot&&) noexcept;
  GeneralRobot& operator=(GeneralRobot&&) noexcept;

  const Model& model() const;
  // Whether forward dynamics of the model needs more than the independent coordinates give.
  static bool has_open_constraints(const Model& model, Followers followers) {
    return !model.description().loops.empty() || (followers == Followers::free && model.is_closed());
  }
  // inputs: q, then those of v, tau, a, rates and weights that the quantity takes, in its order; output: column after
  // column. Sizes are those of generated functions, and are not checked. Throws std::invalid_argument for quantities that compiled robots do not
  // compute.
  void evaluate(Quantity quantity, FrameIndex frame, std::span<const double* const> inputs, double* output);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace sinew
