// Binds regressors and inertial parameters: methods of the robot, and functions for single bodies.
#pragma once

#include <nanobind/nanobind.h>

namespace sinew::python {

class Robot;
void bind_regressors(nanobind::class_<Robot>& robot);
void bind_log_cholesky(nanobind::module_& module);

}  // namespace sinew::python
