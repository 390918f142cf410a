// Writes the document of a page: JSON in the form of apps/viewer/src/document.ts.
#pragma once

#include <span>
#include <string>

#include "apps/viewer/server/meshes.hpp"
#include "apps/viewer/server/track.hpp"

namespace sinew::viewer {

struct DocumentParts {
  std::string title{};
  std::span<const Track> tracks{};
  const Meshes& meshes;
  std::vector<std::string> warnings{};
};

// Returns the document. `every`: the page has one of every `every` records of the results. Numbers that are not finite
// become null, and bytes that are not UTF-8 become U+FFFD.
std::string document_text(const DocumentParts& parts, std::size_t every = 1);

// Returns how many records are left after subsampling.
std::size_t thinned_rows(std::size_t rows, std::size_t every);

}  // namespace sinew::viewer
