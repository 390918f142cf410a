// Computes the dynamics of a robot with loops in maximal coordinates: loose bodies with six accelerations each,
// connected by constraints for the joints of the tree, the loops, the couplings and the mimics. Newton-Euler equations
// in world axes, without recursions and without the library's Tree.
//
//   M A + h = f + J^T lambda      M: the bodies' inertias, and the rotors' on the relative rates of the joints
//   J A + b = 0                   A: per body the angular acceleration and that of its frame's origin, in world axes
//
// The conditions of a connection are those of the table in model/description/connection.hpp, for points and axes given
// as Taylor polynomials of time; their second derivatives are affine in A, which gives J and b. T is double or long
// double.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/support/dense_reference.hpp"

namespace sinew::test {

template <class T>
struct MaximalAnswer {
  VecX<T> acceleration;             // of the joints
  VecX<T> multipliers;              // per row of loops, couplings, mimics; of least norm if not unique
  std::vector<Vec6<T>> loop_force;  // on the second body, in the second frame's axes at its origin
  std::vector<T> coupling_torque;   // on the dependent joint: couplings, then mimics
  T disagreement;                   // of dependent rows; zero for a consistent velocity
};

template <class T>
class MaximalCoordinates {
 public:
  // An empty v means zero velocities.
  MaximalCoordinates(const Description& description, const std::vector<double>& q,
                     const std::vector<double>& v = {});

  // Rows of the loops, couplings and mimics.
  int rows() const { return static_cast<int>(rate_.size()); }
  const VecX<T>& closure() const {
    return closure_;
  }                                              // the constraint errors; zero for rows on velocities alone
  const VecX<T>& rate() const { return rate_; }  // its time derivative
  MatX<T> jacobian() const;                      // of the rate with respect to the joint velocities
  int rank() const;                              // of the Jacobian
  VecX<T> rate_change(const std::vector<double>& a) const;  // the second time derivative
  MaximalAnswer<T> forward_dynamics(const std::vector<double>& tau) const;

 private:
  struct Moving {  // a body, now
    std::string joint{};
    Mat3<T> rotation = Mat3<T>::Identity();
    Vec3<T> origin = Vec3<T>::Zero(), omega = Vec3<T>::Zero(), velocity = Vec3<T>::Zero();
    Inertial inertial{};
    double q = 0;  // of its joint, where that has one
    int v_index = 0;
  };
  // Rows on the accelerations of all bodies: rows A + constant.
  struct Affine {
    MatX<T> rows;
    VecX<T> constant;
    void append(const MatX<T>& more_rows, const VecX<T>& more_constant);
  };
  struct Linearised;  // rows of a connection between two bodies
  template <class Conditions>
  Linearised linearise(int first, int second, const Conditions& conditions) const;
  MatX<T> spread(int first, int second, const Linearised& rows) const;  // over all bodies

  void add_joint(int body, int parent, const DenseJointMotion<T>& motion);
  void add_loop(const Loop& loop);
  void add_coupling(const std::string& joint, const std::string& leader, const std::array<double, 5>& c);
  VecX<T> body_accelerations(const VecX<T>& a) const;
  int body_of_joint(const std::string& joint) const;
  void newton_euler(MatX<T>& inertia, VecX<T>& force) const;

  std::map<std::string, int> index_;  // of a body; the ground: -1
  std::vector<Moving> bodies_;
  Vec3<T> gravity_;
  VecX<T> v_, armature_;
  Affine tree_, loops_, joints_;  // constraints, constraints, accelerations of the joints
  VecX<T> closure_, rate_;
  std::vector<MatX<T>> loop_directions_;  // column per row: force on the second body, in the second frame
  int coupling_count_ = 0;
};

}  // namespace sinew::test
