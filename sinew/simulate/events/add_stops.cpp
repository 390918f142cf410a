// Adds hard limits, dry friction and contacts that can only push to a simulation, as one Stops event.
#include <algorithm>
#include <cmath>
#include <optional>

#include "sinew/base/number_text.hpp"
#include "sinew/simulate/events/internal/stops.hpp"
#include "sinew/simulate/forces/forces.hpp"

namespace sinew {
namespace {

constexpr double rounding_of_limits = 1e-6;  // rad, m: as numbers in files have

// Whether a degree of freedom has dry friction or stops, by which its joint is locked for a time.
struct LockCauses {
  bool friction = false, stops = false;
  bool any() const { return friction || stops; }
};

LockCauses lock_causes_of(const DegreeOfFreedom& dof, const SimulationPlan& plan) {
  return {
      .friction = plan.dry_friction && dof.dry_friction > 0,
      .stops = plan.limits.kind == LimitKind::hard && (std::isfinite(dof.lower) || std::isfinite(dof.upper))};
}

// Limits and friction of a follower are ignored; those of its leader act. A joint with a lock has both, because they
// act while the lock is open.
bool is_lockable(const Model& whole, const JointInfo& joint) {
  return joint.v_size == 1 && !whole.is_follower(joint.name);
}

// c0 + c1 x, if the joint follows another linearly.
struct LinearFollower {
  std::string leader;
  double offset, ratio;
};
std::optional<LinearFollower> linear_follower(const Model& whole, const std::string& joint) {
  const Description& robot = whole.description();
  for (const Body& body : robot.bodies) {
    if (body.joint.name == joint && body.joint.mimic)
      return LinearFollower{body.joint.mimic->joint, body.joint.mimic->offset, body.joint.mimic->multiplier};
  }
  for (const Coupling& coupling : robot.couplings) {
    const auto& [c0, c1, c2, c3, c4] = coupling.polynomial;
    if (coupling.joint == joint && !coupling.leader.empty() && c2 == 0 && c3 == 0 && c4 == 0)
      return LinearFollower{coupling.leader, c0, c1};
  }
  return std::nullopt;
}

// Returns whether the limits of its leader keep a follower within its own.
bool leader_keeps_in_range(const Model& whole, const JointInfo& joint) {
  const auto follower = linear_follower(whole, joint.name);
  if (!follower || joint.v_size != 1) return false;
  const DegreeOfFreedom& own = whole.dofs()[std::size_t(joint.v_index)];
  const DegreeOfFreedom& leading = whole.dofs()[std::size_t(whole.joint(follower->leader).v_index)];
  for (const double end : {leading.lower, leading.upper}) {
    const double at = follower->ratio == 0 ? follower->offset : follower->offset + follower->ratio * end;
    if (at < own.lower - rounding_of_limits || at > own.upper + rounding_of_limits) return false;
  }
  return true;
}

// Warns about stops and dry friction on joints that cannot be locked, and about limits of tendons.
void warn(const Model& whole, const SimulationPlan& plan, std::vector<std::string>& warnings) {
  for (const JointInfo& joint : whole.joints()) {
    if (is_lockable(whole, joint)) continue;
    LockCauses causes;
    for (int i = 0; i < joint.v_size; ++i) {
      const auto [friction, stops] = lock_causes_of(whole.dofs()[std::size_t(joint.v_index + i)], plan);
      causes = {causes.friction || friction, causes.stops || stops};
    }
    if (causes.stops && leader_keeps_in_range(whole, joint)) causes.stops = false;
    if (!causes.any()) continue;
    const std::string what = causes.friction && causes.stops ? "limits and dry friction"
                             : causes.friction               ? "dry friction"
                                                             : "limits";
    warnings.push_back("ignored: " + what + " of joint '" + joint.name + "', which " +
                       (joint.v_size == 1 ? "follows another" : "has several degrees of freedom"));
  }
  const auto& tendons = whole.description().tendons;
  if (plan.limits.kind == LimitKind::hard &&
      std::any_of(tendons.begin(), tendons.end(), [](const Tendon& tendon) { return tendon.has_limits(); }))
    warnings.push_back("limits of tendons are soft, with a stiffness of " +
                       number_text(plan.limits.stiffness) + " and a damping of " +
                       number_text(plan.limits.damping));
}

}  // namespace

std::vector<std::string> lockable_joints(const Model& whole, const SimulationPlan& plan) {
  const auto& already = plan.mechanism.lockable_joints;
  std::vector<std::string> names;
  for (const JointInfo& joint : whole.joints()) {
    if (is_lockable(whole, joint) && lock_causes_of(whole.dofs()[std::size_t(joint.v_index)], plan).any() &&
        std::find(already.begin(), already.end(), joint.name) == already.end())
      names.push_back(joint.name);
  }
  return names;
}

void add_stops(Simulation& simulation, const SimulatedScene& scene, const SimulationPlan& plan) {
  const Model& model = simulation.mechanism().model();
  Stops::Parts parts{.restitution = plan.limits.restitution, .rest_speed = plan.limits.rest_speed};
  std::vector<JointRange> ranges;
  const auto& lockable = simulation.mechanism().options().lockable_joints;
  for (std::size_t i = 0; i < lockable.size(); ++i) {
    const JointInfo& joint = model.joint(lockable[i]);
    const DegreeOfFreedom& dof = model.dofs()[std::size_t(joint.v_index)];
    const auto [friction, stops] = lock_causes_of(dof, plan);
    if (!friction && !stops) continue;
    if (stops)
      ranges.push_back(
          {joint.name, std::size_t(joint.q_index), std::size_t(joint.v_index), dof.lower, dof.upper});
    parts.joints.push_back({.name = joint.name,
                            .lock = int(i),
                            .q = std::size_t(joint.q_index),
                            .v = std::size_t(joint.v_index),
                            .lower = stops ? dof.lower : -infinity,
                            .upper = stops ? dof.upper : infinity,
                            .friction = friction ? dof.dry_friction : 0});
  }
  // Grasps are the last loops of the whole model; only they can be one-sided. The other loops can push and pull.
  const auto& loops = model.description().loops;
  for (std::size_t i = loops.size() - std::min(loops.size(), scene.grasps.size()); i < loops.size(); ++i) {
    if (plan.release_pulling && is_one_sided(loops[i].connection.kind))
      parts.grasps.push_back({loops[i].name, int(i)});
  }
  simulation.limit_start(std::move(ranges));
  warn(model, plan, parts.warnings);
  if (parts.joints.empty() && parts.grasps.empty() && parts.warnings.empty()) return;
  auto event = std::make_unique<Stops>(model, std::move(parts));
  if (event->has_friction()) simulation.add(event->friction());
  simulation.add(std::move(event));
}

}  // namespace sinew
