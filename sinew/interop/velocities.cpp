// Converts velocities, accelerations and joint torques by T, and matrices by T on both sides (converter.hpp).
#include <cmath>
#include <string>

#include "sinew/base/check_number.hpp"
#include "sinew/interop/converter.hpp"
#include "sinew/interop/internal/joint_entries.hpp"

namespace sinew::interop {
namespace {
Vector3<double> rotated(Axes axes, const Rotation<double>& R, const Vector3<double>& in_body) {
  return axes == Axes::body ? in_body : R * in_body;
}
Vector3<double> rotated_back(Axes axes, const Rotation<double>& R, const Vector3<double>& x) {
  return axes == Axes::body ? x : transpose_times(R, x);
}

// The row of the peer's Jacobian that has row i of sinew's.
int jacobian_row(Halves halves, int i) {
  return halves == Halves::angular_first ? i : (i + 3) % 6;
}

void check_matrix(const char* what, MatrixIn<double> matrix, int rows, int cols) {
  edge::check_size(what, matrix, rows, cols);
  for (int j = 0; j < cols; ++j) {
    for (int i = 0; i < rows; ++i) {
      if (!std::isfinite(matrix(i, j)))
        edge::wrong_number(std::string(what) + "(" + std::to_string(i) + ", " + std::to_string(j) + ")",
                           matrix(i, j), "a finite number");
    }
  }
}

}  // namespace

// The rotation of the joint's body in the axes of the peer's base.
Rotation<double> Converter::rotation_of(const JointMap& joint, In<double> q) const {
  const double* x = q.data() + joint.q;
  switch (joint.kind) {
    case JointKind::floating:
      return joint.base.rotation * rotation_from_quaternion(x[3], x[4], x[5], x[6]);
    case JointKind::spherical:
      return rotation_from_quaternion(x[0], x[1], x[2], x[3]);
    case JointKind::planar:
      return rotation_about({0, 0, 1}, x[2]);
    default:
      return {};
  }
}

std::vector<Rotation<double>> Converter::rotations(In<double> q) const {
  std::vector<Rotation<double>> result;
  result.reserve(joints_.size());
  for (const JointMap& joint : joints_) result.push_back(rotation_of(joint, q));
  return result;
}

void Converter::to_peer(const JointMap& joint, const Rotation<double>& R, const double* from, double* to,
                        int stride) const {
  if (joint.kind == JointKind::floating) {
    const auto angular = rotated(convention_.floating_angular, R, vector_at(from, stride));
    const auto linear = rotated(convention_.floating_linear, R, vector_at(from + 3 * stride, stride));
    const bool first = convention_.floating_velocity == Halves::angular_first;
    store(angular, to + (first ? 0 : 3 * stride), stride);
    store(linear, to + (first ? 3 * stride : 0), stride);
  } else if (joint.kind == JointKind::spherical) {
    store(rotated(convention_.ball_velocity, R, vector_at(from, stride)), to, stride);
  } else if (joint.kind == JointKind::planar && convention_.planar_velocity == Axes::body) {
    store(transpose_times(R, vector_at(from, stride)), to, stride);  // the angle about z is the same
  } else {
    for (int i = 0; i < joint.v_size; ++i) to[i * stride] = from[i * stride];
  }
}

void Converter::to_sinew(const JointMap& joint, const Rotation<double>& R, const double* from, double* to,
                         int stride) const {
  if (joint.kind == JointKind::floating) {
    const bool first = convention_.floating_velocity == Halves::angular_first;
    const auto angular = vector_at(from + (first ? 0 : 3 * stride), stride);
    const auto linear = vector_at(from + (first ? 3 * stride : 0), stride);
    store(rotated_back(convention_.floating_angular, R, angular), to, stride);
    store(rotated_back(convention_.floating_linear, R, linear), to + 3 * stride, stride);
  } else if (joint.kind == JointKind::spherical) {
    store(rotated_back(convention_.ball_velocity, R, vector_at(from, stride)), to, stride);
  } else if (joint.kind == JointKind::planar && convention_.planar_velocity == Axes::body) {
    store(R * vector_at(from, stride), to, stride);
  } else {
    for (int i = 0; i < joint.v_size; ++i) to[i * stride] = from[i * stride];
  }
}

std::array<double, 6> Converter::drift(const JointMap& joint, const Rotation<double>& R, In<double> v) const {
  const double* const x = v.data() + joint.v;
  // (R linear)' = R linear' + R (omega x linear); the term of an angular velocity is R (omega x omega) = 0
  if (joint.kind == JointKind::floating && convention_.floating_linear == Axes::base) {
    const Vector3<double> linear = R * cross(vector_at(x, 1), vector_at(x + 3, 1));
    return in_order(convention_.floating_velocity, {}, linear);
  }
  // (R^* d)' = R^* d' - omega x (R^* d), where d are the displacements' rates and omega is along z
  if (joint.kind == JointKind::planar && convention_.planar_velocity == Axes::body) {
    const Vector3<double> linear = cross(Vector3<double>{0, 0, -x[2]}, transpose_times(R, {x[0], x[1], 0}));
    return {linear.x, linear.y};
  }
  return {};
}

void Converter::v_to_sinew(In<double> q, In<double> peer, Out<double> v) const {
  check_q(q);
  edge::check_input("the peer's v", peer, velocity_size_);
  edge::check_size("v", v, velocity_size_);
  for (const JointMap& joint : joints_)
    to_sinew(joint, rotation_of(joint, q), peer.data() + joint.peer_v, v.data() + joint.v, 1);
}

void Converter::v_from_sinew(In<double> q, In<double> v, Out<double> peer) const {
  check_q(q);
  edge::check_input("v", v, velocity_size_);
  edge::check_size("the peer's v", peer, velocity_size_);
  for (const JointMap& joint : joints_)
    to_peer(joint, rotation_of(joint, q), v.data() + joint.v, peer.data() + joint.peer_v, 1);
}

void Converter::a_to_sinew(In<double> q, In<double> v, In<double> peer, Out<double> a) const {
  check_q(q);
  edge::check_input("v", v, velocity_size_);
  edge::check_input("the peer's a", peer, velocity_size_);
  edge::check_size("a", a, velocity_size_);
  // a = T^* (a_peer - dT/dt v)
  for (const JointMap& joint : joints_) {
    const Rotation<double> R = rotation_of(joint, q);
    std::array<double, 6> rest = drift(joint, R, v);
    for (int i = 0; i < joint.v_size; ++i)
      rest[std::size_t(i)] = peer[std::size_t(joint.peer_v + i)] - rest[std::size_t(i)];
    to_sinew(joint, R, rest.data(), a.data() + joint.v, 1);
  }
}

void Converter::a_from_sinew(In<double> q, In<double> v, In<double> a, Out<double> peer) const {
  check_q(q);
  edge::check_input("v", v, velocity_size_);
  edge::check_input("a", a, velocity_size_);
  edge::check_size("the peer's a", peer, velocity_size_);
  // a_peer = T a + dT/dt v
  for (const JointMap& joint : joints_) {
    const Rotation<double> R = rotation_of(joint, q);
    to_peer(joint, R, a.data() + joint.v, peer.data() + joint.peer_v, 1);
    const std::array<double, 6> more = drift(joint, R, v);
    for (int i = 0; i < joint.v_size; ++i) peer[std::size_t(joint.peer_v + i)] += more[std::size_t(i)];
  }
}

// T is orthogonal: v^* tau = v_peer^* tau_peer gives tau_peer = T tau.
void Converter::tau_to_sinew(In<double> q, In<double> peer, Out<double> tau) const {
  check_q(q);
  edge::check_input("the peer's tau", peer, velocity_size_);
  edge::check_size("tau", tau, velocity_size_);
  for (const JointMap& joint : joints_)
    to_sinew(joint, rotation_of(joint, q), peer.data() + joint.peer_v, tau.data() + joint.v, 1);
}

void Converter::tau_from_sinew(In<double> q, In<double> tau, Out<double> peer) const {
  check_q(q);
  edge::check_input("tau", tau, velocity_size_);
  edge::check_size("the peer's tau", peer, velocity_size_);
  for (const JointMap& joint : joints_)
    to_peer(joint, rotation_of(joint, q), tau.data() + joint.v, peer.data() + joint.peer_v, 1);
}

void Converter::mass_matrix_to_sinew(In<double> q, MatrixIn<double> peer, MatrixOut<double> M) const {
  const int n = velocity_size_;
  check_q(q);
  check_matrix("the peer's matrix", peer, n, n);
  edge::check_size("the matrix", M, n, n);
  // M = T^* (M_peer T)
  const std::vector<Rotation<double>> R = rotations(q);
  Matrix<double> product(n, n);
  for (std::size_t k = 0; k < joints_.size(); ++k) {
    const JointMap& joint = joints_[k];
    for (int i = 0; i < n; ++i) to_sinew(joint, R[k], &peer(i, joint.peer_v), &product(i, joint.v), n);
  }
  for (std::size_t k = 0; k < joints_.size(); ++k) {
    const JointMap& joint = joints_[k];
    for (int j = 0; j < n; ++j) to_sinew(joint, R[k], &product(joint.peer_v, j), &M(joint.v, j), 1);
  }
}

void Converter::mass_matrix_from_sinew(In<double> q, MatrixIn<double> M, MatrixOut<double> peer) const {
  const int n = velocity_size_;
  check_q(q);
  check_matrix("the matrix", M, n, n);
  edge::check_size("the peer's matrix", peer, n, n);
  // M_peer = T (M T^*)
  const std::vector<Rotation<double>> R = rotations(q);
  Matrix<double> product(n, n);
  for (std::size_t k = 0; k < joints_.size(); ++k) {
    const JointMap& joint = joints_[k];
    for (int i = 0; i < n; ++i) to_peer(joint, R[k], &M(i, joint.v), &product(i, joint.peer_v), n);
  }
  for (std::size_t k = 0; k < joints_.size(); ++k) {
    const JointMap& joint = joints_[k];
    for (int j = 0; j < n; ++j) to_peer(joint, R[k], &product(joint.v, j), &peer(joint.peer_v, j), 1);
  }
}

void Converter::jacobian_to_sinew(In<double> q, MatrixIn<double> peer, MatrixOut<double> J) const {
  check_q(q);
  check_matrix("the peer's Jacobian", peer, 6, velocity_size_);
  edge::check_size("the Jacobian", J, 6, velocity_size_);
  for (const JointMap& joint : joints_) {
    const Rotation<double> R = rotation_of(joint, q);
    for (int i = 0; i < 6; ++i)
      to_sinew(joint, R, &peer(jacobian_row(convention_.jacobian, i), joint.peer_v), &J(i, joint.v), 6);
  }
}

void Converter::jacobian_from_sinew(In<double> q, MatrixIn<double> J, MatrixOut<double> peer) const {
  check_q(q);
  check_matrix("the Jacobian", J, 6, velocity_size_);
  edge::check_size("the peer's Jacobian", peer, 6, velocity_size_);
  for (const JointMap& joint : joints_) {
    const Rotation<double> R = rotation_of(joint, q);
    for (int i = 0; i < 6; ++i)
      to_peer(joint, R, &J(i, joint.v), &peer(jacobian_row(convention_.jacobian, i), joint.peer_v), 6);
  }
}

}  // namespace sinew::interop
