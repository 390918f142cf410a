// Binds what the springs, friction, tendons and actuators of a robot do.
#pragma once

#include <nanobind/nanobind.h>

namespace sinew::python {

class Robot;
void bind_parts_of_robots(nanobind::class_<Robot>& robot);

}  // namespace sinew::python
