#include "apps/cli/request.hpp"

#include <fmt/format.h>

#include <vector>

#include "apps/cli/errors.hpp"
#include "sinew/io/names.hpp"

namespace sinew::cli {

std::span<const Quantity> quantities() {
  static constexpr Quantity table[] = {
      {.what = What::forward_dynamics,
       .name = "forward-dynamics",
       .meaning = "accelerations qdd from q, v, tau",
       .uses_v = true,
       .uses_tau = true,
       .uses_gravity = true},
      {.what = What::multi_arm,
       .name = "multi-arm",
       .meaning = "qdd of every arm, contact forces and the acceleration of the object, for a scene",
       .uses_v = true,
       .uses_tau = true,
       .uses_gravity = true},
      {.what = What::inverse_dynamics,
       .name = "inverse-dynamics",
       .meaning = "joint torques tau from q, v, a",
       .uses_v = true,
       .uses_a = true,
       .uses_gravity = true},
      {.what = What::mass_matrix, .name = "mass-matrix", .meaning = "mass matrix from q"},
      {.what = What::inverse_mass_matrix,
       .name = "inverse-mass-matrix",
       .meaning = "inverse of the mass matrix from q"},
      {.what = What::udut,
       .name = "udut",
       .meaning = "factors of the mass matrix, U D U^T with U unit upper triangular, from q"},
      {.what = What::bias_force,
       .name = "bias-force",
       .meaning = "tau that gives a = 0, from q, v (gravity included)",
       .uses_v = true,
       .uses_gravity = true},
      {.what = What::gravity_force,
       .name = "gravity-force",
       .meaning = "tau that holds the robot at rest, from q",
       .uses_gravity = true},
      {.what = What::coriolis_matrix,
       .name = "coriolis-matrix",
       .meaning = "C from q, v: C v is the bias force without gravity, dM/dt - 2 C is skew",
       .uses_v = true},
      {.what = What::constraint_forces,
       .name = "constraint-forces",
       .meaning = "reaction forces of the joints, from q, v, tau",
       .uses_v = true,
       .uses_tau = true,
       .uses_gravity = true},
      {.what = What::jacobian, .name = "jacobian", .meaning = "twist of a frame per unit of v, from q"},
      {.what = What::operational_inertia,
       .name = "operational-inertia",
       .meaning = "omega = J M^-1 J^T of a frame, and its inverse lambda where it exists, from q"},
      {.what = What::pose,
       .name = "pose",
       .meaning = "position [m] and orientation of one frame or of all, from q"},
      {.what = What::energy,
       .name = "energy",
       .meaning = "kinetic and potential energy from q, v",
       .uses_v = true,
       .uses_gravity = true},
  };
  return table;
}

const Quantity& quantity_named(const std::string& name) {
  std::vector<std::string> known;
  for (const Quantity& quantity : quantities()) {
    if (quantity.name == name) return quantity;
    known.emplace_back(quantity.name);
  }
  throw RequestError(unknown_name("quantity", name, known));
}

}  // namespace sinew::cli
