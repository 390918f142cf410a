#include "apps/viewer/server/stored_scene.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace sinew::viewer {
namespace {

namespace fs = std::filesystem;

// Returns the folder to which the stored file names are relative; empty for the current folder. Results store names
// as the user gave them. If a name does not exist from the current folder, it may exist from the folder of the
// result, which is usually the one that the run was started in.
fs::path folder_of_names(const std::string& scene_file, const fs::path& result_file) {
  std::error_code ignored;
  const fs::path beside = result_file.parent_path();
  if (fs::path(scene_file).is_absolute() || fs::exists(scene_file, ignored)) return {};
  return fs::exists(beside / scene_file, ignored) ? beside : fs::path{};
}

SceneResult read_again(const ResultFile& result_file, const ResultOrigin::TextFile& origin,
                       const fs::path& name, const ReadOptions& models) {
  if (is_scene_file(name))
    return read_scene_text(origin.text, name.string(), {.models = models, .reads_simulation = false});
  ReadOptions options = models;
  options.base = result_file.base();
  options.repair = result_file.repair();
  options.xacro_arguments = result_file.xacro_arguments();
  ReadResult read = read_description(name, options);
  SceneResult again{.findings = std::move(read.findings)};
  if (!again.findings.has_errors())
    again.scene = scene_of(with_edits(Model(std::move(read.description)), result_file.edits()));
  return again;
}

void check_columns(const ResultFile& result, const Model& model, const std::string& file) {
  const ResultArrays expected(model, {});
  for (const ResultArray& theirs : expected.list()) {
    if (theirs.path != "q" && theirs.path != "v") continue;
    const std::vector<std::string>& columns = result.array(theirs.path).columns;
    if (columns.size() != theirs.columns.size())
      throw std::runtime_error(
          fmt::format("{}: the result's {} has {} columns, that of the model it holds {}", file, theirs.path,
                      columns.size(), theirs.columns.size()));
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (columns[i] != theirs.columns[i])
        throw std::runtime_error(
            fmt::format("{}: column {} of the result's {} is '{}', of the model it holds '{}'", file, i + 1,
                        theirs.path, columns[i], theirs.columns[i]));
    }
  }
}

}  // namespace

std::vector<std::string> warnings_of(const Findings& findings) {
  std::vector<std::string> texts;
  for (const Finding& finding : findings.list) {
    if (finding.severity != Severity::error) texts.push_back(to_string(finding));
  }
  return texts;
}

Scene scene_of(const Model& model) {
  const std::vector<double> zeros(std::size_t(model.velocity_size()));
  SceneRobot robot{.name = model.name(),
                   .model = model,
                   .state = {.q = model.initial_position(), .v = zeros, .tau = zeros}};
  Scene scene{.name = model.name()};
  scene.robots.push_back(std::move(robot));
  return scene;
}

StoredScene stored_scene(const ResultFile& result, const fs::path& file, const ReadOptions& options) {
  const ResultOrigin::TextFile origin = result.scene_file();
  if (origin.text.empty())
    throw std::runtime_error(
        fmt::format("{} does not hold the file that was simulated, '{}': there is no robot to show",
                    file.string(), origin.file));
  const fs::path folder = folder_of_names(origin.file, file);
  const fs::path name = folder / origin.file;
  StoredTexts texts;
  for (ResultOrigin::TextFile& model : result.models()) texts.add(folder / model.file, std::move(model.text));
  texts.add(name, origin.text);
  ReadOptions models = options;
  models.texts = &texts;
  SceneResult read = read_again(result, origin, name, models);
  if (!read.scene)
    throw std::runtime_error(fmt::format("{}: the scene that it holds cannot be read again:\n{}",
                                         file.string(), read.findings.to_string()));
  StoredScene stored{.scene = std::move(*read.scene), .warnings = warnings_of(read.findings)};
  for (const SceneRobot& robot : stored.scene.robots) {
    for (const std::string& source : robot.model.description().files) {
      if (!texts.find(source))
        stored.warnings.push_back(
            fmt::format("{} is not in {}: it was read as it is now", source, file.string()));
    }
  }
  check_columns(result, as_one_model(stored.scene), file.string());
  return stored;
}

}  // namespace sinew::viewer
