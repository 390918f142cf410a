// Reads the list of a macro's parameters.
#pragma once

#include <string>
#include <vector>

#include "sinew/io/internal/xacro/scope.hpp"

namespace sinew::xacro {

// Reads "a b:=1 c:='x y' d:=${2 * e} f:=^ g:=^|1 *block **blocks". Throws Problem for defaults that cannot be read.
std::vector<Macro::Parameter> read_parameters(const std::string& written);

}  // namespace sinew::xacro
