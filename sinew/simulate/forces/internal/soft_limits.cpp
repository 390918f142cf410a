#include "sinew/simulate/forces/internal/soft_limits.hpp"

#include <algorithm>

#include "sinew/base/check_number.hpp"
#include "sinew/simulate/forces/forces.hpp"

namespace sinew {
namespace {

constexpr double moving_away = 1e-3;  // s: weight of velocity against distance where a joint meets its limit
constexpr double hair = 1e-10;        // rad, m: a joint this far inside its limit has left it

}  // namespace

SoftLimits::Reading SoftLimits::Limit::read(In<double> position, In<double> velocity,
                                            Workspace<double>& work) const {
  if (!tendon) return {position[q], velocity[v]};
  return {tendon_length(work, *tendon), tendon_velocity(work, *tendon)};
}

double SoftLimits::Limit::beyond(double at) const {
  return side == 0 ? 0 : side * (at - (side < 0 ? lower : upper));
}

double SoftLimits::Limit::value(const Reading& reading) const {
  const auto [at, speed] = reading;
  if (side != 0) return std::max(beyond(at) + hair, moving_away * side * speed);
  return std::min(std::max(at - lower, moving_away * speed), std::max(upper - at, -moving_away * speed));
}

class SoftLimits::Springs : public ForceElement {
 public:
  Springs(const detail::MadeFor& made_for, bool has_tendons, double stiffness, double damping,
          std::shared_ptr<const std::vector<Limit>> limits)
      : made_for_(made_for),
        has_tendons_(has_tendons),
        stiffness_(stiffness),
        damping_(damping),
        limits_(std::move(limits)) {}
  double apply(const Instant& now, Loads& loads) override {
    made_for_.check("the springs of soft limits", now.model);
    double power = 0;
    for (const Limit& limit : *limits_) {
      if (limit.side == 0) continue;
      const Reading reading = limit.read(now.q, now.v, now.work);
      const double s = limit.beyond(reading.at), rate = limit.side * reading.rate;
      const double back = std::max(0.0, stiffness_ * s + damping_ * rate);
      if (limit.tendon) {
        add_tendon_torques(now.work, *limit.tendon, -limit.side * back, loads.tau);
      } else {
        loads.tau[limit.v] -= limit.side * back;
      }
      power -= (back - stiffness_ * s) * rate;  // the rest is stored
    }
    return power;
  }
  bool sees_links() const override { return has_tendons_; }
  double energy(const Instant& now) const override {
    made_for_.check("the springs of soft limits", now.model);
    double sum = 0;
    for (const Limit& limit : *limits_) {
      if (limit.side == 0) continue;
      const double s = limit.beyond(limit.read(now.q, now.v, now.work).at);
      sum += 0.5 * stiffness_ * s * s;
    }
    return sum;
  }

 private:
  detail::MadeFor made_for_;
  bool has_tendons_;
  double stiffness_, damping_;
  std::shared_ptr<const std::vector<Limit>> limits_;
};

SoftLimits::SoftLimits(const Model& model, const LimitPlan& plan)
    : made_for_(model),
      work_(model),
      stiffness_(plan.stiffness),
      damping_(plan.damping),
      limits_(std::make_shared<std::vector<Limit>>()) {
  edge::check_not_negative("the stiffness of the limits", plan.stiffness);
  edge::check_not_negative("the damping of the limits", plan.damping);
  if (plan.kind != LimitKind::hard) add_joints(model);
  add_tendons(model);
}

void SoftLimits::add_joints(const Model& model) {
  for (const JointInfo& joint : model.joints()) {
    // A quaternion has no limits. Limits of a follower are ignored; those of its leader act. A joint with a lock has
    // limits, because they act while the lock is open.
    if (joint.q_size != joint.v_size || model.is_follower(joint.name)) continue;
    for (int i = 0; i < joint.v_size; ++i) {
      const DegreeOfFreedom& dof = model.dofs()[std::size_t(joint.v_index + i)];
      if (std::isinf(dof.lower) && std::isinf(dof.upper)) continue;
      limits_->push_back({.name = joint.name,
                          .q = std::size_t(joint.q_index + i),
                          .v = std::size_t(joint.v_index + i),
                          .lower = dof.lower,
                          .upper = dof.upper});
    }
  }
}

void SoftLimits::add_tendons(const Model& model) {
  const auto& tendons = model.description().tendons;
  for (std::size_t i = 0; i < tendons.size(); ++i) {
    const Tendon& tendon = tendons[i];
    if (!tendon.has_limits()) continue;
    has_tendons_ = true;
    limits_->push_back({.name = "tendon " + tendon.name,
                        .tendon = TendonIndex{int(i)},
                        .lower = tendon.lower,
                        .upper = tendon.upper});
  }
}

std::unique_ptr<ForceElement> SoftLimits::force() const {
  return std::make_unique<Springs>(made_for_, has_tendons_, stiffness_, damping_, limits_);
}

void SoftLimits::move_workspace(const SimulationState& state) {
  if (has_tendons_) set_state(work_, state.q, state.v);
}
// The workspace is at the state.
SoftLimits::Reading SoftLimits::read(const Limit& limit, const SimulationState& state) {
  return limit.read(state.q, state.v, work_);
}

// A joint may be beyond its limits from the start.
void SoftLimits::begin(EventContext& context) {
  made_for_.check("the soft limits", context.dynamics.model());
  move_workspace(context.state);
  for (Limit& limit : *limits_) {
    const double at = read(limit, context.state).at;
    limit.side = at <= limit.lower ? -1 : at >= limit.upper ? 1 : 0;
  }
}

double SoftLimits::value(const SimulationState& state, Dynamics&) {
  double least = infinity;
  move_workspace(state);
  for (const Limit& limit : *limits_) least = std::min(least, limit.value(read(limit, state)));
  return least;
}

void SoftLimits::change(Limit& limit, const Reading& reading, EventContext& context) {
  const bool leaves = limit.side != 0;
  if (!leaves) limit.side = reading.at - limit.lower < limit.upper - reading.at ? -1 : 1;
  context.note += (context.note.empty() ? "" : "; ") + limit.name + (leaves ? " leaves" : " meets") +
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
    const Reading reading = read(limit, context.state);
    if (limit.value(reading) <= least) change(limit, reading, context);
  }
}

}  // namespace sinew
