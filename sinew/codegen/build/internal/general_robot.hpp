// Computes any quantity of compiled robots by the general recursions: the reference for compiled code, and its
// replacement where nothing can be compiled.
#pragma once

#include <memory>
#include <span>

#include "sinew/codegen/quantity.hpp"
#include "sinew/model/model.hpp"

namespace sinew {

// Use one per thread, like a workspace. Nothing is allocated after construction, except for Quantity::omega.
class GeneralRobot {
 public:
  // `closed`: forward dynamics satisfies the loops and couplings of the model. `cut`: it is that of the tree.
  enum class Loops { closed, cut };
  explicit GeneralRobot(const Model& model, Loops loops = Loops::closed);
  ~GeneralRobot();
  GeneralRobot(GeneralRobot&&) noexcept;
  GeneralRobot& operator=(GeneralRobot&&) noexcept;

  const Model& model() const;
  // inputs: q, then those of v, tau, a that the quantity takes, in its order; output: column after column. Sizes are
  // those of the model, and are not checked. Throws std::invalid_argument for quantities that compiled robots do not
  // compute.
  void evaluate(Quantity quantity, FrameIndex frame, std::span<const double* const> inputs, double* output);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace sinew
