#include "sinew/simulate/controllers/recorded_target.hpp"

#include <algorithm>

#include "sinew/model/joints/coordinates.hpp"

namespace sinew {

RecordedTarget::RecordedTarget(const Model& robot, const TrajectoryPlan& target, std::span<const int> dofs,
                               const std::string& prefix)
    : trajectory_(robot, target),
      q_(std::size_t(robot.position_size())),
      v_(std::size_t(robot.velocity_size())),
      a_(v_.size()) {
  const std::vector<Coordinate> coordinates = position_coordinates(robot);
  for (const JointInfo& joint : robot.joints()) {
    const bool is_driven = std::any_of(dofs.begin(), dofs.end(), [&](int v) {
      return v >= joint.v_index && v < joint.v_index + joint.v_size;
    });
    for (int i = 0; is_driven && i < joint.q_size; ++i) {
      const auto entry = std::size_t(joint.q_index + i);
      const Coordinate& coordinate = coordinates[entry];
      const bool is_quaternion = coordinate.measure == Measure::quaternion;
      entries_.push_back(entry);
      columns_.push_back({.name = prefix + coordinate.name,
                          .unit = is_quaternion ? "1" : unit_of(coordinate.measure, Derivative::position)});
    }
  }
}

RecordedTarget::RecordedTarget(const std::string& frame, const TrajectoryPlan& target)
    : trajectory_(pose_model(), target), q_(7), v_(6), a_(6) {
  for (const char* name : {"x", "y", "z", "qw", "qx", "qy", "qz"}) {
    columns_.push_back({.name = frame + " " + name, .unit = entries_.size() < 3 ? "m" : "1"});
    entries_.push_back(entries_.size());
  }
}

void RecordedTarget::append(double t, std::vector<double>& values) {
  trajectory_.at(t, q_, v_, a_);
  for (const std::size_t entry : entries_) values.push_back(q_[entry]);
}

}  // namespace sinew
