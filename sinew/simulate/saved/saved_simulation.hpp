// Stores the full state of a simulation between two steps, so that it can be continued from there any number of times:
//
//   const SavedSimulation before = simulation.save();
//   simulation.advance_by(0.1);              one future
//   simulation.restore(before);
//   simulation.set_torques(other);
//   simulation.advance_by(0.1);              another one
//
// It contains the state (t, q, v, work), the joint torques that were set, the loops and grasps that are closed, the
// locked joints, the history of the integrator, the samples and the memory of controllers, force elements and events,
// the timed events that have happened, the report, and the next time of a record. It does not contain the model and the
// parts themselves: restore it into a simulation that was made in the same way. Parts with memory take part by `save`
// and `restore` (simulate/saved/saved_state.hpp).
#pragma once

#include <memory>

#include "sinew/simulate/run/dynamics.hpp"

namespace sinew {

// A value: it can be copied and used later, also by another thread. Copies are cheap, and so is moving, which copies.
class SavedSimulation {
 public:
  SavedSimulation(const SavedSimulation&) = default;
  SavedSimulation& operator=(const SavedSimulation&) = default;

  const SimulationState& state() const;
  double time() const { return state().t; }

 private:
  friend class Simulation;
  struct Contents;
  explicit SavedSimulation(std::shared_ptr<const Contents> contents) : contents_(std::move(contents)) {}

  std::shared_ptr<const Contents> contents_;
};

}  // namespace sinew
