// Scenes: robots with their states, what they hold, the loops they close and how they move through time, from a YAML file (docs/scene.md).
//
// A scene is either one mechanism, whose loops are closed by chains/closed_chain.hpp, or several arms that hold an object,
// for chains/multi_arm.hpp. Readers collect every finding with file and line, those of the model files included.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sinew/io/load.hpp"
#include "sinew/simulate/make_simulation.hpp"

namespace sinew {

// A robot or an object, standing where the scene puts it, with the loops the scene adds.
struct SceneRobot {
  std::string name{};
  Model model;
  State state{};  // q, v and tau; no accelerations. Where the file says assemble, q and v fit the loops
  Source source{};
};

struct Scene {
  std::string name{};
  bool has_arms = false;
  std::vector<SceneRobot> robots{};  // the arms, or the one mechanism
  std::optional<SceneRobot> object{};
  std::vector<Grasp> grasps{};
  SimulationPlan simulation{};   // the defaults where the file says nothing
  Base base = Base::as_written;  // of a model that stands in for a scene
};

struct SceneOptions {
  ReadOptions models{};          // the scene itself says what the base is
  bool reads_simulation = true;  // false: robots and states alone; how they move is left at the defaults
};

// What a reader understood, and what it thinks of it; there is a scene when there are no errors.
struct SceneResult {
  std::optional<Scene> scene{};
  Findings findings{};
};

// What the arms hold: the object, or nothing.
Model held_object(const Scene& scene);
// The whole scene as one model (chains/one_model.hpp): what the arm `left` calls joint1 is left/joint1.
Model as_one_model(const Scene& scene);
// The states of its parts one after another.
State as_one_state(const Scene& scene);
// For make_simulation(simulated(scene), scene.simulation).
SimulatedScene simulated(const Scene& scene);

// By its name: .yaml or .yml.
bool is_scene_file(const std::filesystem::path& file);

SceneResult read_scene(const std::filesystem::path& file, const SceneOptions& options = {});
// Models are looked for beside `file_name`.
SceneResult read_scene_text(const std::string& text, const std::string& file_name,
                            const SceneOptions& options = {});

// Throws InvalidModel with every finding when there are errors.
Scene load_scene(const std::filesystem::path& file);

}  // namespace sinew
