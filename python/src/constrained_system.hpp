// The constrained system of Python: the library's system, with the robot that its results belong to.
#pragma once

#include <optional>

#include "robot.hpp"
#include "sinew/chains/arms/merge_arms.hpp"
#include "sinew/chains/constrained_system.hpp"

namespace sinew::python {

// Reads a sinew.ArmsAndObject. Throws std::invalid_argument that names what is wrong.
ArmsAndObject arms_and_object_of(nb::handle python);

// Calls from several threads follow one another, because none of them releases the GIL.
struct System {
  System(const Model& model, const ConstrainedSystemOptions& options)
      : robot(model), arms(options.arms), system(model, options) {}
  Robot robot;  // the whole
  std::optional<ArmsAndObject> arms;
  ConstrainedSystem system;
};

// Adds the derivatives of forward dynamics and impulses.
void bind_system_derivatives(nb::class_<System>& system);

}  // namespace sinew::python
