#include "sinew/interop/converter.hpp"

#include <cstddef>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>

#include "sinew/base/unknown_name.hpp"
#include "sinew/interop/internal/joint_entries.hpp"

namespace sinew::interop {
namespace {

// The numbers of q that the convention gives a joint of this kind, unless the peer says otherwise.
int usual_position_size(const Convention& convention, const JointInfo& joint) {
  if (joint.kind == JointKind::continuous && convention.cosine_and_sine) return 2;
  if (joint.kind == JointKind::planar && convention.cosine_and_sine) return 4;
  if (joint.kind == JointKind::spherical && convention.ball_position == BallPosition::roll_pitch_yaw)
    return 3;
  return joint.q_size;
}

// Finds the joints of the peer in the model, and collects all faults.
class Matching {
 public:
  Matching(const Model& model, const Convention& convention)
      : model_(model), convention_(convention), is_listed_(model.joints().size()) {
    for (const Body& body : model.description().bodies) bodies_[body.name] = &body;
    for (const FixedJointInfo& joint : model.fixed_joints()) fixed_.insert(joint.name);
    for (std::size_t i = 0; i < model.joints().size(); ++i) {
      const JointInfo& joint = model.joints()[i];
      by_name_[joint.name] = i;
      by_body_[joint.body] = i;
      if (joint.kind == JointKind::floating && bodies_.at(joint.body)->parent.empty()) roots_.push_back(i);
    }
  }

  void add(const PeerJoint& listed) {
    const bool is_known = by_name_.contains(listed.name);
    if (!is_known && fixed_.contains(listed.name)) {
      if (listed.position_size > 0) fault("joint " + in_quotes(listed.name) + " is fixed in the model");
      return;
    }
    std::size_t i = 0;
    if (is_known) {
      i = by_name_.at(listed.name);
    } else if (by_body_.contains(listed.name)) {
      i = by_body_.at(listed.name);
    } else if (!listed.name.empty() && listed.name == convention_.root_joint && roots_.size() == 1) {
      i = roots_[0];
    } else {
      return fault(unknown_name("joint", listed.name, joint_names(model_, JointOrder::as_written)));
    }
    if (is_listed_[i]) return fault("joint " + in_quotes(model_.joints()[i].name) + " is listed twice");
    is_listed_[i] = true;
    add(model_.joints()[i], listed.position_size);
  }

  std::vector<JointMap> result() {
    std::string missing;
    for (std::size_t i = 0; i < is_listed_.size(); ++i) {
      if (!is_listed_[i]) missing += (missing.empty() ? "" : ", ") + in_quotes(model_.joints()[i].name);
    }
    if (!missing.empty()) fault("not listed: " + missing + " (lock joints that the peer does not move)");
    if (!faults_.empty()) {
      throw std::invalid_argument("the joints of " + std::string(convention_.name) +
                                  " do not fit those of robot " + in_quotes(model_.name()) + ":" + faults_);
    }
    return std::move(joints_);
  }

 private:
  void fault(const std::string& what) { faults_ += "\n  " + what; }

  void add(const JointInfo& joint, int position_size) {
    const std::string peer(convention_.name);
    const auto refuse = [&](const std::string& why) {
      fault(std::string(name_of(joint.kind)) + " joint " + in_quotes(joint.name) + ": " + why);
    };
    if (!convention_.joints.contains(joint.kind)) return refuse(peer + " has no such joints");
    const Vector3<double>& axis = bodies_.at(joint.body)->joint.axis;
    if (joint.kind == JointKind::planar && convention_.planar_axis_is_z &&
        !(axis.z > 0 && axis.x == 0 && axis.y == 0)) {
      return refuse("in " + peer + " it moves in the plane of x and y, so its axis has to be z");
    }
    const int usual = usual_position_size(convention_, joint);
    const bool is_angle = is_hinge(joint.kind) && position_size == 1;
    const bool is_pair = is_hinge(joint.kind) && position_size == 2 && convention_.cosine_and_sine;
    if (position_size >= 0 && position_size != usual && !is_angle && !is_pair) {
      return refuse("its q has " + std::to_string(position_size) + " numbers in " + peer + ", expected " +
                    std::to_string(usual));
    }
    JointMap map{.name = joint.name,
                 .kind = joint.kind,
                 .q = joint.q_index,
                 .v = joint.v_index,
                 .q_size = joint.q_size,
                 .v_size = joint.v_size,
                 .peer_q = q_size_,
                 .peer_v = v_size_,
                 .peer_q_size = position_size < 0 ? usual : position_size};
    if (joint.kind == JointKind::floating && convention_.floats_in_world) {
      const Body* body = bodies_.at(joint.body);
      map.base = body->placement;
      while (!body->parent.empty()) {
        body = bodies_.at(body->parent);
        if (body->joint.kind != JointKind::fixed) {
          return refuse("in " + peer + " floating joints are on the ground, but joint " +
                        in_quotes(body->joint.name) + " carries this one");
        }
        map.base = body->placement * map.base;
      }
    }
    q_size_ += map.peer_q_size;
    v_size_ += map.v_size;
    joints_.push_back(map);
  }

  const Model& model_;
  const Convention& convention_;
  std::unordered_map<std::string, const Body*> bodies_{};
  std::unordered_map<std::string, std::size_t> by_name_{}, by_body_{};  // indices of moving joints
  std::unordered_set<std::string> fixed_{};
  std::vector<std::size_t> roots_{};  // floating joints of bodies on the ground
  std::vector<bool> is_listed_;
  std::vector<JointMap> joints_{};
  int q_size_ = 0, v_size_ = 0;
  std::string faults_{};
};

}  // namespace

Converter::Converter(const Model& model, const Convention& convention, std::span<const PeerJoint> joints)
    : model_(model), convention_(convention) {
  Matching matching(model, convention);
  for (const PeerJoint& joint : joints) matching.add(joint);
  joints_ = matching.result();
  for (const JointMap& joint : joints_) {
    position_size_ += joint.peer_q_size;
    velocity_size_ += joint.v_size;
  }
}

Converter::Converter(const Model& model, const Convention& convention, std::span<const std::string> names)
    : Converter(model, convention, [&] {
        std::vector<PeerJoint> joints;
        for (const std::string& name : names) joints.push_back({.name = name});
        return joints;
      }()) {}

Converter::Converter(const Model& model, const Convention& convention)
    : Converter(model, convention, joint_names(model, convention.order)) {}

}  // namespace sinew::interop
