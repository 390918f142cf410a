#include "errors.hpp"

#include <nanobind/stl/string.h>

#include <stdexcept>

#include "module.hpp"

namespace sinew::python {
namespace {

namespace nb = nanobind;

// Exception classes live as long as the interpreter.
PyObject* singular_position = nullptr;
PyObject* invalid_model = nullptr;
PyObject* impossible_robot = nullptr;

// Python defines them, so that type checkers see their members.
PyObject* exception(const char* name) {
  return nb::module_::import_("sinew._errors").attr(name).inc_ref().ptr();
}

void raise_with_findings(PyObject* type, const char* text, const Findings& findings) {
  nb::object error = nb::steal(PyObject_CallFunction(type, "s", text));
  if (!error.is_valid()) return;
  error.attr("findings") = list_of(findings);
  PyErr_SetObject(type, error.ptr());
}

void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const InvalidModel& error) {
    raise_with_findings(invalid_model, error.what(), error.findings());
  } catch (const ImpossibleRobot& error) {
    raise_with_findings(impossible_robot, error.what(), error.findings());
  } catch (const std::domain_error& error) {
    PyErr_SetString(singular_position, error.what());
  }
}

}  // namespace

nb::list list_of(const Findings& findings) {
  nb::list list;
  for (const Finding& finding : findings.list) list.append(nb::cast(finding));
  return list;
}

void bind_errors(nb::module_& module) {
  nb::class_<Finding>(module, "Finding",
                      "An error or warning about a robot's description, with file and line.")
      .def_prop_ro(
          "severity", [](const Finding& finding) { return std::string(name_of(finding.severity)); },
          "'error', 'physical error' or 'warning'.")
      .def_prop_ro(
          "file", [](const Finding& finding) { return finding.source.file; }, "The file; '' if unknown.")
      .def_prop_ro(
          "line", [](const Finding& finding) { return finding.source.line; }, "The line; 0 if unknown.")
      .def_ro("message", &Finding::message, "What is wrong, where, and what was expected.")
      .def("__str__", [](const Finding& finding) { return to_string(finding); })
      .def("__repr__", [](const Finding& finding) { return "<Finding: " + to_string(finding) + ">"; });
  singular_position = exception("SingularPosition");
  invalid_model = exception("InvalidModel");
  impossible_robot = exception("ImpossibleRobot");
  nb::register_exception_translator(translate);
}

}  // namespace sinew::python
