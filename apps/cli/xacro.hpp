// Runs `sinew xacro`: expands a xacro file and writes it as URDF.
#pragma once

#include <filesystem>
#include <string>

#include "apps/cli/request.hpp"

namespace sinew::cli {

// Returns the expanded text, or nothing if it was written to a file. Adds warnings to `notes`.
std::string write_expanded(const XacroRequest& request, std::string& notes);

// Returns whether the file is one that `sinew xacro` wrote.
bool is_written_expansion(const std::filesystem::path& file);

}  // namespace sinew::cli
