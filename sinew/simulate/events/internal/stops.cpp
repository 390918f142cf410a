#include "sinew/simulate/events/internal/stops.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "sinew/base/number_text.hpp"

namespace sinew {
namespace {

constexpr double leaving = 1e-3;   // s: weight of velocity relative to distance where a joint meets its stop
constexpr double no_force = 1e-9;  // N: margin, so that rounding does not break a contact without force
constexpr int most_causes = 1000;  // at one instant
// rad, m: a joint meets its limit this far beyond it. A linkage whose dead point is at the limit passes by, although
// rounding puts it a little beyond.
constexpr double play = 2e-13;
constexpr double start_error = 1e-5;  // rad, m: a start that fits the loops is beyond a limit by less

class SlidingFriction : public ForceElement {
 public:
  SlidingFriction(std::vector<std::size_t> dofs, std::shared_ptr<const std::vector<double>> torques)
      : dofs_(std::move(dofs)), torques_(std::move(torques)) {}
  double apply(const Instant& now, Loads& loads) override {
    double power = 0;
    for (std::size_t i = 0; i < dofs_.size(); ++i) {
      loads.tau[dofs_[i]] += (*torques_)[i];
      power += (*torques_)[i] * now.v[dofs_[i]];
    }
    return power;
  }
  bool sees_links() const override { return false; }

 private:
  std::vector<std::size_t> dofs_;
  std::shared_ptr<const std::vector<double>> torques_;
};

}  // namespace

Stops::Stops(const Model& model, Parts parts)
    : made_for_(model),
      parts_(std::move(parts)),
      sliding_(std::make_shared<std::vector<double>>(parts_.joints.size())),
      a_(std::size_t(model.velocity_size())) {
  if (!(parts_.restitution >= 0 && parts_.restitution <= 1))
    throw std::invalid_argument("the restitution of the limits is " + number_text(parts_.restitution) +
                                "; expected it between 0 and 1");
  if (!(parts_.rest_speed > 0))
    throw std::invalid_argument("the rest speed of the limits is " + number_text(parts_.rest_speed) +
                                "; expected it to be positive");
  states_.resize(parts_.joints.size());
}

bool Stops::has_friction() const {
  return std::any_of(parts_.joints.begin(), parts_.joints.end(),
                     [](const Joint& joint) { return joint.friction > 0; });
}

std::unique_ptr<ForceElement> Stops::friction() const {
  std::vector<std::size_t> dofs;
  for (const Joint& joint : parts_.joints) dofs.push_back(joint.v);
  return std::make_unique<SlidingFriction>(std::move(dofs), sliding_);
}

void Stops::save(StateWriter& out) const {
  out.write_list(*sliding_);  // first, because restore() checks its length
  for (const State& own : states_) {
    out.write(own.locked);
    out.write(own.side);
  }
}
void Stops::restore(StateReader& in) {
  in.read_list(std::span(*sliding_));
  for (State& own : states_) {
    own.locked = in.read_flag();
    own.side = int(in.read());
  }
}

// ---- Finding the next event ----------------------------------------------------------------------

Stops::Found Stops::lowest_of(std::size_t i, const SimulationState& state, const Mechanism& mechanism) const {
  const Joint& joint = parts_.joints[i];
  const State& own = states_[i];
  const double q = state.q[joint.q], v = state.v[joint.v], f = joint.friction;
  if (own.locked && !mechanism.is_locked(joint.lock)) return {-1, Cause::lock_released, i};
  if (own.locked) {
    if (joint.upper - joint.lower <= 2 * at_stop) return {};  // it cannot move
    const double m = mechanism.lock_torque(joint.lock);
    const double up = own.side > 0 ? infinity : m + f;  // torque margins before it moves up or down
    const double down = own.side < 0 ? infinity : f - m;
    return {std::min(up, down), Cause::slips, i};
  }
  Found found{std::max(q - joint.lower + play, leaving * (v + at_rest)), Cause::reaches_lower, i};
  const double to_upper = std::max(joint.upper - q + play, leaving * (at_rest - v));
  if (to_upper < found.value) found = {to_upper, Cause::reaches_upper, i};
  const double sliding = -sign_of((*sliding_)[i]) * v + at_rest;
  if (f > 0 && sliding < found.value) found = {sliding, Cause::stops_sliding, i};
  return found;
}

Stops::Found Stops::lowest(const SimulationState& state, Dynamics& dynamics) {
  Mechanism& mechanism = dynamics.mechanism();
  const auto is_locked = [](const State& own) { return own.locked; };
  const auto is_closed = [&](const Grasped& grasp) { return mechanism.is_closed(grasp.loop); };
  if (std::any_of(states_.begin(), states_.end(), is_locked) ||
      std::any_of(parts_.grasps.begin(), parts_.grasps.end(), is_closed)) {
    double power = 0;
    dynamics.accelerations(state.t, state.q, state.v, a_, power);
  }
  Found found;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const Found other = lowest_of(i, state, mechanism);
    if (other.value < found.value) found = other;
  }
  for (std::size_t i = 0; i < parts_.grasps.size(); ++i) {
    if (!is_closed(parts_.grasps[i])) continue;
    const double push = mechanism.push(parts_.grasps[i].loop, state.q) + no_force;
    if (push < found.value) found = {push, Cause::pulls, i};
  }
  return found;
}

