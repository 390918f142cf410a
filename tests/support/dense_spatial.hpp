// Changes of frame, cross products and inertias of rigid bodies as 6 x 6 matrices, with the angular part first.
#pragma once

#include "tests/support/dense_joint.hpp"

namespace sinew::test {

// Maps a motion from the outer frame to the inner one: phi^*.
template <class T>
Mat6<T> motion_inward(const Pose<T>& x) {
  Mat6<T> m = Mat6<T>::Zero();
  const Mat3<T> transposed = x.rotation.transpose();
  m.topLeftCorner(3, 3) = transposed;
  m.bottomRightCorner(3, 3) = transposed;
  m.bottomLeftCorner(3, 3) = -transposed * skew(x.translation);
  return m;
}
template <class T>
Mat6<T> motion_outward(const Pose<T>& x) {
  const Pose<T> back{x.rotation.transpose(), -x.rotation.transpose() * x.translation};
  return motion_inward(back);
}

// v x m for motions, as a matrix.
template <class T>
Mat6<T> motion_cross(const Vec6<T>& v) {
  Mat6<T> m = Mat6<T>::Zero();
  const Mat3<T> angular = skew<T>(v.head(3));
  m.topLeftCorner(3, 3) = angular;
  m.bottomRightCorner(3, 3) = angular;
  m.bottomLeftCorner(3, 3) = skew<T>(v.tail(3));
  return m;
}

template <class T>
Mat6<T> spatial_inertia(const Inertial& inertial) {
  const T mass = T(inertial.mass);
  const Mat3<T> com = skew(to_dense<T>(inertial.com));
  Mat6<T> m;
  m.topLeftCorner(3, 3) = to_dense<T>(inertial.inertia) - mass * com * com;
  m.topRightCorner(3, 3) = mass * com;
  m.bottomLeftCorner(3, 3) = -mass * com;
  m.bottomRightCorner(3, 3) = mass * Mat3<T>::Identity();
  return m;
}

}  // namespace sinew::test
