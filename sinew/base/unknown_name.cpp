#include "sinew/base/unknown_name.hpp"

#include <algorithm>

#include "sinew/base/edit_distance.hpp"

namespace sinew {
namespace {

constexpr std::size_t longest_list = 16;
constexpr std::size_t longest_name = 64;  // longer ones are not compared, either

struct Candidate {
  int distance;
  const std::string* name;
};

// Returns the known names, the most similar ones first.
std::vector<Candidate> by_similarity(std::string_view name, const std::vector<std::string>& known) {
  std::vector<Candidate> candidates;
  const bool is_comparable = known.size() <= detail::most_compared_names && name.size() <= longest_name;
  for (const std::string& other : known) {
    const bool compares = is_comparable && other.size() <= longest_name;
    candidates.push_back({compares ? edit_distance(name, other) : int(longest_name) + 1, &other});
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.distance < b.distance; });
  return candidates;
}

// Returns ": did you mean ...?" if at most half of the letters differ, which is rounded up: 'tow' means 'two'.
std::string question(std::string_view name, const std::vector<Candidate>& candidates) {
  const int size = static_cast<int>(name.size());
  const bool is_near = !candidates.empty() && size > 1 && 2 * candidates[0].distance <= size + 1;
  return is_near ? ": did you mean '" + *candidates[0].name + "'?" : "";
}

}  // namespace

std::string unknown_name(std::string_view kind, std::string_view name,
                         const std::vector<std::string>& known) {
  const std::string message = "unknown " + std::string(kind) + " '" + std::string(name) + "'";
  if (known.empty()) return message + " (there are none)";
  const std::vector<Candidate> candidates = by_similarity(name, known);
  const bool has_all = known.size() <= longest_list;
  std::string names;
  for (std::size_t i = 0; i < std::min(known.size(), longest_list); ++i)
    names += (i == 0 ? "" : ", ") + (has_all ? known[i] : *candidates[i].name);
  const char* const shown = known.size() <= detail::most_compared_names ? "nearest of " : "the first of ";
  const std::string list = has_all ? "expected one of " : shown + std::to_string(known.size()) + ": ";
  return message + question(name, candidates) + " (" + list + names + ")";
}

std::string detail::did_you_mean(std::string_view name, const std::vector<std::string>& known) {
  return question(name, by_similarity(name, known));
}

}  // namespace sinew