double Stops::value(const SimulationState& state, Dynamics& dynamics) {
  return lowest(state, dynamics).value;
}

// ---- Handling an event ---------------------------------------------------------------------------

void Stops::begin(EventContext& context) {
  made_for_.check("the stops", context.dynamics.model());
  context.warnings = parts_.warnings;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const Joint& joint = parts_.joints[i];
    const double q = context.state.q[joint.q];
    if (q < joint.lower - start_error || q > joint.upper + start_error)
      throw std::invalid_argument("joint '" + joint.name + "' is at " + number_text(q) +
                                  " at the start; its limits are " + number_text(joint.lower) + " and " +
                                  number_text(joint.upper));
    unlock(context.dynamics.mechanism(), i, sign_of(context.state.v[joint.v]));
    if (side_at(i, q) != 0 && std::abs(context.state.v[joint.v]) <= at_rest)
      lock(context.dynamics.mechanism(), i, q);
  }
  stick_where_at_rest(context);
  settle(context, lowest(context.state, context.dynamics));
}

void Stops::happen(EventContext& context) {
  Found found = lowest(context.state, context.dynamics);
  found.value =
      std::min(found.value, 0.0);  // an event value has fallen to zero, perhaps by less than rounding
  settle(context, found);
}

// Handles one cause after another, because each may trigger the next, until none is left at this instant.
void Stops::settle(EventContext& context, Found found) {
  for (int i = 0; found.value <= 0 || mend_direction(context); ++i) {
    if (i == most_causes) throw std::runtime_error("stops and friction of the joints do not settle");
    if (found.value <= 0) act(context, found);
    found = lowest(context.state, context.dynamics);
  }
}

void Stops::act(EventContext& context, const Found& found) {
  Mechanism& mechanism = context.dynamics.mechanism();
  const std::size_t i = found.index;
  switch (found.cause) {
    case Cause::none:
      break;
    case Cause::reaches_lower:
    case Cause::reaches_upper:
      strike(context, i, found.cause == Cause::reaches_lower ? -1 : 1);
      break;
    case Cause::stops_sliding:
      if (reverses(context, i) || !lock_without_jolt(context, i)) {
        add_note(context, "joint friction", parts_.joints[i].name + " reverses");
        break;
      }
      add_note(context, "joint friction", parts_.joints[i].name + " sticks");
      context.energy_lost += mechanism.impact(context.state.q, context.state.v);
      stick_where_at_rest(context);
      break;
    case Cause::lock_released:
      add_note(context, states_[i].side == 0 ? "joint friction" : "joint limit",
               parts_.joints[i].name +
                   (states_[i].side == 0 ? " slips in an impact" : " leaves its limit in an impact"));
      unlock(mechanism, i, sign_of(context.state.v[parts_.joints[i].v]));
      stick_where_at_rest(context);
      break;
    case Cause::slips: {
      const int side = states_[i].side;
      add_note(context, side == 0 ? "joint friction" : "joint limit",
               parts_.joints[i].name + (side == 0 ? " slips" : " leaves " + stop_named(side)));
      unlock(mechanism, i, side != 0 ? -side : -sign_of(mechanism.lock_torque(parts_.joints[i].lock)));
      break;
    }
    case Cause::pulls:
      mechanism.release(parts_.grasps[i].loop);
      context.dynamics.tell(parts_.grasps[i].name, false);
      add_note(context, "contact", "contact '" + parts_.grasps[i].name + "' breaks");
      break;
  }
}

}  // namespace sinew
