// Makes dual numbers of a moving position: q with its rate of change dq/dt, which equals v except for spherical and
// floating joints.
#pragma once

#include "sinew/model/tree/tree.hpp"
#include "sinew/scalar/dual.hpp"

namespace sinew::detail {

// q' = q omega / 2, omega in body axes.
template <Scalar T>
inline void set_moving_quaternion(const T* q, const T* omega, Dual<T>* out) {
  const T x = T(0.5) * omega[0], y = T(0.5) * omega[1], z = T(0.5) * omega[2];
  out[0] = {q[0], -(q[1] * x + q[2] * y + q[3] * z)};
  out[1] = {q[1], q[0] * x + q[2] * z - q[3] * y};
  out[2] = {q[2], q[0] * y + q[3] * x - q[1] * z};
  out[3] = {q[3], q[0] * z + q[1] * y - q[2] * x};
}

// Sets `out` to q and its rate of change while all joints move with v.
template <Scalar T>
inline void set_moving_position(const Tree<ConstantOf<T>>& tree, const T* q, const T* v, Dual<T>* out) {
  for (std::size_t k = 1; k < tree.links.size(); ++k) {
    const auto& link = tree.links[k];
    const T *position = q + link.q, *rate = v + link.v;
    Dual<T>* moving = out + link.q;
    switch (link.kind) {
      case LinkKind::spherical:
        set_moving_quaternion(position, rate, moving);
        break;
      case LinkKind::floating: {
        const Rotation<T> R = rotation_from_quaternion(position[3], position[4], position[5], position[6]);
        const Vector3<T> velocity = R * Vector3<T>{rate[3], rate[4], rate[5]};
        moving[0] = {position[0], velocity.x};
        moving[1] = {position[1], velocity.y};
        moving[2] = {position[2], velocity.z};
        set_moving_quaternion(position + 3, rate, moving + 3);
        break;
      }
      default: {
        const int count = is_step(link.kind) ? 1 : tree.placed_joints[std::size_t(link.side)].count;
        for (int i = 0; i < count; ++i) moving[i] = {position[i], rate[i]};
      }
    }
  }
}

}  // namespace sinew::detail
