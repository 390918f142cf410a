// Writes the tree of a robot, with its loops and couplings, as text or as a graph for Graphviz or Mermaid.
#pragma once

#include <string>

#include "apps/cli/request.hpp"
#include "sinew/model/description/description.hpp"

namespace sinew::cli {

// Throws RequestError for an unknown format.
std::string tree_report(const TreeRequest& request, const Description& description);

}  // namespace sinew::cli
