// Short runs and unusual robots for the tests of pages.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/viewer/server/page.hpp"
#include "sinew/io/results/result_recorder.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test {

using Json = nlohmann::json;

inline viewer::Page page_of(const std::vector<std::filesystem::path>& files,
                            const ReadOptions& options = {}) {
  return viewer::Page(files, {.reading = options});
}

inline Json document_of(const std::filesystem::path& file, const ReadOptions& options = {}) {
  return Json::parse(page_of({file}, options).document());
}

// A robot with one hinge whose link has the shapes given as text.
inline std::string hinge_urdf(const std::string& shapes = "", const std::string& joint = "hinge") {
  return "<robot name=\"one hinge\"><link name=\"foot\"/><link name=\"leg\"><inertial><mass value=\"1\"/>"
         "<inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial>" +
         shapes + "</link><joint name=\"" + joint +
         "\" type=\"continuous\"><parent link=\"foot\"/><child link=\"leg\"/><axis xyz=\"0 1 "
         "0\"/></joint></robot>";
}

inline std::string mesh_shape(const std::string& file) {
  return "<visual><geometry><mesh filename=\"" + file + "\"/></geometry></visual>";
}

// Simulates a scene or a model, as `sinew simulate` does.
inline void simulate(const std::string& file, const std::string& result, double duration = 0.2,
                     Base base = Base::as_written, const ModelEdits& edits = {}) {
  Scene scene;
  if (is_scene_file(file)) {
    scene = load_scene(file);
  } else {
    const Model model = with_edits(load(file, {.base = base}), edits);
    const std::vector<double> zeros(std::size_t(model.velocity_size()));
    scene = {.name = "alone", .base = base, .edits = edits};
    scene.robots.push_back({.name = model.name(),
                            .model = model,
                            .state = {.q = model.neutral_position(), .v = zeros, .tau = zeros}});
  }
  scene.simulation.options.duration = duration;
  Simulation simulation = make_simulation(simulated(scene), scene.simulation);
  ResultRecorder recorder(result, simulation.mechanism().model(), scene.simulation.options,
                          origin_of(file, scene));
  Recorder* const recorders[] = {&recorder};
  recorder.finish(simulation.run(recorders));
}

}  // namespace sinew::test
