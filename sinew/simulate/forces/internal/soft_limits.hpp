// Simulates soft joint limits: a spring and a damper push a joint that is beyond its limit back, and never pull it.
//
//   torque = max(0, k s + c s') towards the range            s: distance beyond the limit;   stores k s^2 / 2
//
// The damper acts as soon as the joint is beyond its limit, so the torque jumps there. An event at the limit prevents a
// step across the jump, and stores which limit the joint is at until the next event.
//
// Cost: a few multiplications for each joint with limits. Nothing allocates after the first call.
#pragma once

#include "sinew/simulate/make_simulation.hpp"
#include "sinew/simulate/saved/made_for.hpp"

namespace sinew {

class SoftLimits : public Event {
 public:
  // Acts on each degree of freedom with limits separately, except on joints with quaternions and on joints that follow
  // another. Throws std::invalid_argument for a stiffness or damping that is negative or not finite.
  SoftLimits(const Model& model, const LimitPlan& plan);
  bool is_empty() const { return limits_->empty(); }
  std::unique_ptr<ForceElement> force() const;

  std::string name() const override { return "joint limit"; }
  void begin(EventContext& context) override;
  double value(const SimulationState& state, Dynamics& dynamics) override;
  void happen(EventContext& context) override;
  void save(StateWriter& out) const override;
  void restore(StateReader& in) override;

 private:
  struct Limit {
    std::string joint{};
    std::size_t q = 0, v = 0;
    double lower = 0, upper = 0;
    int side = 0;                                      // at the lower (-1) or upper (1) limit, or at none (0)
    double beyond(const double* position) const;       // s
    double value(const SimulationState& state) const;  // falls to zero where `side` changes
  };
  class Springs;
  static void change(Limit& limit, EventContext& context);

  MadeFor made_for_;
  double stiffness_, damping_;
  std::shared_ptr<std::vector<Limit>> limits_;  // shared with the force
};

}  // namespace sinew
