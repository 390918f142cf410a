#include "sinew/io/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sinew/model/edit_distance.hpp"

namespace sinew {
namespace {

constexpr std::size_t longest_list = 16;

}  // namespace

std::string unknown_name(std::string_view kind, std::string_view name,
                         const std::vector<std::string>& known) {
  std::vector<std::string> nearest = known;
  std::stable_sort(nearest.begin(), nearest.end(), [&](const std::string& a, const std::string& b) {
    return edit_distance(name, a) < edit_distance(name, b);
  });
  std::string message = fmt::format("unknown {} '{}'", kind, name);
  if (known.empty()) return message + " (there are none)";
  const bool near = edit_distance(name, nearest[0]) <= static_cast<int>(name.size() + 1) / 2;
  if (near) message += fmt::format(": did you mean '{}'?", nearest[0]);
  if (known.size() <= longest_list) {
    return message + fmt::format(" (expected one of {})", fmt::join(known, ", "));
  }
  nearest.resize(longest_list);
  return message + fmt::format(" (nearest of {}: {})", known.size(), fmt::join(nearest, ", "));
}

}  // namespace sinew
