// Writes a linearization as text and as JSON. Include it only in .cpp files, because the JSON library is slow to compile.
#pragma once

#include <string>

#include "apps/cli/json_text.hpp"
#include "apps/cli/linearized.hpp"

namespace sinew::cli {

std::string linearized_text(const Model& model, const Linearized& linearized);
void add_linearized(Json& report, const Linearized& linearized);

}  // namespace sinew::cli
