// Limits of joints that give: a spring and a damper where a joint goes beyond, which never pull.
//
//   moment = max(0, k s + c s') back to the range            s: how far beyond;   stores k s^2 / 2
//
// As the damper acts from the first moment on, the moment jumps where the joint meets it. An event is there, so that no
// step runs across the jump; which limits a joint is at is kept until the next one.
//
// Cost: a few multiplications for each joint with limits. Nothing allocates once called.
#pragma once

#include "sinew/simulate/made_for.hpp"
#include "sinew/simulate/make_simulation.hpp"

namespace sinew {

class SoftLimits : public Event {
 public:
  // Of the joints whose positions are numbers, each freedom by itself, but for those that follow another. Throws
  // std::invalid_argument for a stiffness or damping that is negative or not finite.
  SoftLimits(const Model& model, const LimitPlan& plan);
  bool is_empty() const { return limits_->empty(); }
  std::unique_ptr<ForceElement> force() const;

  std::string name() const override { return "limit"; }
  void begin(Happening& happening) override;
  double value(const Phase& phase, Dynamics& dynamics) override;
  void happen(Happening& happening) override;

 private:
  struct Limit {
    std::string joint{};
    std::size_t q = 0, v = 0;
    double lower = 0, upper = 0;
    int side = 0;                                 // at the lower (-1) or upper (1) limit, or at none
    double beyond(const double* position) const;  // s
    double value(const Phase& phase) const;       // falls to zero where `side` changes
  };
  class Springs;
  static void change(Limit& limit, Happening& happening);

  MadeFor made_for_;
  double stiffness_, damping_;
  std::shared_ptr<std::vector<Limit>> limits_;  // shared with the force
};

}  // namespace sinew
