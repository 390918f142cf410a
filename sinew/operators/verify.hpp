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

// The worst difference between what the prepared expression gives, as a matrix and applied to a vector, and the dense
// matrix of the expression as it was written, relative to the largest number of the latter.
double verify(const Expression& x, const Model& model, const VerifyOptions& options = {});

}  // namespace sinew::operators
