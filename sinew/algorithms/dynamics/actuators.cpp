#include "sinew/algorithms/dynamics/actuators.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/algorithms/kinematics/tendons.hpp"
#include "sinew/model/joints/joint_rotation.hpp"

namespace sinew {
namespace {

Vector3<double> force_part(const Transmission& t) {
  return {t.gear[0], t.gear[1], t.gear[2]};
}
Vector3<double> moment_part(const Transmission& t) {
  return {t.gear[3], t.gear[4], t.gear[5]};
}

constexpr double identity[] = {1, 0, 0, 0};

// Returns the quaternion as four numbers.
std::array<double, 4> numbers_of(const Rotation<double>& R) {
  const auto [w, x, y, z] = quaternion_of(R);
  return {w, x, y, z};
}

FrameIndex body_of(const Model& model, const LoopEnd& end) {
  return end.body.empty() ? ground : model.frame(end.body);
}

// Returns the period of the control of a servo that rotates something, or 0.
double period_of(const Actuator& actuator, JointKind joint) {
  const bool is_servo = actuator.gain[0] == -actuator.bias[1] && actuator.gain[1] == 0 &&
                        actuator.gain[2] == 0 && actuator.activation != ActivationKind::filter;
  if (!is_servo) return 0;
  const Transmission& transmission = actuator.transmission;
  constexpr double revolution = 2 * std::numbers::pi;
  if (joint == JointKind::spherical) return revolution * norm(force_part(transmission));
  const bool only_rotates = transmission.kind == TransmissionKind::site && transmission.reference &&
                            force_part(transmission) == Vector3<double>{};
  return only_rotates ? revolution * norm(moment_part(transmission)) : 0;
}

// Calls f(dof, sign, column) for every DOF that moves only one of two links, with the twist that it causes in world
// axes: for link a with sign 1, at the point p_a; for link b with sign -1, at p_b.
template <class F>
void for_each_column_between(const Workspace<double>& work, std::size_t a, const Vector3<double>& p_a,
                             std::size_t b, const Vector3<double>& p_b, const F& f) {
  const Tree<double>& tree = *work.tree;
  while (a != b) {  // the link with the greater index carries no other link of the two paths
    const bool is_first = a > b;
    const std::size_t k = std::max(a, b);
    const Transform<double> seen{work.pose[k].rotation, work.pose[k].translation - (is_first ? p_a : p_b)};
    at_joint(tree, work.joints, k, [&](const auto& joint) {
      for (int i = 0; i < joint.count(); ++i)
        f(joint.link.v + i, is_first ? 1.0 : -1.0, joint.axis_in(seen, i));
    });
    (is_first ? a : b) = std::size_t(tree.links[k].parent);
  }
}

}  // namespace

Actuators::Actuators(const Model& model)
    : model_(model), torques_(std::size_t(model.velocity_size())), row_(torques_.size()) {
  const auto most_arms = 2 * std::size_t(model.tree<double>().depth);
  std::size_t arms = 0;
  for (const Actuator& actuator : model.description().actuators) {
    Prepared each{.actuator = actuator, .first_arm = arms};
    const Transmission& transmission = actuator.transmission;
    if (transmission.kind == TransmissionKind::site) {
      each.site = body_of(model, transmission.site);
      if (transmission.reference) each.reference = body_of(model, *transmission.reference);
      arms += most_arms;
    } else if (transmission.kind == TransmissionKind::tendon) {
      each.tendon = model.tendon(transmission.target);
      arms += row_.size();
      if (model.description().tendons[std::size_t(each.tendon.value)].actuation != Interval{})
        tendon_forces_.resize(model.tendons().size());
    } else {
      const JointInfo& joint = model.joint(transmission.target);
      each.joint = joint.kind;
      each.q = std::size_t(joint.q_index);
      each.v = std::size_t(joint.v_index);
      each.arm_count = std::size_t(joint.v_size);
      arms += each.arm_count;
    }
    each.period = period_of(actuator, each.joint);
    all_.push_back(std::move(each));
  }
  arms_.resize(arms);
  for (auto* const list : {&lengths_, &velocities_, &forces_, &zeros_}) list->resize(all_.size());
}

void Actuators::set_joint(Prepared& each, In<double> q, double& length) {
  const Transmission& transmission = each.actuator.transmission;
  const auto set = [&](std::size_t i, const Vector3<double>& arm) {
    const double numbers[] = {arm.x, arm.y, arm.z};
    for (std::size_t j = 0; j < 3; ++j) arms_[each.first_arm + i + j] = {int(each.v + i + j), numbers[j]};
  };
  const bool is_in_parent = transmission.kind == TransmissionKind::joint_in_parent;
  const Vector3<double> first = force_part(transmission);
  if (each.joint == JointKind::spherical) {
    const double* const x = &q[each.q];
    const Rotation<double> R = rotation_from_quaternion(x[0], x[1], x[2], x[3]);
    length = dot(first, rotation_vector_between(identity, x));  // log(R) is the same in both axes
    set(0, is_in_parent ? transpose_times(R, first) : first);
  } else if (each.joint == JointKind::floating) {
    const double* const x = &q[each.q + 3];
    const Rotation<double> R = rotation_from_quaternion(x[0], x[1], x[2], x[3]);
    const Vector3<double> moment = moment_part(transmission);
    length = 0;
    set(0, is_in_parent ? transpose_times(R, moment) : moment);
    set(3, transpose_times(R, first));
  } else {
    length = transmission.gear[0] * q[each.q];
    arms_[each.first_arm] = {int(each.v), transmission.gear[0]};
  }
}

void Actuators::set_tendon(Workspace<double>& work, Prepared& each, double& length) {
  const double gear = each.actuator.transmission.gear[0];
  length = gear * tendon_length(work, each.tendon);
  tendon_moment_arms(work, each.tendon, row_);
  each.arm_count = 0;
  for (std::size_t i = 0; i < row_.size(); ++i) {
    if (row_[i] != 0) arms_[each.first_arm + each.arm_count++] = {int(i), gear * row_[i]};
  }
}

void Actuators::set_site(Workspace<double>& work, Prepared& each, double& length) {
  const Transmission& transmission = each.actuator.transmission;
  const Transform<double> site = pose(work, each.site) * transmission.site.placement;
  Transform<double> reference = site;
  length = 0;
  if (transmission.reference) {
    reference = pose(work, each.reference) * transmission.reference->placement;
    const Vector3<double> apart =
        transpose_times(reference.rotation, site.translation - reference.translation);
    const Vector3<double> rotation =
        rotation_vector_between(numbers_of(reference.rotation).data(), numbers_of(site.rotation).data());
    length = dot(force_part(transmission), apart) + dot(moment_part(transmission), rotation);
  }
  const Force<double> force{reference.rotation * moment_part(transmission),
                            reference.rotation * force_part(transmission)};
  each.arm_count = 0;
  for_each_column_between(work, std::size_t(model_.frame(each.site).link), site.translation,
                          std::size_t(model_.frame(each.reference).link), reference.translation,
                          [&](int dof, double sign, const Motion<double>& column) {
                            arms_[each.first_arm + each.arm_count++] = {dof, sign * dot(column, force)};
                          });
}

double Actuators::force_of(const Prepared& each, double w, double length, double velocity) const {
  const auto& [a0, a1, a2] = each.actuator.gain;
  const auto& [b0, b1, b2] = each.actuator.bias;
  if (each.period > 0) w -= each.period * std::round((w - length) / each.period);
  return (a0 + a1 * length + a2 * velocity) * w + b0 + b1 * length + b2 * velocity;
}

void Actuators::limit_tendons() {
  if (tendon_forces_.empty()) return;
  const auto for_each_on_tendon = [&](const auto& f) {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (all_[i].actuator.transmission.kind == TransmissionKind::tendon)
        f(tendon_forces_[std::size_t(all_[i].tendon.value)], forces_[i], all_[i].tendon);
    }
  };
  std::fill(tendon_forces_.begin(), tendon_forces_.end(), 0.0);
  for_each_on_tendon([](double& sum, double force, TendonIndex) { sum += force; });
  for_each_on_tendon([&](double sum, double& force, TendonIndex tendon) {
    const double limited = model_.description().tendons[std::size_t(tendon.value)].actuation.clamped(sum);
    if (limited != sum) force *= limited / sum;
  });
}

