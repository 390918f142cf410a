// Writes the viewer's page into one file, for `view --export` and `simulate --html`.
#pragma once

#include <string>

#include "apps/viewer/server/bundle.hpp"
#include "apps/viewer/server/page.hpp"

namespace sinew::cli {

// Returns the files of the viewer. Throws RequestError if the program was built without them.
viewer::Bundle page_bundle();

std::string size_in_words(std::size_t bytes);  // "1.4 MB"

// Returns a description of the file, "page.html, 1.4 MB" or "page.html, 38 MB, every 3rd record". Throws OutputError.
std::string write_page(const viewer::Page& page, const std::string& file);

}  // namespace sinew::cli
