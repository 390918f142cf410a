// Converts between the velocity coordinates of sinew and of another library.
//
// The libraries agree on hinges and slides, but store them in different orders, and express the motion of a free body
// in different axes, orders and at different points: v' = T(q) v. Then a' = T a + dT/dt v, tau = T^T tau', M = T^T M'
// T, and M^-1 transforms like velocities on both sides.
#pragma once

#include <span>
#include <vector>

#include "bench/job.hpp"
#include "bench/robot.hpp"
#include "sinew/model/state.hpp"

namespace bench {

// How a library expresses the velocity of a free body. The defaults are sinew's.
struct FreeBodyConvention {
  bool angular_in_world = false;
  bool linear_in_world = false;
  bool linear_first = false;
  sinew::Transform<double> frame{};  // the library's frame of the free body in sinew's
};

class Coordinates {
 public:
  // `first_index`: index of each link's velocity in the library; empty: that of sinew.
  Coordinates(const Robot& robot, const FreeBodyConvention& convention, std::vector<int> first_index = {});

  std::vector<double> velocity(const sinew::State& state) const;
  std::vector<double> acceleration(const sinew::State& state) const;
  std::vector<double> force(const sinew::State& state) const;

  // The library's result of a job in sinew's coordinates. Matrices have all their entries, by columns.
  std::vector<double> answer_back(Job job, const sinew::State& state, std::span<const double> theirs) const;
  // A Jacobian, six rows by columns, in sinew's order and in the axes and at the origin of a frame given in the
  // library's frame.
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

// Omega of a frame, six by six by columns, in sinew's order (angular part first) and in the axes and at the origin of a
// frame given in the library's frame.
std::vector<double> omega_back(const sinew::Transform<double>& ours, bool linear_first,
                               std::span<const double> theirs);

// A pose as in a result: the rotation by rows, then the origin.
void append(const sinew::Transform<double>& pose, std::vector<double>& numbers);

// Orientation of a free body: the rotation of its seven positions x y z, w x y z.
sinew::Rotation<double> attitude_of(const double* free_position);

}  // namespace bench
