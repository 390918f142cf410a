#include "bench/robot.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "sinew/spatial/rigid_inertia.hpp"

namespace bench {
namespace {

using sinew::JointKind;
using sinew::RigidInertia;
using sinew::Rotation;
using sinew::Transform;
using sinew::Vector3;

// A rotation whose z column is the given direction.
Rotation<double> with_z_along(const Vector3<double>& direction) {
  const Vector3<double> z = (1 / norm(direction)) * direction;
  const Vector3<double> aside = std::abs(z.x) < 0.6 ? Vector3<double>{1, 0, 0} : Vector3<double>{0, 1, 0};
  Vector3<double> x = aside - dot(aside, z) * z;
  x = (1 / norm(x)) * x;
  return transpose(Rotation<double>{x, cross(z, x), z});
}

RigidInertia<double> about_origin(const sinew::Inertial& body) {
  return {body.mass, body.mass * body.com, body.inertia + point_mass_inertia(body.mass, body.com)};
}

sinew::Inertial about_com(const RigidInertia<double>& body) {
  if (body.mass == 0) return {};
  const Vector3<double> com = (1 / body.mass) * body.moment;
  return {body.mass, com, body.inertia - point_mass_inertia(body.mass, com)};
}

class Maker {
 public:
  explicit Maker(const sinew::Description& description) : description_(description) {
    for (const sinew::Body& body : description.bodies) children_[body.parent].push_back(&body);
    robot_.name = description.name;
    robot_.gravity = description.gravity;
  }

  Robot make() {
    add_children("", -1, {});
    for (std::size_t i = 0; i < robot_.links.size(); ++i) robot_.links[i].inertial = about_com(inertias_[i]);
    return robot_;
  }

 private:
  // `frame`: the body's own frame in the frame of the link to which it is fixed.
  void add_children(const std::string& body, int link, const Transform<double>& frame) {
    for (const sinew::Body* child : children_[body]) add(*child, link, frame * child->placement);
  }

  void add(const sinew::Body& body, int parent, const Transform<double>& frame_in_parent) {
    if (body.joint.kind == JointKind::fixed) {
      if (parent >= 0) {
        RigidInertia<double>& carrier = inertias_[static_cast<std::size_t>(parent)];
        carrier = carrier + to_parent(frame_in_parent, about_origin(body.inertial));
      }
      add_children(body.name, parent, frame_in_parent);
      return;
    }
    const Link::Kind kind = kind_of(body, parent);
    const bool free = kind == Link::Kind::free;
    if (free && !(frame_in_parent == Transform<double>{})) {
      throw std::invalid_argument("the benchmark wants floating joints at the ground's origin: '" +
                                  body.joint.name + "'");
    }
    const Transform<double> rotated{.rotation = free ? Rotation<double>{} : with_z_along(body.joint.axis),
                                    .translation = {}};
    const Transform<double> body_in_link = inverse(rotated);
    const int index = static_cast<int>(robot_.links.size());
    robot_.links.push_back({.name = body.name,
                            .parent = parent,
                            .kind = kind,
                            .placement = frame_in_parent * rotated,
                            .body = body_in_link,
                            .inertial = {},
                            .q_index = robot_.q_size,
                            .v_index = robot_.v_size});
    inertias_.push_back(to_parent(body_in_link, about_origin(body.inertial)));
    robot_.q_size += free ? 7 : 1;
    robot_.v_size += free ? 6 : 1;
    add_children(body.name, index, body_in_link);
  }

  static Link::Kind kind_of(const sinew::Body& body, int parent) {
    switch (body.joint.kind) {
      case JointKind::revolute:
      case JointKind::continuous:
        return Link::Kind::rotating;
      case JointKind::prismatic:
        return Link::Kind::sliding;
      case JointKind::floating:
        if (parent < 0) return Link::Kind::free;
        [[fallthrough]];
      default:
        throw std::invalid_argument("the benchmark has no joint like '" + body.joint.name + "' (" +
                                    name_of(body.joint.kind) + ")");
    }
  }

  const sinew::Description& description_;
  std::map<std::string, std::vector<const sinew::Body*>> children_;
  Robot robot_;
  std::vector<RigidInertia<double>> inertias_;  // of each link with all bodies fixed to it, about its frame
};

}  // namespace

sinew::Description without_joint_losses(sinew::Description description) {
  for (sinew::Body& body : description.bodies) {
    for (sinew::DegreeOfFreedom& dof : body.joint.dofs) {
      dof.armature = dof.damping = dof.dry_friction = 0;
    }
  }
  return description;
}

Robot make_robot(const sinew::Description& description) {
  return Maker(description).make();
}

}  // namespace bench
