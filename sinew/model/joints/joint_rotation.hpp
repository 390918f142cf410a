// Locates the quaternion and the plain coordinates of a joint in q and v, and rotates the quaternion.
#pragma once

#include "sinew/dense/views.hpp"
#include "sinew/model/model.hpp"
#include "sinew/spatial/exponential.hpp"

namespace sinew {

inline Vector3<double> read(const double* x) {
  return {x[0], x[1], x[2]};
}
inline void write(double* x, const Vector3<double>& value) {
  x[0] = value.x, x[1] = value.y, x[2] = value.z;
}

// Returns the rotation vector from the quaternion a to the quaternion b, in the axes of a. The quaternion a^-1 b is
// computed without matrices, so that small rotations keep all their digits.
inline Vector3<double> rotation_vector_between(const double* a, const double* b) {
  const Vector3<double> from = read(a + 1), to = read(b + 1);
  const double re = a[0] * b[0] + dot(from, to);
  const Vector3<double> im = a[0] * to - b[0] * from - cross(from, to);
  const double sine = norm(im);
  if (sine == 0) return {};
  const double angle = 2 * std::atan2(sine, std::abs(re));
  return ((re < 0 ? -angle : angle) / sine) * im;
}

struct JointRotation {
  explicit JointRotation(const JointInfo& joint) : plain(joint.v_size), plain_v(joint.v_index) {
    if (joint.kind != JointKind::spherical && joint.kind != JointKind::floating) return;
    const bool floats = joint.kind == JointKind::floating;
    q = joint.q_index + (floats ? 3 : 0);
    v = joint.v_index;
    plain = floats ? 3 : 0;
    plain_v = joint.v_index + 3;
  }

  int q = -1, v = -1;  // index of the quaternion in q and of its angular velocity in v; -1 if there is none
  int plain, plain_v;  // number of other coordinates, which begin at the joint's first in q; their index in v

  bool has_quaternion() const { return q >= 0; }
  Rotation<double> at(In<double> position) const {
    const double* x = position.data() + q;
    return rotation_from_quaternion(x[0], x[1], x[2], x[3]);
  }
  // to = from exp(phi)
  void rotate(In<double> from, const Vector3<double>& phi, Out<double> to) const {
    const Quaternion<double> rotated_to = rotated(from.data() + q, phi);
    double* const x = to.data() + q;
    x[0] = rotated_to.w, x[1] = rotated_to.x, x[2] = rotated_to.y, x[3] = rotated_to.z;
  }
};

}  // namespace sinew
