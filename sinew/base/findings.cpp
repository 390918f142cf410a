#include "sinew/base/findings.hpp"

#include <algorithm>

namespace sinew {

std::string to_string(const Finding& finding) {
  std::string text;
  if (!finding.source.file.empty()) {
    text += finding.source.file + ":";
    if (finding.source.line > 0) text += std::to_string(finding.source.line) + ":";
    text += " ";
  }
  text += finding.severity == Severity::error ? "error: " : "warning: ";
  return text + finding.message;
}

void Findings::error(const Source& source, std::string message) {
  list.push_back({Severity::error, source, std::move(message)});
}

void Findings::warning(const Source& source, std::string message) {
  list.push_back({Severity::warning, source, std::move(message)});
}

bool Findings::has_errors() const {
  return count(Severity::error) > 0;
}

int Findings::count(Severity severity) const {
  return int(
      std::count_if(list.begin(), list.end(), [&](const Finding& f) { return f.severity == severity; }));
}

std::string Findings::to_string() const {
  std::string text;
  for (const Finding& finding : list) text += sinew::to_string(finding) + "\n";
  return text;
}

InvalidModel::InvalidModel(Findings findings)
    : std::runtime_error(findings.to_string()), findings_(std::move(findings)) {}

}  // namespace sinew
