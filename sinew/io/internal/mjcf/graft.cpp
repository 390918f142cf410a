#include "sinew/io/internal/mjcf/graft.hpp"

#include <set>

#include "sinew/io/internal/mjcf/reading.hpp"

namespace sinew::mjcf {
namespace {

class Copying {
 public:
  Copying(const Graft& graft, Reading& reading, BodyTree& to)
      : graft_(graft), reading_(reading), to_(to), copy_of_(graft.from.bodies.size(), -1) {}

  bool run() {
    if (!fits()) return false;
    for (std::size_t i = 0; i < graft_.from.bodies.size(); ++i) copy_body(i);
    if (graft_.root < 0) copy_ground();
    copy_constraints();
    copy_actuators();
    for (const TreeKey& key : graft_.from.keys) copy_key(key);
    if (graft_.suffix.empty()) return true;
    for (const auto& [name, suffixes] : graft_.from.replicas) {
      for (const std::string& suffix : suffixes) to_.replicas[name].insert(suffix + graft_.suffix);
    }
    return true;
  }

 private:
  bool fits() {
    int& count = reading_.shared.copied_elements;
    std::size_t added = 1 + graft_.from.world_sites.size() + graft_.from.world_geoms.size();
    for (const TreeBody& body : graft_.from.bodies) {
      added += 1 + body.sites.size() + body.geoms.size() + body.joints.size();
    }
    if (added <= std::size_t(max_copied_elements - count)) {
      count += static_cast<int>(added);
      return true;
    }
    reading_.findings.error(graft_.at.source(), "<replicate> and <attach> make more than the " +
                                                    std::to_string(max_copied_elements) +
                                                    " bodies, joints, shapes and sites that are accepted");
    count = max_copied_elements;  // the first error is enough, and no more work is done
    return false;
  }

  // Returns the name of a copy, and keeps it in `names` and, for a replica, under its name in the file.
  std::string rename(const std::string& name, Names& names) {
    if (name.empty()) return name;
    std::string result = renamed(name);
    names.add(result, graft_.at, reading_.findings);
    if (!graft_.suffix.empty()) to_.replicas[name].insert(graft_.suffix);
    return result;
  }
  std::string renamed(const std::string& name) const {
    return name.empty() ? name : graft_.prefix + name + graft_.suffix;
  }

  void copy_body(std::size_t i) {
    const TreeBody& original = graft_.from.bodies[i];
    const bool is_root = graft_.root < 0 ? original.parent < 0 : i == std::size_t(graft_.root);
    const int parent = is_root               ? graft_.parent
                       : original.parent < 0 ? -1
                                             : copy_of_[std::size_t(original.parent)];
    if (!is_root && parent < 0) return;
    TreeBody body = original;
    body.parent = parent;
    body.name = rename(body.name, reading_.body_names);
    if (is_root)
      body.placement = graft_.frame * (graft_.root < 0 ? original.placement : original.own_placement);
    for (Joint& joint : body.joints) {
      if (!joint.name.empty()) joints_.insert(joint.name);
      joint.name = rename(joint.name, reading_.joint_names);
    }
    for (Site& site : body.sites) site.name = rename(site.name, reading_.site_names);
    for (Geom& geom : body.geoms) geom.shape.name = renamed(geom.shape.name);
    copy_of_[i] = static_cast<int>(to_.bodies.size());
    to_.bodies.push_back(std::move(body));
  }

  void copy_ground() {
    const bool on_ground = graft_.parent < 0;
    TreeBody* const carrier = on_ground ? nullptr : &to_.bodies[std::size_t(graft_.parent)];
    for (Site site : graft_.from.world_sites) {
      site.name = rename(site.name, reading_.site_names);
      site.placement = graft_.frame * site.placement;
      (on_ground ? to_.world_sites : carrier->sites).push_back(std::move(site));
    }
    for (Geom geom : graft_.from.world_geoms) {
      geom.shape.name = renamed(geom.shape.name);
      geom.placement = graft_.frame * geom.placement;
      (on_ground ? to_.world_geoms : carrier->geoms).push_back(std::move(geom));
    }
  }

  bool is_copied(const TreeEnd& end) const { return end.body >= 0 && copy_of_[std::size_t(end.body)] >= 0; }

  void copy_constraints() {
    for (const auto& [original, id] : graft_.from.loops) {
      if (!is_copied(original.first) || !is_copied(original.second)) {
        leave_out(original.source);
        continue;
      }
      TreeLoop loop = original;
      loop.name = renamed(loop.name);
      for (TreeEnd* end : {&loop.first, &loop.second}) end->body = copy_of_[std::size_t(end->body)];
      to_.loops.push_back({std::move(loop), to_.equality_count++});
    }
    for (const auto& [original, id] : graft_.from.couplings) {
      const bool whole =
          joints_.contains(original.joint) && (original.leader.empty() || joints_.contains(original.leader));
      if (!whole) {
        leave_out(original.source);
        continue;
      }
      Coupling coupling = original;
      coupling.name = renamed(coupling.name);
      coupling.joint = renamed(coupling.joint);
      coupling.leader = renamed(coupling.leader);
      to_.couplings.push_back({std::move(coupling), to_.equality_count++});
    }
  }
  void leave_out(const Source& source) {
    reading_.ignored.add(
        source,
        "equality constraints between attached bodies and bodies that are not attached are left out, "
        "as in MuJoCo");
  }

  // Copies the actuators of copied joints and of sites on copied bodies.
  void copy_actuators() {
    for (const TreeActuator& original : graft_.from.actuators) {
      const Transmission& transmission = original.actuator.transmission;
      const bool is_whole =
          copy_of(original.body()) >= 0 && (!transmission.reference || copy_of(original.reference.body) >= 0);
      actuators_.push_back(is_whole ? int(to_.actuators.size()) : -1);
      if (!is_whole) {
        reading_.ignored.add(original.actuator.source,
                             "actuators of bodies that are not attached are not part of the model");
        continue;
      }
      TreeActuator actuator = original;
      actuator.actuator.name = rename(actuator.actuator.name, reading_.actuator_names);
      actuator.joint.body = copy_of(original.joint.body);
      actuator.site.body = copy_of(original.site.body);
      actuator.reference.body = copy_of(original.reference.body);
      actuator.id = to_.actuator_count++;
      to_.controls.push_back(actuators_.back());
      to_.actuators.push_back(std::move(actuator));
    }
  }
  int copy_of(int body) const { return body < 0 ? -1 : copy_of_[std::size_t(body)]; }

  void copy_key(const TreeKey& original) {
    TreeKey key{.name = renamed(original.name), .joints = {}, .controls = {}, .source = original.source};
    for (const auto& [actuator, control] : original.controls) {
      if (actuators_[actuator] >= 0) key.controls.emplace_back(std::size_t(actuators_[actuator]), control);
    }
    for (const TreeKey::At& at : original.joints) {
      const int body = copy_of_[std::size_t(at.body)];
      if (body >= 0) key.joints.push_back({body, at.joint, at.q});
    }
    to_.keys.push_back(std::move(key));
  }

  const Graft& graft_;
  Reading& reading_;
  BodyTree& to_;
  std::vector<int> copy_of_;      // by index in the original; -1: it is not copied
  std::vector<int> actuators_;    // the same for the actuators
  std::set<std::string> joints_;  // that are copied, with their original names
};

}  // namespace

bool graft(const Graft& graft, Reading& reading, BodyTree& to) {
  return Copying(graft, reading, to).run();
}

}  // namespace sinew::mjcf
