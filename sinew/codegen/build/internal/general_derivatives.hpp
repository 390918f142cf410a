// Computes the derivatives of compiled robots by the general recursions: products with LinearizedIndependentDynamics
// (chains/derivatives/linearized_independent_dynamics.hpp), and the matrices row by row from them.
#pragma once

#include "sinew/chains/derivatives/linearized_independent_dynamics.hpp"
#include "sinew/model/quantities.hpp"

namespace sinew {

// Loops count as open, and followers follow. Nothing is allocated after construction.
class GeneralDerivatives {
 public:
  explicit GeneralDerivatives(const Model& model);
  // The arguments are those of GeneralRobot::evaluate.
  void evaluate(Quantity quantity, std::span<const double* const> inputs, double* output);

 private:
  IndependentDynamics<double> robot_;
  LinearizedIndependentDynamics<double> linearized_;
  std::vector<double> result_, unit_, row_;  // row_: by q, by v and by tau or a
};

}  // namespace sinew
