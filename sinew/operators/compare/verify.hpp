// Compares lowered expressions with their dense matrices at random configurations.
#pragma once

#include <vector>

#include "sinew/model/model.hpp"
#include "sinew/operators/formula/expression.hpp"

namespace sinew::operators {

struct VerifyOptions {
  int configurations = 10;
  unsigned seed = 1;
  std::vector<FrameIndex> frames{};
};

// Errors and values are relative to the size of the terms (dense.hpp), so that they mean the same where terms cancel.
// For an identity written as left - right, error and value are a few roundings if it holds; if it does not, the value
// is near 1.
struct Verification {
  double error =
      0;  // the worst difference between sweeps and dense matrices, of the matrix and of products with vectors
  double value = 0;  // the largest entry of the dense matrices

  // Whether x is zero up to rounding.
  bool is_zero() const { return value < 1e-10; }
};

// Compares the prepared expression, as a matrix and applied to a vector, with the dense matrix of the expression as
// written, at random positions.
Verification verify(const Expression& x, const Model& model, const VerifyOptions& options = {});

}  // namespace sinew::operators
