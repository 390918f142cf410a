#include "sinew/io/internal/mjcf/graft.hpp"

#include <set>

#include "sinew/io/internal/mjcf/reading.hpp"

namespace sinew::mjcf {
namespace {

class Copying {
 public:
  Copying(const Graft& graft, Reading& reading, BodyTree& to)
      : graft_(graft),
        reading_(reading),
        to_(to),
        copy_of_(graft.from.bodies.size(), -1),
        first_body_(static_cast<int>(to.bodies.size())) {}

  bool run() {
    if (!fits()) return false;
    for (std::size_t i = 0; i < graft_.from.bodies.size(); ++i) copy_body(i);
    if (graft_.root < 0) copy_ground();
    copy_constraints();
    for (const TreeTendon& tendon : graft_.from.tendons) copy_tendon(tendon);
    copy_actuators();
    for (const std::size_t i : in_mujoco_order(graft_.from.sensors)) copy_sensor(graft_.from.sensors[i]);
    for (const TreeKey& key : graft_.from.keys) copy_key(key);
    if (graft_.suffix.empty()) return true;
    for (const auto& [name, suffixes] : graft_.from.replicas) {
      for (const std::string& suffix : suffixes) to_.replicas[name].insert(suffix + graft_.suffix);
    }
    return true;
  }

 private:
  bool fits() {
    std::size_t added = 1 + graft_.from.world_sites.size() + graft_.from.world_geoms.size();
    for (const TreeBody& body : graft_.from.bodies) {
      added += 1 + body.sites.size() + body.geoms.size() + body.joints.size();
    }
    for (const TreeTendon& tendon : graft_.from.tendons)
      added += 1 + tendon.path.size() + tendon.tendon.joints.size();
    added += graft_.from.actuators.size() + graft_.from.sensors.size();
    return reading_.add_copies(added, graft_.at);
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

  void rename(Geom& geom) {
    std::string& name = geom.shape.name;
    if (!name.empty() && !graft_.suffix.empty()) to_.replicas[name].insert(graft_.suffix);
    name = renamed(name);
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
    for (Geom& geom : body.geoms) rename(geom);
    copy_of_[i] = static_cast<int>(to_.bodies.size());
    to_.bodies.push_back(std::move(body));
  }

  void copy_ground() {
    const bool on_ground = graft_.parent < 0;
    first_geom_ = (on_ground ? to_.world_geoms : to_.bodies[std::size_t(graft_.parent)].geoms).size();
    TreeBody* const carrier = on_ground ? nullptr : &to_.bodies[std::size_t(graft_.parent)];
    for (Site site : graft_.from.world_sites) {
      site.name = rename(site.name, reading_.site_names);
      site.placement = graft_.frame * site.placement;
      (on_ground ? to_.world_sites : carrier->sites).push_back(std::move(site));
    }
    for (Geom geom : graft_.from.world_geoms) {
      rename(geom);
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

  // Copies a tendon if everything that it refers to is copied.
  void copy_tendon(const TreeTendon& original) {
    TreeTendon copy = original;
    Tendon& tendon = copy.tendon;
    bool is_whole = true;
    const auto move = [&](TreeEnd& end) {
      if (end.body >= 0) {
        end.body = copy_of_[std::size_t(end.body)];
        is_whole = is_whole && end.body >= 0;
      } else if (graft_.root < 0) {
        end = {graft_.parent, graft_.frame * end.placement};
      } else {
        is_whole = false;
      }
    };
    for (std::size_t i = 0; i < copy.path.size(); ++i) {
      if (tendon.path[i].kind == TendonElement::Kind::pulley) continue;
      TreeTendon::Element& place = copy.path[i];
      if (place.at.body < 0 && place.geom >= 0) place.geom += static_cast<int>(first_geom_);
      move(place.at);
      if (place.side) move(*place.side);
    }
    for (TendonJoint& term : tendon.joints) {
      is_whole = is_whole && joints_.contains(term.joint);
      term.joint = renamed(term.joint);
    }
    if (!is_whole) {
      tendons_.push_back(-1);
      return reading_.ignored.add(
          tendon.source, "tendons between attached bodies and bodies that are not attached are left out");
    }
    tendons_.push_back(static_cast<int>(to_.tendons.size()));
    tendon.name = rename(tendon.name, reading_.tendon_names);
    to_.tendons.push_back(std::move(copy));
  }

  // Copies the actuators of copied joints and of sites on copied bodies.
  void copy_actuators() {
    actuators_.assign(graft_.from.actuators.size(), -1);
    for (const std::size_t i : in_mujoco_order(graft_.from.actuators)) {
      const TreeActuator& original = graft_.from.actuators[i];
      if (!original.is_left_out && !is_copied(original)) {
        reading_.ignored.add(original.actuator.source,
                             "actuators of bodies that are not attached are not part of the model");
        continue;
      }
      actuators_[i] = static_cast<int>(to_.actuators.size());
      TreeActuator actuator = original;
      actuator.actuator.name = rename(actuator.actuator.name, reading_.actuator_names);
      actuator.joint.body = copy_of(original.joint.body);
      if (original.tendon >= 0) actuator.tendon = tendons_[std::size_t(original.tendon)];
      actuator.site.body = copy_of(original.site.body);
      actuator.reference.body = copy_of(original.reference.body);
      actuator.group = first_body_;
      to_.actuators.push_back(std::move(actuator));
    }
  }
  bool is_copied(const TreeActuator& original) const {
    switch (original.actuator.transmission.kind) {
      case TransmissionKind::tendon:
        return tendons_[std::size_t(original.tendon)] >= 0;
      case TransmissionKind::site:
        return is_copied(original.site) &&
               (!original.actuator.transmission.reference || is_copied(original.reference));
      default:
        return copy_of(original.joint.body) >= 0;
    }
  }
  // Copies a sensor if everything that it refers to is copied.
  void copy_sensor(const TreeSensor& original) {
    TreeSensor sensor = original;
    bool is_whole = true;
    const auto move = [&](int& index, const std::vector<int>& copies) {
      if (index >= 0) index = copies[std::size_t(index)];
      is_whole = is_whole && index >= 0;
    };
    switch (subject_of(sensor.sensor.kind)) {
      case SensorSubject::nothing:
        break;
      case SensorSubject::joint:
        move(sensor.joint.body, copy_of_);
        break;
      case SensorSubject::tendon:
        move(sensor.index, tendons_);
        break;
      case SensorSubject::actuator:
        move(sensor.index, actuators_);
        break;
      case SensorSubject::subtree:
        move(sensor.index, copy_of_);
        break;
      case SensorSubject::frame:
        move(sensor.frame.end.body, copy_of_);
        if (sensor.reference) move(sensor.reference->end.body, copy_of_);
        break;
    }
    if (!sensor.is_left_out && !is_whole) {
      return reading_.ignored.add(sensor.sensor.source,
                                  "sensors of bodies that are not attached are not part of the model");
    }
    sensor.sensor.name = rename(sensor.sensor.name, reading_.sensor_names);
    sensor.group = first_body_;
    to_.sensors.push_back(std::move(sensor));
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
  std::vector<int> copy_of_;              // by index in the original; -1: it is not copied
  int first_body_;                        // of the copy
  std::vector<int> tendons_, actuators_;  // the same for tendons and actuators
  std::set<std::string> joints_;          // that are copied, with their original names
  std::size_t first_geom_ = 0;            // copy of the first geom of the ground
};

}  // namespace

bool graft(const Graft& graft, Reading& reading, BodyTree& to) {
  return Copying(graft, reading, to).run();
}

}  // namespace sinew::mjcf
