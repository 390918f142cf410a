#include "sinew/algorithms/dynamics/passive_forces.hpp"

#include <algorithm>

#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/model/joints/joint_rotation.hpp"
#include "sinew/spatial/exponential.hpp"
#include "sinew/spatial/rotation.hpp"

namespace sinew {
namespace {

Vector3<double> times(const double* stiffness, const Vector3<double>& x) {
  return {stiffness[0] * x.x, stiffness[1] * x.y, stiffness[2] * x.z};
}
void subtract(const Vector3<double>& x, double* tau) {
  tau[0] -= x.x;
  tau[1] -= x.y;
  tau[2] -= x.z;
}
Vector3<double> shift_of(const double* from, const double* to) {
  return {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
}

}  // namespace

JointSprings::JointSprings(const Model& model) {
  const std::vector<double> q0 = model.initial_position();
  for (const JointInfo& joint : model.joints()) {
    const auto dofs = model.dofs().subspan(std::size_t(joint.v_index), std::size_t(joint.v_size));
    const bool floats = joint.kind == JointKind::floating;
    if (!floats && joint.kind != JointKind::spherical) {
      for (std::size_t i = 0; i < dofs.size(); ++i) {
        if (dofs[i].stiffness == 0) continue;
        scalar_.push_back({std::size_t(joint.q_index) + i, std::size_t(joint.v_index) + i, dofs[i].stiffness,
                           dofs[i].rest_position});
      }
      continue;
    }
    if (std::all_of(dofs.begin(), dofs.end(), [](const auto& f) { return f.stiffness == 0; })) continue;
    Rotating spring{std::size_t(joint.q_index), std::size_t(joint.v_index), floats, {}, {}};
    for (std::size_t i = 0; i < dofs.size(); ++i) spring.stiffness[i] = dofs[i].stiffness;
    std::copy_n(q0.begin() + joint.q_index, joint.q_size, spring.initial);
    rotating_.push_back(spring);
  }
}

void JointSprings::add_torques(In<double> q, Out<double> tau) const {
  for (const auto& [i, v, stiffness, rest] : scalar_) tau[v] -= stiffness * (q[i] - rest);
  for (const Rotating& spring : rotating_) {
    const std::size_t quaternion = spring.floats ? 3 : 0;
    const double* const at = &q[spring.q];
    const Vector3<double> w = rotation_vector_between(spring.initial + quaternion, at + quaternion),
                          m = times(spring.stiffness, w);
    const double c = exponential::inverse_coefficients(norm(w)).c;
    subtract(m - 0.5 * cross(w, m) + c * cross(w, cross(w, m)), &tau[spring.v]);
    if (!spring.floats) continue;
    const Rotation<double> R = rotation_from_quaternion(at[3], at[4], at[5], at[6]);
    const Vector3<double> force = times(spring.stiffness + 3, shift_of(spring.initial, at));
    subtract(transpose_times(R, force), &tau[spring.v + 3]);
  }
}

double JointSprings::energy(In<double> q) const {
  double sum = 0;
  for (const auto& [i, v, stiffness, rest] : scalar_) sum += 0.5 * stiffness * (q[i] - rest) * (q[i] - rest);
  for (const Rotating& spring : rotating_) {
    const std::size_t quaternion = spring.floats ? 3 : 0;
    const double* const at = &q[spring.q];
    const Vector3<double> w = rotation_vector_between(spring.initial + quaternion, at + quaternion);
    sum += 0.5 * dot(w, times(spring.stiffness, w));
    if (!spring.floats) continue;
    const Vector3<double> d = shift_of(spring.initial, at);
    sum += 0.5 * dot(d, times(spring.stiffness + 3, d));
  }
  return sum;
}

GravityCompensation::GravityCompensation(const Model& model) {
  for (const Body& body : model.description().bodies) {
    const double weight = body.gravity_compensation * body.inertial.mass;
    if (weight == 0 || norm(model.gravity()) == 0) continue;
    bodies_.push_back({model.frame(body.name), body.inertial.com, -weight * model.gravity()});
  }
}

void GravityCompensation::add_forces(Workspace<double>& work,
                                     std::vector<ExternalForce<double>>& forces) const {
  for (const auto& [frame, com, force] : bodies_) {
    const Vector3<double> here = transpose_times(pose(work, frame).rotation, force);
    forces.push_back({frame, {cross(com, here), here}});
  }
}

double GravityCompensation::energy(Workspace<double>& work) const {
  double sum = 0;
  for (const auto& [frame, com, force] : bodies_) sum -= dot(force, pose(work, frame) * com);
  return sum;
}

void joint_springs(const Model& model, In<double> q, Out<double> tau) {
  edge::check_input("q", q, model.position_size());
  edge::check_size("the result tau", tau, model.velocity_size());
  std::fill_n(tau.data(), tau.size(), 0.0);
  JointSprings(model).add_torques(q, tau);
  edge::check_overflow("joint springs", tau);
}

void gravity_compensation(Workspace<double>& work, In<double> q, Out<double> tau) {
  std::vector<ExternalForce<double>> forces;
  set_position(work, q);
  GravityCompensation(work.model).add_forces(work, forces);
  // The torques are those that hold the robot at rest without the forces, minus those that do so with them.
  std::vector<double> weight(tau.size());
  gravity_force(work, q, weight);
  bias_force(work, q, std::vector<double>(tau.size(), 0.0), tau, {.forces = forces});
  for (std::size_t i = 0; i < tau.size(); ++i) tau[i] = weight[i] - tau[i];
  work.contents.drop("gravity_compensation",
                     content::of_velocity);  // zero velocities, not those of the caller
}

}  // namespace sinew
