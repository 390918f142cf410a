// Adds moments and forces to the columns of a table.
#pragma once

#include "apps/cli/closed_loops.hpp"
#include "apps/cli/table.hpp"

namespace sinew::cli {

void add_force_columns(Table& table, const std::vector<Force<double>>& forces);

// Writes the forces of the loops and the joint torques of the couplings as text tables.
std::string loop_report(const ClosedLoops& closed);

}  // namespace sinew::cli
