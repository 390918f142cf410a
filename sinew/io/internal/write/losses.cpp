#include "sinew/io/internal/write/losses.hpp"

#include <algorithm>

namespace sinew::write {

void Losses::add(const Source& source, const std::string& what, const std::string& element) {
  auto kind = std::find_if(kinds_.begin(), kinds_.end(), [&](const Kind& each) { return each.what == what; });
  if (kind == kinds_.end()) kind = kinds_.insert(kinds_.end(), {what, source, {}});
  if (!element.empty()) kind->elements.push_back(element);
}

Findings Losses::findings() const {
  constexpr std::size_t most_names = 10;  // in one message
  Findings findings;
  for (const auto& [what, first, elements] : kinds_) {
    std::string message = what;
    const std::size_t named = std::min(elements.size(), most_names);
    for (std::size_t i = 0; i < named; ++i) {
      message += i == 0 ? ": " : i + 1 == elements.size() ? " and " : ", ";
      message += "'" + elements[i] + "'";
    }
    if (elements.size() > named) message += " and " + std::to_string(elements.size() - named) + " more";
    findings.warning(first, message);
  }
  return findings;
}

}  // namespace sinew::write
