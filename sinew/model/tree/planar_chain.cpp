#include "sinew/model/tree/planar_chain.hpp"

#include <cmath>
#include <stdexcept>

#include "sinew/base/number_text.hpp"
#include "sinew/model/tree/tree.hpp"

namespace sinew {
namespace {

[[noreturn]] void refuse(const std::string& joint, const std::string& why) {
  throw std::invalid_argument("joint '" + joint + "' " + why);
}

void check(const PlanarLink& link, bool last) {
  const auto& [length, mass, centre, inertia, angle, armature, clockwise, joint] = link;
  for (const double number : {length, centre.x, centre.y, angle}) {
    if (!std::isfinite(number)) refuse(joint, "has a link with a length, centre or angle that is not finite");
  }
  for (const double number : {mass, inertia, armature}) {
    if (!(number >= 0 && std::isfinite(number)))
      refuse(joint, "has a mass, inertia or armature of " + number_text(number) + ", expected 0 or more");
  }
  const double least = mass * (centre.x * centre.x + centre.y * centre.y);
  if (inertia < (1 - 1e-12) * least)
    refuse(joint, "has a link with an inertia of " + number_text(inertia) +
                      " about the joint axis, expected at least " + number_text(least) +
                      ", the inertia of a point mass at its centre of mass");
  if (last && inertia + armature == 0) refuse(joint, "is the last joint and moves no inertia");
}

}  // namespace

PlanarChain::PlanarChain(std::vector<PlanarLink> links, Vector2<double> gravity) {
  for (std::size_t k = 0; k < links.size(); ++k) {
    if (links[k].joint.empty()) links[k].joint = std::to_string(k + 1);
    check(links[k], k + 1 == links.size());
  }
  if (!std::isfinite(gravity.x) || !std::isfinite(gravity.y))
    throw std::invalid_argument("the gravity of a planar chain is not finite");
  *this = PlanarChain(Data{std::move(links), gravity});
}

// The lowered frames have the joint's axis on z and the direction to the next axis on x. For parallel axes, the step
// from link to link is a translation along x, a flip if the axes point in opposite directions, and a rotation.
PlanarChain PlanarChain::from(const Model& model) {
  edge::check_possible("the planar chain", model);
  const Tree<double>& tree = model.tree<double>();
  const std::span<const JointInfo> joints = model.joints();
  std::vector<PlanarLink> links(joints.size());
  bool clockwise = false;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const JointInfo& joint = joints[i];
    if (joint.kind != JointKind::revolute && joint.kind != JointKind::continuous)
      refuse(joint.name,
             std::string("is ") + name_of(joint.kind) + ", a planar chain has revolute joints only");
    const Link<double>& link = tree.links[i + 1];
    if (link.parent != int(i))
      refuse(joint.name,
             "does not follow joint '" + joints[i - 1].name + "', a planar chain does not branch");
    if (link.kind != LinkKind::revolute || link.normal.sine != 0)
      refuse(joint.name, "is not parallel to joint '" + joints[i - 1].name + "'");
    if (link.normal.cosine < 0) clockwise = !clockwise;
    if (i > 0) links[i - 1].length = link.normal.shift;
    const auto& [mass, moment, inertia] = link.inertia;
    const double sign = clockwise ? -1 : 1;
    links[i] = {.mass = mass,
                .inertia = inertia.zz,
                .angle = sign * link.angle,
                .armature = tree.armature[i],
                .clockwise = clockwise,
                .joint = joint.name};
    if (mass > 0) links[i].centre = {moment.x / mass, sign * moment.y / mass};
  }
  const Vector3<double>& upwards = tree.gravity.linear;
  return PlanarChain(Data{std::move(links), {-upwards.x, -upwards.y}});
}

}  // namespace sinew
