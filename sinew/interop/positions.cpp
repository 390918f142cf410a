// Converts positions: angles or their cosines and sines, the order of quaternions, and the base of floating joints.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "sinew/interop/converter.hpp"
#include "sinew/interop/internal/joint_entries.hpp"

namespace sinew::interop {
namespace {
bool has_quaternion(JointKind kind) {
  return kind == JointKind::spherical || kind == JointKind::floating;
}

Quaternion<double> product(const Quaternion<double>& a, const Quaternion<double>& b) {
  return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

Quaternion<double> read_quaternion(QuaternionOrder order, const double* x) {
  if (order == QuaternionOrder::wxyz) return {x[0], x[1], x[2], x[3]};
  return {x[3], x[0], x[1], x[2]};
}
void write_quaternion(QuaternionOrder order, const Quaternion<double>& q, double* x) {
  const std::array<double, 4> numbers = order == QuaternionOrder::wxyz
                                            ? std::array<double, 4>{q.w, q.x, q.y, q.z}
                                            : std::array<double, 4>{q.x, q.y, q.z, q.w};
  std::copy(numbers.begin(), numbers.end(), x);
}

}  // namespace

void Converter::check_q(In<double> q) const {
  edge::check_input("q", q, model_.position_size());
  for (const JointMap& joint : joints_) {
    if (!has_quaternion(joint.kind)) continue;
    const double* const x = &q[std::size_t(joint.q + joint.q_size - 4)];
    if (std::all_of(x, x + 4, [](double number) { return number == 0; }))
      throw std::invalid_argument("the quaternion of joint " + in_quotes(joint.name) + " has length zero");
  }
}

void Converter::q_to_sinew(In<double> peer, Out<double> q) const {
  edge::check_input("the peer's q", peer, position_size_);
  edge::check_size("q", q, model_.position_size());
  const auto angle = [](const JointMap& joint, double cosine, double sine) {
    if (cosine == 0 && sine == 0)
      throw std::invalid_argument("cosine and sine of joint " + in_quotes(joint.name) + " are both zero");
    return std::atan2(sine, cosine);
  };
  for (const JointMap& joint : joints_) {
    const double* from = peer.data() + joint.peer_q;
    double* to = q.data() + joint.q;
    if (is_hinge(joint.kind) && joint.peer_q_size == 2) {
      to[0] = angle(joint, from[0], from[1]);
    } else if (joint.kind == JointKind::planar && joint.peer_q_size == 4) {
      to[0] = from[0], to[1] = from[1], to[2] = angle(joint, from[2], from[3]);
    } else if (joint.kind == JointKind::spherical && joint.peer_q_size == 3) {
      const Quaternion<double> rotation = quaternion_of(rotation_from_rpy(vector_at(from, 1)));
      write_quaternion(QuaternionOrder::wxyz, rotation, to);
    } else if (joint.kind == JointKind::spherical) {
      write_quaternion(QuaternionOrder::wxyz, read_quaternion(convention_.quaternion, from), to);
    } else if (joint.kind == JointKind::floating) {
      // pose = base^-1 * pose in the peer's base
      const bool first = convention_.quaternion_before_position;
      const Vector3<double> position = vector_at(from + (first ? 4 : 0), 1);
      const auto [w, x, y, z] = quaternion_of(joint.base.rotation);
      store(inverse(joint.base) * position, to, 1);
      const Quaternion<double> rotation = read_quaternion(convention_.quaternion, from + (first ? 0 : 3));
      write_quaternion(QuaternionOrder::wxyz, product({w, -x, -y, -z}, rotation), to + 3);
    } else {
      std::copy_n(from, joint.q_size, to);
    }
  }
}

void Converter::q_from_sinew(In<double> q, Out<double> peer) const {
  check_q(q);
  edge::check_size("the peer's q", peer, position_size_);
  for (const JointMap& joint : joints_) {
    const double* from = q.data() + joint.q;
    double* to = peer.data() + joint.peer_q;
    if (is_hinge(joint.kind) && joint.peer_q_size == 2) {
      to[0] = std::cos(from[0]), to[1] = std::sin(from[0]);
    } else if (joint.kind == JointKind::planar && joint.peer_q_size == 4) {
      to[0] = from[0], to[1] = from[1], to[2] = std::cos(from[2]), to[3] = std::sin(from[2]);
    } else if (joint.kind == JointKind::spherical && joint.peer_q_size == 3) {
      store(rpy_of(rotation_from_quaternion(from[0], from[1], from[2], from[3])), to, 1);
    } else if (joint.kind == JointKind::spherical) {
      write_quaternion(convention_.quaternion, read_quaternion(QuaternionOrder::wxyz, from), to);
    } else if (joint.kind == JointKind::floating) {
      const bool first = convention_.quaternion_before_position;
      store(joint.base * vector_at(from, 1), to + (first ? 4 : 0), 1);
      const Quaternion<double> rotation = read_quaternion(QuaternionOrder::wxyz, from + 3);
      write_quaternion(convention_.quaternion, product(quaternion_of(joint.base.rotation), rotation),
                       to + (first ? 0 : 3));
    } else {
      std::copy_n(from, joint.q_size, to);
    }
  }
}

}  // namespace sinew::interop
