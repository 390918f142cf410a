#include "sinew/simulate/run/internal/recorded_sensors.hpp"

#include "sinew/algorithms/kinematics/kinematics.hpp"

namespace sinew {

RecordedSensors::RecordedSensors(const Model& model)
    : model_(model),
      work_(model),
      sensors_(model),
      tau_(std::size_t(model.velocity_size())),
      values_(std::size_t(sensors_.size())) {}

// `force`: on the second end by the first, in the axes of the second end.
void RecordedSensors::add_loop_force(const Loop& loop, const Force<double>& force) {
  const FrameIndex second = loop.second.body.empty() ? ground : model_.frame(loop.second.body),
                   first = loop.first.body.empty() ? ground : model_.frame(loop.first.body);
  const Force<double> on_second = loop.second.placement.force_to_parent(force);
  if (second != ground) forces_.push_back({second, on_second});
  if (first == ground) return;
  const Transform<double> second_in_first = inverse(pose(work_, first)) * pose(work_, second);
  forces_.push_back({first, -1.0 * second_in_first.force_to_parent(on_second)});
}

std::span<const double> RecordedSensors::values(const Sample& sample,
                                                std::span<const ExternalForce<double>> on_bodies) {
  if (is_empty()) return {};
  forces_.assign(on_bodies.begin(), on_bodies.end());
  set_position(work_, sample.q);
  const auto& loops = model_.description().loops;
  for (std::size_t i = 0; i < loops.size(); ++i) add_loop_force(loops[i], sample.loop_forces[i]);
  inverse_dynamics(work_, sample.q, sample.v, sample.a, tau_, {.forces = forces_});
  sensors_.evaluate(work_, sample.t, sample.actuator_forces, values_);
  return values_;
}

}  // namespace sinew
