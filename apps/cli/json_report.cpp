// Writes one JSON object for a model or a computation. The `inputs` of a computation are a valid state file.
#include "apps/cli/actuator_report.hpp"
#include "apps/cli/dof_tables.hpp"
#include "apps/cli/json_text.hpp"
#include "apps/cli/linearized_report.hpp"
#include "apps/cli/report.hpp"
#include "apps/cli/robot_parts_report.hpp"
#include "apps/cli/semantics_report.hpp"
#include "apps/cli/tendon_report.hpp"
#include "sinew/model/description/inertial_parameters.hpp"

namespace sinew::cli {
namespace {

using cli::json_of;

// `owner`: the key of the name, "frame" or "body".
Json json_of(const char* owner, const Json& name, const Transform<double>& pose) {
  const Rotation<double>& r = pose.rotation;
  const Quaternion<double> q = quaternion_of(r);
  return {{owner, name},
          {"position", json_of(pose.translation)},
          {"rotation", Json::array({json_of(r.row_x), json_of(r.row_y), json_of(r.row_z)})},
          {"quaternion", Json::array({q.w, q.x, q.y, q.z})}};
}

Json json_of(const FramePose& item) {
  return json_of("frame", item.frame, item.pose);
}

Json json_of(const LoopEnd& end) {
  return json_of("body", end.body.empty() ? Json() : Json(end.body), end.placement);
}

Json json_of(const Loop& loop) {
  const Connection& connection = loop.connection;
  Json result = {{"name", loop.name},
                 {"kind", name_of(connection.kind)},
                 {"rows", row_count(connection)},
                 {"first", json_of(loop.first)},
                 {"second", json_of(loop.second)}};
  if (connection.kind == ConnectionKind::distance) result["distance"] = connection.distance;
  if (connection.kind == ConnectionKind::directions) {
    result["directions"] = Json::array();
    for (const Force<double>& f : connection.directions) result["directions"].push_back(json_of(f));
  }
  return result;
}

Json json_of(const Coupling& coupling) {
  return {{"name", coupling.name},
          {"joint", coupling.joint},
          {"leader", coupling.leader.empty() ? Json() : Json(coupling.leader)},
          {"polynomial", coupling.polynomial}};
}

template <class T>
Json list_of(const std::vector<T>& items) {
  Json list = Json::array();
  for (const T& item : items) list.push_back(json_of(item));
  return list;
}

Json joints_of(const Model& model) {
  Json joints = Json::array();
  for (const JointInfo& joint : model.joints()) {
    joints.push_back({{"name", joint.name},
                      {"kind", name_of(joint.kind)},
                      {"q_index", joint.q_index},
                      {"q_size", joint.q_size},
                      {"v_index", joint.v_index},
                      {"v_size", joint.v_size}});
  }
  return joints;
}

Json inputs_of(const QuantityInfo& quantity, const Inputs& inputs) {
  Json used = {{"q", inputs.state.q}};
  if (quantity.takes(QuantityInfo::v)) used["v"] = inputs.state.v;
  if (quantity.takes(QuantityInfo::tau)) used["tau"] = inputs.state.tau;
  if (quantity.takes(QuantityInfo::a)) used["a"] = inputs.state.a;
  if (quantity.takes(QuantityInfo::controls)) used["controls"] = inputs.controls;
  used["base"] = has_floating_base(inputs.model) ? "floating" : "fixed";
  if (quantity.takes(QuantityInfo::gravity)) used["gravity"] = json_of(inputs.model.gravity());
  return used;
}

std::vector<std::string> body_names(const Model& model) {
  std::vector<std::string> names;
  for (const FrameInfo& frame : model.frames()) {
    if (frame.is_body) names.push_back(frame.name);
  }
  return names;
}

void add_joint_forces(Json& report, const Model& model, const Result& result) {
  report["constraint_forces"] = Json::array();
  report["joint_forces"] = Json::array();
  for (const JointForce<double>& force : result.joint_forces) {
    report["constraint_forces"].push_back(json_of(force.constraint));
    report["joint_forces"].push_back(json_of(force.whole));
  }
  report["fixed_joint_forces"] = Json::array();
  for (std::size_t i = 0; i < result.fixed_joint_forces.size(); ++i) {
    const FixedJointInfo& joint = model.fixed_joints()[i];
    const auto& [moment, force] = result.fixed_joint_forces[i];
    report["fixed_joint_forces"].push_back(
        {{"name", joint.name}, {"body", joint.body}, {"moment", json_of(moment)}, {"force", json_of(force)}});
  }
  report["qdd"] = result.vector;
}

}  // namespace

std::string info_json(const Model& model, const std::optional<Semantics>& srdf) {
  std::vector<std::string> frames;
  for (const FrameInfo& frame : model.frames().subspan(1)) {
    if (!frame.is_body) frames.push_back(frame.name);
  }
  std::vector<std::string> physical_errors;
  for (const Finding& finding : model.physical_errors().list) physical_errors.push_back(to_string(finding));
  Json report = {{"model", model.name()},
                 {"base", has_floating_base(model) ? "floating" : "fixed"},
                 {"q_size", model.position_size()},
                 {"v_size", model.velocity_size()},
                 {"mass", model.mass()},
                 {"gravity", json_of(model.gravity())},
                 {"joints", joints_of(model)},
                 {"loops", list_of(model.description().loops)},
                 {"couplings", list_of(model.description().couplings)},
                 {"tendons", tendons_json(model)},
                 {"actuators", actuators_json(model)},
                 {"sensors", sensors_json(model)},
                 {"bodies", body_names(model)},
                 {"frames", frames},
                 {"positions", positions_json(model)},
                 {"physical_errors", physical_errors}};
  if (srdf) report["srdf"] = semantics_json(*srdf, model.description());
  return text_of(report);
}

std::string json_report(const QuantityInfo& quantity, const ComputeRequest& request, const Inputs& inputs,
                        const Result& result) {
  Json report = {{"model", inputs.model.name()}, {"what", quantity.name}};
  report["joints"] = joints_of(inputs.model);
  report["inputs"] = inputs_of(quantity, inputs);
  if (leaves_loops_out(quantity, inputs, result)) {
    report["loops_left_out"] = result.independent ? static_cast<int>(inputs.model.description().loops.size())
                                                  : constraint_count(inputs.model);
  }
  if (result.independent) {
    const std::vector<std::string> names = names_of(velocity_coordinates(inputs.model));
    report["independent"] = Json::array();
    for (const int v : *result.independent)
      report["independent"].push_back({{"name", names[static_cast<std::size_t>(v)]}, {"v_index", v}});
  }
  if (quantity.takes(QuantityInfo::friction)) {
    report["friction"] = request.friction;
    report["springs"] = request.springs;
    report["gravity_compensation"] = request.gravity_compensation;
  }
  if (quantity.takes(QuantityInfo::reference)) {
    report["frame"] = result.frame;
    report["reference"] = request.reference;
  }
  const std::string key(quantity.key);
  switch (quantity.shape) {
    case ResultShape::joint_accelerations:
    case ResultShape::joint_torques:
      report[key] = result.vector;
      break;
    case ResultShape::joint_matrix:
    case ResultShape::six_rows:
      report[key] = rows_of(result.matrix);
      break;
    case ResultShape::joint_factors:
      report["U"] = rows_of(result.matrix);
      report["D"] = result.vector;
      break;
    case ResultShape::joint_derivatives:
      for (const DerivativeMatrix& derivative : result.derivatives.matrices)
        report[derivative.key] = rows_of(derivative.matrix);
      if (result.closed) report["multipliers"] = result.derivatives.multipliers;
      if (quantity.quantity == Quantity::forward_dynamics_derivatives) report["qdd"] = result.vector;
      break;
    case ResultShape::joint_forces:
      add_joint_forces(report, inputs.model, result);
      break;
    case ResultShape::six_by_six:
      report[key] = rows_of(result.matrix);
      report["rank"] = result.rank;
      report["lambda"] = result.lambda ? rows_of(*result.lambda) : Json();
      break;
    case ResultShape::pose:
      report[key] = request.frame ? json_of(result.poses.at(0)) : list_of(result.poses);
      break;
    case ResultShape::energies:
      report["kinetic"] = result.kinetic;
      report["potential"] = result.potential;
      break;
    case ResultShape::tendons:
      report[key] = tendon_values_json(inputs.model, result.tendons);
      break;
    case ResultShape::actuators:
      report[key] = actuator_values_json(inputs.model, result.actuators);
      report["tau"] = result.vector;
      break;
    case ResultShape::sensors:
      report[key] = sensor_values_json(inputs.model, result.sensors);
      report["qdd"] = result.vector;
      break;
    case ResultShape::parameter_columns:
      report[key] = rows_of(result.matrix);
      report["parameters"] = inertial_parameters(inputs.model);
      report["bodies"] = body_names(inputs.model);
      break;
    case ResultShape::linearization:
      add_linearized(report, *result.linearized);
      break;
    case ResultShape::twist:
    case ResultShape::joint_gradients:
    case ResultShape::arms:
      break;  // not computed by `compute`
  }
  if (result.closed) report.update(json_of(*result.closed));
  return text_of(report);
}

}  // namespace sinew::cli
