// State files: {"q": [...], "v": [...], "tau": [...], "a": [...], "base": "fixed", "gravity": [0, 0, -9.81]},
// every entry optional. The `inputs` of `sinew compute --json` are one.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace sinew::cli {

struct StateFile {
  std::optional<std::vector<double>> q, v, tau, a, gravity;
  std::optional<std::string> base;
};

// Throws RequestError for what cannot be read, is not of this form, or has other entries.
StateFile read_state_file(const std::string& file);
StateFile read_state_text(const std::string& text, const std::string& file_name);

}  // namespace sinew::cli
