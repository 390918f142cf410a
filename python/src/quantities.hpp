// Binds the quantities that sinew computes as methods of the robot and of the batch.
#pragma once

#include <nanobind/nanobind.h>

namespace sinew::python {

class Robot;
class BatchOfRobot;
void bind_quantities(nanobind::class_<Robot>& robot);
void bind_quantities(nanobind::class_<BatchOfRobot>& batch);
void bind_quantities_one_by_one(nanobind::class_<Robot>& robot);

}  // namespace sinew::python
