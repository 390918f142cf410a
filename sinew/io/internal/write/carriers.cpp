#include "sinew/io/internal/write/carriers.hpp"

namespace sinew::write {

Carriers::Carriers(const Description& robot) {
  for (const Body& body : robot.bodies) {
    bodies_[body.name] = &body;
    ++children_[body.parent];
  }
  for (const Frame& frame : robot.frames) needed_.insert(frame.body);
  for (const Loop& loop : robot.loops) needed_.insert(loop.first.body), needed_.insert(loop.second.body);
}

const Body* Carriers::of(const Body& body) const {
  if (body.parent.empty()) return nullptr;
  const Body& carrier = *bodies_.at(body.parent);
  const bool plain = carrier.joint.kind != JointKind::fixed && carrier.inertial.mass == 0 &&
                     carrier.inertial.inertia == Symmetric3<double>{} && carrier.shapes.empty() &&
                     carrier.gravity_compensation == 0;
  return plain && children_.at(carrier.name) == 1 && !needed_.contains(carrier.name) ? &carrier : nullptr;
}

const Body* Carriers::anchor_of(const Body& body) const {
  constexpr double shortest_offset = 1e-12;  // metres; a smaller one is rounding
  const Body* const carrier = of(body);
  if (carrier == nullptr || body.joint.kind != JointKind::fixed) return nullptr;
  if (body.joint.name != body.name + "/fixed" || carrier->name != carrier->joint.name) return nullptr;
  if (body.placement.rotation != Rotation<double>{}) return nullptr;
  const Vector3<double>& offset = body.placement.translation;
  switch (carrier->joint.kind) {
    case JointKind::revolute:
    case JointKind::continuous:
    case JointKind::helical:
      return norm(cross(carrier->joint.axis, offset)) > shortest_offset * norm(carrier->joint.axis) ? carrier
                                                                                                    : nullptr;
    case JointKind::universal:
    case JointKind::spherical:
      return norm(offset) > shortest_offset ? carrier : nullptr;
    default:
      return nullptr;
  }
}

}  // namespace sinew::write
