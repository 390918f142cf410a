// Contact forces taken apart: what moves the object, and what only squeezes it; and how to share a load among arms.
//
// The forces f along the rows of the grasps act on the object by A f (R88 (4.1)). With S the arms' shares,
//
//   f = S A^* (A S A^*)^-1 w          forces that carry the load w, shared so that f^* S^-1 f is least
//   motion = S A^* (A S A^*)^-1 A f   acts on the object as f does
//   squeeze = f - motion              A squeeze = 0: internal forces, which the object's motion does not show
//
// A moment counts as the force that makes it at a lever of `length`. Grasps on the ground squeeze only.
//
// Cost: rows times the square of the object's freedoms, and the cube of these.
#pragma once

#include "sinew/chains/multi_arm_kinematics.hpp"

namespace sinew {

template <std::floating_point T>
class LoadSharing {
 public:
  // Speaks of the state that `kinematics` was updated to; it must outlive this.
  explicit LoadSharing(const MultiArmKinematics<T>& kinematics);

  // One positive number per arm, all one to begin with: an arm with twice the share carries twice the load.
  void set_shares(In<T> shares);
  void set_length(T length);

  // Rows of all grasps that are held, arm by arm, as MultiArm::row_forces gives them; w: per freedom of the object, for a
  // rigid one moment and force in its frame. Return how many of the object's freedoms the forces can act on.
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
