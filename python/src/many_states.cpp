#include "many_states.hpp"

#include <stdexcept>

namespace sinew::python {

void warn_of_failures(const char* function, std::size_t states, const BatchReport& report, bool is_single) {
  if (report.all_computed()) return;
  if (is_single) {
    throw std::domain_error(
        std::string(function) +
        ": the result does not exist here: a number is not finite, a quaternion has the length "
        "zero, a joint moves no inertia, or the result overflows");
  }
  const std::string text = std::string(function) + ": " + std::to_string(report.failed) + " of " +
                           std::to_string(states) + " states have no result (NaN); the first is state " +
                           std::to_string(report.first_failed);
  if (PyErr_WarnEx(PyExc_RuntimeWarning, text.c_str(), 1) < 0) nb::raise_python_error();
}

}  // namespace sinew::python
