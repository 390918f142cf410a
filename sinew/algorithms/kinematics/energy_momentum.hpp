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

#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/algorithms/mass_matrix/composite_momenta.hpp"

namespace sinew {

// Every function below comes in two forms: at a given state, which it sets, and at the state of the workspace.

template <Scalar T>
T kinetic_energy(Workspace<T>& work) {
  const auto& tree = edge::tree_of(work);
  kinematics::need_velocities(work, "kinetic_energy", content::velocities);
  const VectorView<const T> v = edge::given_velocity(work, "kinetic_energy");
  T twice{};
  for (std::size_t k = 1; k < tree.links.size(); ++k) {
    twice = twice + dot(work.velocity[k], tree.links[k].inertia * work.velocity[k]);
  }
  for (std::size_t i = 0; i < v.size(); ++i) twice = twice + tree.armature[i] * v[i] * v[i];
  edge::check_overflow("the kinetic energy", &twice, 1);
  return T(0.5) * twice;
}
template <Scalar T>
T kinetic_energy(Workspace<T>& work, In<T> q, In<T> v) {
  update_velocities(work, q, v);
  return kinetic_energy(work);
}

// Returns mass times centre of mass, in world axes from the world's origin.
template <Scalar T>
Vector3<T> first_moment(Workspace<T>& work) {
  const auto& tree = edge::tree_of(work);
  kinematics::need_poses(work, "first_moment");
  Vector3<T> sum{};
  for (std::size_t k = 1; k < tree.links.size(); ++k) {
    const RigidInertia<T> inertia = tree.links[k].inertia.template cast<T>();
    sum += work.pose[k].rotation * inertia.moment + inertia.mass * work.pose[k].translation;
  }
  edge::check_overflow("the first moment of mass", &sum.x, 3);
  return sum;
}
template <Scalar T>
Vector3<T> first_moment(Workspace<T>& work, In<T> q) {
  set_position(work, q);
  return first_moment(work);
}

template <Scalar T>
T potential_energy(Workspace<T>& work) {
  const T energy = -dot(work.model.gravity().template cast<T>(), first_moment(work));
  edge::check_overflow("the potential energy", &energy, 1);
  return energy;
}
template <Scalar T>
T potential_energy(Workspace<T>& work, In<T> q) {
  set_position(work, q);
  return potential_energy(work);
}

// Returns the centre of mass of all bodies that can move, or the world's origin for a robot without mass.
template <Scalar T>
Vector3<T> centre_of_mass(Workspace<T>& work) {
  const double mass = work.model.mass();
  const Vector3<T> moment = first_moment(work);
  return mass > 0 ? T(1 / mass) * moment : Vector3<T>{};
}
template <Scalar T>
Vector3<T> centre_of_mass(Workspace<T>& work, In<T> q) {
  set_position(work, q);
  return centre_of_mass(work);
}

// Returns the angular momentum about the centre of mass and the linear momentum, in world axes.
template <Scalar T>
Force<T> centroidal_momentum(Workspace<T>& work) {
  const auto& tree = edge::tree_of(work);
  const Vector3<T> centre = centre_of_mass(work);
  kinematics::need_velocities(work, "centroidal_momentum", content::velocities);
  Force<T> sum{};
  for (std::size_t k = 1; k < tree.links.size(); ++k) {
    const Transform<T> from_centre{work.pose[k].rotation, work.pose[k].translation - centre};
    sum += from_centre.force_to_parent(tree.links[k].inertia * work.velocity[k]);
  }
  edge::check_overflow("the momentum", sum.data(), 6);
  return sum;
}
template <Scalar T>
Force<T> centroidal_momentum(Workspace<T>& work, In<T> q, In<T> v) {
  set_state(work, q, v);
  return centroidal_momentum(work);
}

// Computes the 6 x n_v matrix A of centroidal_momentum = A v.
template <Scalar T>
void centroidal_momentum_matrix(Workspace<T>& work, MatrixOut<T> A) {
  const auto& tree = edge::tree_of(work);
  edge::check_size("the centroidal momentum matrix", A, 6, tree.v_size);
  const Vector3<T> centre = centre_of_mass(work);
  const edge::InUse in_use(work);
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
template <Scalar T>
void centroidal_momentum_matrix(Workspace<T>& work, In<T> q, MatrixOut<T> A) {
  edge::check_size("the centroidal momentum matrix", A, 6, work.tree->v_size);
  set_position(work, q);
  centroidal_momentum_matrix(work, A);
}

}  // namespace sinew
