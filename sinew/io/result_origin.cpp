#include "sinew/io/result_origin.hpp"

#include <algorithm>

#include "sinew/io/xml.hpp"

namespace sinew {
namespace {

// Every file that something in the description was written in, once.
void add_files(const Description& description, std::vector<std::string>& files) {
  const auto add = [&](const Source& source) {
    if (!source.file.empty() && std::find(files.begin(), files.end(), source.file) == files.end())
      files.push_back(source.file);
  };
  add(description.source);
  for (const Body& body : description.bodies) add(body.source);
  for (const Frame& frame : description.frames) add(frame.source);
  for (const Loop& loop : description.loops) add(loop.source);
  for (const Coupling& coupling : description.couplings) add(coupling.source);
}

}  // namespace

ResultOrigin origin_of(const std::filesystem::path& file, const Scene& scene) {
  ResultOrigin origin{.scene = scene.name, .scene_file = {.file = file.string()}};
  origin.integrator = scene.simulation.integrator;
  Findings ignored;
  origin.scene_file.text = xml::read_file(file, ignored).value_or("");
  std::vector<std::string> files;
  for (const SceneRobot& robot : scene.robots) add_files(robot.model.description(), files);
  if (scene.object) add_files(scene.object->model.description(), files);
  for (const std::string& name : files) {
    if (name == file.string()) continue;
    if (auto text = xml::read_file(name, ignored)) origin.models.push_back({name, std::move(*text)});
  }
  return origin;
}

}  // namespace sinew
