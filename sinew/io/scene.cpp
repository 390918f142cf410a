#include "sinew/io/scene.hpp"

#include "sinew/chains/arms/merge_arms.hpp"
#include "sinew/io/internal/scene/parts.hpp"
#include "sinew/io/internal/text/xml.hpp"

namespace sinew {
namespace {

using scenes::Arm;

void check_object_name(const yaml::Fields& fields, const Scene& scene) {
  if (!scene.object) return;
  for (const SceneRobot& arm : scene.robots) {
    if (arm.name == scene.object->name)
      fields.error(*fields.node().find("object"),
                   "object: its name '" + arm.name + "' is already the name of an arm; expected another");
  }
}

void check_gravity(const yaml::Fields& fields, const Scene& scene) {
  std::vector<const SceneRobot*> all;
  for (const SceneRobot& robot : scene.robots) all.push_back(&robot);
  if (scene.object) all.push_back(&*scene.object);
  for (const SceneRobot* robot : all) {
    if (robot->model.gravity() == all.front()->model.gravity()) continue;
    fields.error(fields.node(), "the models of '" + all.front()->name + "' and '" + robot->name +
                                    "' have different gravities; expected gravity in the scene");
    return;
  }
}

void read_arms_and_object(yaml::Fields& fields, const std::optional<Vector3<double>>& gravity, Scene& scene,
                          const yaml::Reading& reading) {
  std::vector<Arm> arms = scenes::read_arms(fields.list("arms"), gravity, reading);
  if (arms.empty()) fields.error(*fields.find("arms"), "arms: expected at least one");
  const yaml::Node* const object = fields.find("object");
  const Vector3<double> arms_gravity =
      !arms.empty() && arms[0].robot ? arms[0].robot->model.gravity() : Description{}.gravity;
  if (object) scene.object = scenes::read_object(*object, gravity, arms_gravity, reading);
  const std::vector<yaml::Node>& grasps = fields.list("grasps");
  // If the object could not be read, its grasps cannot be checked.
  if (!object || scene.object)
    scene.grasps = scenes::read_grasps(grasps, arms, scene.object ? &*scene.object : nullptr, reading);
  for (Arm& arm : arms) {
    if (arm.robot) scene.robots.push_back(std::move(*arm.robot));
  }
  check_object_name(fields, scene);
  check_gravity(fields, scene);
}

// Returns the whole scene as one model, or nothing if a part could not be read.
std::optional<Model> whole_of(const Scene& scene, const yaml::Node& root) {
  const auto written = [&](const char* key) {
    const yaml::Node* const list = root.find(key);
    return list ? list->children.size() : 0;
  };
  const bool is_complete = !scene.has_arms || (scene.robots.size() == written("arms") &&
                                               scene.grasps.size() == written("grasps") &&
                                               scene.object.has_value() == (root.find("object") != nullptr));
  if (!is_complete || scene.robots.empty()) return std::nullopt;
  try {
    return as_one_model(scene);
  } catch (const InvalidModel&) {
    return std::nullopt;  // names used twice, which were reported before
  }
}

Scene read_root(const yaml::Node& root, bool reads_simulation, const yaml::Reading& reading) {
  Scene scene;
  yaml::Fields fields(root, "", reading);
  if (root.kind != yaml::Node::Kind::map) return scene;
  scene.name = fields.text("name").value_or(std::filesystem::path(reading.file).stem().string());
  const auto gravity = fields.vector3("gravity", {dimension::acceleration});
  const yaml::Node* const assemble = fields.find("assemble");
  const bool is_map = assemble && assemble->kind == yaml::Node::Kind::map;
  const bool assembles = is_map || fields.flag("assemble").value_or(false);
  scene.has_arms = fields.has("arms");
  if (fields.has("model") && scene.has_arms)
    fields.error(*fields.find("model"), "model and arms exclude each other");
  if (scene.has_arms) {
    read_arms_and_object(fields, gravity, scene, reading);
  } else if (fields.has("model")) {
    if (auto robot = scenes::read_robot(fields, gravity, reading)) scene.robots.push_back(std::move(*robot));
  } else {
    fields.error(root, "has neither model nor arms; expected one of them");
    for (const char* key : {"base", "floating", "loops", "couplings", "package_path", "srdf",
                            "xacro_arguments", "q", "v", "tau", "object", "grasps"})
      fields.find(key);
  }
  const yaml::Node* const simulation = fields.find("simulation");
  const yaml::Node* const optimize = fields.find("optimize");
  fields.finish();
  if (!reading.findings.has_errors())
    scenes::make_consistent(scene, root, assembles ? assemble : nullptr, reading);
  if (simulation && reads_simulation)
    scene.simulation = scenes::read_simulation(*simulation, scene, whole_of(scene, root), reading);
  if (optimize && reads_simulation && !scene.robots.empty())
    scene.optimize = scenes::read_optimize(*optimize, scene, reading);
  return scene;
}

}  // namespace

Model held_object(const Scene& scene) {
  if (scene.object) return scene.object->model;
  return Model(Description{.name = "nothing", .gravity = scene.robots.at(0).model.gravity()});
}

std::vector<double> controls_at_start(const SceneRobot& robot) {
  return robot.position.empty() ? robot.model.initial_controls() : robot.model.named_controls(robot.position);
}

Model as_one_model(const Scene& scene) {
  if (!scene.has_arms) return scene.robots.at(0).model;
  const ArmsAndObject parts = arms_and_object(scene);
  return merge_arms(parts.arms, parts.object, parts.grasps, parts.names);
}

ArmsAndObject arms_and_object(const Scene& scene) {
  ArmsAndObject parts{.object = held_object(scene), .grasps = scene.grasps};
  for (const SceneRobot& arm : scene.robots) {
    parts.arms.push_back(arm.model);
    parts.names.push_back(arm.name);
  }
  parts.names.push_back(scene.object ? scene.object->name : "nothing");
  return parts;
}

State as_one_state(const Scene& scene) {
  State whole;
  const auto add = [&](const State& part) {
    const std::pair<std::vector<double>*, const std::vector<double>*> lists[] = {
        {&whole.q, &part.q}, {&whole.v, &part.v}, {&whole.tau, &part.tau}};
    for (const auto& [to, from] : lists) to->insert(to->end(), from->begin(), from->end());
  };
  for (const SceneRobot& robot : scene.robots) add(robot.state);
  if (scene.object) add(scene.object->state);
  return whole;
}

SimulatedScene simulated(const Scene& scene) {
  SimulatedScene result{.whole = as_one_model(scene), .state = as_one_state(scene), .grasps = scene.grasps};
  if (!scene.has_arms) return result;
  int q_index = 0, v_index = 0, actuator_index = 0;
  const auto part = [&](const SceneRobot& robot) {
    const SimulatedRobot simulated{.name = robot.name,
                                   .model = robot.model,
                                   .q_index = q_index,
                                   .v_index = v_index,
                                   .actuator_index = actuator_index};
    q_index += robot.model.position_size(), v_index += robot.model.velocity_size();
    actuator_index += int(robot.model.description().actuators.size());
    return simulated;
  };
  for (const SceneRobot& arm : scene.robots) result.arms.push_back(part(arm));
  if (scene.object) result.object.push_back(part(*scene.object));
  return result;
}

bool is_scene_file(const std::filesystem::path& file) {
  return file.extension() == ".yaml" || file.extension() == ".yml";
}

SceneResult read_scene_text(const std::string& text, const std::string& file_name,
                            const SceneOptions& options) {
  SceneResult result;
  const auto root = yaml::parse(text, file_name, result.findings);
  if (!root) return result;
  Scene scene = read_root(*root, options.reads_simulation, {file_name, result.findings, options.models});
  if (!result.findings.has_errors()) result.scene = std::move(scene);
  return result;
}

SceneResult read_scene(const std::filesystem::path& file, const SceneOptions& options) {
  SceneResult result;
  const auto text = xml::read_file(file, result.findings, options.models.texts);
  if (!text) return result;
  return read_scene_text(*text, file.string(), options);
}

Scene load_scene(const std::filesystem::path& file) {
  SceneResult result = read_scene(file);
  if (!result.scene) throw InvalidModel(std::move(result.findings));
  return std::move(*result.scene);
}

}  // namespace sinew
