#include "sinew/simulate/controllers/with_friction_compensation.hpp"

namespace sinew {

WithFrictionCompensation::WithFrictionCompensation(const Model& robot, std::unique_ptr<Controller> law,
                                                   FrictionCompensation friction,
                                                   std::optional<Trajectory> target)
    : law_(std::move(law)),
      friction_(std::move(friction)),
      target_(std::move(target)),
      q_d_(std::size_t(robot.position_size())),
      v_d_(std::size_t(robot.velocity_size())),
      a_d_(v_d_.size()) {}

void WithFrictionCompensation::torques(double t, In<double> q, In<double> v, Out<double> tau) {
  law_->torques(t, q, v, tau);
  if (target_) target_->at(t, q_d_, v_d_, a_d_);
  friction_.add(v, target_ ? In<double>(v_d_) : v, tau);
}

}  // namespace sinew
