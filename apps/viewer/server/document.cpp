#include "apps/viewer/server/document.hpp"

#include <nlohmann/json.hpp>

#include "apps/viewer/server/page_bodies.hpp"
#include "apps/viewer/server/text.hpp"
#include "sinew/version.hpp"

namespace sinew::viewer {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Vector3<double>& v) {
  return {v.x, v.y, v.z};
}

// The rotation by rows, then the origin.
Json json_of(const Transform<double>& pose) {
  Json numbers = Json::array();
  for (const Vector3<double>& row :
       {pose.rotation.row_x, pose.rotation.row_y, pose.rotation.row_z, pose.translation}) {
    for (const double number : {row.x, row.y, row.z}) numbers.push_back(number);
  }
  return numbers;
}

Json texts_of(const std::vector<std::string>& texts) {
  Json list = Json::array();
  for (const std::string& text : texts) list.push_back(valid_utf8(text));
  return list;
}

// Result files write Nm, one word for the header of a column; the page writes N m, as the SI does.
std::string unit_text(const std::string& unit) {
  return unit == "Nm" ? "N m" : valid_utf8(unit);
}

Json shape_json(const Shape& shape, const Meshes& meshes) {
  constexpr const char* kinds[] = {"box", "sphere", "cylinder", "capsule", "ellipsoid", "plane", "mesh"};
  const bool is_mesh = shape.kind == Shape::Kind::mesh;
  return {{"kind", kinds[int(shape.kind)]},
          {"role", shape.role == Shape::Role::visual ? "visual" : "collision"},
          {"placement", json_of(shape.placement)},
          {"size", json_of(shape.size)},
          {"mesh", is_mesh ? meshes.find(shape.mesh) : -1},
          {"color", shape.color ? Json(*shape.color) : Json(nullptr)}};
}

Json body_json(const Body& body, const PageBodies& bodies, const JointInfo* joint, const Meshes& meshes) {
  const Joint& described = body.joint;
  const Symmetric3<double>& i = body.inertial.inertia;
  Json shapes = Json::array();
  for (const Shape& shape : body.shapes) shapes.push_back(shape_json(shape, meshes));
  return {{"name", valid_utf8(body.name)},
          {"parent", bodies.index_of(body.parent)},
          {"placement", json_of(body.placement)},
          {"joint",
           {{"name", valid_utf8(described.name)},
            {"kind", name_of(described.kind)},
            {"axis", json_of(described.axis)},
            {"axis2", json_of(described.axis2)},
            {"pitch", described.pitch},
            {"q", joint ? joint->q_index : 0},
            {"v", joint ? joint->v_index : 0}}},
          {"mass", body.inertial.mass},
          {"com", json_of(body.inertial.com)},
          {"inertia", {i.xx, i.yy, i.zz, i.xy, i.xz, i.yz}},
          {"shapes", std::move(shapes)}};
}

Json bodies_json(const Model& model, const PageBodies& bodies, const Meshes& meshes) {
  std::vector<const JointInfo*> joints(bodies.list().size(), nullptr);
  for (const JointInfo& joint : model.joints()) joints[std::size_t(bodies.index_of(joint.body))] = &joint;
  Json list = Json::array();
  for (std::size_t i = 0; i < joints.size(); ++i)
    list.push_back(body_json(*bodies.list()[i], bodies, joints[i], meshes));
  return list;
}

Json frames_json(const Description& description, const PageBodies& bodies) {
  Json list = Json::array();
  for (const Frame& frame : description.frames)
    list.push_back({{"name", valid_utf8(frame.name)},
                    {"body", bodies.index_of(frame.body)},
                    {"placement", json_of(frame.placement)}});
  return list;
}

