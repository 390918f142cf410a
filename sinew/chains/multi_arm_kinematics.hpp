// Velocities and accelerations of several arms and the object they hold: one from the other, and any onto consistent ones.
//
// R88 Results 5.1-5.7, for grasps of any kind and objects with joints. B is the arms' Jacobian along the rows of their
// grasps, A^* the object's, so that velocities are consistent where B v = A^* V (5.4). Unit forces along the rows, carried
// inward without the filter (chains/row_response.hpp), give B^* and, arm by arm, Q = B B^* (5.6):
//
//   V = (A A^*)^-1 A B v                                 object's velocity of least squares             Result 5.3
//   v = B^* Q^-1 A^* V                                   joint velocities of least norm                 (5.5), (5.8)
//   v = B^* Q^-1 A^* (A A^*)^-1 A B v0                   consistent, of least norm                      Result 5.6
//   v = v0 - B^* N (N^* Q N)^-1 N^* B v0                 consistent, nearest to v0;  A N = 0
//
// The last two differ. Result 5.6 forgets the arms' own motion, which moves no grasp, and so does not leave consistent
// velocities as they are; the nearest ones keep it. Accelerations are the same with B a + c in place of B v, c: the
// relative accelerations along the rows while all accelerations are zero. (R88 prints the last formula of Result 5.7
// without c, which is right for arms at rest only.)
//
// What the grasps do not determine of the object's motion stays as it was.
//
// Cost: linear in the links; the cubes of each arm's rows and of the object's freedoms, for the nearest that of all rows.
#pragma once

#include "sinew/chains/multi_arm.hpp"

namespace sinew {

// Which consistent velocities stand for those that are not.
enum class Projection { least_norm, nearest };

// Of one system, which must outlive it. Uses the system's working memory; afterwards nothing allocates.
template <std::floating_point T>
class MultiArmKinematics {
 public:
  explicit MultiArmKinematics(MultiArm<T>& system);

  // B, A and, with velocities, c. All that follows speaks of this state, until the system is used otherwise. Vectors are
  // stacked: the arms', then the object's.
  void update(In<T> q);
  void update(In<T> q, In<T> v);
  // A alone, for load sharing: of a rigid object, at the state of the system's last dynamics or contact forces.
  void update_object_map();
  int rows() const { return count_; }
  const MultiArm<T>& system() const { return *system_; }
  const Matrix<T>& object_map() const { return A_; }  // A: the object's freedoms x rows, arm by arm
  // B v - A^* V along the rows, and its rate: zero where the motion is consistent.
  void relative_velocity(In<T> v, Out<T> along_rows);
  void relative_acceleration(In<T> a, Out<T> along_rows);

  // Results 5.3 and 5.7: the object's part of v from the arms'. Returns how many of its freedoms the grasps determine.
  int object_velocity(Out<T> v);
  int object_acceleration(Out<T> a);
  // Results 5.4, 5.5 and 5.7: the arms' part from the object's, of least norm; arms that hold nothing stand still. Throws
  // std::domain_error that names the arm that cannot follow.
  void joint_velocities(Out<T> v);
  void joint_accelerations(Out<T> a);
  // Any to consistent ones, the object's included. `least_norm`, Result 5.6, throws as joint_velocities does.
  void project_velocity(Out<T> v, Projection projection = Projection::nearest);
  void project_acceleration(Out<T> a, Projection projection = Projection::nearest);

 private:
  // Velocities, or accelerations with their bias c.
  enum class Order { velocity, acceleration };

  void see(const T* v, Order order);
  int set_object(T* v, Order order);
  void set_arms(T* v, Order order);
  void move_to_nearest(T* v, Order order);
  template <class Find>
  auto solve(const Out<T>& v, int first, const Find& find);
  void project(const Out<T>& v, Order order, Projection projection);
  template <class F>
  void add_adjoint(int arm, const F& force, T* v) const;

  MultiArm<T>* system_;
  int count_ = 0;
  std::vector<T> zeros_, seen_, bias_, forces_, object_;
  Matrix<T> A_;     // object's freedoms x rows
  Matrix<T> gram_;  // A A^*, Q or A^* A
  Matrix<T> gram_of_null_;
  LeastNormSolver<T> object_solver_, row_solver_, null_solver_;
};

extern template class MultiArmKinematics<double>;
extern template class MultiArmKinematics<float>;

}  // namespace sinew
