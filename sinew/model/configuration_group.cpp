#include "sinew/model/configuration_group.hpp"

#include <stdexcept>

#include "sinew/model/joint_rotation.hpp"
#include "sinew/spatial/exponential.hpp"
#include "sinew/spatial/rotation.hpp"

namespace sinew {
namespace {

bool has_length(const double* quaternion) {
  return quaternion[0] != 0 || quaternion[1] != 0 || quaternion[2] != 0 || quaternion[3] != 0;
}

// Rotation vector of the turn from a to b, in the axes of a. The quaternion a^-1 b is made without going through matrices, so
// that small turns keep all their digits.
Vector3<double> turn_between(const double* a, const double* b) {
  const Vector3<double> from = read(a + 1), to = read(b + 1);
  const double re = a[0] * b[0] + dot(from, to);
  const Vector3<double> im = a[0] * to - b[0] * from - cross(from, to);
  const double sine = norm(im);
  if (sine == 0) return {};
  const double angle = 2 * std::atan2(sine, std::abs(re));
  return ((re < 0 ? -angle : angle) / sine) * im;
}

}  // namespace

void difference(const Model& model, In<double> q0, In<double> q1, Out<double> u) {
  edge::check_size("q0", q0, model.position_size());
  edge::check_size("q1", q1, model.position_size());
  edge::check_size("the result u", u, model.velocity_size());
  for (const JointInfo& joint : model.joints()) {
    const double *from = q0.data() + joint.q_index, *to = q1.data() + joint.q_index;
    double* out = u.data() + joint.v_index;
    const bool floats = joint.kind == JointKind::floating;
    if (!floats && joint.kind != JointKind::spherical) {
      for (int i = 0; i < joint.v_size; ++i) out[i] = to[i] - from[i];
      continue;
    }
    const double *first = floats ? from + 3 : from, *second = floats ? to + 3 : to;
    if (!has_length(first) || !has_length(second))
      throw std::invalid_argument("the quaternion of joint '" + joint.name + "' has length zero");
    const Vector3<double> turn = turn_between(first, second);
    write(out, turn);
    if (!floats) continue;
    const Rotation<double> axes = rotation_from_quaternion(first[0], first[1], first[2], first[3]);
    write(out + 3, shift_of_screw(turn, transpose_times(axes, read(to) - read(from))));
  }
}

void coordinate_rates(const Model& model, In<double> u, In<double> v, Out<double> rates) {
  edge::check_size("u", u, model.velocity_size());
  edge::check_size("v", v, model.velocity_size());
  edge::check_size("the result", rates, model.velocity_size());
  for (const JointInfo& joint : model.joints()) {
    const double *at = u.data() + joint.v_index, *velocity = v.data() + joint.v_index;
    double* out = rates.data() + joint.v_index;
    if (joint.kind == JointKind::spherical) {
      write(out, inverse_dexp(read(at), read(velocity)));
    } else if (joint.kind == JointKind::floating) {
      const Motion<double> rate = inverse_dexp(Motion<double>{read(at), read(at + 3)},
                                               Motion<double>{read(velocity), read(velocity + 3)});
      write(out, rate.angular);
      write(out + 3, rate.linear);
    } else {
      for (int i = 0; i < joint.v_size; ++i) out[i] = velocity[i];
    }
  }
}

void position_rates(const Model& model, In<double> q, In<double> v, Out<double> rates) {
  edge::check_size("q", q, model.position_size());
  edge::check_size("v", v, model.velocity_size());
  edge::check_size("the result", rates, model.position_size());
  for (const JointInfo& joint : model.joints()) {
    const double *at = q.data() + joint.q_index, *velocity = v.data() + joint.v_index;
    double* out = rates.data() + joint.q_index;
    const bool floats = joint.kind == JointKind::floating;
    if (!floats && joint.kind != JointKind::spherical) {
      for (int i = 0; i < joint.v_size; ++i) out[i] = velocity[i];
      continue;
    }
    const double* turn = floats ? at + 3 : at;
    if (floats) {
      write(out, rotation_from_quaternion(turn[0], turn[1], turn[2], turn[3]) * read(velocity + 3));
      out += 3;
    }
    const Vector3<double> half = 0.5 * read(velocity), im = read(turn + 1);
    out[0] = -dot(im, half);
    write(out + 1, turn[0] * half + cross(im, half));
  }
}

void make_unit(const Model& model, Out<double> q) {
  edge::check_size("q", q, model.position_size());
  for (const JointInfo& joint : model.joints()) {
    const bool floats = joint.kind == JointKind::floating;
    if (!floats && joint.kind != JointKind::spherical) continue;
    double* turn = q.data() + joint.q_index + (floats ? 3 : 0);
    const Vector3<double> im = read(turn + 1);
    const double length = std::sqrt(turn[0] * turn[0] + dot(im, im));
    for (int i = 0; i < 4; ++i) turn[i] /= length;
  }
}

}  // namespace sinew
