// Reads the plain Python objects of sinew/plans.py into the plan of a simulation.
#pragma once

#include "arrays.hpp"
#include "sinew/simulate/make_simulation.hpp"

namespace sinew::python {

// All functions throw std::invalid_argument, or a TypeError, that names what is wrong.
ControllerPlan controller_plan(const SimulatedScene& scene, nb::handle controller);
ForcePlan force_plan(nb::handle force);
LimitPlan limit_plan(nb::handle limits);  // an object Limits, or its kind
EventPlan event_plan(nb::handle event);

// Changes the options of a plan to those of a dict with the names of the keywords of sinew.Simulation.
void set_options(const nb::dict& options, SimulationPlan& plan);

// A list of names; a single name is a list of one.
std::vector<std::string> names_of(nb::handle names);

}  // namespace sinew::python
