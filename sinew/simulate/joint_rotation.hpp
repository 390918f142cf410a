// Where a joint has its quaternion and its plain coordinates: what makes positions of a robot more than a list of
// numbers.
#pragma once

#include <cmath>
#include <stdexcept>

#include "sinew/dense/views.hpp"
#include "sinew/model/model.hpp"
#include "sinew/simulate/rotation_chart.hpp"

namespace sinew {

inline Vector3<double> read(const double* x) {
  return {x[0], x[1], x[2]};
}
inline void write(double* x, const Vector3<double>& value) {
  x[0] = value.x, x[1] = value.y, x[2] = value.z;
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

  int q = -1, v = -1;  // the quaternion in q, its body rates in v; -1: none
  int plain, plain_v;  // how many coordinates besides, from the joint's first in q; where they are in v

  bool turns() const { return q >= 0; }
  Rotation<double> at(In<double> position) const {
    const double* x = position.data() + q;
    return rotation_from_quaternion(x[0], x[1], x[2], x[3]);
  }
  void normalise(Out<double> position) const {
    double* const x = position.data() + q;
    const double length = std::hypot(std::hypot(x[0], x[1]), std::hypot(x[2], x[3]));
    if (!(length > 0)) throw std::invalid_argument("a quaternion of a waypoint has length zero");
    for (int i = 0; i < 4; ++i) x[i] /= length;
  }
  // to = from exp(phi)
  void turn(In<double> from, const Vector3<double>& phi, Out<double> to) const {
    const double* const x = from.data() + q;
    const double half = 0.5 * norm(phi);
    const Vector3<double> p = (half < 1e-4 ? 0.5 - half * half / 12 : 0.5 * std::sin(half) / half) * phi;
    const double w = std::cos(half);
    double* const y = to.data() + q;
    y[0] = x[0] * w - x[1] * p.x - x[2] * p.y - x[3] * p.z;
    y[1] = x[0] * p.x + x[1] * w + x[2] * p.z - x[3] * p.y;
    y[2] = x[0] * p.y - x[1] * p.z + x[2] * w + x[3] * p.x;
    y[3] = x[0] * p.z + x[1] * p.y - x[2] * p.x + x[3] * w;
  }
};

}  // namespace sinew
