#include "sinew/simulate/controllers/decoupled_control.hpp"

#include "sinew/simulate/forces/motors.hpp"

namespace sinew {

DecoupledControl::DecoupledControl(const Model& model, const DecoupledPlan& plan)
    : model_(model),
      work_(model),
      tracking_(model, plan.target),
      stiffness_(checked_gain("frequency", plan.frequency) * plan.frequency),
      damping_(2 * checked_gain("damping ratio", plan.damping_ratio) * plan.frequency),
      a_(std::size_t(model.velocity_size())),
      behind_(a_.size()),
      turned_(a_.size()) {
  require_motors_everywhere("decoupled", model);
}

void DecoupledControl::torques(double t, In<double> q, In<double> v, Out<double> tau) {
  tracking_.update(t, q, v);
  for (std::size_t i = 0; i < a_.size(); ++i) {
    behind_[i] = tracking_.velocity()[i] - v[i];
    a_[i] = tracking_.velocity_rate()[i] + damping_ * behind_[i] + stiffness_ * tracking_.error()[i];
  }
  inverse_dynamics(work_.plain, q, v, a_, tau);
  square_root_adjoint_rate_times(work_, q, v, behind_, turned_);
  update_filter(work_.plain, q);
  square_root_times(work_.plain, turned_, turned_);
  for (std::size_t i = 0; i < a_.size(); ++i) tau[i] += turned_[i];
}

}  // namespace sinew
