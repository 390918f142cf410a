#include "sinew/io/internal/mjcf/servo_damping.hpp"

#include <cmath>

#include "sinew/algorithms/dynamics/actuators.hpp"
#include "sinew/algorithms/mass_matrix/inverse_mass_matrix.hpp"
#include "sinew/model/description/checked_description.hpp"
#include "sinew/model/model.hpp"

namespace sinew::mjcf {
namespace {

// Returns r M^-1 r^T, the acceleration of the length per unit of force.
double mobility_of(const Matrix<double>& inverse, std::span<const MomentArm> arms) {
  double sum = 0;
  for (const auto& [i, arm] : arms) {
    for (const auto& [j, other] : arms) sum += arm * other * inverse(i, j);
  }
  return sum;
}

}  // namespace

void set_servo_damping(const std::map<std::string, double>& ratios, Description& description) {
  if (ratios.empty() || validate(description).has_errors()) return;  // the errors are reported later
  const Model model(CheckedDescription(description, {}, Repair::inertia));
  Workspace<double> work(model);
  Matrix<double> inverse(model.velocity_size(), model.velocity_size());
  if (model.is_possible()) inverse_mass_matrix(work, model.initial_position(), inverse);
  set_position<double>(work, model.initial_position());
  Actuators actuators(model);
  actuators.update_lengths(work);
  for (std::size_t i = 0; i < description.actuators.size(); ++i) {
    Actuator& actuator = description.actuators[i];
    const auto ratio = ratios.find(actuator.name);
    if (ratio == ratios.end()) continue;
    const double mobility = mobility_of(inverse, actuators.moment_arms(i));
    const double mass = mobility > 0 ? 1 / mobility : 0;
    actuator.bias[2] = -2 * ratio->second * std::sqrt(actuator.gain[0] * mass);
  }
}

}  // namespace sinew::mjcf
