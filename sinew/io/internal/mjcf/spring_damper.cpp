#include "sinew/io/internal/mjcf/spring_damper.hpp"

#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"
#include "sinew/model/model.hpp"

namespace sinew::mjcf {

void set_springs(const std::map<std::string, std::array<double, 2>>& pairs, Description& description) {
  if (pairs.empty() || validate(description).has_errors()) return;  // the errors are reported later
  const Model model(description);
  Workspace<double> work(model);
  Matrix<double> M(model.velocity_size(), model.velocity_size());
  mass_matrix(work, model.initial_position(), M);
  for (Body& body : description.bodies) {
    const auto pair = pairs.find(body.joint.name);
    if (pair == pairs.end() || body.joint.kind == JointKind::fixed) continue;
    const JointInfo& joint = model.joint(body.joint.name);
    double inertia = 0;
    for (int i = 0; i < joint.v_size; ++i) inertia += M(joint.v_index + i, joint.v_index + i) / joint.v_size;
    const auto [time, ratio] = pair->second;
    for (DegreeOfFreedom& freedom : body.joint.freedoms) {
      freedom.stiffness = inertia / (time * time * ratio * ratio);
      freedom.damping = 2 * inertia / time;
    }
  }
}

}  // namespace sinew::mjcf
