// How to get from one moment to the next.
//
// All integrators but the stiff one move q on its group: quaternions are turned by rotations, never added to and scaled
// back. docs/simulation/integrators.md says which to take.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "sinew/simulate/dynamics.hpp"

namespace sinew {

enum class IntegratorKind {
  semi_implicit_euler,  // order 1, one evaluation
  rk4,                  // order 4, commutator-free
  rkmk4,                // order 4, Runge-Kutta-Munthe-Kaas
  variational,          // order 2, keeps energy in bounds and momentum exactly
  adaptive,             // explicit, steps by tolerance; SUNDIALS ARKODE
  stiff                 // implicit, steps by tolerance; SUNDIALS CVODE
};
const char* name_of(IntegratorKind kind);
std::optional<IntegratorKind> integrator_kind(std::string_view name);

inline constexpr double fixed_step = 1e-3;

struct IntegratorOptions {
  IntegratorKind kind = IntegratorKind::adaptive;
  // Seconds; none: fixed_step. Of the adaptive ones the longest, if any.
  std::optional<double> step{};
  double relative_tolerance = 1e-8, absolute_tolerance = 1e-10;  // of the adaptive ones
};

class Integrator {
 public:
  virtual ~Integrator() = default;
  // One step towards t_end, and not beyond; phase.t says how far. Whether loops are then projected is the mechanism's
  // choice, and done here. Throws std::runtime_error where the step cannot be made (the tolerance asked for cannot be had,
  // values that are not finite), and leaves the phase as it was.
  virtual void step(Dynamics& dynamics, Phase& phase, double t_end) = 0;
  // The phase jumped, or forces did: what was kept of earlier steps is worth nothing.
  virtual void restart() {}
  // Whether it is explicit and chooses its own steps, which stiff forces then make tiny.
  virtual bool can_crawl() const { return false; }
};

// Throws std::invalid_argument for step sizes and tolerances that are not positive, and for kinds that need SUNDIALS where
// sinew was built without it.
std::unique_ptr<Integrator> make_integrator(const Model& model, const IntegratorOptions& options);

}  // namespace sinew
