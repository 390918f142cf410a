// Contact forces and the object's acceleration as a prediction and its correction by a Kalman gain.
//
// R88 Results 9.1 and 9.2, with P = Omega^-1 the inertia of the arms as the grasps see it, block by block:
//
//   x_free = P r                                     forces on an object that does not move
//   G = P A^* (A P A^* + M)^-1                       Kalman gain
//   x = x_free + G (b - A x_free)                    contact forces                       (9.1)
//   alpha_bias = - M^-1 b                            acceleration of the object let go
//   alpha = alpha_bias + G^* (r - A^* alpha_bias)    object's acceleration                (9.2)
//
// A heavy object makes G vanish and the forces those on an immobile one; of a light one A G is the unit matrix, and the
// forces on it add up to b whatever the arms do. In (9.2) R88 prints alpha_free for alpha_bias. The object's quantities
// are those of its frame; accelerations include that of the ground, by which gravity enters, as everywhere in the sweeps.
//
// Cost: six solutions per arm.
#pragma once

#include "sinew/chains/multi_arm.hpp"

namespace sinew {

template <std::floating_point T>
class PredictorCorrector {
 public:
  explicit PredictorCorrector(const MultiArm<T>& system);

  // After forward_dynamics or contact_forces of a system with a rigid object and regular arms: std::domain_error for
  // others, std::invalid_argument for another system than it was made for.
  void update(const MultiArm<T>& system);

  // Rows of all grasps that are held, arm by arm.
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
