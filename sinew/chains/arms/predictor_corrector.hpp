// Computes the contact forces and the object's acceleration as a prediction and its correction by a Kalman gain.
//
// R88 Results 9.1 and 9.2, with P = Omega^-1 the operational-space inertia of the arms at their grasps, arm by arm:
//
//   x_free = P r                                     forces on an object that does not move
//   G = P A^* (A P A^* + M)^-1                       Kalman gain
//   x = x_free + G (b - A x_free)                    contact forces                       (9.1)
//   alpha_bias = - M^-1 b                            acceleration of the object without grasps
//   alpha = alpha_bias + G^* (r - A^* alpha_bias)    object's acceleration                (9.2)
//
// For a heavy object G vanishes and the forces are those on an immobile object. For a light object A G is the unit
// matrix, so that A x = b whatever the arms do. In (9.2) R88 prints alpha_free for alpha_bias. The object's quantities
// are given in its frame; as everywhere in the sweeps, accelerations include that of the ground, which represents
// gravity.
//
// Cost: six solutions per arm.
#pragma once

#include "sinew/chains/arms/multi_arm.hpp"

namespace sinew {

template <std::floating_point T>
class PredictorCorrector {
 public:
  explicit PredictorCorrector(const MultiArm<T>& system);

  // Call after forward_dynamics or contact_forces; throws std::logic_error otherwise. Throws std::domain_error if the
  // object is not rigid or Omega of an arm is singular, and std::invalid_argument if the system has other models or
  // rows than the one passed to the constructor.
  void update(const MultiArm<T>& system);

  // x_free, along the rows of all held grasps, arm by arm.
  std::span<const T> free_forces() const { return {free_forces_.data(), std::size_t(gain_.rows())}; }
  const Matrix<T>& gain() const { return gain_; }  // rows x 6
  Motion<T> bias_acceleration() const { return bias_acceleration_; }
  void contact_forces(Out<T> x) const;    // (9.1)
  Motion<T> object_acceleration() const;  // (9.2)

 private:
  void check(const MultiArm<T>& system) const;

  std::vector<OwnedModel> models_{};  // of the arms and the object
  Matrix<T> gain_, A_;                // A: 6 x rows
  std::vector<T> free_forces_, free_accelerations_;
  Motion<T> bias_acceleration_{};
  Force<T> bias_{};
};

extern template class PredictorCorrector<double>;
extern template class PredictorCorrector<float>;

}  // namespace sinew
