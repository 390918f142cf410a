// Computes the covariance Omega of the costate: the acceleration of a link per unit force on it, with all joints free.
//
// R87 (80)-(82), SOA 5.2: one sweep outward, with the D and G that update_filter or forward_dynamics left,
//
//   Delta+(k) = phi^* Omega(k+1) phi                                   propagation    (81)
//   c = 1 / D + G^* Delta+ G,   d = Delta+ G - c H^*                                  (71)
//   Omega(k) = (I - G H)^* Delta+ (I - G H) + H^* H / D                update         (82)
//            = Delta+ - u H - H^* u^* + c H^* H,   u = Delta+ G
//
// where c is the diagonal of the inverse mass matrix and d maps the force that arrives at a joint to the acceleration
// of that joint. R87's Delta- is SOA's Omega.
//
// Cost: O(n), per revolute link 128 multiplications and 128 additions.
#pragma once

#include "sinew/algorithms/dynamics/filter.hpp"
#include "sinew/spatial/inverse_inertia.hpp"

namespace sinew::costate_covariance {

// Transforms omega from the frame of the parent through the joint to the frame of the link.
template <Scalar T, class RotationX>
SINEW_INLINE InverseInertia<T> to_child(const RotatedStepJoint<T, RotationX>& joint,
                                        InverseInertia<T> omega) {
  if (joint.branch) omega = sinew::to_child(*joint.branch, omega);
  return sinew::to_child(joint.screw, sinew::to_child(joint.normal(), omega));
}
template <Scalar T>
SINEW_INLINE InverseInertia<T> to_child(const PlacedJoint<T>& joint, const InverseInertia<T>& omega) {
  return sinew::to_child(joint.placement, omega);
}

// The measurement update of one degree of freedom (DOF). Replaces Delta+ by Omega in `omega`, and writes d and c.
template <Scalar T, class Joint>
SINEW_INLINE void update(const Joint& joint, int i, const Measurement<T>& m, InverseInertia<T>& omega,
                         Motion<T>& d, T& c_out) {
  const Motion<T> u = omega * m.gain;
  const T c = m.inverse_variance + dot(m.gain, u);
  if constexpr (is_revolute<Joint>) {  // only one row and column change
    auto& [A, B, C] = omega.swapped;
    const T d_z = u.angular.z - c;
    d = {{u.angular.x, u.angular.y, d_z}, u.linear};
    B.xz = B.xz - u.linear.x;
    B.yz = B.yz - u.linear.y;
    B.zz = B.zz - u.linear.z;
    C.xz = C.xz - u.angular.x;
    C.yz = C.yz - u.angular.y;
    C.zz = (C.zz - u.angular.z) - d_z;
  } else {
    Motion<T> half = T(-1) * u;  // - u + c H^* / 2
    joint.advance_one(half, i, c / T(2));
    omega = plus_products(omega, half, joint.axis(i));
    d = u;
    joint.advance_one(d, i, -c);
  }
  c_out = c;
}

// Computes Omega of a link from that of its parent. Writes d of each DOF j of the link to influence[j] and c to
// diagonal[j * stride].
template <Scalar T, class Joint>
SINEW_INLINE InverseInertia<T> past_joint(const Joint& joint, const Measurement<T>* measurement,
                                          InverseInertia<T> omega, Motion<T>* influence, T* diagonal,
                                          std::size_t stride) {
  omega = joint.link.parent == 0 ? InverseInertia<T>{} : to_child(joint, omega);
  for (int i = 0; i < joint.count(); ++i) {
    const int j = joint.link.v + i;
    update(joint, i, measurement[j], omega, influence[j], diagonal[std::size_t(j) * stride]);
  }
  return omega;
}
template <Scalar T, class Joint>
SINEW_NO_INLINE InverseInertia<T> past_placed_joint(const Joint& joint, const Measurement<T>* measurement,
                                                    InverseInertia<T> omega, Motion<T>* influence,
                                                    T* diagonal, std::size_t stride) {
  return past_joint(joint, measurement, omega, influence, diagonal, stride);
}

}  // namespace sinew::costate_covariance
