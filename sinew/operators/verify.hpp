// Lowered against dense, at random configurations.
#pragma once

#include "sinew/model/model.hpp"
#include "sinew/operators/expression.hpp"

namespace sinew::operators {

struct VerifyOptions {
  int configurations = 10;
  unsigned seed = 1;
  std::vector<FrameIndex> frames{};
};

// The worst difference, relative to the largest number of the dense matrix.
double verify(const Expression& x, const Model& model, const VerifyOptions& options = {});

}  // namespace sinew::operators
