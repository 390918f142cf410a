// Reads placements and the ends of loops and grasps.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/base/unknown_name.hpp"
#include "sinew/io/internal/scene/parts.hpp"

namespace sinew::scenes {
namespace {

Rotation<double> read_quaternion(Fields& fields) {
  const auto q = fields.numbers("quaternion", 4, 4);
  if (!q) return {};
  const auto& [w, x, y, z] = std::array{(*q)[0], (*q)[1], (*q)[2], (*q)[3]};
  const double length = std::hypot(std::hypot(w, x), std::hypot(y, z));
  if (std::abs(length - 1) <= 1e-6) return rotation_from_quaternion(w, x, y, z);
  fields.error(*fields.find("quaternion"),
               fmt::format("quaternion: w x y z has length {:g}, expected 1", length));
  return {};
}

Rotation<double> read_axis(Fields& fields) {
  const auto axis = fields.vector3("axis");
  if (!axis) return {};
  if (norm(*axis) > 0) return frame_along({}, *axis).rotation;
  fields.error(*fields.find("axis"), "axis: has no direction, expected a vector other than zero");
  return {};
}

std::vector<std::string> frame_names(const Model& model) {
  std::vector<std::string> names;
  for (const FrameInfo& frame : model.frames().subspan(1)) names.push_back(frame.name);
  return names;
}

// Finds a body or frame by name. Returns the body and the placement of the frame on it.
std::optional<LoopEnd> end_named(const std::string& name, const Model& model) {
  const Description& description = model.description();
  for (const Body& body : description.bodies) {
    if (body.name == name) return LoopEnd{.body = name};
  }
  for (const Frame& frame : description.frames) {
    if (frame.name == name) return LoopEnd{.body = frame.body, .placement = frame.placement};
  }
  return std::nullopt;
}

Transform<double> pose_of_body(const std::string& body, const Model& model, const std::vector<double>& q) {
  if (body.empty()) return {};
  Workspace<double> work(model);
  update_poses<double>(work, q);
  return pose(work, model.frame(body));
}

}  // namespace

Transform<double> read_placement(Fields& fields) {
  const Vector3<double> position =
      fields.vector3("position", {dimension::length}).value_or(Vector3<double>{});
  const Node* first = nullptr;
  for (const char* key : {"rpy", "rpy_deg", "quaternion", "axis"}) {
    const Node* const entry = fields.find(key);
    if (entry && first)
      fields.error(*entry, first->key + " and " + key + " both give the rotation; expected one of them");
    if (entry && !first) first = entry;
  }
  constexpr double degree = std::numbers::pi / 180;
  if (const auto rpy = fields.vector3("rpy", {dimension::angle})) return {rotation_from_rpy(*rpy), position};
  if (const auto rpy = fields.vector3("rpy_deg")) return {rotation_from_rpy(degree * *rpy), position};
  if (fields.has("quaternion")) return {read_quaternion(fields), position};
  return {read_axis(fields), position};
}

Transform<double> read_placement(Fields& fields, const char* key, const Reading& reading) {
  const Node* const entry = fields.find(key);
  if (!entry) return {};
  Fields inner(*entry, fields.what(key), reading);
  const Transform<double> placement = read_placement(inner);
  inner.finish();
  return placement;
}

std::optional<WrittenEnd> read_end(const Node& node, const std::string& owner, const Model* model,
                                   const std::string& unnamed, const Reading& reading) {
  Fields fields(node, owner, reading);
  const std::string name = fields.text("body").value_or(unnamed);
  const bool is_here = fields.flag("here").value_or(false);
  const Transform<double> placement = read_placement(fields);
  fields.finish();
  if (is_here && (fields.has("position") || !(placement == Transform<double>{})))
    fields.error(node, "here and a placement exclude each other");
  std::optional<LoopEnd> end = LoopEnd{};
  if (!name.empty() && name != "ground") end = model ? end_named(name, *model) : std::nullopt;
  if (!end) {
    std::vector<std::string> known = model ? frame_names(*model) : std::vector<std::string>{};
    known.emplace_back("ground");
    fields.error(*fields.find("body"), unknown_name("body", name, known));
    return std::nullopt;
  }
  end->placement = end->placement * placement;
  return WrittenEnd{.end = *end, .is_here = is_here};
}

std::optional<LoopEnd> read_tip(const Node& node, const std::string& owner, const Model& model,
                                const Reading& reading) {
  if (node.kind == Node::Kind::map) {
    const auto written = read_end(node, owner, &model, "", reading);
    if (!written) return std::nullopt;
    if (!written->is_here && !written->end.body.empty()) return written->end;
    reading.error(node, owner + ": expected a frame on a body of the arm");
    return std::nullopt;
  }
  const auto name = yaml::text_of(node, owner, reading);
  if (!name) return std::nullopt;
  auto end = end_named(*name, model);
  if (!end) reading.error(node, owner + ": " + unknown_name("frame", *name, frame_names(model)));
  return end;
}

Transform<double> pose_of(const LoopEnd& end, const Model& model, const std::vector<double>& q) {
  return pose_of_body(end.body, model, q) * end.placement;
}

LoopEnd end_at(const Transform<double>& pose, const std::string& body, const Model& model,
               const std::vector<double>& q) {
  return {.body = body, .placement = inverse(pose_of_body(body, model, q)) * pose};
}

}  // namespace sinew::scenes
