// From sinew's velocity coordinates to another library's and back.
//
// The libraries agree on hinges and slides, but keep them in different places and write the motion of a free
// body in different axes, orders and at different points: v' = T(q) v. Then a' = T a + dT/dt v, tau = T^T
// tau' and M = T^T M' T.
#pragma once

#include <span>
#include <vector>

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

  std::vector<double> acceleration_back(const sinew::State& state, std::span<const double> theirs) const;
  std::vector<double> force_back(const sinew::State& state, std::span<const double> theirs) const;
  // Symmetric, all entries given, columns one after the other.
  std::vector<double> matrix_back(const sinew::State& state, std::span<const double> theirs) const;

 private:
  struct Place {
    int ours, theirs;
    bool free;
  };
  sinew::Rotation<double> attitude(const sinew::State& state) const;

  FreeBodyConvention convention_;
  std::vector<Place> places_;
  std::size_t size_;
};

// Orientation of a free body: the rotation that its seven positions x y z, w x y z stand for.
sinew::Rotation<double> attitude_of(const double* free_position);

}  // namespace bench
