#include "sinew/simulate/controllers/tracking.hpp"

#include <algorithm>

#include "sinew/model/joints/joint_rotation.hpp"
#include "sinew/spatial/rotation_chart.hpp"

namespace sinew {

Tracking::Tracking(const Model& model, const TrajectoryPlan& target)
    : model_(model),
      trajectory_(model, target),
      v_(std::size_t(model.velocity_size())),
      q_d_(std::size_t(model.position_size())),
      v_d_(v_.size()),
      a_d_(v_.size()),
      e_(v_.size()),
      e_rate_(v_.size()),
      w_(v_.size()),
      w_rate_(v_.size()),
      rotations_(model.joints().size()) {}

void Tracking::update(double t, In<double> q, In<double> v) {
  edge::check_size("q", q, model_.position_size());
  edge::check_size("v", v, model_.velocity_size());
  trajectory_.at(t, q_d_, v_d_, a_d_);
  std::copy(v.data(), v.data() + v.size(), v_.begin());
  std::size_t at = 0;
  for (const JointInfo& joint : model_.joints()) {
    const JointRotation rotation(joint);
    Rotation<double>& R = rotations_[at++];
    if (!rotation.has_quaternion()) {
      for (int i = 0; i < joint.v_size; ++i) {
        const auto at_q = std::size_t(joint.q_index + i), at_v = std::size_t(joint.v_index + i);
        e_[at_v] = q_d_[at_q] - q[at_q];
        e_rate_[at_v] = v_d_[at_v] - v[at_v];
        w_[at_v] = v_d_[at_v];
        w_rate_[at_v] = a_d_[at_v];
      }
      continue;
    }
    R = rotation.at(q);
    const Rotation<double> R_d = rotation.at(q_d_), R_e = transpose(R) * R_d;
    const Vector3<double> omega = read(v.data() + rotation.v), omega_d = read(v_d_.data() + rotation.v);
    const Vector3<double> e = rotation_vector_of(R_e), u = omega_d - transpose_times(R_e, omega);
    write(e_.data() + rotation.v, e);
    write(e_rate_.data() + rotation.v, inverse_dexp(e, u));
    write(w_.data() + rotation.v, R_e * omega_d);
    write(w_rate_.data() + rotation.v, R_e * (read(a_d_.data() + rotation.v) + cross(u, omega_d)));
    if (joint.kind != JointKind::floating) continue;
    // p_d' = R_d v_d and p_d'' = R_d (a_d + omega_d x v_d) in world axes; these are then rotated into body axes.
    const int linear = rotation.plain_v;
    const Vector3<double> apart =
        transpose_times(R, read(q_d_.data() + joint.q_index) - read(q.data() + joint.q_index));
    const Vector3<double> v_d = read(v_d_.data() + linear), velocity = R_e * v_d;
    write(e_.data() + linear, apart);
    write(e_rate_.data() + linear, velocity - read(v.data() + linear) - cross(omega, apart));
    write(w_.data() + linear, velocity);
    write(w_rate_.data() + linear,
          R_e * (read(a_d_.data() + linear) + cross(omega_d, v_d)) - cross(omega, velocity));
  }
}

void Tracking::demand(In<double> stiffness, In<double> damping, Out<double> a) const {
  edge::check_size("the stiffness", stiffness, model_.velocity_size());
  edge::check_size("the damping", damping, model_.velocity_size());
  edge::check_size("the demanded accelerations", a, model_.velocity_size());
  const auto law = [&](int i) {  // returns e''
    const auto k = std::size_t(i);
    return -damping[k] * e_rate_[k] - stiffness[k] * e_[k];
  };
  std::size_t at = 0;
  for (const JointInfo& joint : model_.joints()) {
    const JointRotation rotation(joint);
    const Rotation<double>& R = rotations_[at++];
    if (!rotation.has_quaternion()) {
      for (int i = joint.v_index; i < joint.v_index + joint.v_size; ++i)
        a[std::size_t(i)] = a_d_[std::size_t(i)] - law(i);
      continue;
    }
    const Vector3<double> e = read(e_.data() + rotation.v), omega = read(v_.data() + rotation.v);
    const Rotation<double> R_e = transpose(R) * rotation.at(q_d_);
    const RotationRates u = body_rates(
        e, {read(e_rate_.data() + rotation.v), {law(rotation.v), law(rotation.v + 1), law(rotation.v + 2)}});
    write(a.data() + rotation.v,
          R_e * (read(a_d_.data() + rotation.v) + cross(u.first, transpose_times(R_e, omega)) - u.second));
    if (joint.kind != JointKind::floating) continue;
    const int linear = rotation.plain_v;
    const Vector3<double> velocity = read(v_.data() + linear);
    const Vector3<double> apart = R * read(e_.data() + linear);
    const Vector3<double> falling_behind = R * (read(w_.data() + linear) - velocity);
    const auto k = std::size_t(linear);
    const Vector3<double> more{stiffness[k] * apart.x + damping[k] * falling_behind.x,
                               stiffness[k + 1] * apart.y + damping[k + 1] * falling_behind.y,
                               stiffness[k + 2] * apart.z + damping[k + 2] * falling_behind.z};
    // a + omega x v = R^* p''
    write(a.data() + linear, read(w_rate_.data() + linear) + cross(omega, read(w_.data() + linear)) +
                                 transpose_times(R, more) - cross(omega, velocity));
  }
}

}  // namespace sinew
