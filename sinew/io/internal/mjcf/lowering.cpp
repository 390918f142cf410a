#include "sinew/io/internal/mjcf/lowering.hpp"

#include <map>
#include <utility>

#include "sinew/base/name_pool.hpp"
#include "sinew/io/internal/mjcf/actuator_lowering.hpp"
#include "sinew/io/internal/mjcf/masses.hpp"
#include "sinew/io/internal/mjcf/servo_damping.hpp"
#include "sinew/io/internal/mjcf/spring_damper.hpp"
#include "sinew/io/internal/mjcf/tendon_lowering.hpp"

namespace sinew::mjcf {
namespace {

class Lowering {
 public:
  Lowering(const BodyTree& tree, Base base, Description& description, Findings& findings)
      : tree_(tree), base_(base), description_(description), findings_(findings) {}

  void run() {
    for (const TreeBody& body : tree_.bodies) {
      if (!body.name.empty()) places_.take(body.name);
      for (const Joint& joint : body.joints) {
        if (!joint.name.empty()) joints_.take(joint.name);
      }
    }
    for (std::size_t i = 0; i < tree_.bodies.size(); ++i) {
      const std::string& written = tree_.bodies[i].name;
      names_.push_back(written.empty() ? places_.unique("body" + std::to_string(i + 1)) : written);
    }
    add_sites(tree_.world_sites, "");
    for (std::size_t i = 0; i < tree_.bodies.size(); ++i) add_sites(tree_.bodies[i].sites, names_[i]);
    for (std::size_t i = 0; i < tree_.bodies.size(); ++i) add_body(tree_.bodies[i], names_[i]);
    add_equalities();
    description_.tendons = lowered_tendons(tree_, names_, findings_);
    LoweredNames names{.bodies = names_, .joints = joint_names_};
    const auto damping_ratios = lower_actuators(tree_, names, description_);
    lower_sensors(tree_, names, description_);
    for (const TreeKey& key : tree_.keys) add_key(key, names);
    set_springs(spring_dampers_, description_);
    set_rest_lengths(description_, findings_);
    set_servo_damping(damping_ratios, description_);
  }

 private:
  void add_sites(const std::vector<Site>& sites, const std::string& body) {
    for (const Site& site : sites) {
      const bool clash = places_.is_taken(site.name);
      const std::string name = places_.unique(clash ? site.name + "_site" : site.name);
      if (clash) {
        findings_.warning(site.source, "site '" + site.name +
                                           "': a body has the same name; the frame is called '" + name + "'");
      }
      description_.frames.push_back({name, body, site.placement, site.source});
    }
  }

  std::string joint_name(const std::vector<Joint>& joints, const std::string& body_name, std::size_t index) {
    if (!joints[index].name.empty()) return joints[index].name;
    const std::string number = joints.size() > 1 ? std::to_string(index + 1) : "";
    return joints_.unique(body_name + "/joint" + number);
  }

  // With a floating base, a body that is fixed to the ground is treated as if it had a <freejoint/>.
  std::vector<Joint> joints_of(const TreeBody& body) {
    const bool freed =
        base_ == Base::floating && body.parent < 0 && body.joints.empty() && !body.follows_mocap;
    if (!freed) return body.joints;
    Joint joint;
    joint.name = joints_.unique("floating_base");
    joint.type = Joint::Type::free;
    return {joint};
  }

  void add_body(const TreeBody& from, const std::string& name) {
    Body body{.name = name,
              .parent = from.parent < 0 ? "" : names_[static_cast<std::size_t>(from.parent)],
              .placement = from.placement,
              .joint = {},
              .inertial = from.inertial,
              .shapes = shapes_of(from),
              .gravity_compensation = from.gravity_compensation,
              .source = from.source};
    auto& joint_names = joint_names_.emplace_back();
    // `body` advances along the joints: its placement is the pose of the frame in which the next joint is written.
    const std::vector<Joint> joints = joints_of(from);
    for (std::size_t i = 0; i < joints.size(); ++i) {
      const Joint& joint = joints[i];
      sinew::Joint lowered = lowered_joint(joint, joint_name(joints, name, i));
      joint_names.push_back(lowered.name);
      if (joint.spring_damper) spring_dampers_[lowered.name] = *joint.spring_damper;
      body.placement.translation = body.placement * joint.anchor;
      lowered.initial = start_at_reference(joint, body.placement);
      const bool is_last = i + 1 == joints.size();
      if (is_last && joint.anchor == Vector3<double>{}) {
        body.joint = lowered;
        description_.bodies.push_back(std::move(body));
        return;
      }
      const std::string carrier = places_.unique(lowered.name);
      description_.bodies.push_back({.name = carrier,
                                     .parent = body.parent,
                                     .placement = body.placement,
                                     .joint = lowered,
                                     .inertial = {},
                                     .shapes = {},
                                     .source = joint.source});
      body.parent = carrier;
      body.placement = {{}, -joint.anchor};
    }
    body.joint.name = joints_.unique(name + "/fixed");
    description_.bodies.push_back(std::move(body));
  }

