// Where to be when: positions with their velocities and accelerations, through waypoints.
//
// Between two waypoints every freedom follows a polynomial of fifth degree that has the velocities and accelerations
// given at both; spherical joints follow it in the rotation vector from the first (spatial/rotation_chart.hpp), and
// so does the orientation of floating bodies, whose position moves by itself in the world. Accelerations are therefore
// continuous whatever is given at the waypoints:
//
//   minimum_jerk   rest, v = a = 0: phi = d s, s = 10 x^3 - 15 x^4 + 6 x^5; straight, and turning about a fixed axis
//   spline         v and a of the cubic spline through the waypoints, at rest at both ends; its equations are linear in
//                  the differences d between waypoints, which are rotation vectors where joints turn
//
// Joints of one freedom follow the cubic spline itself in all but the first and last stretch, where the polynomial
// brings the acceleration to zero. Before the first waypoint and behind the last it stands still there.
//
// Cost: a search among the waypoints, and per freedom three polynomials.
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
// One waypoint: stay there.
TrajectoryPlan standing_at(std::vector<double> q);

// Of a robot's coordinates. A pose is the q of one floating body (`pose_model`), its velocity a body twist.
class Trajectory {
 public:
  // Throws std::invalid_argument for no waypoints, times that do not rise, values of the wrong size or not finite.
  Trajectory(const Model& model, const TrajectoryPlan& plan);

  // q, v and the accelerations at t; nothing allocates.
  void at(double t, Out<double> q, Out<double> v, Out<double> a) const;
  double duration() const { return times_.back(); }  // where it comes to rest

 private:
  // c1 x + ... + c5 x^5 between two waypoints, x from 0 to 1.
  struct Polynomial {
    double c[5];
  };
  // A freedom at a waypoint: of floating bodies the position's in world axes, of rotations the body rates.
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
  std::vector<std::vector<Polynomial>> polynomials_{};  // per stretch, per freedom
};

// The model whose q is a pose and whose v is a body twist.
Model pose_model();

}  // namespace sinew
