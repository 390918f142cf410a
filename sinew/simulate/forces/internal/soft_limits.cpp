#include "sinew/simulate/forces/internal/soft_limits.hpp"

#include <algorithm>

#include "sinew/base/check_number.hpp"
#include "sinew/simulate/forces/forces.hpp"

namespace sinew {
namespace {

constexpr double moving_away = 1e-3;  // s: weight of velocity against distance where a joint meets its limit
constexpr double hair = 1e-10;        // rad, m: a joint this far inside its limit has left it

}  // namespace

double SoftLimits::Limit::beyond(const double* position) const {
  return side == 0 ? 0 : side * (position[q] - (side < 0 ? lower : upper));
}

double SoftLimits::Limit::value(const SimulationState& state) const {
  const double at = state.q[q], speed = state.v[v];
  if (side != 0) return std::max(beyond(state.q.data()) + hair, moving_away * side * speed);
  return std::min(std::max(at - lower, moving_away * speed), std::max(upper - at, -moving_away * speed));
}

class SoftLimits::Springs : public ForceElement {
 public:
  Springs(const MadeFor& made_for, double stiffness, double damping,
          std::shared_ptr<const std::vector<Limit>> limits)
      : made_for_(made_for), stiffness_(stiffness), damping_(damping), limits_(std::move(limits)) {}
  double apply(const Instant& now, Loads& loads) override {
    made_for_.check("the springs of soft limits", now.model);
    double power = 0;
    for (const Limit& limit : *limits_) {
      if (limit.side == 0) continue;
      const double s = limit.beyond(now.q.data()), rate = limit.side * now.v[limit.v];
      const double back = std::max(0.0, stiffness_ * s + damping_ * rate);
      loads.tau[limit.v] -= limit.side * back;
      power -= (back - stiffness_ * s) * rate;  // the rest is stored
    }
    return power;
  }
  bool sees_links() const override { return false; }
  double energy(const Instant& now) const override {
    made_for_.check("the springs of soft limits", now.model);
    double sum = 0;
    for (const Limit& limit : *limits_) {
      const double s = limit.beyond(now.q.data());
      sum += 0.5 * stiffness_ * s * s;
    }
    return sum;
  }

 private:
  MadeFor made_for_;
  double stiffness_, damping_;
  std::shared_ptr<const std::vector<Limit>> limits_;
};

SoftLimits::SoftLimits(const Model& model, const LimitPlan& plan)
    : made_for_(model),
      stiffness_(plan.stiffness),
      damping_(plan.damping),
      limits_(std::make_shared<std::vector<Limit>>()) {
  edge::check_not_negative("the stiffness of the limits", plan.stiffness);
  edge::check_not_negative("the damping of the limits", plan.damping);
  for (const JointInfo& joint : model.joints()) {
    // A quaternion has no limits. Limits of a follower are ignored; those of its leader act. A joint with a lock has
    // limits, because they act while the lock is open.
    if (joint.q_size != joint.v_size || model.is_follower(joint.name)) continue;
    for (int i = 0; i < joint.v_size; ++i) {
      const DegreeOfFreedom& dof = model.dofs()[std::size_t(joint.v_index + i)];
      if (std::isinf(dof.lower) && std::isinf(dof.upper)) continue;
      limits_->push_back({.joint = joint.name,
                          .q = std::size_t(joint.q_index + i),
                          .v = std::size_t(joint.v_index + i),
                          .lower = dof.lower,
                          .upper = dof.upper});
    }
  }
}

std::unique_ptr<ForceElement> SoftLimits::force() const {
  return std::make_unique<Springs>(made_for_, stiffness_, damping_, limits_);
}

// A joint may be beyond its limits from the start.
void SoftLimits::begin(EventContext& context) {
  made_for_.check("the soft limits", context.dynamics.model());
  for (Limit& limit : *limits_) {
    const double at = context.state.q[limit.q];
    limit.side = at <= limit.lower ? -1 : at >= limit.upper ? 1 : 0;
  }
}

double SoftLimits::value(const SimulationState& state, Dynamics&) {
  double least = infinity;
  for (const Limit& limit : *limits_) least = std::min(least, limit.value(state));
  return least;
}

void SoftLimits::change(Limit& limit, EventContext& context) {
  const SimulationState& state = context.state;
  const bool leaves = limit.side != 0;
  if (!leaves) limit.side = state.q[limit.q] - limit.lower < limit.upper - state.q[limit.q] ? -1 : 1;
  context.note += (context.note.empty() ? "" : "; ") + limit.joint + (leaves ? " leaves" : " meets") +
                  (limit.side < 0 ? " its lower limit" : " its upper limit");
  if (leaves) limit.side = 0;
}

void SoftLimits::save(StateWriter& out) const {
  for (const Limit& limit : *limits_) out.write(limit.side);
}
void SoftLimits::restore(StateReader& in) {
  for (Limit& limit : *limits_) limit.side = int(in.read());
}

void SoftLimits::happen(EventContext& context) {
  const double least = std::max(0.0, value(context.state, context.dynamics));
  for (Limit& limit : *limits_) {
    if (limit.value(context.state) <= least) change(limit, context);
  }
}

}  // namespace sinew
