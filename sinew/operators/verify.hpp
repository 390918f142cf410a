// Lowered against dense, at random configurations.
#pragma once

#include <vector>

#include "sinew/model/model.hpp"
#include "sinew/operators/expression.hpp"

namespace sinew::operators {

struct VerifyOptions {
  int configurations = 10;
  unsigned seed = 1;
  std::vector<FrameIndex> frames{};
};

// Errors and values relative to the size of the terms (dense.hpp), so that they mean the same where the terms cancel: an
// identity written as left - right has an error and a value of some roundings, one that does not hold a value near 1.
struct Verification {
  double error =
      0;  // the worst difference of sweeps and dense matrices, of the matrix and of products with vectors
  double value = 0;  // the largest number of the dense matrices

  // Whether x is zero but for rounding.
  bool is_zero() const { return value < 1e-10; }
};

// Compares the prepared expression, as a matrix and applied to a vector, with the dense matrix of the expression as it was
// written, at random positions.
Verification verify(const Expression& x, const Model& model, const VerifyOptions& options = {});

}  // namespace sinew::operators
