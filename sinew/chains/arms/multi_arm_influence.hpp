// Computes the matrices that map joint torques to joint accelerations, object accelerations and contact forces.
//
// R88 Results 10.1-10.7, all arms and the object stacked:
//
//   W_free = M^-1                        of arms and object without grasps              Results 10.1, 10.2
//   U = W_free B^*                       accelerations per unit of force along the rows; R88's - H~ psi, block by block
//   x = Omega^-1 U^* tau                 contact forces on the object                   (10.5)
//   W = W_free - U Omega^-1 U^*          accelerations of the closed chain              (10.11), Result 10.6
//
// The last rows of W give the object's acceleration. The smoother computes a column of U from the measurements e(i, j)
// of a row j at the degrees of freedom i (chains/constraints/constraint_response.hpp). If Omega is singular, its
// generalised inverse takes the place of the inverse.
//
// Cost: n m for U and n^2 m for W, with n degrees of freedom and m rows.
#pragma once

#include "sinew/chains/arms/multi_arm.hpp"

namespace sinew {

// Constructed for one system, which must outlive it. Uses the system's working memory; calls allocate nothing.
template <std::floating_point T>
class MultiArmInfluence {
 public:
  explicit MultiArmInfluence(MultiArm<T>& system);

  // Computes all matrices at q. Throws std::domain_error as the filter does (algorithms/dynamics/filter.hpp).
  void update(In<T> q);
  const Matrix<T>& free_accelerations() const { return free_; }  // W_free, n x n
  const Matrix<T>& accelerations() const { return closed_; }     // W, n x n
  const Matrix<T>& contact_forces() const { return forces_; }    // rows of all grasps, arm by arm, x n
  const Matrix<T>& constraint_response() const {
    return response_;
  }  // U, n x rows; the object's part with its sign
  int rank() const { return rank_; }

 private:
  MultiArm<T>* system_;
  int rank_ = 0;
  Matrix<T> free_, closed_, forces_, response_, block_;
  std::vector<T> zeros_, column_;
};

extern template class MultiArmInfluence<double>;
extern template class MultiArmInfluence<float>;

}  // namespace sinew
