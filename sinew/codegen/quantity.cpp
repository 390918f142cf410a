#include "sinew/codegen/quantity.hpp"

#include <stdexcept>

namespace sinew {

namespace {
constexpr QuantityInfo table[] = {
    {Quantity::forward_dynamics, "forward-dynamics", false, "joint accelerations a from joint torques tau"},
    {Quantity::inverse_dynamics, "inverse-dynamics", false,
     "joint torques tau that give the accelerations a"},
    {Quantity::bias_force, "bias-force", false,
     "joint torques that hold the accelerations at zero: Coriolis, centrifugal, gravity"},
    {Quantity::gravity_force, "gravity-force", false, "joint torques that hold the robot still"},
    {Quantity::mass_matrix, "mass-matrix", false, "mass matrix, both triangles, by columns"},
    {Quantity::inverse_mass_matrix, "inverse-mass-matrix", false,
     "inverse of the mass matrix, both triangles, by columns"},
    {Quantity::omega, "omega", true,
     "Omega = J M^-1 J^T, 6 x 6, angular before linear, in world axes at the frame's origin"},
    {Quantity::jacobian, "jacobian", true,
     "Jacobian, 6 x n_v by columns, angular before linear, in world axes at the frame's origin"},
    {Quantity::pose, "pose", true, "pose in the world: rotation by columns (9), then origin (3)"},
};
}  // namespace

std::span<const QuantityInfo> quantities() {
  return table;
}

const QuantityInfo& info(Quantity quantity) {
  for (const QuantityInfo& entry : table) {
    if (entry.quantity == quantity) return entry;
  }
  throw std::invalid_argument("there is no quantity number " + std::to_string(int(quantity)));
}

QuantityRequest wanted_from(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  for (const QuantityInfo& entry : table) {
    if (entry.name != name) continue;
    if (colon == std::string_view::npos) return {entry.quantity};
    if (entry.of_frame) return {entry.quantity, std::string(text.substr(colon + 1))};
    throw std::invalid_argument("'" + std::string(text) + "': " + std::string(name) +
                                " belongs to the whole robot, not to a frame");
  }
  std::string message = "no quantity '" + std::string(name) + "'; there are:";
  for (const QuantityInfo& entry : table)
    message.append(&entry == table ? " " : ", ").append(entry.name).append(entry.of_frame ? ":FRAME" : "");
  throw std::invalid_argument(message);
}

}  // namespace sinew