// Adds the coordinates, with the names and units that a result file gives them.
void add_coordinates(const Model& model, const PageBodies& bodies, Json& robot) {
  const ResultArrays arrays(model, {});
  const auto array = [&](std::string_view path) {
    return *std::find_if(arrays.list().begin(), arrays.list().end(),
                         [&](const ResultArray& candidate) { return candidate.path == path; });
  };
  const ResultArray q = array("q"), v = array("v"), torques = array("actuation");
  Json coordinates = Json::array(), dofs = Json::array();
  for (std::size_t i = 0; i < q.columns.size(); ++i)
    coordinates.push_back({{"name", valid_utf8(q.columns[i])}, {"unit", q.units[i]}});
  for (const JointInfo& joint : model.joints()) {
    for (int i = joint.v_index; i < joint.v_index + joint.v_size; ++i) {
      const DegreeOfFreedom& dof = model.dofs()[std::size_t(i)];
      dofs.push_back({{"name", valid_utf8(v.columns[std::size_t(i)])},
                      {"body", bodies.index_of(joint.body)},
                      {"unit", v.units[std::size_t(i)]},
                      {"torqueUnit", unit_text(torques.units[std::size_t(i)])},
                      {"armature", dof.armature},
                      {"lower", dof.lower},
                      {"upper", dof.upper},
                      {"maxVelocity", dof.max_velocity},
                      {"maxEffort", dof.max_effort}});
    }
  }
  robot["coordinates"] = std::move(coordinates);
  robot["dofs"] = std::move(dofs);
}

// The loops of grasps come last (chains/arms/merge_arms.hpp).
Json loops_json(const Track& track, const PageBodies& bodies) {
  const std::vector<Loop>& loops = track.model.description().loops;
  const std::vector<Grasp>& grasps = track.scene.grasps;
  const std::size_t within = track.scene.has_arms ? loops.size() - grasps.size() : loops.size();
  const auto end_json = [&](const LoopEnd& end) -> Json {
    return {{"body", bodies.index_of(end.body)}, {"placement", json_of(end.placement)}};
  };
  Json list = Json::array();
  for (std::size_t i = 0; i < loops.size(); ++i) {
    const Connection& connection = loops[i].connection;
    Json directions = Json::array();
    for (const Force<double>& f : connection.directions)
      directions.push_back({f.angular.x, f.angular.y, f.angular.z, f.linear.x, f.linear.y, f.linear.z});
    list.push_back({{"name", valid_utf8(loops[i].name)},
                    {"kind", name_of(connection.kind)},
                    {"first", end_json(loops[i].first)},
                    {"second", end_json(loops[i].second)},
                    {"distance", connection.distance},
                    {"directions", std::move(directions)},
                    {"arm", i < within ? -1 : grasps[i - within].arm}});
  }
  return list;
}

// The couplings of the description, then the joints that mimic another (chains/constraints/constraints.hpp).
Json couplings_json(const Description& description, const PageBodies& bodies) {
  Json list = Json::array();
  const auto add = [&](const std::string& name, const std::string& joint, const std::string& leader,
                       const std::array<double, 5>& polynomial) {
    list.push_back({{"name", valid_utf8(name)},
                    {"body", bodies.index_of_joint(joint)},
                    {"leader", leader.empty() ? -1 : bodies.index_of_joint(leader)},
                    {"polynomial", polynomial}});
  };
  for (const auto& [name, joint, leader, polynomial, source] : description.couplings)
    add(name, joint, leader, polynomial);
  for (const Body& body : description.bodies) {
    if (!body.joint.mimic || body.joint.kind == JointKind::fixed) continue;
    const auto& [leader, multiplier, offset] = *body.joint.mimic;
    add(body.joint.name + " mimics " + leader, body.joint.name, leader, {offset, multiplier, 0, 0, 0});
  }
  return list;
}

