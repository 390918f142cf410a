// Computes kinetic and potential energy, centre of mass, centroidal momentum and the centroidal momentum matrix.
//
//   kinetic    sum over links of V^* M V / 2, plus armature v^2 / 2
//   potential  -sum of mass * gravity . centre
//   momentum   sum of M V, about the centre of mass, in world axes; as a matrix: columns r(k) H(k)^T,
//              with the composite inertia r of R87 (28)
//
// Bodies that cannot move are left out. The potential energy is zero at the height of the world's origin. Results
// that are too large for the number type throw std::overflow_error.
//
// Cost: O(n) each.
#pragma once

#include "sinew/algorithms/composite_momenta.hpp"
#include "sinew/algorithms/kinematics.hpp"

namespace sinew {

template <Scalar T>
T kinetic_energy(const Model& model, Workspace<T>& work, In<T> q, In<T> v) {
  const auto& tree = edge::tree_of(model, work);
  const edge::InUse in_use(work);
  update_velocities(model, work, q, v);
  T twice{};
  for (std::size_t k = 1; k < tree.links.size(); ++k) {
    twice = twice + dot(work.velocity[k], tree.links[k].inertia * work.velocity[k]);
  }
  for (std::size_t i = 0; i < v.size(); ++i) twice = twice + tree.armature[i] * v[i] * v[i];
  edge::check_overflow("the kinetic energy", &twice, 1);
  return T(0.5) * twice;
}

// Returns mass times centre of mass, in world axes from the world's origin. Call any update of the poses before.
template <Scalar T>
Vector3<T> first_moment(const Model& model, const Workspace<T>& work) {
  const auto& tree = edge::tree_of(model, work);
  edge::require(work, "first_moment", content::poses);
  Vector3<T> sum{};
  for (std::size_t k = 1; k < tree.links.size(); ++k) {
    const RigidInertia<T> inertia = tree.links[k].inertia.template cast<T>();
    sum += work.pose[k].rotation * inertia.moment + inertia.mass * work.pose[k].translation;
  }
  edge::check_overflow("the first moment of mass", &sum.x, 3);
  return sum;
}

template <Scalar T>
T potential_energy(const Model& model, Workspace<T>& work, In<T> q) {
  update_poses(model, work, q);
  const T energy = -dot(model.gravity().template cast<T>(), first_moment(model, work));
  edge::check_overflow("the potential energy", &energy, 1);
  return energy;
}

// Returns the centre of mass of all bodies that can move, or the world's origin for a robot without mass.
template <Scalar T>
Vector3<T> centre_of_mass(const Model& model, Workspace<T>& work, In<T> q) {
  update_poses(model, work, q);
  const double mass = model.mass();
  return mass > 0 ? T(1 / mass) * first_moment(model, work) : Vector3<T>{};
}

// Returns the angular momentum about the centre of mass and the linear momentum, in world axes.
template <Scalar T>
Force<T> centroidal_momentum(const Model& model, Workspace<T>& work, In<T> q, In<T> v) {
  const auto& tree = edge::tree_of(model, work);
  const edge::InUse in_use(work);
  const Vector3<T> centre = centre_of_mass(model, work, q);
  update_velocities(model, work, q, v);
  Force<T> sum{};
  for (std::size_t k = 1; k < tree.links.size(); ++k) {
    const Transform<T> from_centre{work.pose[k].rotation, work.pose[k].translation - centre};
    sum += from_centre.force_to_parent(tree.links[k].inertia * work.velocity[k]);
  }
  edge::check_overflow("the momentum", &sum.angular.x, 6);
  return sum;
}

// Computes the 6 x n_v matrix A of centroidal_momentum = A v.
template <Scalar T>
void centroidal_momentum_matrix(const Model& model, Workspace<T>& work, In<T> q, MatrixOut<T> A) {
  const auto& tree = edge::tree_of(model, work);
  const edge::InUse in_use(work);
  edge::check_size("the centroidal momentum matrix", A, 6, tree.v_size);
  const Vector3<T> centre = centre_of_mass(model, work, q);
  composite::sweep<true>(tree, work, [](const auto&) {});
  const Transform<T> from_centre{work.pose[0].rotation, work.pose[0].translation - centre};
  for (int j = 0; j < tree.v_size; ++j) {
    const auto [angular, linear] = from_centre.force_to_parent(work.momenta.get(j));
    T* out = &A(0, j);
    out[0] = angular.x, out[1] = angular.y, out[2] = angular.z;
    out[3] = linear.x, out[4] = linear.y, out[5] = linear.z;
  }
  edge::check_overflow("the centroidal momentum matrix", A);
}

}  // namespace sinew
