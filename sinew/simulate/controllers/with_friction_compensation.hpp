// Adds the compensation of friction (simulate/controllers/friction_compensation.hpp) to a control law that does not
// know it.
//
// Cost: that of the law, and of the target's velocities if there is a target of joints.
#pragma once

#include <memory>
#include <optional>

#include "sinew/simulate/controllers/friction_compensation.hpp"
#include "sinew/simulate/controllers/trajectory.hpp"
#include "sinew/simulate/run/dynamics.hpp"

namespace sinew {

class WithFrictionCompensation : public Controller {
 public:
  // `target`: the motion of the robot's joints that the law follows; nothing if it follows a pose.
  WithFrictionCompensation(const Model& robot, std::unique_ptr<Controller> law, FrictionCompensation friction,
                           std::optional<Trajectory> target);
  void torques(double t, In<double> q, In<double> v, Out<double> tau) override;
  void grasp_changed(const std::string& name, bool held) override { law_->grasp_changed(name, held); }
  void save(StateWriter& out) const override { law_->save(out); }
  void restore(StateReader& in) override { law_->restore(in); }

 private:
  std::unique_ptr<Controller> law_;
  FrictionCompensation friction_;
  std::optional<Trajectory> target_;
  std::vector<double> q_d_, v_d_, a_d_;
};

}  // namespace sinew
