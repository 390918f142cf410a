// Computes the target of a controller at the times of records, so that tracking errors can be read from a result.
//
// The columns are the coordinates of the joints that the controller drives ("joint1"), or the pose of the frame that
// follows the target ("tool x", ..., "tool qz").
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sinew/simulate/controllers/trajectory.hpp"

namespace sinew {

struct TargetColumn {
  std::string name{}, unit{};
};

class RecordedTarget {
 public:
  // The q of the joints to which the degrees of freedom `dofs` of `robot` belong. `prefix` precedes their names:
  // "left/" for an arm of a scene.
  RecordedTarget(const Model& robot, const TrajectoryPlan& target, std::span<const int> dofs,
                 const std::string& prefix);
  // A pose in the world.
  RecordedTarget(const std::string& frame, const TrajectoryPlan& target);

  std::span<const TargetColumn> columns() const { return columns_; }
  void append(double t, std::vector<double>& values);

 private:
  Trajectory trajectory_;
  std::vector<double> q_, v_, a_;
  std::vector<std::size_t> entries_;  // of q, one for each column
  std::vector<TargetColumn> columns_;
};

}  // namespace sinew
