#include "apps/cli/compute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "apps/cli/errors.hpp"
#include "sinew/io/names.hpp"

namespace sinew::cli {
namespace {

FrameIndex frame_named(const Model& model, const std::string& name) {
  std::vector<std::string> names;
  for (const FrameInfo& frame : model.frames().subspan(1)) {  // [0] is the ground
    names.push_back(frame.name);
    if (frame.name == name) return {static_cast<int>(names.size())};
  }
  throw RequestError(unknown_name("frame", name, names));
}

Reference reference_named(const std::string& name) {
  if (name == "body") return Reference::body;
  if (name == "world") return Reference::world;
  if (name == "aligned") return Reference::aligned;
  throw RequestError(unknown_name("reference", name, {"body", "world", "aligned"}));
}

std::vector<double> moments_with(const std::vector<double>& friction, std::vector<double> tau) {
  for (std::size_t i = 0; i < tau.size(); ++i) tau[i] += friction[i];
  return tau;
}

void check_finite(const Result& result, const Quantity& quantity) {
  const auto finite = [](double value) { return std::isfinite(value); };
  const Matrix<double>& m = result.matrix;
  const auto finite_force = [&](const Force<double>& force) {
    return std::all_of(force.data(), force.data() + 6, finite);
  };
  const bool good =
      std::all_of(result.vector.begin(), result.vector.end(), finite) &&
      std::all_of(result.joint_forces.begin(), result.joint_forces.end(),
                  [&](const auto& force) { return finite_force(force.whole); }) &&
      std::all_of(result.fixed_joint_forces.begin(), result.fixed_joint_forces.end(), finite_force) &&
      std::all_of(m.data(), m.data() + m.rows() * m.cols(), finite) && finite(result.kinetic) &&
      finite(result.potential);
  if (!good) throw RequestError(fmt::format("{} overflows for these numbers", quantity.name));
}

}  // namespace

bool leaves_loops_out(const Quantity& quantity, const Inputs& inputs, const Result& result) {
  const bool of_the_tree =
      quantity.what == What::pose || quantity.what == What::energy || quantity.what == What::jacobian;
  return inputs.model.is_closed() && !result.closed && !of_the_tree;
}

Result compute(const Quantity& quantity, const ComputeRequest& request, const Inputs& inputs) {
  const Model& model = inputs.model;
  const State& state = inputs.state;
  const int freedoms = model.velocity_size();
  std::optional<FrameIndex> frame;
  if (request.frame) frame = frame_named(model, *request.frame);
  const Reference reference = reference_named(request.reference);
  const Strategy strategy = strategy_named(request.strategy);

  Workspace<double> work(model);
  Result result;
  result.vector.resize(static_cast<std::size_t>(freedoms));
  std::vector<double> friction(static_cast<std::size_t>(freedoms));
  if (request.friction) joint_friction(model, state.v, friction);

  std::optional<ConstrainedSystem> system;
  // Computes the accelerations and returns the workspace with their intermediate results.
  const auto accelerate = [&]() -> Workspace<double>& {
    State driven = state;
    driven.tau = moments_with(friction, state.tau);
    if (model.is_closed() && !request.ignore_loops) {
      system.emplace(model, ConstrainedSystemOptions{.strategy = strategy});
      result.closed = close_loops(*system, driven, result.vector);
      return system->workspace();
    }
    forward_dynamics(work, driven.q, driven.v, driven.tau, result.vector);
    return work;
  };
  switch (quantity.what) {
    case What::forward_dynamics:
      accelerate();
      break;
    case What::multi_arm:
      break;  // computed by apps/cli/multi_arm.hpp
    case What::inverse_dynamics:
      inverse_dynamics(work, state.q, state.v, state.a, result.vector);
      for (std::size_t i = 0; i < result.vector.size(); ++i) result.vector[i] -= friction[i];
      break;
    case What::mass_matrix:
      result.matrix = Matrix<double>(freedoms, freedoms);
      mass_matrix(work, state.q, result.matrix);
      break;
    case What::inverse_mass_matrix:
      result.matrix = Matrix<double>(freedoms, freedoms);
      inverse_mass_matrix(work, state.q, result.matrix);
      break;
    case What::udut:
      result.matrix = Matrix<double>(freedoms, freedoms);
      udut(work, state.q, result.matrix, result.vector);
      break;
    case What::coriolis_matrix:
      result.matrix = Matrix<double>(freedoms, freedoms);
      coriolis_matrix(work, state.q, state.v, result.matrix);
      break;
    case What::constraint_forces: {
      Workspace<double>& accelerated = accelerate();
      result.joint_forces.resize(model.joints().size());
      joint_forces(accelerated, result.joint_forces);
      result.fixed_joint_forces.resize(model.fixed_joints().size());
      fixed_joint_forces(accelerated, result.fixed_joint_forces);
      break;
    }
    case What::bias_force:
      bias_force(work, state.q, state.v, result.vector);
      break;
    case What::gravity_force:
      gravity_force(work, state.q, result.vector);
      break;
    case What::jacobian: {
      const FrameIndex of = frame.value_or(model.last_body());
      result.frame = model.frame(of).name;
      result.matrix = Matrix<double>(6, freedoms);
      set_position(work, state.q);
      jacobian(work, of, reference, result.matrix);
      break;
    }
    case What::operational_inertia: {
      const FrameIndex of = frame.value_or(model.last_body());
      result.frame = model.frame(of).name;
      set_position(work, state.q);
      OperationalSpace<double> space(model, of, reference);
      result.matrix = space.omega(work);
      result.rank = space.rank(work);
      if (space.is_regular(work)) space.lambda(work, result.lambda.emplace(6, 6));
      break;
    }
    case What::pose:
      set_position(work, state.q);
      for (int i = 1; i < static_cast<int>(model.frames().size()); ++i) {
        if (frame && *frame != FrameIndex{i}) continue;
        result.poses.push_back({model.frame(FrameIndex{i}).name, pose(work, FrameIndex{i})});
      }
      break;
    case What::energy:
      result.kinetic = kinetic_energy(work, state.q, state.v);
      result.potential = potential_energy(work, state.q);
      break;
  }
  check_finite(result, quantity);
  return result;
}

}  // namespace sinew::cli
