#include "apps/viewer/server/track.hpp"

#include <fmt/format.h>

#include <fstream>
#include <stdexcept>

#include "apps/viewer/server/stored_scene.hpp"
#include "sinew/chains/loops/consistent_state.hpp"

namespace sinew::viewer {
namespace {

namespace fs = std::filesystem;

Track track_of(const fs::path& file, Scene scene, std::vector<std::string> warnings) {
  Model model = as_one_model(scene);
  State start = as_one_state(scene);
  std::string title = scene.name;
  return {.name = file.filename().string(),
          .title = title.empty() ? file.stem().string() : std::move(title),
          .scene = std::move(scene),
          .model = std::move(model),
          .start = std::move(start),
          .warnings = std::move(warnings)};
}

// Assembles a robot whose start violates its loops, so that the page shows it closed.
void assemble_start(Track& track) {
  State& start = track.start;
  if (!track.model.is_possible() || constraint_errors(track.model, start.q, start.v).fit()) return;
  State closed = start;
  if (make_consistent(track.model, closed.q, closed.v).fit()) {
    start = std::move(closed);
    track.warnings.emplace_back(
        "the initial position violates the loops; the page shows the robot assembled");
  } else {
    track.warnings.emplace_back(
        "the initial position violates the loops, and no position near it was found that satisfies them");
  }
}

Track open_result(const fs::path& file, const ReadOptions& options) {
  ResultNumbers numbers(file);
  const ResultFile& result = numbers.file();
  StoredScene stored = stored_scene(result, file, options);
  Track track = track_of(file, std::move(stored.scene), std::move(stored.warnings));
  if (!result.scene().empty()) track.title = result.scene();
  for (const std::string& warning : result.warnings()) track.warnings.push_back("the run: " + warning);
  track.numbers.emplace(std::move(numbers));
  return track;
}

Track open_scene(const fs::path& file, const ReadOptions& options) {
  SceneResult read = read_scene(file, {.models = options, .reads_simulation = false});
  if (!read.scene) throw InvalidModel(std::move(read.findings));
  Track track = track_of(file, std::move(*read.scene), warnings_of(read.findings));
  if (!track.scene.has_arms) assemble_start(track);  // a grasp may close later
  return track;
}

Track open_robot(const fs::path& file, const PageOptions& options) {
  const Model model = load(file, options.reading);
  std::vector<std::string> warnings = warnings_of(model.physical_errors());
  for (std::string& warning : warnings_of(model.warnings())) warnings.push_back(std::move(warning));
  Track track = track_of(file, scene_of(with_edits(model, options.edits)), std::move(warnings));
  assemble_start(track);
  return track;
}

}  // namespace

bool is_result_file(const fs::path& file) {
  constexpr std::string_view signature = "\x89HDF\r\n\x1a\n";
  std::string first(signature.size(), '\0');
  std::error_code ignored;
  if (fs::is_regular_file(file, ignored))
    std::ifstream(file, std::ios::binary).read(first.data(), std::streamsize(first.size()));
  return first == signature || file.extension() == ".h5" || file.extension() == ".hdf5";
}

Track open_track(const fs::path& file, const PageOptions& options) {
  std::error_code ignored;
  const StoredTexts* const texts = options.reading.texts;  // with the standard input, which is no file
  const bool is_text = texts && texts->find(file);
  if (!is_text && !fs::exists(file, ignored))
    throw std::runtime_error(fmt::format("no such file: {}", file.string()));
  if (is_result_file(file)) return open_result(file, options.reading);
  return is_scene_file(file) ? open_scene(file, options.reading) : open_robot(file, options);
}

}  // namespace sinew::viewer
