// Moments and forces in the columns of a table.
#pragma once

#include "apps/cli/closed_loops.hpp"
#include "apps/cli/table.hpp"

namespace sinew::cli {

void add_force_columns(Table& table, const std::vector<Force<double>>& forces);

// What the loops and couplings of a model carry.
std::string loop_report(const ClosedLoops& closed);

}  // namespace sinew::cli
