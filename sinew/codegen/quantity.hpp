// Lists the quantities that a compiled robot can compute (forward dynamics, inverse dynamics, mass matrix, ...), under
// the names that the program and the generated code use.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace sinew {

enum class Quantity {
  forward_dynamics,     // q, v, tau -> a
  inverse_dynamics,     // q, v, a -> tau
  bias_force,           // q, v -> tau at zero acceleration
  gravity_force,        // q -> tau that holds the robot still
  mass_matrix,          // q -> M, both triangles, by columns
  inverse_mass_matrix,  // q -> M^-1, both triangles, by columns
  omega,                // q -> Omega of a frame, 6 x 6, in world axes at the frame's origin
  jacobian,             // q -> J of a frame, 6 x n_v by columns, in world axes at the frame's origin
  pose,                 // q -> the frame in the world: rotation by columns (9), then origin (3)
};

// A requested quantity and, for a quantity of a frame, the frame's name (the last body if empty).
struct QuantityRequest {
  Quantity quantity = Quantity::forward_dynamics;
  std::string frame = {};
};

struct QuantityInfo {
  Quantity quantity;
  std::string_view name;  // as typed: "forward-dynamics"
  bool of_frame;
  std::string_view meaning;  // for help texts and the comment above the generated function
};
std::span<const QuantityInfo> quantities();
const QuantityInfo& info(Quantity quantity);
// Parses "forward-dynamics", or "jacobian:tip" for a quantity of a frame. Throws std::invalid_argument that lists the
// names.
QuantityRequest wanted_from(std::string_view text);

}  // namespace sinew
