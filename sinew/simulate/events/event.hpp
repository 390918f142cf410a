// Defines events of a simulation: actions that run at a given time, or where a function of the state falls to zero.
#pragma once

#include <functional>
#include <string>

#include "sinew/simulate/run/dynamics.hpp"

namespace sinew {

// The context in which an event runs. It may change velocities, open and close loops, and lock and release joints.
struct EventContext {
  SimulationState& state;
  Dynamics& dynamics;
  double energy_lost = 0;  // J, in impacts; summed for the energy balance
  bool stop = false;       // true ends the run
  std::string name{};      // in the record, for an event with several causes; empty: the event's own name
  std::string note{};      // in the record, for example "restitution 0.3"
  std::vector<std::string> warnings{};
};

class Event {
 public:
  virtual ~Event() = default;
  virtual std::string name() const = 0;
  // Called once before the first step, when everything else is set up. Recorded only if it leaves a note.
  virtual void begin(EventContext&) {}
  // The event happens where this value falls from above zero to zero or below. Infinity: it cannot happen from here.
  virtual double value(const SimulationState& state, Dynamics& dynamics) = 0;
  virtual void happen(EventContext& context) = 0;
  // For Simulation::save and restore (simulate/saved/saved_state.hpp). Override both if the event depends on earlier
  // calls.
  virtual void save(StateWriter&) const {}
  virtual void restore(StateReader&) {}
};

// An event made of two functions: its value and its action. Simulation::save does not save variables that the functions
// change; derive from Event for an event with memory.
class FunctionEvent : public Event {
 public:
  using Value = std::function<double(const SimulationState&)>;
  using Action = std::function<void(EventContext&)>;
  FunctionEvent(std::string name, Value value, Action action)
      : name_(std::move(name)), value_(std::move(value)), action_(std::move(action)) {}
  std::string name() const override { return name_; }
  double value(const SimulationState& state, Dynamics&) override { return value_(state); }
  void happen(EventContext& context) override {
    if (action_) action_(context);
  }

 private:
  std::string name_;
  Value value_;
  Action action_;
};

// An event at a known time. A step ends exactly at that time.
struct TimedEvent {
  double time = 0;
  std::string name{};
  std::function<void(EventContext&)> action{};
};

}  // namespace sinew
