#include "sinew/base/unknown_name.hpp"

#include <algorithm>

#include "sinew/base/edit_distance.hpp"

namespace sinew {
namespace {

constexpr std::size_t longest_list = 16;

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

std::string unknown_name(std::string_view kind, std::string_view name,
                         const std::vector<std::string>& known) {
  std::vector<std::string> nearest = known;
  std::stable_sort(nearest.begin(), nearest.end(), [&](const std::string& a, const std::string& b) {
    return edit_distance(name, a) < edit_distance(name, b);
  });
  std::string message = "unknown " + std::string(kind) + " '" + std::string(name) + "'";
  if (known.empty()) return message + " (there are none)";
  const bool near = edit_distance(name, nearest[0]) <= static_cast<int>(name.size() + 1) / 2;
  if (near) message += ": did you mean '" + nearest[0] + "'?";
  if (known.size() <= longest_list) {
    return message + " (expected one of " + joined(known) + ")";
  }
  nearest.resize(longest_list);
  return message + " (nearest of " + std::to_string(known.size()) + ": " + joined(nearest) + ")";
}

}  // namespace sinew
