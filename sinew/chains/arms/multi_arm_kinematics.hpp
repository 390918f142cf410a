// Computes velocities and accelerations of several arms and the object they hold: object motion from joint motion,
// joint motion from object motion, and projection of any motion onto consistent ones.
//
// R88 Results 5.1-5.7, for grasps of any kind and objects with joints. B is the Jacobian of the arms along the rows of
// their grasps and A^* that of the object, so that velocities are consistent if B v = A^* V (5.4). Unit forces along
// the rows, propagated inward without the filter (chains/constraints/constraint_response.hpp), give B^* and, arm by
// arm, Q = B B^* (5.6):
//
//   V = (A A^*)^-1 A B v                                 object's velocity of least squares             Result 5.3
//   v = B^* Q^-1 A^* V                                   joint velocities of least norm                 (5.5), (5.8)
//   v = B^* Q^-1 A^* (A A^*)^-1 A B v0                   consistent, of least norm                      Result 5.6
//   v = v0 - B^* N (N^* Q N)^-1 N^* B v0                 consistent, nearest to v0;  A N = 0
//
// The last two differ. Result 5.6 discards the null-space motion of the arms, which moves no grasp, and therefore
// changes even consistent velocities; the nearest velocities keep that motion. The formulas for accelerations are the
// same with B a + c in place of B v, where c are the relative accelerations along the rows while all joint and object
// accelerations are zero. (R88 prints the last formula of Result 5.7 without c, which is correct for arms at rest
// only.)
//
// Components of the object's motion that the grasps do not determine are left unchanged.
//
// Cost: linear in the links; plus the cubes of each arm's rows and of the object's degrees of freedom; for `nearest`
// also the cube of all rows.
#pragma once

#include "sinew/chains/arms/multi_arm.hpp"

namespace sinew {

// The consistent velocities that replace inconsistent ones: those of least norm, or those nearest to the given ones.
enum class Projection { least_norm, nearest };

// Constructed for one system, which must outlive it. Uses the system's working memory; calls allocate nothing.
template <std::floating_point T>
class MultiArmKinematics {
 public:
  explicit MultiArmKinematics(MultiArm<T>& system);

  // Computes B, A and, given velocities, c. The functions below give results for this state. They throw
  // std::logic_error if the system has been given another state since, or if a grasp was opened or closed. Vectors
  // stack those of the arms, then that of the object.
  void update(In<T> q);
  void update(In<T> q, In<T> v);
  // Computes A only, for load sharing, at the state of the system's last forward_dynamics or contact_forces. Throws
  // std::logic_error if there is none, and std::invalid_argument if the object is not one rigid body.
  void update_object_map();
  int rows() const { return count_; }  // at the last update
  const MultiArm<T>& system() const { return *system_; }
  const Matrix<T>& object_map() const {  // A: the object's DOFs x rows, arm by arm
    check_current("MultiArmKinematics::object_map");
    return A_;
  }
  // B v - A^* V along the rows, and its rate: zero if the motion is consistent.
  void relative_velocity(In<T> v, Out<T> along_rows);
  void relative_acceleration(In<T> a, Out<T> along_rows);

  // Results 5.3 and 5.7: compute the object's part of v from that of the arms. Return the number of its degrees of
  // freedom that the grasps determine.
  int object_velocity(Out<T> v);
  int object_acceleration(Out<T> a);
  // Results 5.4, 5.5 and 5.7: compute the arms' part of v, of least norm, from that of the object. Arms that hold
  // nothing get zeros. Throw std::domain_error with the name of the arm if an arm cannot follow the object.
  void joint_velocities(Out<T> v);
  void joint_accelerations(Out<T> a);
  // Replace any motion, including that of the object, by a consistent one. `least_norm`, Result 5.6, throws as
  // joint_velocities does.
  void project_velocity(Out<T> v, Projection projection = Projection::nearest);
  void project_acceleration(Out<T> a, Projection projection = Projection::nearest);

 private:
  // Velocities, or accelerations with their bias c.
  enum class Order { velocity, acceleration };

  void check_current(const char* function) const;
  void check_motion(const char* function) const;
  void see(const T* v, Order order);
  int set_object(T* v, Order order);
  void set_arms(T* v, Order order);
  void move_to_nearest(T* v, Order order);
  template <class Find>
  auto solve(const char* function, const Out<T>& v, int first, const Find& find);
  void project(const char* function, const Out<T>& v, Order order, Projection projection);
  template <class F>
  void add_adjoint(int arm, const F& force, T* v) const;

  MultiArm<T>* system_;
  int count_ = 0;
  std::uint64_t known_use_ = 0;  // MultiArm::use_ at the last update
  bool has_motion_ = false;      // B and c belong to it, not only A
  std::vector<T> zeros_, seen_, bias_, forces_, object_;
  Matrix<T> A_;     // object's DOFs x rows
  Matrix<T> gram_;  // A A^*, Q or A^* A
  Matrix<T> gram_of_null_;
  LeastNormSolver<T> object_solver_, row_solver_, null_solver_;
};

extern template class MultiArmKinematics<double>;
extern template class MultiArmKinematics<float>;

}  // namespace sinew
