#include "apps/cli/page_file.hpp"

#include <fmt/format.h>

#include "apps/cli/errors.hpp"
#include "apps/viewer/server/export.hpp"

namespace sinew::cli {
namespace {

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

std::string write_page(const viewer::Page& page, const std::string& file) {
  const viewer::Exported exported = viewer::export_page(page, page_bundle(), file);
  std::string words = fmt::format("{}, {}", file, size_in_words(exported.bytes));
  if (exported.every > 1) words += fmt::format(", every {} record", ordinal(exported.every));
  return words;
}

}  // namespace sinew::cli
