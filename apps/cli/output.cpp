#include "apps/cli/output.hpp"

#include <cstdio>

namespace sinew::cli {

bool write_to_stdout(std::string_view text) {
  const bool complete = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  return std::fflush(stdout) == 0 && complete;
}

void write_to_stderr(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace sinew::cli
