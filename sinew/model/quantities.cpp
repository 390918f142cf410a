#include "sinew/model/quantities.hpp"

#include "sinew/model/model.hpp"
#include "sinew/spatial/inertial_parameters.hpp"

namespace sinew {

const QuantityInfo* find_quantity(std::span<const Quantity> quantities, std::string_view name) {
  for (const Quantity quantity : quantities) {
    if (info(quantity).name == name) return &info(quantity);
  }
  return nullptr;
}

std::vector<std::string> names_of(std::span<const Quantity> quantities) {
  std::vector<std::string> names;
  for (const Quantity quantity : quantities) names.emplace_back(info(quantity).name);
  return names;
}

ResultSize result_size(Quantity quantity, const Model& model) {
  const int n = model.velocity_size();
  switch (info(quantity).shape) {
    case ResultShape::joint_accelerations:
    case ResultShape::joint_torques:
      return {n, 1};
    case ResultShape::joint_matrix:
      return {n, n};
    case ResultShape::joint_factors:
      return {n, n + 1};
    case ResultShape::joint_derivatives:
      return {n, 3 * n};
    case ResultShape::joint_gradients:
      return {n, 3};
    case ResultShape::joint_forces:
      return {6, int(model.joints().size())};
    case ResultShape::six_rows:
      return {6, n};
    case ResultShape::six_by_six:
      return {6, 6};
    case ResultShape::pose:
      return {12, 1};
    case ResultShape::twist:
      return {6, 1};
    case ResultShape::energies:
      return {2, 1};
    case ResultShape::tendons:
      return {2 + n, int(model.tendons().size())};
    case ResultShape::actuators:
      return {3, int(model.description().actuators.size())};
    case ResultShape::sensors: {
      int numbers = 0;
      for (const Sensor& sensor : model.description().sensors) numbers += value_count(sensor.kind);
      return {numbers, 1};
    }
    case ResultShape::parameter_columns:
      return {n, inertial_parameters_per_body * int(model.description().bodies.size())};
    case ResultShape::linearization:
      return {2 * n, 6 * n};
    case ResultShape::arms:
      break;
  }
  return {0, 0};
}

}  // namespace sinew
