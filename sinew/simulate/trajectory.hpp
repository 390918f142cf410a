// Where to be when: positions with their velocities and accelerations, through waypoints.
//
// Between waypoints q moves along the shortest way (quaternions turn about a fixed axis), with the time law of minimum jerk,
// s = 10 x^3 - 15 x^4 + 6 x^5, from rest to rest; or, for densely sampled motions, along splines with continuous
// accelerations. Before the first waypoint and behind the last it stands still there.
#pragma once

#include <vector>

#include "sinew/dense/views.hpp"
#include "sinew/model/model.hpp"

namespace sinew {

enum class Interpolation { minimum_jerk, spline };

struct TrajectoryPlan {
  Interpolation interpolation = Interpolation::minimum_jerk;
  std::vector<double> times{};  // rising
  std::vector<std::vector<double>>
      values{};  // one list for each: q of a robot, or a pose x y z, quaternion w x y z
};

// Of a robot's coordinates. A pose is the q of one floating body (model/examples or rigid_object), its velocity a body twist.
class Trajectory {
 public:
  // Throws std::invalid_argument for times that do not rise, values of the wrong size or not finite.
  Trajectory(const Model& model, const TrajectoryPlan& plan);

  // q, v and the accelerations at t; nothing allocates.
  void at(double t, Out<double> q, Out<double> v, Out<double> a) const;
  double duration() const { return times_.empty() ? 0 : times_.back(); }

 private:
  Model model_;
  Interpolation interpolation_;
  std::vector<double> times_;
};

}  // namespace sinew
