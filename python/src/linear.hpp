// Binds linearised robots: the matrices of small motions, their modes, and equilibria, as methods of the robot; and gradients
// of whole runs, as classes.
#pragma once

#include <nanobind/nanobind.h>

namespace sinew::python {

class Robot;
void bind_linear(nanobind::module_& module, nanobind::class_<Robot>& robot);
void bind_run_gradient(nanobind::module_& module);

}  // namespace sinew::python
