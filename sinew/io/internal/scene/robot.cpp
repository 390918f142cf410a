// Reads the robots and objects of a scene: a model file or a few numbers, the placement, and the state.
#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "sinew/base/unknown_name.hpp"
#include "sinew/io/internal/scene/parts.hpp"
#include "sinew/io/load.hpp"
#include "sinew/model/description/constraint_edits.hpp"

namespace sinew::scenes {
namespace {

void append(const Findings& from, const Reading& reading) {
  reading.findings.list.insert(reading.findings.list.end(), from.list.begin(), from.list.end());
}

// Places everything that is attached to the ground on `base`.
void place_on(const Transform<double>& base, Description& description) {
  for (Body& body : description.bodies) {
    if (body.parent.empty()) body.placement = base * body.placement;
  }
  for (Frame& frame : description.frames) {
    if (frame.body.empty()) frame.placement = base * frame.placement;
  }
  for (Loop& loop : description.loops) {
    for (LoopEnd* end : {&loop.first, &loop.second}) {
      if (end->body.empty()) end->placement = base * end->placement;
    }
  }
}

// Reads the arguments of a xacro file: a map of names and values.
std::vector<std::pair<std::string, std::string>> read_xacro_arguments(Fields& fields) {
  std::vector<std::pair<std::string, std::string>> arguments;
  const Node* const entry = fields.find("xacro_arguments");
  if (!entry) return arguments;
  if (entry->kind != Node::Kind::map) {
    fields.error(*entry, "xacro_arguments: expected a map of names and values, got " + in_words(*entry));
    return arguments;
  }
  for (const Node& child : entry->children) {
    if (child.kind == Node::Kind::text) {
      arguments.emplace_back(child.key, child.text);
    } else {
      fields.error(child, "xacro_arguments: " + child.key + ": expected a value, got " + in_words(child));
    }
  }
  return arguments;
}

// Returns the value of `repair`: what to do about physical errors of the model.
Repair read_repair(Fields& fields, const Reading& reading) {
  const auto word = fields.text("repair");
  if (!word || *word == name_of(Repair::none)) return Repair::none;
  if (*word == name_of(Repair::inertia)) return Repair::inertia;
  reading.error(*fields.find("repair"), unknown_name("repair", *word, {"none", "inertia"}));
  return Repair::none;
}

// Returns the inertia of a homogeneous box with the given edges.
Symmetric3<double> box_inertia(double mass, const Vector3<double>& edges) {
  const double x = edges.x * edges.x, y = edges.y * edges.y, z = edges.z * edges.z, k = mass / 12;
  return {k * (y + z), 0, 0, k * (x + z), 0, k * (x + y)};
}

enum class Extent { required, point_allowed };

// Without `inertia` and `box`, if that is allowed, it is that of a point mass.
Inertial read_inertial(Fields& fields, std::vector<Shape>& shapes, Extent extent = Extent::required) {
  Inertial inertial;  // valid values replace invalid entries
  if (!fields.has("mass"))
    fields.error(fields.node(), extent == Extent::required ? "has no mass (and no model)" : "has no mass");
  inertial.mass = fields.number("mass", {dimension::mass}).value_or(1);
  inertial.inertia = box_inertia(inertial.mass, {1, 1, 1});
  inertial.com = fields.vector3("com", {dimension::length}).value_or(Vector3<double>{});
  const bool is_point = extent == Extent::point_allowed && !fields.has("inertia") && !fields.has("box");
  if (is_point) inertial.inertia = {};
  if (fields.has("inertia") == fields.has("box") && !is_point) {
    fields.error(fields.node(), fields.has("box") ? "inertia and box exclude each other"
                                                  : "has neither inertia nor box; expected one of them");
  }
  if (const auto edges = fields.vector3("box", {dimension::length})) {
    inertial.inertia = box_inertia(inertial.mass, *edges);
    shapes.push_back({.kind = Shape::Kind::box, .placement = {{}, inertial.com}, .size = *edges});
    if (!(edges->x > 0 && edges->y > 0 && edges->z > 0))
      fields.error(*fields.find("box"), "box: expected three edge lengths above zero");
  }
  if (const auto i = fields.numbers("inertia", 3, 6, {dimension::inertia})) {
    if (i->size() != 3 && i->size() != 6)
      fields.error(*fields.find("inertia"),
                   "inertia: expected 3 or 6 numbers, got " + std::to_string(i->size()));
    const bool is_full = i->size() == 6;
    const auto product = [&](std::size_t k) { return is_full ? (*i)[k] : 0.0; };
    inertial.inertia = {(*i)[0], product(3), product(4), (*i)[1], product(5), (*i)[2]};
  }
  return inertial;
}

// Returns the value of `lock`: a map of joints and their positions; `initial` stands for the initial position.
std::vector<LockedJoint> read_lock(Fields& fields, const Reading& reading) {
  std::vector<LockedJoint> locked;
  const Node* const entry = fields.find("lock");
  if (!entry) return locked;
  if (entry->kind != Node::Kind::map) {
    fields.error(*entry, "lock: expected a map of joints and positions, got " + in_words(*entry));
    return locked;
  }
  for (const Node& child : entry->children) {
    LockedJoint lock{.joint = child.key};
    if (child.kind != Node::Kind::text || child.text != "initial") {
      const auto q = yaml::numbers_of(child, fields.what("lock") + ": " + child.key, reading, joint_position);
      if (!q) continue;
      lock.q = *q;
    }
    locked.push_back(std::move(lock));
  }
  return locked;
}

// Removes constraints, locks joints and adds payloads, as the scene says. Errors are reported at the entries.
void edit_model(Fields& fields, Description& description, const Reading& reading) {
  for (const std::string& name : fields.texts("cut")) {
    try {
      description = without_constraint(description, name);
    } catch (const std::invalid_argument& error) {
      fields.error(*fields.find("cut"), std::string("cut: ") + error.what());
    }
  }
  const std::vector<LockedJoint> locked = read_lock(fields, reading);
  const std::vector<Node>& payloads = fields.list("payload");
  NamePool bodies;
  for (const Body& body : description.bodies) bodies.take(body.name);
  const std::vector<std::string> names = labels_of(payloads, "payload", std::move(bodies));
  for (std::size_t i = 0; i < payloads.size(); ++i) {
    Fields inner(payloads[i], fields.what("payload") + " '" + names[i] + "'", reading);
    inner.find("name");
    Payload payload{.name = names[i], .body = inner.required_text("body").value_or("")};
    std::vector<Shape> shapes;
    payload.inertial = read_inertial(inner, shapes, Extent::point_allowed);
    inner.finish();
    const auto frame = std::find_if(description.frames.begin(), description.frames.end(),
                                    [&](const Frame& f) { return f.name == payload.body; });
    if (frame != description.frames.end()) payload.placement = frame->placement, payload.body = frame->body;
    try {
      description = with_payload(description, payload);
      description.bodies.back().shapes = std::move(shapes);
      description.bodies.back().source = reading.at(payloads[i]);
    } catch (const std::invalid_argument& error) {
      inner.error(payloads[i], error.what());
    }
  }
  try {
    description = with_locked_joints(description, locked);
  } catch (const std::invalid_argument& error) {
    fields.error(*fields.find("lock"), std::string("lock: ") + error.what());
  }
}

std::optional<Description> read_model(Fields& fields, const Reading& reading) {
  const auto name = fields.required_text("model");
  const auto floating = fields.flag("floating");
  const Repair repair = read_repair(fields, reading);
  const Transform<double> base = read_placement(fields, "base", reading);
  auto arguments = read_xacro_arguments(fields);
  const std::vector<std::string> packages = fields.texts("package_path");
  const auto srdf = fields.text("srdf");
  if (!name) return std::nullopt;
  const std::filesystem::path folder = std::filesystem::path(reading.file).parent_path();
  const std::filesystem::path file = folder / *name;
  std::error_code ignored;
  const StoredTexts* const texts = reading.models.texts;
  if (!(texts && texts->find(file)) && !std::filesystem::exists(file, ignored)) {
    fields.error(*fields.find("model"), "model: no such file: " + file.string());
    return std::nullopt;
  }
  ReadOptions options = reading.models;
  options.xacro_arguments = std::move(arguments);
  if (repair != Repair::none) options.repair = repair;
  options.base = !floating ? Base::as_written : *floating ? Base::floating : Base::fixed;
  for (const std::string& package : packages) options.package_folders.push_back(folder / package);
  if (srdf) options.srdf = folder / *srdf;
  ReadResult read = read_description(file, options);
  append(read.findings, reading);
  if (read.findings.has_errors()) return std::nullopt;
  if (srdf) read.description.files.push_back(options.srdf.string());
  place_on(base, read.description);
  return std::move(read.description);
}

// Reads a pose and a velocity in world axes, and converts them to the coordinates of a floating joint.
void read_motion(Fields& fields, State& state, const Reading& reading) {
  const Transform<double> pose = read_placement(fields, "pose", reading);
  const Quaternion<double> r = quaternion_of(pose.rotation);
  const Vector3<double>& p = pose.translation;
  state.q = {p.x, p.y, p.z, r.w, r.x, r.y, r.z};
  const Node* const entry = fields.find("velocity");
  if (!entry) return;
  Fields inner(*entry, fields.what("velocity"), reading);
  const auto angular = transpose_times(
      pose.rotation, inner.vector3("angular", {dimension::angular_velocity}).value_or(Vector3<double>{}));
  const auto linear = transpose_times(
      pose.rotation, inner.vector3("linear", {dimension::velocity}).value_or(Vector3<double>{}));
  inner.finish();
  state.v = {angular.x, angular.y, angular.z, linear.x, linear.y, linear.z};
}

std::optional<SceneRobot> read_rigid_object(Fields& fields, const std::string& name,
                                            const Vector3<double>& gravity, const Reading& reading) {
  const Source source = reading.at(fields.node());
  Body body{.name = name, .joint = {.name = "free", .kind = JointKind::floating}, .source = source};
  body.inertial = read_inertial(fields, body.shapes);
  State state{.v = std::vector<double>(6), .tau = std::vector<double>(6)};
  read_motion(fields, state, reading);
  fields.finish();
  const Description description{
      .name = name, .bodies = {std::move(body)}, .gravity = gravity, .source = source};
  std::optional<Model> model = build(description, reading);
  if (!model) return std::nullopt;
  append(model->physical_errors(), reading);
  return SceneRobot{.name = name, .model = std::move(*model), .state = std::move(state), .source = source};
}

// Returns the name of the position that q is; empty if q is not the name of one.
std::string position_of(Fields& fields, const Model& model) {
  const Node* const q = fields.find("q");
  const auto& positions = model.description().named_positions;
  const bool is_name =
      q && q->kind == Node::Kind::text &&
      std::any_of(positions.begin(), positions.end(), [&](const auto& p) { return p.name == q->text; });
  return is_name ? q->text : "";
}

}  // namespace

std::optional<Model> build(const Description& description, const Reading& reading) {
  CheckedDescription checked(description);
  if (!checked.has_errors()) return Model(std::move(checked));
  append(checked.findings(), reading);
  return std::nullopt;
}

std::optional<SceneRobot> read_robot(Fields& fields, const std::optional<Vector3<double>>& gravity,
                                     const Reading& reading) {
  auto description = read_model(fields, reading);
  // Marks these keys as known even if the model cannot be read.
  for (const char* key : {"name", "q", "v", "tau", "loops", "couplings", "cut", "lock", "payload"})
    fields.find(key);
  if (!description) return std::nullopt;
  edit_model(fields, *description, reading);
  if (gravity) description->gravity = *gravity;
  const std::optional<Model> tree = build(*description, reading);
  if (!tree) return std::nullopt;
  State state = read_state(fields, *tree, reading);
  read_loops(fields, *tree, state.q, *description, reading);
  read_couplings(fields, *description, reading);
  std::optional<Model> model = build(*description, reading);
  if (!model) return std::nullopt;
  return SceneRobot{.name = fields.text("name").value_or(description->name),
                    .model = std::move(*model),
                    .state = std::move(state),
                    .source = reading.at(fields.node()),
                    .position = position_of(fields, *tree)};
}

std::optional<SceneRobot> read_object(const Node& node, const std::optional<Vector3<double>>& gravity,
                                      const Vector3<double>& arms_gravity, const Reading& reading) {
  Fields fields(node, "object", reading);
  if (node.kind != Node::Kind::map) return std::nullopt;
  if (!fields.has("model")) {
    const std::string name = fields.text("name").value_or("object");
    return read_rigid_object(fields, name, gravity.value_or(arms_gravity), reading);
  }
  auto object = read_robot(fields, gravity, reading);
  fields.finish();
  return object;
}

}  // namespace sinew::scenes
