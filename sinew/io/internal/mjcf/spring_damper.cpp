#include "sinew/io/internal/mjcf/spring_damper.hpp"

#include "sinew/algorithms/mass_matrix/inverse_mass_matrix.hpp"
#include "sinew/model/description/checked_description.hpp"
#include "sinew/model/model.hpp"

namespace sinew::mjcf {

void set_springs(const std::map<std::string, std::array<double, 2>>& pairs, Description& description) {
  if (pairs.empty() || validate(description).has_errors()) return;  // the errors are reported later
  const Model model(CheckedDescription(description, {}, Repair::inertia));
  if (!model.is_possible()) return;
  Workspace<double> work(model);
  Matrix<double> inverse(model.velocity_size(), model.velocity_size());
  inverse_mass_matrix(work, model.initial_position(), inverse);
  for (Body& body : description.bodies) {
    const auto pair = pairs.find(body.joint.name);
    if (pair == pairs.end() || body.joint.kind == JointKind::fixed) continue;
    const JointInfo& joint = model.joint(body.joint.name);
    double response = 0;
    for (int i = 0; i < joint.v_size; ++i) response += inverse(joint.v_index + i, joint.v_index + i);
    const double inertia = joint.v_size / response;
    const auto [time, ratio] = pair->second;
    for (DegreeOfFreedom& dof : body.joint.dofs) {
      dof.stiffness = inertia / (time * time * ratio * ratio);
      dof.damping = 2 * inertia / time;
    }
  }
}

}  // namespace sinew::mjcf
