// Runs `sinew convert`: writes a robot as URDF, MJCF or SDF.
#pragma once

#include <filesystem>
#include <string>

#include "apps/cli/request.hpp"

namespace sinew::cli {

struct Converted {
  std::string text;      // for standard output; empty if it was written to a file
  std::string report;    // what was written
  std::string notes;     // one line for each thing that the format cannot express
  bool refused = false;  // by --strict
};

// Throws RequestError, OutputError or InvalidModel.
Converted convert(const ConvertRequest& request);

// Returns whether the file is one that `sinew convert` wrote.
bool is_written_robot(const std::filesystem::path& file);

}  // namespace sinew::cli
