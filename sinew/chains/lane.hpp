// Defines the column type of a sweep, a lane: a SIMD pack for float and double, a single number for other scalars.
#pragma once

#include "sinew/algorithms/workspace.hpp"
#include "sinew/scalar/pack.hpp"

namespace sinew {

template <class T>
struct LaneOf {
  using type = T;
  static constexpr int size = 1;
};
template <std::floating_point T>
struct LaneOf<T> {
  using type = Pack<T>;
  static constexpr int size = PackOf<T>::size;
};

// Returns the number of rows rounded up to whole lanes.
template <class T>
constexpr int padded(int rows) {
  return (rows + LaneOf<T>::size - 1) / LaneOf<T>::size * LaneOf<T>::size;
}

// Load and store the lane of forces that starts at column j.
template <Scalar T>
SINEW_INLINE Force<typename LaneOf<T>::type> load_lane(const Momenta<T>& x, int j) {
  Force<typename LaneOf<T>::type> f;
  read(f.angular.x, x.row(0) + j), read(f.angular.y, x.row(1) + j), read(f.angular.z, x.row(2) + j);
  read(f.linear.x, x.row(3) + j), read(f.linear.y, x.row(4) + j), read(f.linear.z, x.row(5) + j);
  return f;
}
template <Scalar T>
SINEW_INLINE void store_lane(Momenta<T>& x, int j, const Force<typename LaneOf<T>::type>& f) {
  keep(x.row(0) + j, f.angular.x), keep(x.row(1) + j, f.angular.y), keep(x.row(2) + j, f.angular.z);
  keep(x.row(3) + j, f.linear.x), keep(x.row(4) + j, f.linear.y), keep(x.row(5) + j, f.linear.z);
}

// z -= gain * measured.
template <Scalar T, class Lane>
SINEW_INLINE void take_off(const Force<T>& gain, const Lane& measured, Force<Lane>& z) {
  const auto& [g, l] = gain;
  z = {{z.angular.x - g.x * measured, z.angular.y - g.y * measured, z.angular.z - g.z * measured},
       {z.linear.x - l.x * measured, z.linear.y - l.y * measured, z.linear.z - l.z * measured}};
}

}  // namespace sinew
