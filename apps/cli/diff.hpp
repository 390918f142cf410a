// Writes the report of `sinew diff`: the differences between two robots.
#pragma once

#include <string>
#include <vector>

#include "apps/cli/request.hpp"
#include "sinew/model/description/differences.hpp"

namespace sinew::cli {

std::string diff_text(const DiffRequest& request, const std::vector<Difference>& differences);
std::string diff_json(const std::vector<Difference>& differences);

}  // namespace sinew::cli
