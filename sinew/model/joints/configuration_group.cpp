#include "sinew/model/joints/configuration_group.hpp"

#include <stdexcept>

#include "sinew/model/joints/joint_rotation.hpp"
#include "sinew/spatial/exponential.hpp"
#include "sinew/spatial/rotation.hpp"

namespace sinew {
namespace {

bool has_length(const double* quaternion) {
  return quaternion[0] != 0 || quaternion[1] != 0 || quaternion[2] != 0 || quaternion[3] != 0;
}

}  // namespace

void difference(const Model& model, In<double> q0, In<double> q1, Out<double> u) {
  edge::check_input("q0", q0, model.position_size());
  edge::check_input("q1", q1, model.position_size());
  edge::check_size("the result u", u, model.velocity_size());
  for (const JointInfo& joint : model.joints()) {
    const JointRotation rotation(joint);
    const double *from = q0.data() + joint.q_index, *to = q1.data() + joint.q_index;
    double* const out = u.data() + joint.v_index;
    if (!rotation.has_quaternion()) {
      for (int i = 0; i < joint.v_size; ++i) out[i] = to[i] - from[i];
      continue;
    }
    const double *first = q0.data() + rotation.q, *second = q1.data() + rotation.q;
    if (!has_length(first) || !has_length(second))
      throw std::invalid_argument("the quaternion of joint '" + joint.name + "' has length zero");
    const Vector3<double> phi = rotation_vector_between(first, second);
    write(out, phi);
    if (joint.kind != JointKind::floating) continue;
    write(out + 3, shift_of_screw(phi, transpose_times(rotation.at(q0), read(to) - read(from))));
  }
  edge::check_overflow("the difference of positions", u);
}

void coordinate_rates(const Model& model, In<double> u, In<double> v, Out<double> rates) {
  edge::check_input("u", u, model.velocity_size());
  edge::check_input("v", v, model.velocity_size());
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
  edge::check_overflow("the rate of coordinates", rates);
}

void position_rates(const Model& model, In<double> q, In<double> v, Out<double> rates) {
  edge::check_input("q", q, model.position_size());
  edge::check_input("v", v, model.velocity_size());
  edge::check_size("the result", rates, model.position_size());
  for (const JointInfo& joint : model.joints()) {
    const JointRotation rotation(joint);
    const double* const velocity = v.data() + joint.v_index;
    double* const out = rates.data() + joint.q_index;
    if (!rotation.has_quaternion()) {
      for (int i = 0; i < joint.v_size; ++i) out[i] = velocity[i];
      continue;
    }
    if (joint.kind == JointKind::floating) write(out, rotation.at(q) * read(velocity + 3));
    const double* const quaternion = q.data() + rotation.q;
    const Vector3<double> half = 0.5 * read(velocity), im = read(quaternion + 1);
    double* const quaternion_rate = rates.data() + rotation.q;
    quaternion_rate[0] = -dot(im, half);
    write(quaternion_rate + 1, quaternion[0] * half + cross(im, half));
  }
  edge::check_overflow("the rate of positions", rates);
}

void make_unit(const Model& model, Out<double> q) {
  edge::check_size("q", q, model.position_size());
  for (const JointInfo& joint : model.joints()) {
    const JointRotation rotation(joint);
    if (!rotation.has_quaternion()) continue;
    double* const quaternion = q.data() + rotation.q;
    const Vector3<double> im = read(quaternion + 1);
    const double length = std::sqrt(quaternion[0] * quaternion[0] + dot(im, im));
    if (!(length > 0) || !std::isfinite(length))
      throw std::invalid_argument("the quaternion of joint '" + joint.name + "' cannot be normalised");
    for (int i = 0; i < 4; ++i) quaternion[i] /= length;
  }
}

}  // namespace sinew
