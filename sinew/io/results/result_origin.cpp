#include "sinew/io/results/result_origin.hpp"

#include <algorithm>

#include "sinew/io/internal/text/xml.hpp"

namespace sinew {
namespace {

void add_files(const Description& description, std::vector<std::string>& files) {
  for (const std::string& file : description.files) {
    if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
  }
}

}  // namespace

ResultOrigin origin_of(const std::filesystem::path& file, const Scene& scene, const StoredTexts* texts) {
  ResultOrigin origin{
      .scene = scene.name, .scene_file = {.file = file.string()}, .base = scene.base, .repair = scene.repair};
  origin.xacro_arguments = scene.xacro_arguments;
  origin.edits = scene.edits;
  origin.integrator = scene.simulation.integrator;
  Findings ignored;
  origin.scene_file.text = xml::read_file(file, ignored, texts).value_or("");
  std::vector<std::string> files;
  for (const SceneRobot& robot : scene.robots) add_files(robot.model.description(), files);
  if (scene.object) add_files(scene.object->model.description(), files);
  for (const std::string& name : files) {
    if (name == file.string()) continue;
    if (auto text = xml::read_file(name, ignored, texts)) origin.models.push_back({name, std::move(*text)});
  }
  return origin;
}

}  // namespace sinew
