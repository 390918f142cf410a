// The version of sinew; CMakeLists.txt reads it from here.
#pragma once

namespace sinew {

inline constexpr const char* version = "0.2.0";

}  // namespace sinew
