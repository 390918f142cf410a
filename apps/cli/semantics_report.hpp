// Writes the parts of `sinew info` about named positions and SRDF files. Include it only in .cpp files, because the JSON
// library is slow to compile.
#pragma once

#include <string>

#include "apps/cli/json_text.hpp"
#include "sinew/io/srdf.hpp"

namespace sinew::cli {

// Lists the named positions; empty if the model has none.
std::string positions_text(const Model& model);
Json positions_json(const Model& model);

// Lists groups, end effectors, virtual joints, passive joints and disabled pairs; empty without them.
std::string semantics_text(const Semantics& semantics, const Description& robot);
Json semantics_json(const Semantics& semantics, const Description& robot);

}  // namespace sinew::cli
