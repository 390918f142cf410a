// Pages written into one file, by `view --export` and `simulate --html`.
#pragma once

#include <string>

#include "apps/viewer/server/bundle.hpp"
#include "apps/viewer/server/page.hpp"

namespace sinew::cli {

// Throws RequestError where the program was built without it.
viewer::Bundle page_bundle();

std::string size_in_words(std::size_t bytes);  // "1.4 MB"

// Says what was written, "page.html, 1.4 MB" or "page.html, 38 MB, every 3rd record". Throws OutputError.
std::string write_page(const viewer::Page& page, const std::string& file);

}  // namespace sinew::cli
