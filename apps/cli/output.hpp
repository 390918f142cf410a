// Writes to standard output and standard error, and detects failures.
#pragma once

#include <string_view>

namespace sinew::cli {

// Returns false if not everything could be written, for example to a full disk or a closed pipe.
bool write_to_stdout(std::string_view text);
void write_to_stderr(std::string_view text);

}  // namespace sinew::cli
