// Writes one JSON object for a model or a computation. The `inputs` of a computation are a valid state file.
#include "apps/cli/json_text.hpp"
#include "apps/cli/report.hpp"

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

Json inputs_of(const Quantity& quantity, const Inputs& inputs) {
  Json used = {{"q", inputs.state.q}};
  if (quantity.uses_v) used["v"] = inputs.state.v;
  if (quantity.uses_tau) used["tau"] = inputs.state.tau;
  if (quantity.uses_a) used["a"] = inputs.state.a;
  used["base"] = has_floating_base(inputs.model) ? "floating" : "fixed";
  if (quantity.uses_gravity) used["gravity"] = json_of(inputs.model.gravity());
  return used;
}

}  // namespace

std::string info_json(const Model& model) {
  std::vector<std::string> bodies, frames;
  for (const FrameInfo& frame : model.frames().subspan(1))
    (frame.is_body ? bodies : frames).push_back(frame.name);
  const Json report = {{"model", model.name()},
                       {"base", has_floating_base(model) ? "floating" : "fixed"},
                       {"q_size", model.position_size()},
                       {"v_size", model.velocity_size()},
                       {"mass", model.mass()},
                       {"gravity", json_of(model.gravity())},
                       {"joints", joints_of(model)},
                       {"loops", list_of(model.description().loops)},
                       {"couplings", list_of(model.description().couplings)},
                       {"bodies", bodies},
                       {"frames", frames}};
  return text_of(report);
}

std::string json_report(const Quantity& quantity, const ComputeRequest& request, const Inputs& inputs,
                        const Result& result) {
  Json report = {{"model", inputs.model.name()}, {"what", quantity.name}};
  report["joints"] = joints_of(inputs.model);
  report["inputs"] = inputs_of(quantity, inputs);
  if (leaves_loops_out(quantity, inputs, result)) report["loops_left_out"] = constraint_count(inputs.model);
  switch (quantity.what) {
    case What::forward_dynamics:
      report["friction"] = request.friction;
      report["qdd"] = result.vector;
      if (result.closed) report.update(json_of(*result.closed));
      break;
    case What::multi_arm:
      break;
    case What::inverse_dynamics:
      report["friction"] = request.friction;
      report["tau"] = result.vector;
      break;
    case What::mass_matrix:
      report["mass_matrix"] = rows_of(result.matrix);
      break;
    case What::inverse_mass_matrix:
      report["inverse_mass_matrix"] = rows_of(result.matrix);
      break;
    case What::udut:
      report["U"] = rows_of(result.matrix);
      report["D"] = result.vector;
      break;
    case What::coriolis_matrix:
      report["coriolis"] = rows_of(result.matrix);
      break;
    case What::constraint_forces:
      report["friction"] = request.friction;
      report["constraint_forces"] = Json::array();
      report["joint_forces"] = Json::array();
      for (const JointForce<double>& force : result.joint_forces) {
        report["constraint_forces"].push_back(json_of(force.constraint));
        report["joint_forces"].push_back(json_of(force.whole));
      }
      report["fixed_joint_forces"] = Json::array();
      for (std::size_t i = 0; i < result.fixed_joint_forces.size(); ++i) {
        const FixedJointInfo& joint = inputs.model.fixed_joints()[i];
        const auto& [moment, force] = result.fixed_joint_forces[i];
        report["fixed_joint_forces"].push_back({{"name", joint.name},
                                                {"body", joint.body},
                                                {"moment", json_of(moment)},
                                                {"force", json_of(force)}});
      }
      report["qdd"] = result.vector;
      if (result.closed) report.update(json_of(*result.closed));
      break;
    case What::bias_force:
      report["bias"] = result.vector;
      break;
    case What::gravity_force:
      report["gravity"] = result.vector;
      break;
    case What::jacobian:
      report["frame"] = result.frame;
      report["reference"] = request.reference;
      report["jacobian"] = rows_of(result.matrix);
      break;
    case What::operational_inertia:
      report["frame"] = result.frame;
      report["reference"] = request.reference;
      report["omega"] = rows_of(result.matrix);
      report["rank"] = result.rank;
      report["lambda"] = result.lambda ? rows_of(*result.lambda) : Json();
      break;
    case What::pose:
      if (request.frame) {
        report["pose"] = json_of(result.poses.at(0));
      } else {
        report["pose"] = Json::array();
        for (const FramePose& item : result.poses) report["pose"].push_back(json_of(item));
      }
      break;
    case What::energy:
      report["kinetic"] = result.kinetic;
      report["potential"] = result.potential;
      break;
  }
  return text_of(report);
}

}  // namespace sinew::cli
