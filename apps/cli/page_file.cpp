#include "apps/cli/page_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "apps/cli/errors.hpp"
#include "apps/viewer/server/export.hpp"
#include "sinew/io/output_file.hpp"

namespace sinew::cli {
namespace {

namespace fs = std::filesystem;

std::string ordinal(std::size_t n) {
  const bool is_teen = n / 10 % 10 == 1;
  const char* const ends[] = {"th", "st", "nd", "rd"};
  return fmt::format("{}{}", n, is_teen || n % 10 > 3 ? "th" : ends[n % 10]);
}

}  // namespace

std::string size_in_words(std::size_t bytes) {
  const double size = double(bytes);
  if (size < 999.5e3) return fmt::format("{:.3g} kB", size / 1e3);
  return fmt::format("{:.3g} MB", size / 1e6);
}

viewer::Bundle page_bundle() {
  if (const auto bundle = viewer::built_bundle()) return *bundle;
  throw RequestError("this sinew was built without the page (SINEW_VIEWER=OFF)");
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return a == b || fs::equivalent(a, b, ignored);
}

void check_page_file(const char* option, const std::string& file, std::span<const std::string> others) {
  for (const std::string& other : others) {
    if (is_same_file(file, other))
      throw RequestError(
          fmt::format("{}: {} is there for something else; expected another name", option, file));
  }
  const std::string extension = fs::path(file).extension().string();
  if (extension != ".html" && extension != ".htm")
    throw RequestError(fmt::format("{}: {} was given; expected a name that ends in .html", option, file));
  check_output_place(file);
  const fs::path folder = fs::path(file).has_parent_path() ? fs::path(file).parent_path() : ".";
  if (access(folder.c_str(), W_OK | X_OK) != 0) refuse_output(file, std::strerror(errno));
}

std::string write_page(const viewer::Page& page, const std::string& file) {
  const viewer::Exported exported = viewer::export_page(page, page_bundle(), file);
  std::string words = fmt::format("{}, {}", file, size_in_words(exported.bytes));
  if (exported.every > 1) words += fmt::format(", every {} record", ordinal(exported.every));
  return words;
}

}  // namespace sinew::cli
