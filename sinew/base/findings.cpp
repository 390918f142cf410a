#include "sinew/base/findings.hpp"

#include <algorithm>
#include <iterator>

namespace sinew {

namespace {

// Returns "file:line: ", or an empty string if the file is not known.
std::string place_of(const Source& source) {
  if (source.file.empty()) return {};
  return source.file + ":" + (source.line > 0 ? std::to_string(source.line) + ": " : " ");
}

std::string refusal(const std::string& function, const std::string& robot, const Findings& findings) {
  const Finding& first = findings.list.at(0);
  const std::size_t others = findings.list.size() - 1;
  std::string text = function + " needs physically possible inertias, and those of " +
                     (robot.empty() ? "the robot" : "'" + robot + "'") +
                     " are not: " + place_of(first.source) + first.message;
  if (others > 0)
    text += " (and " + std::to_string(others) + " more physical error" + (others == 1 ? "" : "s") + ")";
  return text +
         ". Correct the description, or read it with ReadOptions::repair (the program: --repair inertia), "
         "which "
         "substitutes the nearest possible inertias";
}

}  // namespace

const char* name_of(Severity severity) {
  switch (severity) {
    case Severity::warning:
      return "warning";
    case Severity::physical_error:
      return "physical error";
    case Severity::error:
      return "error";
  }
  return "";
}

std::string to_string(const Finding& finding) {
  return place_of(finding.source) + name_of(finding.severity) + ": " + finding.message;
}

void Findings::error(const Source& source, std::string message) {
  list.push_back({Severity::error, source, std::move(message)});
}

void Findings::physical_error(const Source& source, std::string message) {
  list.push_back({Severity::physical_error, source, std::move(message)});
}

void Findings::warning(const Source& source, std::string message) {
  list.push_back({Severity::warning, source, std::move(message)});
}

bool Findings::has_errors() const {
  return count(Severity::error) > 0;
}

bool Findings::has_physical_errors() const {
  return count(Severity::physical_error) > 0;
}

int Findings::count(Severity severity) const {
  return int(
      std::count_if(list.begin(), list.end(), [&](const Finding& f) { return f.severity == severity; }));
}

Findings Findings::of(Severity severity) const {
  Findings result;
  std::copy_if(list.begin(), list.end(), std::back_inserter(result.list),
               [&](const Finding& finding) { return finding.severity == severity; });
  return result;
}

std::string Findings::to_string() const {
  std::string text;
  for (const Finding& finding : list) text += sinew::to_string(finding) + "\n";
  return text;
}

InvalidModel::InvalidModel(Findings findings)
    : std::runtime_error(findings.to_string()), findings_(std::move(findings)) {}

ImpossibleRobot::ImpossibleRobot(const std::string& function, const std::string& robot,
                                 Findings physical_errors)
    : std::domain_error(refusal(function, robot, physical_errors)), findings_(std::move(physical_errors)) {}

}  // namespace sinew
