// Computes the impacts of joints at their stops, and the sticking and sliding of joints with dry friction.
#include <algorithm>
#include <cmath>

#include "sinew/base/number_text.hpp"
#include "sinew/simulate/events/internal/stops.hpp"

namespace sinew {

void Stops::add_note(EventContext& context, const char* name, const std::string& text) {
  if (context.name.find(name) == std::string::npos)
    context.name += (context.name.empty() ? "" : " and ") + std::string(name);
  if (!context.note.empty()) context.note += "; ";
  context.note += text;
}

void Stops::lock(Mechanism& mechanism, std::size_t i, double q) {
  states_[i] = {.locked = true, .side = side_at(i, q)};
  (*sliding_)[i] = 0;
  mechanism.lock(parts_.joints[i].lock, q, true);
}

void Stops::unlock(Mechanism& mechanism, std::size_t i, int direction) {
  states_[i] = {};
  slide(i, direction);
  mechanism.unlock(parts_.joints[i].lock);
}

void Stops::slide(std::size_t i, int direction) {
  (*sliding_)[i] = -direction * parts_.joints[i].friction;
}

int Stops::side_at(std::size_t i, double q) const {
  const Joint& joint = parts_.joints[i];
  return q <= joint.lower + at_stop ? -1 : q >= joint.upper - at_stop ? 1 : 0;
}

double Stops::acceleration(EventContext& context, std::size_t i, int direction) {
  slide(i, direction);
  double power = 0;
  const SimulationState& state = context.state;
  context.dynamics.accelerations(state.t, state.q, state.v, a_, power);
  return a_[parts_.joints[i].v];
}

// Returns whether a joint that has come to rest reverses, even against the friction of the reversed motion.
bool Stops::reverses(EventContext& context, std::size_t i) {
  const int reversed = sign_of((*sliding_)[i]);
  return reversed * acceleration(context, i, reversed) > 0;
}

// Returns whether friction affects how a joint at rest moves on. In a moving loop a joint can be at rest for an instant
// while the other joints carry it on, whatever torque acts on it; it then keeps sliding in that direction. If the other
// joints already hold it in place, it does not move on at all, and sticks to share the load.
bool Stops::can_stick(EventContext& context, std::size_t i) {
  const double down = acceleration(context, i, 1), up = acceleration(context, i, -1);
  slide(i, sign_of(up + down));
  return up - down + at_rest > 1e-3 * std::abs(up + down);
}

// Locks a joint at rest and returns true. Returns false and leaves it free if the lock would make velocities jump.
bool Stops::lock_without_jolt(EventContext& context, std::size_t i) {
  Mechanism& mechanism = context.dynamics.mechanism();
  const SimulationState& state = context.state;
  const int direction = -sign_of((*sliding_)[i]);
  lock(mechanism, i, state.q[parts_.joints[i].q]);
  slowed_ = state.v;
  mechanism.impact(state.q, slowed_);
  for (std::size_t k = 0; k < slowed_.size(); ++k) {
    if (std::abs(slowed_[k] - state.v[k]) <= jolt) continue;
    unlock(mechanism, i, direction);
    return false;
  }
  return true;
}

// If several locks share a load, their individual torques are not unique, and need not predict the direction in which a
// released joint will slide. Reverses or locks again a joint that starts in the wrong direction; returns whether there
// was one.
bool Stops::mend_direction(EventContext& context) {
  const SimulationState& state = context.state;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const Joint& joint = parts_.joints[i];
    if (states_[i].locked || joint.friction == 0 || std::abs(state.v[joint.v]) > at_rest) continue;
    const int direction = -sign_of((*sliding_)[i]);
    if (direction * acceleration(context, i, direction) >= -starts_wrong) continue;
    if (reverses(context, i) || lock_without_jolt(context, i)) return true;
  }
  return false;
}

// Locks all joints with friction that are at rest, and removes their remaining velocity.
void Stops::stick_where_at_rest(EventContext& context) {
  Mechanism& mechanism = context.dynamics.mechanism();
  SimulationState& state = context.state;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const Joint& joint = parts_.joints[i];
    if (!states_[i].locked && joint.friction > 0 && std::abs(state.v[joint.v]) <= at_rest &&
        can_stick(context, i))
      lock_without_jolt(context, i);
  }
  context.energy_lost += mechanism.impact(state.q, state.v);
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (states_[i].locked) state.v[parts_.joints[i].v] = 0;  // exactly
  }
}

// ---- Impacts -------------------------------------------------------------------------------------

// Handles the impact of joint `first`, and of joints that reach a stop at the same instant.
void Stops::strike(EventContext& context, std::size_t first, int side) {
  Mechanism& mechanism = context.dynamics.mechanism();
  SimulationState& state = context.state;
  before_ = state.v;
  rebounds_.assign(std::size_t(mechanism.lock_count()), 0.0);
  double fastest = 0;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const Joint& joint = parts_.joints[i];
    const double v = before_[joint.v];
    if (states_[i].locked && states_[i].side == 0) unlock(mechanism, i, 1);  // friction yields to impulses
    if (states_[i].locked) continue;
    const int at = i == first ? side : side_at(i, state.q[joint.q]);
    if (at == 0 || (i != first && at * v < 0)) continue;
    lock(mechanism, i, state.q[joint.q]);
    fastest = std::max(fastest, std::abs(v));
    add_note(context, "joint limit",
             joint.name + " meets " + stop_named(at) + " at " + number_text(std::abs(v)));
  }
  const double restitution = fastest > parts_.rest_speed ? parts_.restitution : 0;
  double lost = 0;
  do {
    for (const Joint& joint : parts_.joints)
      rebounds_[std::size_t(joint.lock)] = -restitution * before_[joint.v];
    state.v = before_;
    lost = mechanism.impact(state.q, state.v, rebounds_);
    // A negligible impact throws no joint off its stop; otherwise two joints could throw each other off forever.
  } while (fastest > 100 * at_rest && drop_what_is_pulled(context));
  context.energy_lost += lost;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const double v = state.v[parts_.joints[i].v];
    if (states_[i].locked && std::abs(v) <= at_rest) continue;
    if (states_[i].locked) {
      unlock(mechanism, i, sign_of(v));
    } else {
      slide(i, sign_of(v));
    }
  }
  stick_where_at_rest(context);
}

// Stops and contacts can only push: releases the one that the last impulse pulled the most, if any. Returns whether
// there was one.
bool Stops::drop_what_is_pulled(EventContext& context) {
  Mechanism& mechanism = context.dynamics.mechanism();
  Found worst{0, Cause::none, 0};
  double largest = 0;
  const auto weigh = [&](double push, Cause cause, std::size_t i) {
    largest = std::max(largest, std::abs(push));
    if (push < worst.value) worst = {push, cause, i};
  };
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (states_[i].locked)
      weigh(-states_[i].side * mechanism.lock_torque(parts_.joints[i].lock), Cause::slips, i);
  }
  for (std::size_t i = 0; i < parts_.grasps.size(); ++i) {
    if (mechanism.is_closed(parts_.grasps[i].loop))
      weigh(mechanism.push(parts_.grasps[i].loop, context.state.q), Cause::pulls, i);
  }
  if (!(worst.value < -1e-12 * largest)) return false;
  act(context, worst);
  return true;
}

}  // namespace sinew
