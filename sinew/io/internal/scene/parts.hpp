// Reads the parts of a scene file: one function for each kind of entry. Internal to the scene reader.
//
// An entry that cannot be read is reported once and left out; a scene with errors is not returned.
#pragma once

#include "sinew/base/name_pool.hpp"
#include "sinew/io/files/state_checks.hpp"
#include "sinew/io/internal/text/fields.hpp"
#include "sinew/io/scene.hpp"

namespace sinew::scenes {

using yaml::Fields;
using yaml::Node;
using yaml::Reading;

// Reads `position` and one of `rpy`, `rpy_deg`, `quaternion`, `axis`; those that are absent are zero or identity.
Transform<double> read_placement(Fields& fields);
// Reads an entry that consists of a placement only.
Transform<double> read_placement(Fields& fields, const char* key, const Reading& reading);

// Reads `kind`, `distance` and `directions`. Without a kind, the connection is a weld.
Connection read_connection(Fields& fields, const Reading& reading);

// An end of a loop or grasp as written in the file: a body and a placement on it, or `here`.
struct WrittenEnd {
  LoopEnd end{};
  bool is_here = false;  // at the pose that the other end has at the scene's q
};
// The body is the name of a body or frame of the robot, or "ground"; `unnamed` is used if none is written. Without a
// model only the ground is known. Returns nothing after an error.
std::optional<WrittenEnd> read_end(const Node& node, const std::string& owner, const Model* model,
                                   const std::string& unnamed, const Reading& reading);
// Reads the tip of an arm: the name of a frame, or an end as above.
std::optional<LoopEnd> read_tip(const Node& node, const std::string& owner, const Model& model,
                                const Reading& reading);
// Returns the pose of the end in the world at q.
Transform<double> pose_of(const LoopEnd& end, const Model& model, const std::vector<double>& q);
// Returns the end on `body` that has the world pose `pose` at q.
LoopEnd end_at(const Transform<double>& pose, const std::string& body, const Model& model,
               const std::vector<double>& q);

// Returns the names of the entries of a list. An entry without `name` is called after `word` and its number in the
// list, with a suffix if that name is already used in the list or in `taken`.
std::vector<std::string> labels_of(const std::vector<Node>& list, const char* word, NamePool taken = {});

// Append the loops and couplings of the scene to those of the model.
void read_loops(Fields& fields, const Model& model, const std::vector<double>& q, Description& description,
                const Reading& reading);
void read_couplings(Fields& fields, Description& description, const Reading& reading);

// Reads q, v and tau, each of them a list or a map of joints; q may also be the name of a position of the model.
State read_state(Fields& fields, const Model& model, const Reading& reading);

// Reads one of them. Keeps `values` if the entry is absent or invalid; in a map of joints, only invalid joints keep
// their values.
void read_coordinates(Fields& fields, const char* key, const Model& model, Coordinates coordinates,
                      std::vector<double>& values, const Reading& reading);

// Reads model, base, floating, loops, couplings, q, v and tau. `gravity` replaces that of the model.
std::optional<SceneRobot> read_robot(Fields& fields, const std::optional<Vector3<double>>& gravity,
                                     const Reading& reading);
// A rigid object has no model file with a gravity of its own. Without `gravity` it has that of the arms,
// `arms_gravity`.
std::optional<SceneRobot> read_object(const Node& node, const std::optional<Vector3<double>>& gravity,
                                      const Vector3<double>& arms_gravity, const Reading& reading);
// An arm. `robot` and `tip` are empty if they could not be read.
struct Arm {
  std::string name{};
  std::optional<SceneRobot> robot{};
  std::optional<LoopEnd> tip{};
};
std::vector<Arm> read_arms(const std::vector<Node>& list, const std::optional<Vector3<double>>& gravity,
                           const Reading& reading);
// `object`: null if there is none.
std::vector<Grasp> read_grasps(const std::vector<Node>& list, const std::vector<Arm>& arms,
                               const SceneRobot* object, const Reading& reading);
// Moves q and v to a state that closes the loops, as the entry `assemble` says. If `assemble` is null, the state is
// kept, and open loops give a warning.
void make_consistent(Scene& scene, const Node& root, const Node* assemble, const Reading& reading);
// `whole`: the scene as one model; empty if parts of the scene could not be read.
SimulationPlan read_simulation(const Node& node, const Scene& scene, std::optional<Model> whole,
                               const Reading& reading);
// Reads `optimize`. `simulation`: gives the duration if there is none.
OptimizePlan read_optimize(const Node& node, const Scene& scene, const Reading& reading);
// Builds the model. On errors, adds its findings to those of the scene and returns nothing.
std::optional<Model> build(const Description& description, const Reading& reading);

}  // namespace sinew::scenes
