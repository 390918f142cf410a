// Turns the library's exceptions into Python's, with the same texts.
#pragma once

#include <nanobind/nanobind.h>

#include "sinew/base/findings.hpp"

namespace sinew::python {

// Findings as a list of Finding objects.
nanobind::list list_of(const Findings& findings);

}  // namespace sinew::python
