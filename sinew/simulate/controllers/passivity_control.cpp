#include "sinew/simulate/controllers/passivity_control.hpp"

#include "sinew/algorithms/mass_matrix/coriolis.hpp"
#include "sinew/simulate/forces/motors.hpp"

namespace sinew {

PassivityControl::PassivityControl(const Model& model, const PassivityPlan& plan)
    : model_(model),
      work_(model),
      tracking_(model, plan.target),
      rate_(gains_of_dofs("rate", model, plan.rate)),
      damping_(gains_of_dofs("damping", model, plan.damping)),
      v_r_(rate_.size()),
      a_r_(rate_.size()),
      s_(rate_.size()),
      coriolis_(rate_.size()),
      zeros_(rate_.size()) {
  require_motors_everywhere("passivity", model);
}

void PassivityControl::torques(double t, In<double> q, In<double> v, Out<double> tau) {
  tracking_.update(t, q, v);
  for (std::size_t i = 0; i < s_.size(); ++i) {
    v_r_[i] = tracking_.velocity()[i] + rate_[i] * tracking_.error()[i];
    a_r_[i] = tracking_.velocity_rate()[i] + rate_[i] * tracking_.error_rate()[i];
    s_[i] = v_r_[i] - v[i];
  }
  inverse_dynamics(work_, q, zeros_, a_r_, tau);
  coriolis_product(work_, q, v, v_r_, coriolis_);
  for (std::size_t i = 0; i < s_.size(); ++i) tau[i] += coriolis_[i] + damping_[i] * s_[i];
}

}  // namespace sinew