Json parts_json(const Scene& scene) {
  Json list = Json::array();
  if (!scene.has_arms) return list;
  std::size_t body = 0;
  int q = 0, v = 0;
  const auto add = [&](const std::string& name, const Model& model) {
    const std::size_t count = model.description().bodies.size();
    list.push_back(
        {{"name", valid_utf8(name)}, {"firstBody", body}, {"bodyCount", count}, {"q", q}, {"v", v}});
    body += count, q += model.position_size(), v += model.velocity_size();
  };
  for (const SceneRobot& arm : scene.robots) add(arm.name, arm.model);
  add(scene.object ? scene.object->name : "nothing", held_object(scene));
  return list;
}

Json robot_json(const Track& track, const Meshes& meshes) {
  const Description& description = track.model.description();
  const PageBodies bodies(description);
  Json robot{{"name", valid_utf8(track.model.name())},
             {"gravity", json_of(track.model.gravity())},
             {"bodies", bodies_json(track.model, bodies, meshes)},
             {"frames", frames_json(description, bodies)}};
  add_coordinates(track.model, bodies, robot);
  robot["loops"] = loops_json(track, bodies);
  robot["couplings"] = couplings_json(description, bodies);
  robot["parts"] = parts_json(track.scene);
  return robot;
}

Json result_json(const ResultNumbers& numbers, std::size_t every) {
  const ResultFile& file = numbers.file();
  const std::size_t rows = thinned_rows(file.rows(), every);
  const auto time_at = [&](std::size_t row) { return rows > 0 ? file.read("time", row, 1).at(0) : 0.0; };
  Json arrays = Json::array(), events = Json::array(), report = Json::object();
  const auto units_of = [](const ResultArray& array) {
    Json units = Json::array();
    for (const std::string& unit : array.units) units.push_back(unit_text(unit));
    return units;
  };
  for (std::size_t i = 0; i < numbers.paths().size(); ++i) {
    const ResultArray& array = file.arrays()[i];
    arrays.push_back({{"path", numbers.paths()[i]},
                      {"label", valid_utf8(array.label)},
                      {"description", valid_utf8(array.description)},
                      {"columns", texts_of(array.columns)},
                      {"units", units_of(array)}});
  }
  for (const EventRecord& event : file.events())
    events.push_back({{"time", event.t}, {"name", valid_utf8(event.name)}, {"note", valid_utf8(event.note)}});
  for (const auto& [name, value] : file.report()) report[name] = value;
  return {{"scene", valid_utf8(file.scene())},
          {"integrator", valid_utf8(file.integrator())},
          {"status", valid_utf8(file.status())},
          {"rows", rows},
          {"every", every},
          {"first", time_at(0)},
          {"last", time_at(rows > 0 ? (rows - 1) * every : 0)},
          {"arrays", std::move(arrays)},
          {"events", std::move(events)},
          {"report", std::move(report)}};
}

Json meshes_json(const Meshes& meshes) {
  Json list = Json::array();
  for (const Mesh& mesh : meshes.list())
    list.push_back(
        {{"name", valid_utf8(mesh.name)}, {"format", mesh.format}, {"problem", valid_utf8(mesh.problem)}});
  return list;
}

}  // namespace

std::size_t thinned_rows(std::size_t rows, std::size_t every) {
  return rows == 0 ? 0 : (rows - 1) / every + 1;
}

std::string document_text(const DocumentParts& parts, std::size_t every) {
  Json tracks = Json::array();
  for (const Track& track : parts.tracks)
    tracks.push_back({{"name", valid_utf8(track.name)},
                      {"robot", robot_json(track, parts.meshes)},
                      {"start", {{"q", track.start.q}, {"v", track.start.v}, {"tau", track.start.tau}}},
                      {"result", track.numbers ? result_json(*track.numbers, every) : Json(nullptr)}});
  const Json document{{"format", "sinew page 1"},
                      {"sinew", version},
                      {"title", valid_utf8(parts.title)},
                      {"tracks", std::move(tracks)},
                      {"meshes", meshes_json(parts.meshes)},
                      {"warnings", texts_of(parts.warnings)}};
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace sinew::viewer
