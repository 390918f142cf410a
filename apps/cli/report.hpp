// What the program says.
#pragma once

#include <string>

#include "apps/cli/compute.hpp"

namespace sinew::cli {

std::string text_report(const Quantity& quantity, const ComputeRequest& request, const Inputs& inputs,
                        const Result& result);
std::string json_report(const Quantity& quantity, const ComputeRequest& request, const Inputs& inputs,
                        const Result& result);

std::string info_report(const ModelRequest& request, const Model& model);

}  // namespace sinew::cli
