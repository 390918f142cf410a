// Integrates the equations of motion: an integrator advances a state by one step.
//
// All integrators except the stiff one move q on its group: quaternions are multiplied by rotations, never added to and
// normalised. docs/simulation/integrators.md says which one to choose.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "sinew/simulate/run/dynamics.hpp"

namespace sinew {

enum class IntegratorKind {
  semi_implicit_euler,  // order 1, one evaluation
  rk4,                  // order 4, commutator-free
  rkmk4,                // order 4, Runge-Kutta-Munthe-Kaas
  variational,          // order 2, conserves momentum exactly and keeps the energy error bounded
  adaptive,             // explicit, steps by tolerance; SUNDIALS ARKODE
  stiff                 // implicit, steps by tolerance; SUNDIALS CVODE
};
const char* name_of(IntegratorKind kind);
std::optional<IntegratorKind> integrator_kind(std::string_view name);

inline constexpr double fixed_step = 1e-3;

struct IntegratorOptions {
  IntegratorKind kind = IntegratorKind::adaptive;
  // Seconds. Fixed-step integrators: the step, by default `fixed_step`. `adaptive` and `stiff`: the longest step, by
  // default unlimited.
  std::optional<double> step{};
  double relative_tolerance = 1e-8, absolute_tolerance = 1e-10;  // of `adaptive` and `stiff`
};

class Integrator {
 public:
  virtual ~Integrator() = default;
  // Makes one step towards t_end and not beyond; state.t is the time reached. Also projects the loops if the
  // mechanism's stabilisation is projection. Throws std::runtime_error if the step fails (the tolerance cannot be
  // met, or values are not finite), and then leaves the state unchanged.
  virtual void step(Dynamics& dynamics, SimulationState& state, double t_end) = 0;
  // Discards the history of earlier steps. Call it after the state or the forces have jumped.
  virtual void restart() {}
  // Called at the start of a run, whose bits must not depend on earlier ones.
  virtual void start() { restart(); }
  // Returns whether it is explicit and chooses its own step length, so that stiff forces make its steps tiny.
  virtual bool can_crawl() const { return false; }
  // For Simulation::save and restore (simulate/saved/saved_state.hpp): the history of earlier steps. By default both
  // functions discard it, so that the steps after save() have the same bits as those after restore(). Override both if
  // the history can be copied.
  virtual void save(StateWriter&) { start(); }
  virtual void restore(StateReader&) { start(); }
};

// Throws std::invalid_argument for step sizes and tolerances that are not positive, and for kinds that need SUNDIALS if
// sinew was built without it.
std::unique_ptr<Integrator> make_integrator(const Model& model, const IntegratorOptions& options);

}  // namespace sinew
