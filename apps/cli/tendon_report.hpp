// Writes the part of `sinew info` about tendons.
#pragma once

#include <string>

#include "apps/cli/json_text.hpp"
#include "sinew/model/model.hpp"

namespace sinew::cli {

// Returns a table of the tendons with their length at the initial position; empty if there are none.
std::string tendon_table(const Model& model);
Json tendons_json(const Model& model);

}  // namespace sinew::cli
