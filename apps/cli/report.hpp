// Writes the text and JSON reports of the commands compute, count and info.
#pragma once

#include <optional>
#include <string>

#include "apps/cli/compute.hpp"
#include "apps/cli/count.hpp"
#include "sinew/io/srdf.hpp"

namespace sinew::cli {

std::string text_report(const QuantityInfo& quantity, const ComputeRequest& request, const Inputs& inputs,
                        const Result& result);
std::string json_report(const QuantityInfo& quantity, const ComputeRequest& request, const Inputs& inputs,
                        const Result& result);

std::string count_text(const Model& model, const std::vector<CountedQuantity>& list);
std::string count_json(const Model& model, const std::vector<CountedQuantity>& list);

// `srdf`: the contents of the robot's SRDF file, if one was given.
std::string info_text(const ModelRequest& request, const Model& model, const std::optional<Semantics>& srdf);
std::string info_json(const Model& model, const std::optional<Semantics>& srdf);

}  // namespace sinew::cli
