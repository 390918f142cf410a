// Writes messages about unknown names that suggest the most similar known names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sinew {

// Returns a message like "unknown frame 'tol': did you mean 'tool'? (expected one of base, tool)". Of a long list, only
// the most similar names are shown.
std::string unknown_name(std::string_view kind, std::string_view name, const std::vector<std::string>& known);

}  // namespace sinew
