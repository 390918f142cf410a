// Reads state files: {"q": [...], "v": [...], "tau": [...], "a": [...], "controls": [...], "base": "fixed",
// "gravity": [0, 0, -9.81]}. Every entry is optional. The `inputs` of `sinew compute --json` are a valid state file.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace sinew::cli {

struct StateFile {
  std::optional<std::vector<double>> q, v, tau, a, gravity, controls;
  std::optional<std::string> base;
};

// Throws RequestError if the file cannot be read, does not have this form, or has other entries.
StateFile read_state_file(const std::string& file);
StateFile read_state_text(const std::string& text, const std::string& file_name);

}  // namespace sinew::cli
