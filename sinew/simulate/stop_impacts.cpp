#include <algorithm>
#include <cmath>

#include "sinew/model/number_text.hpp"
#include "sinew/simulate/stops.hpp"

namespace sinew {
namespace {

constexpr double hair = 1e-10;  // rad, m: how far a joint let go at its stop must come back to meet it again
constexpr double jolt = 1e-7;   // rad/s, m/s: more than what little velocity is left of joints that stick
constexpr double put = 1e-6;    // rad/s^2, m/s^2: no acceleration, of what is held

}  // namespace

void Stops::add_note(Happening& happening, const std::string& text) {
  if (!happening.note.empty()) happening.note += "; ";
  happening.note += text;
}

// Holds a joint where it is, or at the stop it is at.
void Stops::hold(Mechanism& mechanism, std::size_t i, double q) {
  const Joint& joint = parts_.joints[i];
  const int side = side_at(i, q);
  states_[i] = {.held = true, .side = side, .lower = joint.lower, .upper = joint.upper};
  (*sliding_)[i] = 0;
  mechanism.hold(joint.hold, side == 0 ? q : side < 0 ? joint.lower : joint.upper, true);
}

void Stops::let_go(Mechanism& mechanism, std::size_t i, int direction) {
  State& state = states_[i];
  if (state.side < 0) state.lower = parts_.joints[i].lower - hair;
  if (state.side > 0) state.upper = parts_.joints[i].upper + hair;
  state.held = false;
  state.side = 0;
  slide(i, direction);
  mechanism.let_go(parts_.joints[i].hold);
}

void Stops::slide(std::size_t i, int direction) {
  (*sliding_)[i] = -direction * parts_.joints[i].friction;
}

// Whether the joint, which is at rest, moves off this way although its friction is against it; it slides then. Where the rest
// of the mechanism moves it, as a crank does its rocker, holding it first would be no test: no moment of its own can.
bool Stops::moves_off(Happening& happening, std::size_t i, int direction) {
  const Phase& phase = happening.phase;
  const double moment = (*sliding_)[i];
  slide(i, direction);
  double power = 0;
  happening.dynamics.accelerations(phase.t, phase.q, phase.v, a_, power);
  if (direction * a_[parts_.joints[i].v] > 0) return true;
  (*sliding_)[i] = moment;
  return false;
}

// Whether all that is held can be: without an acceleration, and without a jolt to what moves.
bool Stops::stays_put(Happening& happening) {
  const Phase& phase = happening.phase;
  slowed_ = phase.v;
  happening.dynamics.mechanism().impact(phase.q, slowed_);
  for (std::size_t i = 0; i < slowed_.size(); ++i) {
    if (std::abs(slowed_[i] - phase.v[i]) > jolt) return false;
  }
  double power = 0;
  happening.dynamics.accelerations(phase.t, phase.q, phase.v, a_, power);
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (states_[i].held && std::abs(a_[parts_.joints[i].v]) > put) return false;
  }
  return true;
}

int Stops::side_at(std::size_t i, double q) const {
  const Joint& joint = parts_.joints[i];
  return q <= joint.lower + at_stop ? -1 : q >= joint.upper - at_stop ? 1 : 0;
}

// All that is at rest and has friction sticks, if that can be: where other joints move on, those at rest may be too many to
// stay. Then they stick one after the other, each unless the rest moves it. What little velocity is left goes.
void Stops::stick_where_at_rest(Happening& happening) {
  Mechanism& mechanism = happening.dynamics.mechanism();
  Phase& phase = happening.phase;
  resting_.clear();
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const Joint& joint = parts_.joints[i];
    if (states_[i].held || joint.friction == 0 || std::abs(phase.v[joint.v]) > at_rest) continue;
    resting_.push_back(i);
    hold(mechanism, i, phase.q[joint.q]);
  }
  if (!resting_.empty() && !stays_put(happening)) {
    for (const std::size_t i : resting_) let_go(mechanism, i, 0);
    for (const std::size_t i : resting_) {
      const Joint& joint = parts_.joints[i];
      double power = 0;
      happening.dynamics.accelerations(phase.t, phase.q, phase.v, a_, power);
      if (!moves_off(happening, i, sign_of(a_[joint.v]))) hold(mechanism, i, phase.q[joint.q]);
    }
  }
  happening.energy_lost += mechanism.impact(phase.q, phase.v);
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (states_[i].held) phase.v[parts_.joints[i].v] = 0;  // not almost
  }
}

// ---- Impacts -------------------------------------------------------------------------------------

// Joint `first` has come to a stop, maybe with others.
void Stops::strike(Happening& happening, std::size_t first, int side) {
  Mechanism& mechanism = happening.dynamics.mechanism();
  Phase& phase = happening.phase;
  before_ = phase.v;
  double fastest = 0;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const Joint& joint = parts_.joints[i];
    const double v = before_[joint.v];
    if (states_[i].held && states_[i].side == 0) let_go(mechanism, i, 1);  // friction gives way
    if (states_[i].held) continue;
    const int at = i == first ? side : side_at(i, phase.q[joint.q]);
    if (at == 0 || (i != first && at * v < 0)) continue;
    hold(mechanism, i, at < 0 ? joint.lower : joint.upper);
    fastest = std::max(fastest, std::abs(v));
    add_note(happening, joint.name + " meets " + stop_named(at) + " at " + number_text(std::abs(v)));
  }
  const double restitution = fastest > parts_.rest_speed ? parts_.restitution : 0;
  double lost = 0;
  do {
    for (const Joint& joint : parts_.joints)
      rebounds_[std::size_t(joint.hold)] = -restitution * before_[joint.v];
    phase.v = before_;
    lost = mechanism.impact(phase.q, phase.v, rebounds_);
  } while (drop_what_is_pulled(happening));
  happening.energy_lost += lost;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const double v = phase.v[parts_.joints[i].v];
    if (states_[i].held && std::abs(v) <= at_rest) continue;
    if (states_[i].held) {
      let_go(mechanism, i, sign_of(v));
    } else {
      slide(i, sign_of(v));
    }
  }
  stick_where_at_rest(happening);
}

// Stops and contacts only push: lets go of the one that the last impulse would have pulled the most.
bool Stops::drop_what_is_pulled(Happening& happening) {
  Mechanism& mechanism = happening.dynamics.mechanism();
  Found worst{0, Cause::none, 0};
  double largest = 0;
  const auto weigh = [&](double push, Cause cause, std::size_t i) {
    largest = std::max(largest, std::abs(push));
    if (push < worst.value) worst = {push, cause, i};
  };
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (states_[i].held)
      weigh(-states_[i].side * mechanism.hold_moment(parts_.joints[i].hold), Cause::slips, i);
  }
  for (std::size_t i = 0; i < parts_.grasps.size(); ++i) {
    if (mechanism.is_closed(parts_.grasps[i].loop))
      weigh(mechanism.push(parts_.grasps[i].loop, happening.phase.q), Cause::pulls, i);
  }
  if (!(worst.value < -1e-12 * largest)) return false;
  act(happening, worst);
  return true;
}

}  // namespace sinew
