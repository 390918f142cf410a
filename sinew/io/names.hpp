// Messages about names that are not there, with the nearest ones that are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sinew {

// "unknown frame 'tol': did you mean 'tool'? (expected one of base, tool)"; long lists are cut to the
// nearest.
std::string unknown_name(std::string_view kind, std::string_view name, const std::vector<std::string>& known);

}  // namespace sinew
