// Computes trajectories through waypoints: position, velocity and acceleration at any time.
//
// Between two waypoints every degree of freedom follows a polynomial of fifth degree that has the given velocities and
// accelerations at both. Spherical joints follow it in the rotation vector from the first waypoint
// (spatial/rotation_chart.hpp), and so does the orientation of floating bodies; their position is interpolated
// separately, in world axes. Accelerations are therefore continuous, whatever is given at the waypoints:
//
//   minimum_jerk   rest, v = a = 0: phi = d s, s = 10 x^3 - 15 x^4 + 6 x^5; straight, with rotation about a fixed axis
//   spline         v and a of the cubic spline through the waypoints, at rest at both ends; its equations are linear in
//                  the differences d between waypoints, which are rotation vectors for joints with quaternions
//
// Joints of one DOF follow the cubic spline itself except in the first and last segment, where the polynomial brings
// the acceleration to zero. Before the first and after the last waypoint the target stays at that waypoint.
//
// Cost: a search among the waypoints, and three polynomials per degree of freedom.
#pragma once

#include <vector>

#include "sinew/dense/views.hpp"
#include "sinew/model/model.hpp"

namespace sinew {

enum class Interpolation { minimum_jerk, spline };

struct TrajectoryPlan {
  Interpolation interpolation = Interpolation::minimum_jerk;
  std::vector<double> times{};  // increasing
  std::vector<std::vector<double>>
      values{};  // one list per waypoint: q of a robot, or a pose x y z, quaternion w x y z
};
// Returns a plan with a single waypoint: stay at q.
TrajectoryPlan standing_at(std::vector<double> q);

// A trajectory of a robot's coordinates. A pose is the q of one floating body (`pose_model`); its velocity is a body
// twist.
class Trajectory {
 public:
  // Throws std::invalid_argument if there are no waypoints, times do not increase, or values have the wrong size or are
  // not finite.
  Trajectory(const Model& model, const TrajectoryPlan& plan);

  // Computes q, v and the accelerations at time t; nothing allocates.
  void at(double t, Out<double> q, Out<double> v, Out<double> a) const;
  double duration() const { return times_.back(); }  // the time at which it comes to rest

 private:
  // c1 x + ... + c5 x^5 between two waypoints, x from 0 to 1.
  struct Polynomial {
    double c[5];
  };
  // The rates of one degree of freedom at a waypoint: in world axes for the position of floating bodies, in body axes
  // for rotations.
  struct Knot {
    double velocity = 0, acceleration = 0;
  };

  void set_differences(std::size_t stretch, std::vector<double>& d) const;
  void set_spline_knots(const std::vector<std::vector<double>>& d,
                        std::vector<std::vector<Knot>>& knots) const;
  void set_polynomials(std::size_t stretch, const std::vector<double>& d, const std::vector<Knot>& from,
                       const std::vector<Knot>& to);

  Model model_;
  std::vector<double> times_;
  std::vector<std::vector<double>> values_;             // quaternions of length one
  std::vector<std::vector<Polynomial>> polynomials_{};  // per segment (stretch), per degree of freedom
};

// The model whose q is a pose and whose v is a body twist.
Model pose_model();

}  // namespace sinew
