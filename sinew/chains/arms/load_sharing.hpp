// Splits contact forces into a part that moves the object and internal forces that only squeeze it, and shares a load
// among arms.
//
// The forces f along the rows of the grasps act on the object by A f (R88 (4.1)). With S the arms' shares,
//
//   f = S A^* (A S A^*)^-1 w          forces that carry the load w, shared so that f^* S^-1 f is least
//   motion = S A^* (A S A^*)^-1 A f   acts on the object as f does
//   squeeze = f - motion              A squeeze = 0: internal forces, which do not affect the object's motion
//
// A moment is weighted as the force that produces it at a lever arm of `length`. Grasps on the ground can only squeeze.
//
// Cost: m n^2 + n^3 for m rows and n degrees of freedom of the object.
#pragma once

#include "sinew/chains/arms/multi_arm_kinematics.hpp"

namespace sinew {

template <std::floating_point T>
class LoadSharing {
 public:
  // Results are for the state to which `kinematics` was last updated; `kinematics` must outlive this object.
  explicit LoadSharing(const MultiArmKinematics<T>& kinematics);

  // One positive number per arm, initially one: an arm with twice the share carries twice the load.
  void set_shares(In<T> shares);
  void set_length(T length);

  // Forces are ordered as MultiArm::row_forces gives them: rows of all held grasps, arm by arm. w has one number per
  // degree of freedom of the object; for a rigid object it is the wrench (moment, force) in its frame. Return the rank
  // of A: the number of degrees of freedom of the object on which the forces can act.
  int share(In<T> w, Out<T> forces);
  int motion_part(In<T> forces, Out<T> motion);
  int squeeze_part(In<T> forces, Out<T> squeeze);

 private:
  int find_forces(Out<T> forces);

  const MultiArmKinematics<T>* kinematics_;
  std::vector<T> shares_, weights_, load_;
  T length_{1};
  Matrix<T> gram_;
  LeastNormSolver<T> solver_;
};

extern template class LoadSharing<double>;
extern template class LoadSharing<float>;

}  // namespace sinew
