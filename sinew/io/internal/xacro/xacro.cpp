#include "sinew/io/internal/xacro/xacro.hpp"

#include <algorithm>
#include <span>

#include "sinew/io/internal/xacro/expander.hpp"

namespace sinew::xacro {
namespace {

bool contains_xacro(xml::Element element) {
  // Without recursion, because files may nest elements deeper than the stack.
  std::vector<xml::Element> open{element};
  while (!open.empty()) {
    const xml::Element next = open.back();
    open.pop_back();
    if (next.name().starts_with("xacro:")) return true;
    for (const xml::Element child : next.children()) open.push_back(child);
  }
  return false;
}

}  // namespace

bool is_xacro(const xml::Document& document) {
  if (std::filesystem::path(document.file_name()).extension() == ".xacro") return true;
  const xml::Element root = document.root();
  return root.has("xmlns:xacro") && contains_xacro(root);
}

std::unique_ptr<xml::Document> expand(std::unique_ptr<xml::Document> document, const ReadOptions& options,
                                      Findings& findings) {
  Session session(options, findings, document->file_name());
  std::unique_ptr<xml::Document> result;
  try {
    result = Expander(session, document->file_name()).run(document->root());
    session.report_unknown_arguments();
  } catch (const Problem& problem) {
    session.report(problem);
  }
  return findings.has_errors() ? nullptr : std::move(result);
}

void add_calls(const xml::Document& document, Findings& findings) {
  constexpr std::size_t most_findings = 100, most_calls = 3;
  const std::size_t count = std::min(findings.list.size(), most_findings);
  for (Finding& finding : std::span(findings.list).first(count)) {
    if (finding.severity != Severity::error) continue;
    const auto calls = document.calls_behind(finding.source);
    for (std::size_t i = 0; i < std::min(calls.size(), most_calls); ++i)
      finding.message += (i == 0 ? " (" : "; ") + calls[i];
    if (calls.size() > most_calls) finding.message += "; ...";
    if (!calls.empty()) finding.message += ")";
  }
}

std::unique_ptr<xml::Document> expanded_if_xacro(std::unique_ptr<xml::Document> document,
                                                 const ReadOptions& options, Findings& findings) {
  if (!document) return nullptr;
  if (is_xacro(*document)) return expand(std::move(document), options, findings);
  if (options.xacro_arguments.empty()) return document;
  findings.error({document->file_name(), 0}, "xacro arguments were given, but the file is not xacro");
  return nullptr;
}

}  // namespace sinew::xacro
