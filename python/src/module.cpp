// The Python module sinew._sinew: the library's classes and functions for the package `sinew` around it. Each subject
// has a file with a function that binds it.
#include "module.hpp"

#include <cstdlib>

#include "errors.hpp"
#include "regressors.hpp"
#include "robot.hpp"
#include "sinew/version.hpp"

NB_MODULE(_sinew, module) {
  using namespace sinew::python;
  // Objects that a daemon thread still uses when the interpreter ends are no mistake; the tests set the variable.
  nanobind::set_leak_warnings(std::getenv("SINEW_LEAK_WARNINGS") != nullptr);
  module.doc() = "The compiled part of sinew; import sinew instead.";
  module.attr("__version__") = sinew::version;
  import_numpy();
  watch_forks();
  bind_errors(module);
  bind_model(module);
  bind_description(module);
  bind_files(module);
  bind_log_cholesky(module);
  bind_event_context(module);
  bind_pages(module);
  bind_picture(module);
  bind_records(module);
  bind_scene(module);
  bind_simulation(module);
  bind_workspace(module);
  bind_interop(module);
  bind_xla(module);
  bind_constrained_system(module);
  bind_arms(module);
  bind_operational_space(module);
  bind_inverse_kinematics(module);
  bind_operators(module);
  bind_batch(module);
  bind_compiled(module);
  bind_sweep(module);
  bind_long_chain(module);
  bind_planar(module);
  module.def("set_threads", &set_threads, nanobind::arg("threads"),
             "Sets the number of threads that functions of many states use; 0, the default: as many as the "
             "machine has.");
  module.def("threads", &threads_setting,
             "Returns the number of threads that was set; 0: as many as the machine has.");
}
