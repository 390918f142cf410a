// Evaluates a custom joint on SIMD lanes. The user's code works with plain numbers, so it is called for one state
// after the other.
#pragma once

#include "sinew/model/joints/joints.hpp"
#include "sinew/scalar/simd/lanes.hpp"

namespace sinew {

template <class T, int count, class Isa>
inline void set_custom_joint(const PlacedJointData<T>& joint, const Lanes<T, count, Isa>* q,
                             const Lanes<T, count, Isa>* v, Transform<Lanes<T, count, Isa>>& placement,
                             Motion<Lanes<T, count, Isa>>* axes, Motion<Lanes<T, count, Isa>>& axes_rate) {
  const auto set = [](auto& lanes_of, const auto& one, int lane) SINEW_INLINE_LAMBDA {
    constexpr std::size_t numbers = sizeof one / sizeof(T);
    for (std::size_t i = 0; i < numbers; ++i)
      (reinterpret_cast<Lanes<T, count, Isa>*>(&lanes_of) + i)->vector[lane] =
          *(reinterpret_cast<const T*>(&one) + i);
  };
  for (int lane = 0; lane < count; ++lane) {
    T position[6], velocity[6];
    for (int i = 0; i < joint.count; ++i) {
      position[i] = q[i][lane];
      if (v) velocity[i] = v[i][lane];
    }
    Transform<T> pose;
    Motion<T> columns[6], rate;
    detail::set_custom_joint<T>(joint, position, v ? velocity : nullptr, pose, columns, rate);
    set(placement, pose, lane);
    for (int i = 0; i < joint.count; ++i) set(axes[i], columns[i], lane);
    set(axes_rate, rate, lane);
  }
}

}  // namespace sinew
