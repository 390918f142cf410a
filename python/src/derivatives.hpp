// Binds derivatives of the dynamics as methods of the robot.
#pragma once

#include <nanobind/nanobind.h>

namespace sinew::python {

class Robot;
void bind_derivatives(nanobind::class_<Robot>& robot);
void bind_derivatives_of_quantities(nanobind::class_<Robot>& robot);

}  // namespace sinew::python
