// Binds linearised robots: the matrices of small motions, their modes, and equilibria, as methods of the robot.
#pragma once

#include <nanobind/nanobind.h>

namespace sinew::python {

class Robot;
void bind_linear(nanobind::module_& module, nanobind::class_<Robot>& robot);

}  // namespace sinew::python
