// The functions that bind one subject each (module.cpp calls them).
#pragma once

#include <nanobind/nanobind.h>

namespace sinew::python {

void bind_arms(nanobind::module_& module);
void bind_batch(nanobind::module_& module);
void bind_compiled(nanobind::module_& module);
void bind_constrained_system(nanobind::module_& module);
void bind_description(nanobind::module_& module);
void bind_errors(nanobind::module_& module);
void bind_event_context(nanobind::module_& module);
void bind_files(nanobind::module_& module);
void bind_interop(nanobind::module_& module);
void bind_inverse_kinematics(nanobind::module_& module);
void bind_long_chain(nanobind::module_& module);
void bind_model(nanobind::module_& module);
void bind_operational_space(nanobind::module_& module);
void bind_operators(nanobind::module_& module);
void bind_pages(nanobind::module_& module);
void bind_picture(nanobind::module_& module);
void bind_planar(nanobind::module_& module);
void bind_records(nanobind::module_& module);
void bind_scene(nanobind::module_& module);
void bind_simulation(nanobind::module_& module);
void bind_sweep(nanobind::module_& module);
void bind_workspace(nanobind::module_& module);
void bind_xla(nanobind::module_& module);

}  // namespace sinew::python
