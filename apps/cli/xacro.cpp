#include "apps/cli/xacro.hpp"

#include <fstream>

#include "apps/cli/errors.hpp"
#include "apps/cli/inputs.hpp"
#include "apps/cli/output_check.hpp"
#include "sinew/io/files/output_file.hpp"

namespace sinew::cli {
namespace {

constexpr std::string_view expansion_mark = "<!-- Expanded by sinew from ";

// Adds a comment after the first line, the XML declaration. Comments cannot contain two dashes.
std::string with_mark(const std::string& text, std::string file) {
  for (auto at = file.find("--"); at != std::string::npos; at = file.find("--")) file.erase(at, 1);
  const auto end = text.find('\n') + 1;
  return text.substr(0, end) + std::string(expansion_mark) + file + ". Edit that file instead. -->\n" +
         text.substr(end);
}

}  // namespace

bool is_written_expansion(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return std::getline(stream, line) && line.starts_with(expansion_mark);
}

std::string write_expanded(const XacroRequest& request, std::string& notes) {
  const std::string& file = request.model.file;
  if (request.output != "-")
    check_outputs(std::vector{Output{"-o", request.output, OutputKind::expansion}}, std::vector{file});
  ExpandedXacro expanded = expand_xacro(file, read_options(request.model));
  if (expanded.findings.has_errors()) throw InvalidModel(std::move(expanded.findings));
  notes += expanded.findings.to_string();
  std::string text = with_mark(expanded.text, file);
  if (request.output == "-") return text;
  write_whole_file(request.output, text);
  return {};
}

}  // namespace sinew::cli
