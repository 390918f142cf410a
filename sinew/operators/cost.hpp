// What evaluating an expression takes, as a polynomial in the number of links.
#pragma once

#include <array>

#include "sinew/operators/expression.hpp"

namespace sinew::operators {

// What is asked for: the expression applied to one vector, or its matrix.
enum class Purpose { product_with_vector, matrix };

// What simplifying and costs depend on besides the expression.
struct Setting {
  int links = 30;
  int frames = 1;
  bool has_armature = false;
  bool is_serial_chain = false;
  Purpose wanted = Purpose::product_with_vector;
};

struct Cost {
  std::array<double, 4>
      flops{};  // times 1, n, n^2, n^3; the covariance recursions that the expression needs included
  double at(double n) const { return flops[0] + n * (flops[1] + n * (flops[2] + n * flops[3])); }
};

Cost cost_of(const Expression& x, const Setting& setting);

}  // namespace sinew::operators
