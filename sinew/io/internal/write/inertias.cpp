// Replaces inertias that MuJoCo refuses, although the robot is possible because fixed joints connect the body to others.
//
// MuJoCo checks every body on its own; sinew judges bodies that fixed joints connect together. The bodies of such a group
// get one inertia, that of the whole group, on the body that moves. The inertias of bodies that do not move have no effect
// and are left out.
#include <algorithm>
#include <unordered_map>
#include <vector>

#include "sinew/io/internal/write/expressible.hpp"
#include "sinew/spatial/principal_axes.hpp"

namespace sinew::write {
namespace {

// Positive moments if there are products, and the triangle inequality.
bool is_accepted(const Symmetric3<double>& inertia) {
  constexpr double smallest = 1e-14;  // kg m^2
  const Vector3<double> moments = principal_axes(inertia).moments;
  const auto [least, largest] = std::minmax({moments.x, moments.y, moments.z});
  const bool has_products = inertia.xy != 0 || inertia.xz != 0 || inertia.yz != 0;
  if (least < (has_products ? smallest : 0)) return false;
  return 2 * largest <= moments.x + moments.y + moments.z + smallest;
}

// A part of a group: its body, and the pose of the body in the one that moves.
struct RigidPart {
  Body* body;
  Transform<double> placement;
};

// Returns the inertia of all parts in the frame of the body that moves.
Inertial total_of(const std::vector<RigidPart>& parts) {
  Inertial total;
  Vector3<double> moment;
  for (const auto& [body, placement] : parts) {
    total.mass += body->inertial.mass;
    moment += body->inertial.mass * (placement * body->inertial.com);
  }
  if (total.mass > 0) total.com = (1 / total.mass) * moment;
  for (const auto& [body, placement] : parts) {
    const auto& [mass, com, inertia] = body->inertial;
    total.inertia = total.inertia + conjugate(placement.rotation, inertia) +
                    point_mass_inertia(mass, placement * com - total.com);
  }
  return total;
}

}  // namespace

void simplify_inertias(Description& robot, Losses& losses) {
  const bool fine = std::all_of(robot.bodies.begin(), robot.bodies.end(),
                                [](const Body& body) { return is_accepted(body.inertial.inertia); });
  if (fine) return;
  std::unordered_map<std::string, Body*> bodies;
  for (Body& body : robot.bodies) bodies[body.name] = &body;
  std::unordered_map<const Body*, std::vector<RigidPart>>
      groups;  // by the body that moves, or is on the ground
  for (Body& body : robot.bodies) {
    Body* top = &body;
    Transform<double> placement;
    for (; top->joint.kind == JointKind::fixed && !top->parent.empty(); top = bodies.at(top->parent))
      placement = top->placement * placement;
    groups[top].push_back({&body, placement});
  }
  const std::string refused =
      "MuJoCo refuses inertias that are not positive or break the triangle inequality";
  for (Body& top : robot.bodies) {
    const auto group = groups.find(&top);
    if (group == groups.end()) continue;
    const bool moves = top.joint.kind != JointKind::fixed;
    const Inertial total = total_of(group->second);
    const bool alike = std::all_of(group->second.begin(), group->second.end(), [&](const RigidPart& part) {
      return part.body->gravity_compensation == top.gravity_compensation;
    });
    const bool helps = !moves || (alike && is_accepted(total.inertia));
    bool merged = false;
    for (const auto& [body, placement] : group->second) {
      if (is_accepted(body->inertial.inertia)) continue;
      merged = helps;
      losses.add(body->source,
                 refused + (!helps  ? ""
                            : moves ? "; these are added to the moving body that carries them"
                                    : "; these are left out, on bodies that do not move"),
                 body->name);
      if (!moves) body->inertial = {};
    }
    if (!merged || !moves) continue;
    for (const auto& [body, placement] : group->second) body->inertial = {};
    top.inertial = total;
  }
}

}  // namespace sinew::write
