#include "sinew/simulate/controllers/operational_space_control.hpp"

#include <algorithm>

#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/chains/followers/independent_operational_space.hpp"
#include "sinew/simulate/forces/motors.hpp"

namespace sinew {
namespace {

bool any(const std::vector<double>& gains, std::size_t first) {
  return gains[first] != 0 || gains[first + 1] != 0 || gains[first + 2] != 0;
}

}  // namespace

std::array<double, 7> pose_coordinates(const Transform<double>& pose) {
  const auto [w, x, y, z] = quaternion_of(pose.rotation);
  return {pose.translation.x, pose.translation.y, pose.translation.z, w, x, y, z};
}

struct OperationalSpaceControl::Embedded {
  Embedded(const Model& model, FrameIndex frame)
      : dynamics(model), space(dynamics, frame), tau(std::size_t(dynamics.size())), lifted(tau.size()) {}
  IndependentDynamics<double> dynamics;
  IndependentOperationalSpace<double> space;
  std::vector<double> tau, lifted;
};

OperationalSpaceControl::OperationalSpaceControl(const Model& model, const OperationalSpacePlan& plan)
    : model_(model),
      work_(model),
      frame_(model.frame(plan.frame)),
      space_(model, frame_),
      tracking_(pose_model(), plan.target),
      stiffness_(detail::gains_of_pose("stiffness", plan.stiffness)),
      damping_(detail::gains_of_pose("damping", plan.damping)),
      joint_damping_(detail::checked_gain("joint damping", plan.joint_damping)),
      first_(any(stiffness_, 0) || any(damping_, 0) ? 0 : 3),
      last_(any(stiffness_, 3) || any(damping_, 3) ? 6 : 3),
      omega_(last_ - first_, last_ - first_),
      slowing_(std::size_t(model.velocity_size())),
      lifted_(slowing_.size()) {
  detail::require_motors_on_leaders("operational-space", model);
  if (has_followers(model)) embedded_ = std::make_unique<Embedded>(model, frame_);
}
OperationalSpaceControl::~OperationalSpaceControl() = default;

void OperationalSpaceControl::solve_for_force(const Matrix<double>& omega, std::array<double, 6>& force) {
  for (int i = first_; i < last_; ++i) {
    for (int j = first_; j <= i; ++j) omega_(i - first_, j - first_) = omega(i, j);
  }
  solver_.factorise(omega_);
  solver_.solve(VectorView<double>(force.data() + first_, std::size_t(last_ - first_)));
  std::fill(force.begin(), force.begin() + first_, 0.0);
  std::fill(force.begin() + last_, force.end(), 0.0);
}

void OperationalSpaceControl::torques(double t, In<double> q, In<double> v, Out<double> tau) {
  edge::check_size("the result tau", tau, model_.velocity_size());
  if (embedded_) {
    embedded_->dynamics.set_state(q, v);
  } else {
    update_velocities(work_, q, v);
  }
  Workspace<double>& work = embedded_ ? embedded_->dynamics.workspace() : work_;
  const Motion<double> V = velocity(work, frame_);
  const std::array<double, 6> twist = components(V);
  const std::array<double, 6> own =
      components(embedded_ ? embedded_->dynamics.jacobian_rate_times_velocity(frame_)
                           : jacobian_rate_times_velocity(work, frame_));
  tracking_.update(t, pose_coordinates(pose(work, frame_)), twist);
  std::array<double, 6> force{};
  tracking_.demand(stiffness_, damping_, force);
  for (std::size_t i = 0; i < 6; ++i) force[i] += joint_damping_ * twist[i] - own[i];  // J a_0 = -d V

  for (std::size_t i = 0; i < slowing_.size(); ++i) slowing_[i] = -joint_damping_ * v[i];
  if (embedded_) {
    auto& [dynamics, space, reduced, lifted] = *embedded_;
    dynamics.inverse_dynamics(q, v, slowing_, reduced);
    solve_for_force(space.omega(dynamics), force);
    space.jacobian_adjoint_times(dynamics, force, lifted);
    for (std::size_t i = 0; i < lifted.size(); ++i) reduced[i] += lifted[i];
    dynamics.coordinates().spread(reduced, tau);
    return;
  }
  inverse_dynamics(work_, q, v, slowing_, tau);
  solve_for_force(space_.omega(work_), force);
  space_.jacobian_adjoint_times(work_, force, lifted_);
  for (std::size_t i = 0; i < lifted_.size(); ++i) tau[i] += lifted_[i];
}

}  // namespace sinew
