// What happens in the course of a motion: at a time, or where a function of the state falls to zero.
#pragma once

#include <functional>
#include <string>

#include "sinew/simulate/dynamics.hpp"

namespace sinew {

// What an event may look at and change: velocities, which loops are closed, which joints are held.
struct Happening {
  Phase& phase;
  Dynamics& dynamics;
  double energy_lost = 0;  // in impacts; added up for the balance
  bool stop = false;       // ends the run
  std::string name{};      // for the record, where one event stands for several causes; else the event's own
  std::string note{};      // for the record: "restitution 0.3"
  std::vector<std::string> warnings{};
};

class Event {
 public:
  virtual ~Event() = default;
  virtual std::string name() const = 0;
  // Once before the first step, with everything in place. On the record only where it leaves a note.
  virtual void begin(Happening&) {}
  // It happens where this falls from above zero to zero or below. Infinity: not now.
  virtual double value(const Phase& phase, Dynamics& dynamics) = 0;
  virtual void happen(Happening& happening) = 0;
};

// The user's own: two functions.
class FunctionEvent : public Event {
 public:
  using Value = std::function<double(const Phase&)>;
  using Action = std::function<void(Happening&)>;
  FunctionEvent(std::string name, Value value, Action action)
      : name_(std::move(name)), value_(std::move(value)), action_(std::move(action)) {}
  std::string name() const override { return name_; }
  double value(const Phase& phase, Dynamics&) override { return value_(phase); }
  void happen(Happening& happening) override {
    if (action_) action_(happening);
  }

 private:
  std::string name_;
  Value value_;
  Action action_;
};

// At a known time, which steps end at exactly.
struct TimedEvent {
  double time = 0;
  std::string name{};
  std::function<void(Happening&)> action{};
};

}  // namespace sinew
