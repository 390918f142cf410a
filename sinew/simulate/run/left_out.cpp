// Lists what a simulation leaves out of the model.
#include <algorithm>
#include <cmath>
#include <string_view>

#include "sinew/simulate/make_simulation.hpp"

namespace sinew {
namespace {

// The readers end the subject of such a warning with these words: "tendons are not part of the model, ...".
constexpr std::string_view not_read = " are not part of the model";

std::string counted_things(long count, const std::string& thing) {
  return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

template <class Has>
long joints_with(const Model& model, const Has& has) {
  return std::count_if(model.joints().begin(), model.joints().end(), [&](const JointInfo& joint) {
    const auto dofs = model.dofs().subspan(std::size_t(joint.v_index), std::size_t(joint.v_size));
    return std::any_of(dofs.begin(), dofs.end(), has);
  });
}

}  // namespace

std::vector<std::string> left_out(const Model& whole, const SimulationPlan& plan) {
  std::vector<std::string> list;
  long shapes = 0;
  for (const Body& body : whole.description().bodies) {
    shapes += std::count_if(body.shapes.begin(), body.shapes.end(),
                            [](const Shape& shape) { return shape.role == Shape::Role::collision; });
  }
  if (shapes > 0) list.push_back("contacts of " + counted_things(shapes, "collision shape"));
  const auto add = [&](bool is_off, const char* what, const char* key, auto has) {
    const long joints = is_off ? joints_with(whole, has) : 0;
    if (joints > 0)
      list.push_back(std::string(what) + " of " + counted_things(joints, "joint") + " (" + key + ")");
  };
  add(plan.limits.kind == LimitKind::none, "limits", "limits: none",
      [](const DegreeOfFreedom& dof) { return std::isfinite(dof.lower) || std::isfinite(dof.upper); });
  add(!plan.joint_damping, "damping", "joint_damping: false",
      [](const DegreeOfFreedom& dof) { return dof.damping != 0; });
  add(!plan.joint_springs, "springs", "joint_springs: false",
      [](const DegreeOfFreedom& dof) { return dof.stiffness != 0; });
  add(!plan.dry_friction, "dry friction", "dry_friction: false",
      [](const DegreeOfFreedom& dof) { return dof.dry_friction > 0; });
  add(!plan.controllers.empty() && !plan.effort_limits, "effort limits", "effort_limits: false",
      [](const DegreeOfFreedom& dof) { return std::isfinite(dof.max_effort) && dof.max_effort > 0; });
  const auto add_tendons = [&](bool is_off, const char* what, const char* key, auto has) {
    const auto& all = whole.description().tendons;
    const long tendons = is_off ? std::count_if(all.begin(), all.end(), has) : 0;
    if (tendons > 0)
      list.push_back(std::string(what) + " of " + counted_things(tendons, "tendon") + " (" + key + ")");
  };
  add_tendons(plan.limits.kind == LimitKind::none, "limits", "limits: none",
              [](const Tendon& tendon) { return tendon.has_limits(); });
  add_tendons(!plan.tendon_damping, "damping", "tendon_damping: false",
              [](const Tendon& tendon) { return tendon.damping != 0; });
  add_tendons(!plan.tendon_springs, "springs", "tendon_springs: false",
              [](const Tendon& tendon) { return tendon.stiffness != 0; });
  const auto& bodies = whole.description().bodies;
  const long compensated = std::count_if(bodies.begin(), bodies.end(),
                                         [](const Body& body) { return body.gravity_compensation != 0; });
  if (!plan.gravity_compensation && compensated > 0)
    list.push_back("gravity compensation of " +
                   (compensated == 1 ? "1 body" : std::to_string(compensated) + " bodies") +
                   " (gravity_compensation: false)");
  for (const Finding& finding : whole.warnings().list) {
    const std::size_t end = finding.message.find(not_read);
    if (end == std::string::npos) continue;
    const std::string subject = finding.message.substr(0, end);
    const bool is_known = subject == "sensors" || (subject == "contacts" && shapes > 0);
    if (!is_known && std::find(list.begin(), list.end(), subject) == list.end()) list.push_back(subject);
  }
  return list;
}

}  // namespace sinew
