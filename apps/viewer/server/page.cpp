#include "apps/viewer/server/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "apps/viewer/server/document.hpp"
#include "apps/viewer/server/text.hpp"

namespace sinew::viewer {
namespace {

constexpr std::size_t most_warnings = 100, most_mesh_warnings = 8;

// Keeps the first entries of a list, and replaces the others by their number.
void cut_to(std::size_t most, const char* what, std::vector<std::string>& list) {
  if (list.size() <= most) return;
  const std::size_t left = list.size() - (most - 1);
  list.resize(most - 1);
  list.push_back(fmt::format("and {} more {}", left, what));
}

bool speaks_of(const std::vector<std::string>& warnings, const std::string& text) {
  return std::any_of(warnings.begin(), warnings.end(),
                     [&](const std::string& warning) { return warning.find(text) != std::string::npos; });
}

std::vector<std::string> warnings_of_page(const std::vector<Track>& tracks, const Meshes& meshes) {
  std::vector<std::string> all, of_meshes;
  for (const Track& track : tracks) {
    for (const std::string& warning : track.warnings)
      all.push_back(tracks.size() > 1 ? track.name + ": " + warning : warning);
  }
  for (const Mesh& mesh : meshes.list()) {
    // The readers of robots have already warned of some missing meshes.
    if (!mesh.problem.empty() && !speaks_of(all, mesh.name)) of_meshes.push_back("mesh " + mesh.problem);
  }
  cut_to(most_warnings, "warnings", all);
  cut_to(most_mesh_warnings, "meshes that cannot be shown", of_meshes);
  all.insert(all.end(), of_meshes.begin(), of_meshes.end());
  return all;
}

std::string title_of(const std::vector<Track>& tracks) {
  std::string title = valid_utf8(tracks.front().title);
  if (tracks.size() > 1 && tracks[1].title != tracks[0].title) title += " and " + valid_utf8(tracks[1].title);
  constexpr std::size_t longest = 200;
  return std::string(first_bytes(title, longest));
}

}  // namespace

struct Page::Data {
  std::vector<Track> tracks{};
  Meshes meshes{};
  std::vector<std::string> warnings{};
  std::string title{}, document{};

  DocumentParts parts() const {
    return {.title = title, .tracks = tracks, .meshes = meshes, .warnings = warnings};
  }
  ResultNumbers& numbers(std::size_t track) {
    if (track >= tracks.size())
      throw std::invalid_argument(fmt::format("track {} was requested; there are {}", track, tracks.size()));
    if (!tracks[track].numbers)
      throw std::invalid_argument(fmt::format("{} has no numbers: it is not a result", tracks[track].name));
    return *tracks[track].numbers;
  }
};

Page::Page(std::span<const std::filesystem::path> files, const PageOptions& options)
    : data_(std::make_unique<Data>()) {
  const bool are_results = std::all_of(files.begin(), files.end(), is_result_file);
  if (files.empty() || files.size() > 2 || (files.size() == 2 && !are_results))
    throw std::invalid_argument("a page shows one robot, scene or result, or two results");
  for (const std::filesystem::path& file : files) data_->tracks.push_back(open_track(file, options));
  if (files.size() == 2 && data_->tracks[0].name == data_->tracks[1].name) {
    for (std::size_t i = 0; i < 2; ++i) data_->tracks[i].name = files[i].string();
  }
  for (const Track& track : data_->tracks) {
    for (const Body& body : track.model.description().bodies) {
      for (const Shape& shape : body.shapes) {
        if (shape.kind == Shape::Kind::mesh) data_->meshes.add(shape.mesh, body.source.file);
      }
    }
  }
  data_->warnings = warnings_of_page(data_->tracks, data_->meshes);
  data_->title = title_of(data_->tracks);
  data_->document = document_text(data_->parts());
}

Page::~Page() = default;
Page::Page(Page&&) noexcept = default;
Page& Page::operator=(Page&&) noexcept = default;

const std::string& Page::document() const {
  return data_->document;
}

std::string Page::thinned_document(std::size_t every) const {
  return document_text(data_->parts(), every);
}

const std::string& Page::title() const {
  return data_->title;
}

std::size_t Page::mesh_count() const {
  return data_->meshes.list().size();
}

bool Page::has_mesh(std::size_t index) const {
  return index < mesh_count() && data_->meshes.list()[index].problem.empty();
}

std::vector<std::vector<Page::Array>> Page::arrays() const {
  std::vector<std::vector<Array>> all;
  for (const Track& track : data_->tracks) {
    all.emplace_back();
    if (!track.numbers) continue;
    const ResultFile& file = track.numbers->file();
    for (std::size_t i = 0; i < file.arrays().size(); ++i)
      all.back().push_back({.path = track.numbers->paths()[i],
                            .columns = file.arrays()[i].columns.size(),
                            .rows = file.rows()});
  }
  return all;
}

std::vector<double> Page::rows(std::size_t track, std::string_view array, std::size_t first,
                               std::size_t count, std::size_t stride) const {
  return data_->numbers(track).rows(array, first, count, stride);
}

std::vector<double> Page::overview(std::size_t track, std::string_view array, std::size_t column,
                                   std::size_t buckets) const {
  return data_->numbers(track).overview(array, column, buckets);
}

std::string Page::mesh(std::size_t index) const {
  return data_->meshes.read(index);
}

}  // namespace sinew::viewer