  // Returns the joint's part of qpos0; empty means zeros. On entry `placement` is the written pose, which the body has
  // at qpos0; on exit it is the pose at q = 0. The q of a free body is its pose in the world; a hinge or slide is moved
  // back by its reference.
  static std::vector<double> start_at_reference(const Joint& joint, Transform<double>& placement) {
    if (joint.type == Joint::Type::free) {
      const auto [rotation, p] = std::exchange(placement, Transform<double>{});
      const Quaternion<double> r = quaternion_of(rotation);
      return {p.x, p.y, p.z, r.w, r.x, r.y, r.z};
    }
    if (joint.reference == 0) return {};
    if (joint.type == Joint::Type::hinge) {
      placement.rotation = placement.rotation * rotation_about(joint.axis, -joint.reference);
    } else {
      placement.translation -= placement.rotation * (joint.reference * joint.axis);
    }
    return {joint.reference};
  }

  static sinew::Joint lowered_joint(const Joint& joint, const std::string& name) {
    const auto kind = [&] {
      switch (joint.type) {
        case Joint::Type::free:
          return JointKind::floating;
        case Joint::Type::ball:
          return JointKind::spherical;
        case Joint::Type::slide:
          return JointKind::prismatic;
        case Joint::Type::hinge:
          break;
      }
      return joint.limited ? JointKind::revolute : JointKind::continuous;
    }();
    return {.name = name, .kind = kind, .axis = joint.axis, .dofs = {joint.dof}};
  }

  void add_key(const TreeKey& key, const LoweredNames& names) {
    NamedPosition position{.name = key.name, .joints = {}, .source = key.source};
    for (const TreeKey::At& at : key.joints) {
      position.joints.emplace_back(joint_names_[static_cast<std::size_t>(at.body)][at.joint], at.q);
    }
    for (const auto& [actuator, control] : key.controls)
      position.controls.emplace_back(names.actuators[actuator], control);
    description_.named_positions.push_back(std::move(position));
  }

  void add_equalities() {
    for (const auto& [loop, id] : tree_.loops) equalities_.take(loop.name);
    for (const auto& [coupling, id] : tree_.couplings) equalities_.take(coupling.name);
    const auto name_of = [&](const std::string& written, int id) {
      return written.empty() ? equalities_.unique("equality" + std::to_string(id)) : written;
    };
    const auto end_of = [&](const TreeEnd& end) -> LoopEnd {
      return {end.body < 0 ? "" : names_[static_cast<std::size_t>(end.body)], end.placement};
    };
    for (const auto& [loop, id] : tree_.loops) {
      description_.loops.push_back({.name = name_of(loop.name, id),
                                    .connection = {.kind = loop.kind},
                                    .first = end_of(loop.first),
                                    .second = end_of(loop.second),
                                    .source = loop.source});
    }
    for (const auto& [coupling, id] : tree_.couplings) {
      description_.couplings.push_back(coupling);
      description_.couplings.back().name = name_of(coupling.name, id);
    }
  }

  const BodyTree& tree_;
  Base base_;
  Description& description_;
  Findings& findings_;
  NamePool places_;  // bodies and frames
  NamePool joints_;
  NamePool equalities_;
  std::vector<std::string> names_;                     // by index in the tree
  std::vector<std::vector<std::string>> joint_names_;  // of the joints of each body
  std::map<std::string, std::array<double, 2>> spring_dampers_;
};

}  // namespace

void lower(const BodyTree& tree, Base base, Description& description, Findings& findings) {
  Lowering(tree, base, description, findings).run();
}

}  // namespace sinew::mjcf
