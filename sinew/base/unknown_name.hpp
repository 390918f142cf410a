// Writes messages about unknown names that suggest the most similar known names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sinew {

// Returns a message like "unknown frame 'tol': did you mean 'tool'? (expected one of base, tool)". Of a long list, only
// the most similar names are shown.
std::string unknown_name(std::string_view kind, std::string_view name, const std::vector<std::string>& known);

namespace detail {

// Longer lists are not compared, so that a file with a thousand wrong names is read in seconds.
constexpr std::size_t most_compared_names = 1000;

std::string did_you_mean(std::string_view name, const std::vector<std::string>& known);

// Returns ": did you mean 'tool'?", or an empty text if the name of none of the things is similar to `name`.
template <class Things, class NameOf>
std::string did_you_mean(std::string_view name, const Things& things, NameOf name_of) {
  std::vector<std::string> known;
  if (things.size() > most_compared_names) return "";
  for (const auto& each : things) known.push_back(name_of(each));
  return did_you_mean(name, known);
}

}  // namespace detail

}  // namespace sinew
