// Writes the parts of `sinew info` about actuators and sensors. Include it only in .cpp files, because the JSON library
// is slow to compile.
#pragma once

#include <string>

#include "apps/cli/json_text.hpp"
#include "sinew/model/model.hpp"

namespace sinew::cli {

// Lists the actuators and the sensors; empty if the model has none.
std::string actuators_text(const Model& model);
std::string sensors_text(const Model& model);
Json actuators_json(const Model& model);
Json sensors_json(const Model& model);

}  // namespace sinew::cli
