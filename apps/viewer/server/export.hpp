// Exports a page as one file that opens without a server: the bundle with document, numbers and meshes written into it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "apps/viewer/server/bundle.hpp"
#include "apps/viewer/server/page.hpp"

namespace sinew::viewer {

struct ExportOptions {
  std::size_t most_bytes = std::size_t(24) << 20;  // of numbers; beyond that, records are subsampled
};

// What was written, for the message to the user.
struct Exported {
  std::size_t bytes = 0;
  std::size_t every = 1;  // one of so many records was written
};

std::string page_as_one_file(const Page& page, const Bundle& bundle, const ExportOptions& options,
                             Exported& exported);
// Returns whether a file is an exported page, judged by the generator tag in its head.
bool is_exported_page(const std::filesystem::path& file);
// Writes a temporary file in the same folder and then renames it, so that an existing file stays complete until then.
// Throws OutputError.
Exported export_page(const Page& page, const Bundle& bundle, const std::filesystem::path& file,
                     const ExportOptions& options = {});

}  // namespace sinew::viewer
