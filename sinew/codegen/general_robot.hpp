// The general recursions under the names of the quantities: what compiled code is checked against, and what stands in
// for it where it cannot be compiled.
#pragma once

#include <memory>
#include <span>

#include "sinew/codegen/quantity.hpp"
#include "sinew/model/model.hpp"

namespace sinew {

// One per thread, like a workspace; nothing is allocated after it is made (but for operational inertias).
class GeneralRobot {
 public:
  explicit GeneralRobot(const Model& model);
  ~GeneralRobot();
  GeneralRobot(GeneralRobot&&) noexcept;
  GeneralRobot& operator=(GeneralRobot&&) noexcept;

  const Model& model() const;
  // inputs: q, and v, tau, a as the quantity has them, in its order; output: column after column. Sizes are those of
  // the model, unchecked.
  void evaluate(Quantity quantity, FrameIndex frame, std::span<const double* const> inputs, double* output);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace sinew
