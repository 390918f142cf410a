// Provides the built page (apps/viewer), which is embedded in the program.
#pragma once

#include <optional>
#include <string_view>

namespace sinew::viewer {

struct Bundle {
  std::string_view html, script, style;
};

// Empty if the program was built without the page (SINEW_VIEWER=OFF).
std::optional<Bundle> built_bundle();

}  // namespace sinew::viewer
