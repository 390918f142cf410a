// Changes names that a format does not allow, and gives names to joints that need one.
//
//   URDF  any names; links and joints have a namespace each
//   MJCF  the body "world" is the ground; fixed joints have no names; loops and couplings share a namespace
//   SDF   links, joints and frames share a namespace; "world", "::", "__" around a name and blanks at its ends are
//         reserved; floating joints are called floating_base, floating_base_2, ...
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "sinew/base/name_pool.hpp"
#include "sinew/io/internal/write/carriers.hpp"
#include "sinew/io/internal/write/expressible.hpp"

namespace sinew::write {
namespace {

using Renamed = std::unordered_map<std::string, std::string>;

std::string allowed_in_sdf(std::string name) {
  constexpr std::string_view blanks = " \t\n\r";
  const auto begin = name.find_first_not_of(blanks);
  name =
      begin == std::string::npos ? "unnamed" : name.substr(begin, name.find_last_not_of(blanks) + 1 - begin);
  for (auto at = name.find("::"); at != std::string::npos; at = name.find("::")) name.replace(at, 2, "_");
  if (name.starts_with("__") && name.ends_with("__")) name += "_";
  return name;
}

class NameSimplifier {
 public:
  NameSimplifier(Description& robot, const Features& to, Losses& losses)
      : robot_(robot), to_(to), losses_(losses) {}

  void run() {
    switch (to_.format) {
      case RobotFormat::urdf:
        return;
      case RobotFormat::mjcf:
        return for_mjcf();
      case RobotFormat::sdf:
        return for_sdf();
    }
  }

 private:
  void for_mjcf() {
    NamePool places, equalities;
    places.take("world");
    Renamed bodies;
    for (const Frame& frame : robot_.frames) places.take(frame.name);
    for (const Body& body : robot_.bodies) {
      if (body.name != "world") places.take(body.name);
    }
    for (Body& body : robot_.bodies) {
      if (body.name == "world") rename(body.source, body.name, places.unique(body.name), bodies);
      if (body.joint.kind != JointKind::fixed || body.joint.name.empty()) continue;
      if (body.joint.name != body.name + "/fixed")
        losses_.add(body.source, "MJCF has no names of fixed joints", body.joint.name);
    }
    apply(bodies, {});
    Renamed ignored;
    for (Loop& loop : robot_.loops) rename(loop.source, loop.name, equalities.unique(loop.name), ignored);
    for (Coupling& coupling : robot_.couplings)
      rename(coupling.source, coupling.name, equalities.unique(coupling.name), ignored);
  }

  void for_sdf() {
    NamePool names;
    names.take("world");
    Renamed bodies, joints, ignored;
    const auto unique = [&](const std::string& name) { return names.unique(allowed_in_sdf(name)); };
    // The names of anchors and of what is fixed to them follow from the names of the joint and the link.
    const Carriers carriers(robot_);
    std::unordered_map<Body*, Body*> anchors;
    std::unordered_set<const Body*> hidden;
    for (Body& body : robot_.bodies) {
      if (const Body* const anchor = carriers.anchor_of(body)) {
        anchors[&body] = &robot_.bodies[std::size_t(anchor - robot_.bodies.data())];
        hidden.insert(anchor);
      }
    }
    for (Body& body : robot_.bodies) {
      if (!hidden.contains(&body)) rename(body.source, body.name, unique(body.name), bodies);
    }
    for (Frame& frame : robot_.frames) rename(frame.source, frame.name, unique(frame.name), ignored);
    for (Body& body : robot_.bodies) {
      Joint& joint = body.joint;
      if (joint.name.empty() || joint.kind == JointKind::floating || anchors.contains(&body)) continue;
      rename(body.source, joint.name, unique(joint.name), joints);
    }
    for (Loop& loop : robot_.loops) rename(loop.source, loop.name, unique(loop.name), ignored);
    for (const auto& [body, anchor] : anchors) {
      if (anchor->name != anchor->joint.name) bodies[anchor->name] = anchor->joint.name;
      anchor->name = anchor->joint.name;
      body->joint.name = body->name + "/fixed";
    }
    // The reader names floating joints when it has read the other joints.
    NamePool joint_names;
    for (const Body& body : robot_.bodies) joint_names.take(body.joint.name);
    for (const Loop& loop : robot_.loops) joint_names.take(loop.name);
    for (Body& body : robot_.bodies) {
      if (body.joint.kind != JointKind::floating || body.joint.name == "floating_base") continue;
      losses_.add(body.source, "SDF has no names of floating joints", body.joint.name);
      body.joint.name = joint_names.unique("floating_base");
    }
    apply(bodies, joints);
    for (Body& body : robot_.bodies) {
      if (body.joint.name.empty()) body.joint.name = names.unique(body.name + "_joint");
    }
  }

  void rename(const Source& source, std::string& name, const std::string& as, Renamed& renamed) {
    if (name == as) return;
    losses_.add(source, std::string(to_.name) + " does not allow these names, which are changed",
                name + "' to '" + as);
    renamed[name] = as;
    name = as;
  }

  void apply(const Renamed& bodies, const Renamed& joints) {
    const auto change = [](std::string& name, const Renamed& names) {
      if (const auto found = names.find(name); found != names.end()) name = found->second;
    };
    for (Body& body : robot_.bodies) {
      change(body.parent, bodies);
      if (body.joint.mimic) change(body.joint.mimic->joint, joints);
    }
    for (Frame& frame : robot_.frames) change(frame.body, bodies);
    for (Loop& loop : robot_.loops) {
      change(loop.first.body, bodies);
      change(loop.second.body, bodies);
    }
  }

  Description& robot_;
  const Features& to_;
  Losses& losses_;
};

}  // namespace

void simplify_names(Description& robot, const Features& to, Losses& losses) {
  NameSimplifier(robot, to, losses).run();
}

}  // namespace sinew::write
