#include "sinew/simulate/controllers/passivity_control.hpp"

#include <algorithm>

#include "sinew/algorithms/mass_matrix/coriolis.hpp"
#include "sinew/simulate/forces/motors.hpp"

namespace sinew {

PassivityControl::PassivityControl(const Model& model, const PassivityPlan& plan)
    : model_(model),
      work_(model),
      coordinates_(model),
      tracking_(model, plan.target),
      rate_(detail::gains_of_dofs("rate", model, plan.rate)),
      damping_(detail::gains_of_dofs("damping", model, plan.damping)),
      q_(std::size_t(model.position_size())),
      v_(rate_.size()),
      v_r_(v_),
      a_r_(v_),
      s_(v_),
      tau_(v_),
      coriolis_(v_),
      zeros_(v_),
      u_(std::size_t(coordinates_.size())),
      u_r_(u_),
      u_r_rate_(u_),
      s_u_(u_),
      tau_u_(u_) {
  detail::require_motors_on_leaders("passivity", model);
}

void PassivityControl::torques(double t, In<double> q, In<double> v, Out<double> tau) {
  edge::check_size("q", q, model_.position_size());
  std::copy(q.data(), q.data() + q.size(), q_.begin());
  coordinates_.follow(q_);
  coordinates_.select(v, u_);
  coordinates_.expand(u_, v_);
  tracking_.update(t, q_, v_);
  for (std::size_t g = 0; g < u_.size(); ++g) {
    const auto i = std::size_t(coordinates_.independent()[g]);
    u_r_[g] = tracking_.velocity()[i] + rate_[i] * tracking_.error()[i];
    u_r_rate_[g] = tracking_.velocity_rate()[i] + rate_[i] * tracking_.error_rate()[i];
    s_u_[g] = u_r_[g] - u_[g];
  }
  coordinates_.expand(s_u_, s_);
  coordinates_.expand(u_r_, v_r_);
  for (std::size_t i = 0; i < a_r_.size(); ++i) {  // N u_r' + dN/dt u_r; the motion u determines dN/dt
    const int g = coordinates_.indices().column[i];
    const auto column = std::size_t(g);
    a_r_[i] = g < 0 ? 0
                    : coordinates_.slope(int(i)) * u_r_rate_[column] +
                          coordinates_.curvature(int(i)) * (u_[column] * u_r_[column]);
  }
  inverse_dynamics(work_, q_, zeros_, a_r_, tau_);
  coriolis_product(work_, q_, v_, v_r_, coriolis_);
  for (std::size_t i = 0; i < tau_.size(); ++i) tau_[i] += coriolis_[i];
  coordinates_.reduce(tau_, tau_u_);
  for (std::size_t g = 0; g < u_.size(); ++g)
    tau_u_[g] += damping_[std::size_t(coordinates_.independent()[g])] * s_u_[g];
  coordinates_.spread(tau_u_, tau);
}

}  // namespace sinew
