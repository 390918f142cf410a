// From sinew's velocity coordinates to another library's and back.
//
// The libraries agree on hinges and slides, but keep them in different places and write the motion of a free
// body in different axes, orders and at different points: v' = T(q) v. Then a' = T a + dT/dt v, tau = T^T
// tau', M = T^T M' T, and M^-1 takes the way of the velocities on both sides.
#pragma once

#include <span>
#include <vector>

#include "bench/job.hpp"
#include "bench/robot.hpp"
#include "sinew/model/state.hpp"

namespace bench {

// How a library writes the velocity of a free body. The defaults are sinew's way.
struct FreeBodyConvention {
  bool angular_in_world = false;
  bool linear_in_world = false;
  bool linear_first = false;
  sinew::Transform<double> frame{};  // the library's frame of the free body in sinew's
};

class Coordinates {
 public:
  // `first_index`: where the library keeps the velocity of each link; empty: where sinew does.
  Coordinates(const Robot& robot, const FreeBodyConvention& convention, std::vector<int> first_index = {});

  std::vector<double> velocity(const sinew::State& state) const;
  std::vector<double> acceleration(const sinew::State& state) const;
  std::vector<double> force(const sinew::State& state) const;

  // The library's answer at a job in sinew's coordinates. Matrices have all their entries, by columns.
  std::vector<double> answer_back(Job job, const sinew::State& state, std::span<const double> theirs) const;
  // A Jacobian, six rows by columns, in sinew's order and in the axes and at the origin of the frame that stands so in
  // the library's.
  std::vector<double> jacobian_back(const sinew::State& state, const sinew::Transform<double>& ours,
                                    bool linear_first, std::span<const double> theirs) const;

 private:
  struct Place {
    int ours, theirs;
    bool free;
  };
  using Numbers = std::span<const double>;
  sinew::Rotation<double> attitude(const sinew::State& state) const;
  std::vector<double> velocity_back(const sinew::State& state, Numbers theirs) const;
  std::vector<double> acceleration_back(const sinew::State& state, Numbers theirs) const;
  std::vector<double> force_back(const sinew::State& state, Numbers theirs) const;

  FreeBodyConvention convention_;
  std::vector<Place> places_;
  std::size_t size_;
};

// Omega of a frame, six by six by columns, in sinew's order (angular over linear) and in the axes and at the origin
// of the frame that stands so in the library's.
std::vector<double> omega_back(const sinew::Transform<double>& ours, bool linear_first,
                               std::span<const double> theirs);

// A pose as an answer has it: the rotation by rows, then the origin.
void append(const sinew::Transform<double>& pose, std::vector<double>& numbers);

// Orientation of a free body: the rotation that its seven positions x y z, w x y z stand for.
sinew::Rotation<double> attitude_of(const double* free_position);

}  // namespace bench
