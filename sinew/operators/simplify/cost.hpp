// Estimates the floating-point operations (flops) that evaluating an expression takes, as a polynomial in the number n
// of links.
#pragma once

#include <array>
#include <optional>

#include "sinew/operators/formula/expression.hpp"

namespace sinew::operators {

// What the caller wants: the product of the expression with one vector, or its matrix.
enum class Purpose { product_with_vector, matrix };

// Properties of the robot and of the task on which simplification and cost depend.
struct Setting {
  int links = 30;
  int frames = 1;
  int frame_links = 1;  // links that carry these frames
  bool has_armature = false;
  bool is_serial_chain = false;
  bool has_custom_joints = false;  // true: H changes with the position
  Purpose wanted = Purpose::product_with_vector;
};

struct Cost {
  std::array<double, 4>
      flops{};  // coefficients of 1, n, n^2, n^3; they include the covariance recursions that the expression needs
  double at(double n) const { return flops[0] + n * (flops[1] + n * (flops[2] + n * flops[3])); }
};

Cost cost_of(const Expression& x, const Setting& setting);

// A self-adjoint product x = A* W A, where W acts link by link. Its matrix follows from the columns of A alone: X(i, j)
// is the product of columns i and j with W between them, so that the sweeps of A* are not needed.
struct Halves {
  Expression A, W;
};
// Returns A and W if that takes fewer operations than the columns of x, and nothing otherwise. Always returns nothing
// on joint space: there the sweeps already skip the half of the matrix that follows by symmetry (reached.hpp).
std::optional<Halves> cheaper_by_halves(const Expression& x, const Setting& setting);

}  // namespace sinew::operators
