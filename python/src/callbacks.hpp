// Controllers, forces and events of a simulation that are written in Python.
//
// A simulation runs without the GIL and takes it for each call of a Python function. If a function raises an exception,
// the run ends: `Callbacks` keeps the exception, every later call fails at once, and `rethrow` raises it unchanged after
// the run.
#pragma once

#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "arrays.hpp"
#include "sinew/simulation.hpp"

namespace sinew::python {

class Callbacks {
 public:
  // Keeps an object alive; returns its number. The garbage collector sees all of them (simulation.cpp).
  std::size_t add(nb::handle object);
  nb::handle operator[](std::size_t number) const;
  const std::vector<nb::object>& objects() const { return objects_; }
  void clear() { objects_.clear(); }

  // Calls f with the GIL. Throws std::runtime_error if f, or an earlier function, raised an exception.
  template <class F>
  auto call(F&& f) {
    refuse_after_problem();
    const nb::gil_scoped_acquire gil;
    try {
      return f();
    } catch (...) {
      problem_ = std::current_exception();
    }
    throw_stopped();
  }
  bool has_problem() const { return problem_ != nullptr; }
  // Returns the exception that a function raised in words, or `otherwise`. Call it with the GIL.
  std::string problem_text(const std::string& otherwise) const;
  // Throws the exception that a function raised, if there is one, and forgets it.
  void rethrow();

 private:
  void refuse_after_problem() const;
  [[noreturn]] static void throw_stopped();

  std::vector<nb::object> objects_;
  std::exception_ptr problem_;
};

// A function f(t, q, v) that returns joint torques, or an object with a method `torques(t, q, v)`. It may have the methods
// `grasp_changed(name, held)`, and `save()`, which returns numbers, with `restore(numbers)`.
std::unique_ptr<Controller> python_controller(const std::shared_ptr<Callbacks>& calls, nb::handle object);
// A function f(t, q, v) that returns joint torques, forces on bodies as {frame: wrench}, or both as a pair. `energy`: None
// if all of the force is work; otherwise the function of the energy that it stores, and none of it is work.
std::unique_ptr<ForceElement> python_force(const std::shared_ptr<Callbacks>& calls, nb::handle function,
                                           nb::handle energy, Reference reference);
// An event with the function value(t, q, v), and its action.
std::unique_ptr<Event> python_event(const std::shared_ptr<Callbacks>& calls, std::string name,
                                    nb::handle value, nb::handle action);
// The action of an event: calls `action(context)`.
std::function<void(EventContext&)> python_action(const std::shared_ptr<Callbacks>& calls, nb::handle action);

}  // namespace sinew::python
