// Reads scenes from YAML files (docs/scene.md): robots with their states, the objects they grasp, the closed loops, and
// the simulation with its controllers, forces and events.
//
// A scene is either one mechanism, whose closed loops chains/loops/closed_chain.hpp solves, or several arms that grasp
// an object or the ground, which chains/arms/multi_arm.hpp solves. The reader reports every error and warning with file
// and line, including those of the model files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sinew/io/load.hpp"
#include "sinew/io/model_edits.hpp"
#include "sinew/simulate/make_simulation.hpp"
#include "sinew/simulate/optimal/optimize.hpp"

namespace sinew {

// A robot or an object, placed as the scene says, with the loops that the scene adds.
struct SceneRobot {
  std::string name{};
  Model model;
  State state{};  // q, v and tau, no accelerations. If the file says assemble, q and v satisfy the loops
  Source source{};
  std::string position{};  // the named position that q is taken from; empty if there is none
};

// Returns one control for each actuator of the robot: those of its position, or zeros within their ranges.
std::vector<double> controls_at_start(const SceneRobot& robot);

struct Scene {
  std::string name{};
  bool has_arms = false;
  std::vector<SceneRobot> robots{};  // the arms, or the one mechanism
  std::optional<SceneRobot> object{};
  std::vector<Grasp> grasps{};
  SimulationPlan simulation{};             // the defaults if the file has no simulation
  std::optional<OptimizePlan> optimize{};  // the motion that `sinew optimize` looks for
  // How the model was read, if a model is simulated instead of a scene.
  Base base = Base::as_written;
  Repair repair = Repair::none;
  std::vector<std::pair<std::string, std::string>> xacro_arguments{};
  ModelEdits edits{};  // already applied
};

struct SceneOptions {
  ReadOptions models{};          // `base` and `xacro_arguments` are not used: the scene has its own
  bool reads_simulation = true;  // false: skips `simulation` and leaves Scene::simulation at the defaults
};

// The scene that was read, and the errors and warnings found. There is a scene only if there are no errors.
struct SceneResult {
  std::optional<Scene> scene{};
  Findings findings{};
};

// Returns the object that the arms grasp, or a model without bodies if there is none.
Model held_object(const Scene& scene);
// Returns the whole scene as one model (chains/arms/merge_arms.hpp): joint1 of the arm `left` is called left/joint1.
Model as_one_model(const Scene& scene);
// Returns the states of all robots and the object, concatenated.
State as_one_state(const Scene& scene);
// Returns the parts of a scene with arms, for ConstrainedSystem.
ArmsAndObject arms_and_object(const Scene& scene);
// Returns the first argument of make_simulation(simulated(scene), scene.simulation).
SimulatedScene simulated(const Scene& scene);

// Returns whether the name ends in .yaml or .yml.
bool is_scene_file(const std::filesystem::path& file);

SceneResult read_scene(const std::filesystem::path& file, const SceneOptions& options = {});
// Model files are relative to the folder of `file_name`.
SceneResult read_scene_text(const std::string& text, const std::string& file_name,
                            const SceneOptions& options = {});

// Reads a scene. Throws InvalidModel with all findings if there are errors.
Scene load_scene(const std::filesystem::path& file);

}  // namespace sinew
