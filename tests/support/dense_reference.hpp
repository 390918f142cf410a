// Computes the dynamics of a robot with stacked matrices from its Description alone: without recursions and without the
// library's Tree.
//
// Bodies are in depth-first order. V stacks the bodies' twists, each in its own frame: V = E V + H v, so
// V = phi^* H v with phi^* = (I - E)^-1 (SOA section 2, with block (child, parent) of E the change of frame).
//   M = H^* phi M phi^* H + armature
//   V' = phi^* (H a + c) + phi^* B a_0,   c = V x (H v) + H' v,   B: the ground's acceleration to the roots
//   tau = H^* phi (M V' + V x* M V - f) + armature a
// Gravity is an acceleration of the ground by -g. T is double or long double.
#pragma once

#include <string>
#include <vector>

#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "tests/support/dense_joint.hpp"

namespace sinew::test {

struct DenseForce {
  std::string frame;
  Vec6<double> force;  // moment and force on the body at the frame's origin, in the frame's axes
};

struct DenseEnvironment {
  Vec6<double> base_acceleration = Vec6<double>::Zero();
  std::vector<DenseForce> forces;
};

template <class T>
class DenseReference {
 public:
  // An empty v means zero velocities.
  DenseReference(const Description& description, const std::vector<double>& q,
                 const std::vector<double>& v = {});

  int velocity_size() const { return static_cast<int>(armature_.size()); }
  // Body names in the order of their coordinates: depth first, children in the order of the description.
  static std::vector<std::string> coordinate_order(const Description& description);

  MatX<T> mass_matrix() const;
  VecX<T> bias_force(const DenseEnvironment& environment = {}) const;
  VecX<T> gravity_force() const;
  // The part of the bias force due to c: H^* phi M phi^* c.
  VecX<T> bias_acceleration_force() const;
  VecX<T> inverse_dynamics(const std::vector<double>& a, const DenseEnvironment& environment = {}) const;
  VecX<T> forward_dynamics(const std::vector<double>& tau, const DenseEnvironment& environment = {}) const;

  Pose<T> pose(const std::string& frame) const;
  Vec6<T> velocity(const std::string& frame, Reference reference) const;
  Vec6<T> acceleration(const std::string& frame, Reference reference, const std::vector<double>& a) const;
  Columns6<T> jacobian(const std::string& frame, Reference reference) const;

  T kinetic_energy() const;
  T potential_energy() const;
  T mass() const;
  Vec3<T> centre_of_mass() const;
  Columns6<T> centroidal_momentum_matrix() const;

  // The articulated inertia of a body: its inertia if its own joint is cut and all joints outward of it are free; the
  // Schur complement of the subtree's mass matrix with respect to the body's six degrees of freedom.
  Mat6<T> articulated_inertia(const std::string& body) const;

 private:
  struct Located {
    int body;  // -1: the ground
    Pose<T> placement;
  };
  Located locate(const std::string& frame) const;
  VecX<T> stacked_acceleration(const VecX<T>& a, const Vec6<T>& ground_acceleration) const;
  VecX<T> joint_forces(const VecX<T>& a, const Vec6<T>& ground_acceleration,
                       const std::vector<DenseForce>& forces, bool with_velocity) const;
  Vec6<T> ground_acceleration(const DenseEnvironment& environment) const;

  const Description description_;
  std::vector<std::string> names_;
  std::vector<int> parent_, first_velocity_;
  std::vector<Pose<T>> pose_;
  std::vector<Mat6<T>> inertia_;
  std::vector<Vec3<T>> com_;
  std::vector<T> mass_;  // zero for bodies that cannot move
  VecX<T> armature_, v_;
  MatX<T> phi_adjoint_, jacobian_, from_ground_;  // phi^*, phi^* H, phi^* B
  MatX<T> axes_;                                  // H
  VecX<T> twist_, coriolis_;                      // V, c
  Vec3<T> gravity_;
};

}  // namespace sinew::test
