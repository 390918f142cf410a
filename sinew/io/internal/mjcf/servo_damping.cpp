#include "sinew/io/internal/mjcf/servo_damping.hpp"

#include <cmath>

#include "sinew/algorithms/dynamics/actuators.hpp"
#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"

namespace sinew::mjcf {
namespace {

constexpr double least_square = 1e-15;  // of a moment arm; MuJoCo's bound

}  // namespace

void set_servo_damping(const std::map<std::string, double>& ratios, Description& description) {
  if (ratios.empty() || validate(description).has_errors()) return;  // the errors are reported later
  const Model model(description);
  Workspace<double> work(model);
  Matrix<double> M(model.velocity_size(), model.velocity_size());
  mass_matrix(work, model.initial_position(), M);
  Actuators actuators(model);
  actuators.update_lengths(work);
  for (std::size_t i = 0; i < description.actuators.size(); ++i) {
    Actuator& actuator = description.actuators[i];
    const auto ratio = ratios.find(actuator.name);
    if (ratio == ratios.end()) continue;
    double mass = 0;
    for (const auto& [dof, arm] : actuators.moment_arms(i)) {
      if (arm * arm > least_square) mass += M(dof, dof) / (arm * arm);
    }
    actuator.bias[2] = -2 * ratio->second * std::sqrt(actuator.gain[0] * mass);
  }
}

}  // namespace sinew::mjcf
