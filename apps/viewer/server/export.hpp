// A page as one file that opens without a server: the bundle with document, numbers and meshes written into it.
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

// What was written, for the one line that tells the user.
struct Exported {
  std::size_t bytes = 0;
  std::size_t every = 1;  // of the records
};

std::string page_as_one_file(const Page& page, const Bundle& bundle, const ExportOptions& options,
                             Exported& exported);
// Whether a file is such a page, by what its head says of its origin.
bool is_exported_page(const std::filesystem::path& file);
// Written beside the file and then renamed, so that an older one is whole until then. Throws OutputError.
Exported export_page(const Page& page, const Bundle& bundle, const std::filesystem::path& file,
                     const ExportOptions& options = {});

}  // namespace sinew::viewer
