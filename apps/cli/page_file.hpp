// Pages written into one file, by `view --export` and `simulate --html`.
#pragma once

#include <span>
#include <string>

#include "apps/viewer/server/bundle.hpp"
#include "apps/viewer/server/page.hpp"

namespace sinew::cli {

// Throws RequestError where the program was built without it.
viewer::Bundle page_bundle();

std::string size_in_words(std::size_t bytes);  // "1.4 MB"
bool is_same_file(const std::string& a, const std::string& b);

// Throws RequestError where `file` is named like something else than a page or is one of `others`, and OutputError where it
// cannot be written. option: what it was given with
void check_page_file(const char* option, const std::string& file, std::span<const std::string> others);

// Says what was written, "page.html, 1.4 MB" or "page.html, 38 MB, every 3rd record". Throws OutputError.
std::string write_page(const viewer::Page& page, const std::string& file);

}  // namespace sinew::cli
