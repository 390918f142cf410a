#include "apps/cli/output_check.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "apps/cli/convert.hpp"
#include "apps/cli/errors.hpp"
#include "apps/cli/xacro.hpp"
#include "apps/viewer/server/export.hpp"
#include "sinew/codegen/source/source.hpp"
#include "sinew/io/files/output_file.hpp"
#include "sinew/io/results/result_csv.hpp"
#include "sinew/io/results/result_file.hpp"

namespace sinew::cli {
namespace {

namespace fs = std::filesystem;

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code unreadable, ignored;
  const bool same_name =
      fs::weakly_canonical(a, unreadable) == fs::weakly_canonical(b, ignored) && !unreadable;
  return a == b || same_name || fs::equivalent(a, b, ignored);
}

bool is_own(const Output& output) {
  switch (output.kind) {
    case OutputKind::result:
      return is_result(output.file);
    case OutputKind::table:
      return is_result_table(output.file);
    case OutputKind::page:
      return viewer::is_exported_page(output.file);
    case OutputKind::source:
      return is_written_source(output.file);
    case OutputKind::expansion:
      return is_written_expansion(output.file);
    case OutputKind::robot:
      return is_written_robot(output.file);
  }
  return false;
}

const char* in_words(OutputKind kind) {
  switch (kind) {
    case OutputKind::result:
      return "simulation result";
    case OutputKind::table:
      return "simulation table";
    case OutputKind::page:
      return "page";
    case OutputKind::source:
      return "source file";
    case OutputKind::expansion:
      return "URDF file";
    case OutputKind::robot:
      return "robot";
  }
  return "";
}

// Checks the folder as well: a page is written at the end of a command, too late to find out that it cannot be.
void check_page_place(const Output& page) {
  const fs::path file = page.file;
  if (file.extension() != ".html" && file.extension() != ".htm")
    throw RequestError(
        fmt::format("{}: {} was given; expected a name that ends in .html", page.option, page.file));
  check_output_place(file);
  const fs::path folder = file.has_parent_path() ? file.parent_path() : ".";
  if (access(folder.c_str(), W_OK | X_OK) != 0) refuse_output(file, std::strerror(errno));
}

void check(const Output& output) {
  if (output.kind == OutputKind::page) check_page_place(output);
  if (output.kind == OutputKind::source || output.kind == OutputKind::expansion ||
      output.kind == OutputKind::robot)
    check_output_place(output.file);
  std::error_code ignored;
  if (!fs::is_regular_file(output.file, ignored) || is_own(output)) return;
  throw RequestError(
      fmt::format("{}: {} exists and is not a {} written by sinew; give another name, or remove it first",
                  output.option, output.file, in_words(output.kind)));
}

}  // namespace

void check_outputs(std::span<const Output> outputs, std::span<const std::string> inputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto& [option, file, kind] = outputs[i];
    for (const std::string& input : inputs) {
      if (is_same_file(file, input))
        throw RequestError(fmt::format("{}: {} is an input file; give another name", option, file));
    }
    for (const Output& other : outputs.first(i)) {
      if (is_same_file(file, other.file))
        throw RequestError(
            fmt::format("{}: {} is already used for {}; give another name", option, file, other.option));
    }
    check(outputs[i]);
  }
}

}  // namespace sinew::cli
