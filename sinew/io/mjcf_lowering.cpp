#include "sinew/io/mjcf_lowering.hpp"

#include <map>
#include <set>

namespace sinew::mjcf {
namespace {

// Names of one name space; a generated one that is taken gets a number.
class NamePool {
 public:
  void take(const std::string& name) { taken_.insert(name); }
  bool is_taken(const std::string& name) const { return taken_.contains(name); }
  std::string unique(const std::string& wanted) {
    if (taken_.insert(wanted).second) return wanted;
    int& number = last_number_[wanted];
    if (number == 0) number = 1;
    for (;;) {
      std::string numbered = wanted + "_" + std::to_string(++number);
      if (taken_.insert(numbered).second) return numbered;
    }
  }

 private:
  std::set<std::string> taken_;
  std::map<std::string, int> last_number_;
};

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

  std::string joint_name(const TreeBody& body, const std::string& body_name, std::size_t index) {
    if (!body.joints[index].name.empty()) return body.joints[index].name;
    const std::string number = body.joints.size() > 1 ? std::to_string(index + 1) : "";
    return joints_.unique(body_name + "/joint" + number);
  }

  void add_body(const TreeBody& from, const std::string& name) {
    Body body{.name = name,
              .parent = from.parent < 0 ? "" : names_[static_cast<std::size_t>(from.parent)],
              .placement = from.placement,
              .joint = {},
              .inertial = from.inertial,
              .shapes = from.shapes,
              .source = from.source};
    // `body` walks along the joints: its placement is that of the frame in which the next joint is written.
    for (std::size_t i = 0; i < from.joints.size(); ++i) {
      const Joint& joint = from.joints[i];
      const sinew::Joint lowered = lowered_joint(joint, joint_name(from, name, i));
      body.placement.translation = body.placement * joint.anchor;
      apply_reference(joint, body.placement);
      if (joint.type == Joint::Type::free && base_ != Base::fixed) body.placement = {};
      const bool is_last = i + 1 == from.joints.size();
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

  // The body stands as it is written at q = reference, so at q = 0 it is turned or moved back by that much.
  static void apply_reference(const Joint& joint, Transform<double>& placement) {
    if (joint.reference == 0) return;
    if (joint.type == Joint::Type::hinge) {
      placement.rotation = placement.rotation * rotation_about(joint.axis, -joint.reference);
    } else {
      placement.translation -= placement.rotation * (joint.reference * joint.axis);
    }
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
    return {.name = name, .kind = kind, .axis = joint.axis, .freedoms = {joint.freedom}};
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
  std::vector<std::string> names_;  // by index in the tree
};

}  // namespace

void lower(const BodyTree& tree, Base base, Description& description, Findings& findings) {
  Lowering(tree, base, description, findings).run();
}

}  // namespace sinew::mjcf
