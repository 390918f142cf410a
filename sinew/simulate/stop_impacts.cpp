#include <algorithm>
#include <cmath>

#include "sinew/model/number_text.hpp"
#include "sinew/simulate/stops.hpp"

namespace sinew {
namespace {

constexpr double hair = 1e-10;  // rad, m: how far a joint let go at its stop must come back to meet it again

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

int Stops::side_at(std::size_t i, double q) const {
  const Joint& joint = parts_.joints[i];
  return q <= joint.lower + at_stop ? -1 : q >= joint.upper - at_stop ? 1 : 0;
}

// All that is at rest and has friction sticks; what little velocity is left goes.
void Stops::stick_where_at_rest(Happening& happening) {
  Mechanism& mechanism = happening.dynamics.mechanism();
  Phase& phase = happening.phase;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const Joint& joint = parts_.joints[i];
    if (!states_[i].held && joint.friction > 0 && std::abs(phase.v[joint.v]) <= at_rest)
      hold(mechanism, i, phase.q[joint.q]);
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
