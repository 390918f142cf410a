// Binds scenes: several robots, or one with its loops, and their simulation.
#include "scene.hpp"

#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "errors.hpp"
#include "module.hpp"
#include "robot.hpp"

namespace sinew::python {

void bind_scene(nb::module_& module) {
  using nb::arg;
  nb::class_<LoadedScene>(module, "Scene", "A scene file: robots, their state, and their simulation.")
      .def_prop_ro("name", [](const LoadedScene& self) { return self.scene.name; })
      .def_prop_ro(
          "has_arms", [](const LoadedScene& self) { return self.scene.has_arms; },
          "Whether it consists of several arms; otherwise it is one mechanism.")
      .def_prop_ro(
          "model", [](const LoadedScene& self) { return Robot(as_one_model(self.scene)); },
          "The whole scene as one robot; joint1 of the arm `left` is called left/joint1.")
      .def_prop_ro(
          "state", [](const LoadedScene& self) { return as_one_state(self.scene); },
          "Positions, velocities and joint torques at the start, in the order of `model`.")
      .def_prop_ro("warnings", [](const LoadedScene& self) { return list_of(self.findings); })
      .def("__repr__", [](const LoadedScene& self) { return "<sinew.Scene '" + self.scene.name + "'>"; });
  module.def(
      "load_scene",
      [](const std::filesystem::path& file, const std::vector<std::filesystem::path>& package_folders) {
        SceneResult read = read_scene(file, {.models = {.package_folders = package_folders}});
        if (!read.scene) throw InvalidModel(std::move(read.findings));
        return LoadedScene{std::move(*read.scene), file, std::move(read.findings)};
      },
      arg("file"), nb::kw_only(), arg("package_folders") = std::vector<std::filesystem::path>(),
      nb::sig("def load_scene(file: str | os.PathLike, *, package_folders: collections.abc.Sequence[str | "
              "os.PathLike] = ()) -> Scene"),
      "Loads a scene file (.yaml). Raises InvalidModel, with all findings, if it has errors.");
}

}  // namespace sinew::python
