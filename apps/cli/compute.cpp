#include "apps/cli/compute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "apps/cli/errors.hpp"
#include "apps/cli/followers.hpp"
#include "sinew/algorithms/derivatives/regressor.hpp"
#include "sinew/algorithms/dynamics/passive_forces.hpp"
#include "sinew/algorithms/dynamics/tendon_forces.hpp"
#include "sinew/base/unknown_name.hpp"

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

void add(const std::vector<double>& part, std::vector<double>& sum) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += part[i];
}

void check_finite(const Result& result, const QuantityInfo& quantity) {
  const auto finite = [](double value) { return std::isfinite(value); };
  const auto finite_matrix = [&](const Matrix<double>& m) {
    return std::all_of(m.data(), m.data() + m.rows() * m.cols(), finite);
  };
  const auto finite_force = [&](const Force<double>& force) {
    return std::all_of(force.data(), force.data() + 6, finite);
  };
  const bool good =
      std::all_of(result.vector.begin(), result.vector.end(), finite) &&
      std::all_of(result.joint_forces.begin(), result.joint_forces.end(),
                  [&](const auto& force) { return finite_force(force.whole); }) &&
      std::all_of(result.fixed_joint_forces.begin(), result.fixed_joint_forces.end(), finite_force) &&
      std::all_of(result.actuators.begin(), result.actuators.end(),
                  [&](const ActuatorValues& actuator) { return finite(actuator.force); }) &&
      std::all_of(result.sensors.begin(), result.sensors.end(),
                  [&](const auto& values) { return std::all_of(values.begin(), values.end(), finite); }) &&
      std::all_of(result.derivatives.matrices.begin(), result.derivatives.matrices.end(),
                  [&](const DerivativeMatrix& derivative) { return finite_matrix(derivative.matrix); }) &&
      finite_matrix(result.matrix) && finite(result.kinetic) && finite(result.potential);
  if (!good) throw RequestError(fmt::format("{} overflows for these numbers", quantity.name));
}

}  // namespace

const QuantityInfo& quantity_named(const std::string& name) {
  if (const QuantityInfo* found = find_quantity(offered::by_compute, name)) return *found;
  throw RequestError(unknown_name("quantity", name, names_of(offered::by_compute)));
}

std::vector<double> passive_torques(const ComputeRequest& request, const Model& model, const State& state) {
  std::vector<double> sum(static_cast<std::size_t>(model.velocity_size())), part(sum.size());
  Workspace<double> work(model);
  if (request.friction) {
    joint_friction(model, state.v, sum);
    tendon_damping(work, state.q, state.v, part);
    add(part, sum);
  }
  if (request.springs) {
    joint_springs(model, state.q, part);
    add(part, sum);
    tendon_springs(work, state.q, part);
    add(part, sum);
  }
  if (request.gravity_compensation) {
    gravity_compensation(work, state.q, part);
    add(part, sum);
  }
  return sum;
}

std::string passive_in_words(const ComputeRequest& request) {
  std::string words;
  if (request.friction) words += ", with damping and dry friction";
  if (request.springs) words += ", with springs";
  if (request.gravity_compensation) words += ", with compensated weight";
  return words;
}

bool leaves_loops_out(const QuantityInfo& quantity, const Inputs& inputs, const Result& result) {
  using enum Quantity;
  const bool is_of_the_tree =
      is_among(std::array{pose, energy, jacobian, tendons, actuators}, quantity.quantity);
  if (result.independent) return !inputs.model.description().loops.empty() && !is_of_the_tree;
  return inputs.model.is_closed() && !result.closed && !is_of_the_tree;
}