void Actuators::update_lengths(Workspace<double>& work) {
  edge::check_made_for("the actuators", model_, work.model);
  const VectorView<const double> q = edge::given_position(work, "the actuators");
  for (std::size_t i = 0; i < all_.size(); ++i) {
    const TransmissionKind kind = all_[i].actuator.transmission.kind;
    if (kind == TransmissionKind::site) {
      set_site(work, all_[i], lengths_[i]);
    } else if (kind == TransmissionKind::tendon) {
      set_tendon(work, all_[i], lengths_[i]);
    } else {
      set_joint(all_[i], q, lengths_[i]);
    }
  }
}

void Actuators::update_velocities(Workspace<double>& work) {
  const VectorView<const double> v = edge::given_velocity(work, "the actuators");
  for (std::size_t i = 0; i < all_.size(); ++i) {
    velocities_[i] = 0;
    for (const auto& [dof, arm] : moment_arms(i)) velocities_[i] += arm * v[std::size_t(dof)];
  }
}

void Actuators::update_torques() {
  std::fill(torques_.begin(), torques_.end(), 0.0);
  for (std::size_t i = 0; i < all_.size(); ++i) {
    for (const auto& [dof, arm] : moment_arms(i)) torques_[std::size_t(dof)] += arm * forces_[i];
  }
  const auto dofs = model_.dofs();
  for (std::size_t i = 0; i < torques_.size(); ++i) torques_[i] = dofs[i].actuation.clamped(torques_[i]);
  edge::check_overflow("the torques of the actuators", torques_.data(), torques_.size());
}

void Actuators::update(Workspace<double>& work, In<double> controls, In<double> activations) {
  edge::check_input("the controls", controls, int(all_.size()));
  edge::check_input("the activations", activations, int(all_.size()));
  update_lengths(work);
  update_velocities(work);
  for (std::size_t i = 0; i < all_.size(); ++i) {
    const Actuator& actuator = all_[i].actuator;
    const double w = actuator.activation == ActivationKind::none ? actuator.control_range.clamped(controls[i])
                                                                 : activations[i];
    forces_[i] = force_of(all_[i], w, lengths_[i], velocities_[i]);
  }
  limit_tendons();
  for (std::size_t i = 0; i < all_.size(); ++i) forces_[i] = all_[i].actuator.force_range.clamped(forces_[i]);
  update_torques();
}

void Actuators::apply(Workspace<double>& work, In<double> forces) {
  edge::check_input("the forces of actuators", forces, int(all_.size()));
  update_lengths(work);
  update_velocities(work);
  std::copy(forces.data(), forces.data() + forces.size(), forces_.begin());
  update_torques();
}

void actuator_torques(Workspace<double>& work, In<double> controls, Out<double> tau) {
  edge::check_workspace(work);
  edge::check_size("the result tau", tau, work.model.velocity_size());
  Actuators actuators(work.model);
  actuators.update(work, controls);
  std::copy(actuators.torques().begin(), actuators.torques().end(), tau.data());
}

}  // namespace sinew
