// Reads the arms of a scene and their grasps of the object or the ground.
#include <algorithm>

#include "sinew/base/unknown_name.hpp"
#include "sinew/io/internal/scene/parts.hpp"
#include "sinew/io/internal/text/xml.hpp"

namespace sinew::scenes {
namespace {

Arm read_arm(const Node& node, const std::string& name, const std::vector<Arm>& others,
             const std::optional<Vector3<double>>& gravity, const Reading& reading) {
  Arm arm{.name = name};
  Fields fields(node, "arm " + xml::in_quotes(arm.name), reading);
  if (node.kind != Node::Kind::map) return arm;
  if (std::any_of(others.begin(), others.end(), [&](const Arm& other) { return other.name == arm.name; }))
    fields.error(node, "the name is used twice; names must be unique");
  arm.robot = read_robot(fields, gravity, reading);
  if (arm.robot) arm.robot->name = arm.name;
  const Node* const tip = fields.find("tip");
  if (tip && arm.robot) arm.tip = read_tip(*tip, fields.what("tip"), arm.robot->model, reading);
  fields.finish();
  return arm;
}

const Arm* find_arm(Fields& fields, const std::vector<Arm>& arms) {
  const auto name = fields.required_text("arm");
  if (!name) return nullptr;
  const auto found =
      std::find_if(arms.begin(), arms.end(), [&](const Arm& arm) { return arm.name == *name; });
  if (found != arms.end()) return &*found;
  std::vector<std::string> known;
  for (const Arm& arm : arms) known.push_back(arm.name);
  fields.error(*fields.find("arm"), unknown_name("arm", *name, known));
  return nullptr;
}

// Returns the body of a grasp that names none: the ground if there is no object, or the object's only body. Empty if
// the object has several bodies.
std::string only_body(const SceneRobot* object) {
  if (!object) return "ground";
  const auto& bodies = object->model.description().bodies;
  return bodies.size() == 1 ? bodies.front().name : "";
}

std::optional<WrittenEnd> read_at(Fields& fields, const SceneRobot* object, const Reading& reading) {
  const Node* const at = fields.find("at");
  const std::string unnamed = only_body(object);
  if (unnamed.empty() && !(at && at->find("body"))) {
    fields.error(at ? *at : fields.node(),
                 "at: has no body; the object has several, expected the name of one");
    return std::nullopt;
  }
  if (at) return read_end(*at, fields.what("at"), object ? &object->model : nullptr, unnamed, reading);
  return WrittenEnd{.end = {.body = unnamed == "ground" ? "" : unnamed}, .is_here = true};
}

std::optional<Grasp> read_grasp(const Node& node, const std::vector<Arm>& arms, const SceneRobot* object,
                                const Reading& reading) {
  const Node* const named = node.find("arm");
  Fields fields(node, named ? "grasp of arm " + xml::in_quotes(named->text) : "a grasp", reading);
  if (node.kind != Node::Kind::map) return std::nullopt;
  const Arm* const arm = find_arm(fields, arms);
  Grasp grasp{.name = fields.text("name").value_or(arm ? arm->name : "")};
  grasp.connection = read_connection(fields, reading);
  const std::optional<WrittenEnd> at = read_at(fields, object, reading);
  std::optional<LoopEnd> tip = arm ? arm->tip : std::nullopt;
  if (const Node* const own = fields.find("tip"); own && arm && arm->robot)
    tip = read_tip(*own, fields.what("tip"), arm->robot->model, reading);
  fields.finish();
  if (arm && arm->robot && !arm->tip && !fields.has("tip"))
    fields.error(node, "neither the grasp nor the arm has a tip; expected the name of a frame");
  if (!arm || !arm->robot || !tip || !at) return std::nullopt;
  grasp.arm = static_cast<int>(arm - arms.data());
  grasp.second = *tip;
  grasp.first = at->end;
  if (at->is_here) {
    const Transform<double> pose = pose_of(*tip, arm->robot->model, arm->robot->state.q);
    const SceneRobot& held = at->end.body.empty() ? *arm->robot : *object;
    grasp.first = end_at(pose, at->end.body, held.model, held.state.q);
  }
  return grasp;
}

}  // namespace

std::vector<Arm> read_arms(const std::vector<Node>& list, const std::optional<Vector3<double>>& gravity,
                           const Reading& reading) {
  std::vector<Arm> arms;
  const std::vector<std::string> labels = labels_of(list, "arm");
  for (std::size_t i = 0; i < list.size(); ++i)
    arms.push_back(read_arm(list[i], labels[i], arms, gravity, reading));
  return arms;
}

std::vector<Grasp> read_grasps(const std::vector<Node>& list, const std::vector<Arm>& arms,
                               const SceneRobot* object, const Reading& reading) {
  std::vector<Grasp> grasps;
  NamePool names;
  for (const Node& node : list) {
    std::optional<Grasp> grasp = read_grasp(node, arms, object, reading);
    if (!grasp) continue;
    grasp->name = names.unique(grasp->name);
    grasps.push_back(std::move(*grasp));
  }
  return grasps;
}

}  // namespace sinew::scenes
