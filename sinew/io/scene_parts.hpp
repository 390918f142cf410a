// The parts of a scene file: one function for each kind of entry. Internal to the reader.
//
// What could not be read is reported once and left out; a scene with errors is not handed on.
#pragma once

#include "sinew/io/fields.hpp"
#include "sinew/io/scene.hpp"
#include "sinew/io/state_checks.hpp"
#include "sinew/model/name_pool.hpp"

namespace sinew::scenes {

using yaml::Fields;
using yaml::Node;
using yaml::Reading;

// position, and one of rpy, rpy_deg, quaternion, axis; identity where none is there.
Transform<double> read_placement(Fields& fields);
// An entry that holds nothing but a placement.
Transform<double> read_placement(Fields& fields, const char* key, const Reading& reading);

// kind, distance, directions; a weld where no kind is written.
Connection read_connection(Fields& fields, const Reading& reading);

// A frame of a robot as written: body, a placement on it, or `here`.
struct WrittenEnd {
  LoopEnd end{};
  bool is_here = false;  // where the other end is at the scene's position
};
// Bodies and frames of the robot are known by name, the ground by "ground"; no name is `unnamed`. Nothing: an error was
// found. Without a model the ground alone is known.
std::optional<WrittenEnd> read_end(const Node& node, const std::string& owner, const Model* model,
                                   const std::string& unnamed, const Reading& reading);
// A frame by name, or an end.
std::optional<LoopEnd> read_tip(const Node& node, const std::string& owner, const Model& model,
                                const Reading& reading);
// Where the end is in the world at the position q.
Transform<double> pose_of(const LoopEnd& end, const Model& model, const std::vector<double>& q);
// The end on `body` that stands at `pose`.
LoopEnd end_at(const Transform<double>& pose, const std::string& body, const Model& model,
               const std::vector<double>& q);

// What the entries of a list are called: by their `name`, else by the word and their number, or another that is free beside
// those written and those in `taken`.
std::vector<std::string> labels_of(const std::vector<Node>& list, const char* word, NamePool taken = {});

// The loops and couplings of the mechanism, behind those of its model.
void read_loops(Fields& fields, const Model& model, const std::vector<double>& q, Description& description,
                const Reading& reading);
void read_couplings(Fields& fields, Description& description, const Reading& reading);

// q, v and tau, each a list or a map of joints.
State read_state(Fields& fields, const Model& model, const Reading& reading);

// One of them; leaves `values` alone where nothing, or something wrong, is written.
void read_coordinates(Fields& fields, const char* key, const Model& model, Coordinates coordinates,
                      std::vector<double>& values, const Reading& reading);

// model, base, floating, loops, couplings, q, v, tau.
std::optional<SceneRobot> read_robot(Fields& fields, const std::optional<Vector3<double>>& gravity,
                                     const Reading& reading);
// A rigid object has no model that could say a gravity of its own: it feels that of the arms.
std::optional<SceneRobot> read_object(const Node& node, const std::optional<Vector3<double>>& gravity,
                                      const Vector3<double>& arms_gravity, const Reading& reading);
// An arm; nothing where its model could not be read.
struct Arm {
  std::string name{};
  std::optional<SceneRobot> robot{};
  std::optional<LoopEnd> tip{};
};
std::vector<Arm> read_arms(const std::vector<Node>& list, const std::optional<Vector3<double>>& gravity,
                           const Reading& reading);
// `object` is null where there is none.
std::vector<Grasp> read_grasps(const std::vector<Node>& list, const std::vector<Arm>& arms,
                               const SceneRobot* object, const Reading& reading);
// Moves q and v to where the loops are closed, as `assemble` says; null: warns of loops that are open.
void make_consistent(Scene& scene, const Node& root, const Node* assemble, const Reading& reading);
// `whole`: nothing where parts of the scene could not be read.
SimulationPlan read_simulation(const Node& node, const Scene& scene, std::optional<Model> whole,
                               const Reading& reading);
// Builds the model; its findings join those of the scene.
std::optional<Model> build(const Description& description, const Reading& reading);

}  // namespace sinew::scenes
