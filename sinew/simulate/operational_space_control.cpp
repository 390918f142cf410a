#include "sinew/simulate/operational_space_control.hpp"

#include <cmath>
#include <stdexcept>

#include "sinew/algorithms/inverse_dynamics.hpp"
#include "sinew/simulate/motors.hpp"

namespace sinew {

std::array<double, 7> pose_coordinates(const Transform<double>& pose) {
  const auto [w, x, y, z] = quaternion_of(pose.rotation);
  return {pose.translation.x, pose.translation.y, pose.translation.z, w, x, y, z};
}

OperationalSpaceControl::OperationalSpaceControl(const Model& model, const OperationalSpacePlan& plan)
    : model_(model),
      work_(model),
      frame_(model.frame(plan.frame)),
      space_(model, frame_),
      tracking_(pose_model(), plan.target),
      stiffness_(gains_of_pose("stiffness", plan.stiffness)),
      damping_(gains_of_pose("damping", plan.damping)),
      joint_damping_(checked_gain("joint damping", plan.joint_damping)),
      slowing_(std::size_t(model.velocity_size())),
      lifted_(slowing_.size()) {
  require_motors_everywhere("operational-space", model);
}

void OperationalSpaceControl::moments(double t, In<double> q, In<double> v, Out<double> tau) {
  edge::check_size("the result tau", tau, model_.velocity_size());
  update_velocities(model_, work_, q, v);
  const Motion<double> V = velocity(model_, work_, frame_);
  const std::array<double, 6> twist = components(V);
  const std::array<double, 6> own = components(jacobian_rate_times_velocity(model_, work_, frame_));
  tracking_.update(t, pose_coordinates(pose(model_, work_, frame_)), twist);
  std::array<double, 6> force{};
  tracking_.demand(stiffness_, damping_, force);
  for (std::size_t i = 0; i < 6; ++i) force[i] += joint_damping_ * twist[i] - own[i];  // J a_0 = -d V

  for (std::size_t i = 0; i < slowing_.size(); ++i) slowing_[i] = -joint_damping_ * v[i];
  inverse_dynamics(model_, work_, q, v, slowing_, tau);
  update_filter(model_, work_, q);
  space_.update(model_, work_);
  solver_.factorise(space_.omega());
  solver_.solve(force);
  space_.jacobian_adjoint_times(model_, work_, force, lifted_);
  for (std::size_t i = 0; i < lifted_.size(); ++i) tau[i] += lifted_[i];
}

}  // namespace sinew