Result compute(const QuantityInfo& quantity, const ComputeRequest& request, const Inputs& inputs) {
  const Model& model = inputs.model;
  const State& state = inputs.state;
  const int dofs = model.velocity_size();
  std::optional<FrameIndex> frame;
  if (request.frame) frame = frame_named(model, *request.frame);
  const Reference reference = reference_named(request.reference);
  const Strategy strategy = strategy_named(request.strategy);

  Workspace<double> work(model);
  Result result;
  result.vector.resize(static_cast<std::size_t>(dofs));
  const bool is_square =
      quantity.shape == ResultShape::joint_matrix || quantity.shape == ResultShape::joint_factors;
  if (is_square) result.matrix = Matrix<double>(dofs, dofs);
  if (quantity.shape == ResultShape::six_rows) result.matrix = Matrix<double>(6, dofs);
  const FrameIndex of = frame.value_or(model.last_body());
  if (quantity.takes(QuantityInfo::reference)) result.frame = model.frame(of).name;
  // Torques that act in addition to tau.
  std::vector<double> added = passive_torques(request, model, state);

  if (is_embedded(quantity, request, model)) {
    compute_embedded(quantity, inputs, of, reference, added, result);
    check_finite(result, quantity);
    return result;
  }
  std::optional<ConstrainedSystem> system;
  const bool closes_loops = model.is_closed() && !request.ignore_loops;
  // Computes the accelerations and returns the workspace with their intermediate results.
  const auto accelerate = [&]() -> Workspace<double>& {
    State driven = state;
    add(added, driven.tau);
    if (closes_loops) {
      system.emplace(model, ConstrainedSystemOptions{.strategy = strategy});
      result.closed = close_loops(*system, driven, result.vector);
      return system->workspace();
    }
    forward_dynamics(work, driven.q, driven.v, driven.tau, result.vector);
    return work;
  };
  switch (quantity.quantity) {
    case Quantity::forward_dynamics:
      accelerate();
      break;
    case Quantity::inverse_dynamics:
      inverse_dynamics(work, state.q, state.v, state.a, result.vector);
      for (std::size_t i = 0; i < result.vector.size(); ++i) result.vector[i] -= added[i];
      break;
    case Quantity::mass_matrix:
      mass_matrix(work, state.q, result.matrix);
      break;
    case Quantity::inverse_mass_matrix:
      inverse_mass_matrix(work, state.q, result.matrix);
      break;
    case Quantity::udut:
      udut(work, state.q, result.matrix, result.vector);
      break;
    case Quantity::coriolis_matrix:
      coriolis_matrix(work, state.q, state.v, result.matrix);
      break;
    case Quantity::inverse_dynamics_derivatives:
      result.derivatives = differentiate(quantity.quantity, model, state, result.vector);
      break;
    case Quantity::forward_dynamics_derivatives:
      if (closes_loops) {
        system.emplace(model, ConstrainedSystemOptions{.strategy = strategy});
        result.closed = close_loops(*system, state, result.vector);
        result.derivatives = differentiate_closed(*system, state, result.vector);
      } else {
        result.derivatives = differentiate(quantity.quantity, model, state, result.vector);
      }
      break;
    case Quantity::constraint_forces: {
      Workspace<double>& accelerated = accelerate();
      result.joint_forces.resize(model.joints().size());
      joint_forces(accelerated, result.joint_forces);
      result.fixed_joint_forces.resize(model.fixed_joints().size());
      fixed_joint_forces(accelerated, result.fixed_joint_forces);
      break;
    }
    case Quantity::bias_force:
      bias_force(work, state.q, state.v, result.vector);
      break;
    case Quantity::gravity_force:
      gravity_force(work, state.q, result.vector);
      break;
    case Quantity::jacobian:
      set_position(work, state.q);
      jacobian(work, of, reference, result.matrix);
      break;
    case Quantity::operational_inertia: {
      set_position(work, state.q);
      OperationalSpace<double> space(model, of, reference);
      result.matrix = space.omega(work);
      result.rank = space.rank(work);
      if (space.is_regular(work)) space.lambda(work, result.lambda.emplace(6, 6));
      break;
    }
    case Quantity::pose:
      set_position(work, state.q);
      for (int i = 1; i < static_cast<int>(model.frames().size()); ++i) {
        if (frame && *frame != FrameIndex{i}) continue;
        result.poses.push_back({model.frame(FrameIndex{i}).name, pose(work, FrameIndex{i})});
      }
      break;
    case Quantity::energy:
      result.kinetic = kinetic_energy(work, state.q, state.v);
      result.potential = potential_energy(work, state.q);
      break;
    case Quantity::tendons:
      result.tendons = tendon_values(work, state);
      break;
    case Quantity::actuators:
      result.actuators = actuator_values(work, inputs, result.vector);
      break;
    case Quantity::sensors:
      result.actuators = actuator_values(work, inputs, added);
      result.sensors = sensor_values(accelerate(), result.actuators);
      break;
    case Quantity::regressor: {
      const ResultSize size = result_size(quantity.quantity, model);
      result.matrix = Matrix<double>(size.rows, size.cols);
      torque_regressor(work, state.q, state.v, state.a, result.matrix);
      break;
    }
    case Quantity::linearization:
      result.linearized = linearized(request, inputs);
      break;
    default:  // multi-arm: apps/cli/multi_arm.hpp; the others are not among offered::by_compute
      break;
  }
  check_finite(result, quantity);
  return result;
}

}  // namespace sinew::cli
