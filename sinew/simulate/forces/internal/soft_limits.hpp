// Simulates soft limits of joints and of the lengths of tendons: a spring and a damper push a joint that is beyond its
// limit back, and never pull it.
//
//   torque = max(0, k s + c s') towards the range            s: distance beyond the limit;   stores k s^2 / 2
//
// For a tendon the same formula gives the force along the tendon, which acts through its moment arms. The damper acts
// as soon as the joint is beyond its limit, so the torque jumps there. An event at the limit prevents a step across the
// jump, and stores which limit the joint is at until the next event.
//
// Cost: a few multiplications for each joint with limits; for each tendon with limits its length, rate and moment arms.
// If there are such tendons, the event computes the poses and velocities of the links once more. Nothing allocates
// after the first call.
#pragma once

#include "sinew/algorithms/kinematics/tendons.hpp"
#include "sinew/simulate/make_simulation.hpp"
#include "sinew/simulate/saved/made_for.hpp"

namespace sinew {

class SoftLimits : public Event {
 public:
  // Acts on each degree of freedom with limits separately, except on joints with quaternions and on joints that follow
  // another. With LimitKind::hard it acts on tendons only. Throws std::invalid_argument for a stiffness or damping that
  // is negative or not finite.
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
  // The position of a joint or the length of a tendon, and its rate.
  struct Reading {
    double at, rate;
  };
  struct Limit {
    std::string name{};
    std::size_t q = 0, v = 0;             // of a joint
    std::optional<TendonIndex> tendon{};  // instead of a joint
    double lower = 0, upper = 0;
    int side = 0;  // at the lower (-1) or upper (1) limit, or at none (0)
    // `work`: at the state q, v; used for tendons only.
    Reading read(In<double> position, In<double> velocity, Workspace<double>& work) const;
    double beyond(double at) const;              // s
    double value(const Reading& reading) const;  // falls to zero where `side` changes
  };
  class Springs;
  void add_joints(const Model& model);
  void add_tendons(const Model& model);
  Reading read(const Limit& limit, const SimulationState& state);
  void move_workspace(const SimulationState& state);
  static void change(Limit& limit, const Reading& reading, EventContext& context);

  detail::MadeFor made_for_;
  Workspace<double> work_;  // for tendons
  bool has_tendons_ = false;
  double stiffness_, damping_;
  std::shared_ptr<std::vector<Limit>> limits_;  // shared with the force
};

}  // namespace sinew
