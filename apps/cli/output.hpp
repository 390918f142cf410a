// Writing that notices when nobody can read it.
#pragma once

#include <string_view>

namespace sinew::cli {

// False when not everything could be written: a full disk, a closed pipe.
bool write_to_stdout(std::string_view text);
void write_to_stderr(std::string_view text);

}  // namespace sinew::cli
