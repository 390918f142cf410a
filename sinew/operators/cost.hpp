// What evaluating an expression takes, as a polynomial in the number of links.
#pragma once

#include <array>
#include <optional>

#include "sinew/operators/expression.hpp"

namespace sinew::operators {

// What is asked for: the expression applied to one vector, or its matrix.
enum class Purpose { product_with_vector, matrix };

// What simplifying and costs depend on besides the expression.
struct Setting {
  int links = 30;
  int frames = 1;
  int frame_links = 1;  // that carry them
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

// x = A* W A, W at the links. Its matrix can be taken from the columns of A alone: X(i, j) is the product of columns i and
// j with W between them, and the way back is left out.
struct Halves {
  Expression A, W;
};
// Where that takes fewer operations than the columns of x. Not on joint space: of its many columns sweeps make only the
// half that symmetry does not tell (reached.hpp).
std::optional<Halves> cheaper_by_halves(const Expression& x, const Setting& setting);

}  // namespace sinew::operators
