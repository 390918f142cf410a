// Factorises the mass matrix as U D U^T, with U upper triangular and ones on its diagonal, by reverse Gaussian
// elimination.
//
// S97 (9)-(13), (24)-(27), for trees and joints with any number of degrees of freedom (DOFs). The inward sweep of the
// filter is this elimination, from the last DOF to the first: S97's articulated body M^_k,k+1 is the covariance P,
// and
//
//   D(k) = m^_k = p_k^T psi^_k                       the innovation variance                   (25)
//   psi_k = psi^_k / m^_k                            the gain G                                (26)
//   U(i, k) = p_i^T B_ki^T psi_k                     H(i) phi(i, k) G(k), k outboard of i      (24)
//
// so that U = I + H phi K, with the DOFs in the order of v. U is zero for DOFs on different branches, and D includes
// the armature. algorithms/mass_matrix/innovations.hpp has the products with U, U^T and their inverses. Forward
// dynamics by these factors is S97 (15)-(19):
//
//   U tau^ = tau - bias,   D tau~ = tau^,   U^T v' = tau~
//
// Cost: O(n) for the filter, 20 multiplications and 12 additions per entry of U above the diagonal that is not zero.
// Forward dynamics by these factors: per revolute link 288 multiplications, 237 additions, one division.
#pragma once

#include <algorithm>

#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/algorithms/mass_matrix/composite_momenta.hpp"
#include "sinew/algorithms/mass_matrix/inverse_mass_matrix.hpp"

namespace sinew {

// Computes U, n_v x n_v, and the n_v diagonal entries of D. Throws std::domain_error, which names the joint, if an
// entry of D is not positive.
template <Scalar T>
void udut(Workspace<T>& work, In<T> q, MatrixOut<T> U, Out<T> D);

// Does the same at the position of the workspace.
template <Scalar T>
void udut(Workspace<T>& work, MatrixOut<T> U, Out<T> D);

// Computes the joint accelerations a by solving U D U^T a = tau - bias: another method for the result of
// forward_dynamics.
template <Scalar T>
void forward_dynamics_by_udut(Workspace<T>& work, In<T> q, In<T> v, In<T> tau, Out<T> a,
                              const EnvironmentIn<T>& environment = {});

template <Scalar T>
void udut(Workspace<T>& work, MatrixOut<T> U, Out<T> D) {
  const auto& tree = edge::tree_of(work);
  const edge::InUse in_use(work);
  edge::check_size("U", U, tree.v_size, tree.v_size);
  edge::check_size("D", D, tree.v_size);
  filter::need(work, "udut");
  const auto size = std::size_t(tree.v_size);
  std::fill(U.data(), U.data() + size * size, T(0));
  for (std::size_t k = tree.links.size() - 1; k > 0; --k) {
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const auto& link = joint.link;
      for (int i = 0; i < joint.count(); ++i) {
        const int own = link.v + i;
        const Measurement<T>& m = work.measurement[std::size_t(own)];
        work.momenta.set(own, m.gain);
        D[std::size_t(own)] = T(1) / m.inverse_variance;
        U(own, own) = T(1);
      }
      for (int i = 0; i < joint.count(); ++i) {
        for (int j = link.v + i + 1; j < link.v_end; ++j)
          U(link.v + i, j) = composite::measure(joint, work.momenta, i, j);
      }
      if (link.parent != 0) composite::move_to_parent(joint, work.momenta);
    });
  }
  edge::check_overflow("U", U);
  edge::check_overflow("D", D);
}

template <Scalar T>
void udut(Workspace<T>& work, In<T> q, MatrixOut<T> U, Out<T> D) {
  edge::check_possible("udut", work);
  update_filter(work, q);
  udut(work, U, D);
}

template <Scalar T>
void forward_dynamics_by_udut(Workspace<T>& work, In<T> q, In<T> v, In<T> tau, Out<T> a,
                              const EnvironmentIn<T>& environment) {
  edge::check_input("tau", tau, work.model.velocity_size());
  edge::check_size("the result a", a, work.model.velocity_size());
  edge::check_possible("forward_dynamics_by_udut", work);
  bias_force(work, q, v, a, environment);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = tau[i] - a[i];
  update_filter(work, q);
  solve_mass_matrix(work, a, a);
}

extern template void udut(Workspace<double>&, In<double>, MatrixOut<double>, Out<double>);
extern template void udut(Workspace<float>&, In<float>, MatrixOut<float>, Out<float>);
extern template void udut(Workspace<double>&, MatrixOut<double>, Out<double>);
extern template void udut(Workspace<float>&, MatrixOut<float>, Out<float>);
extern template void forward_dynamics_by_udut(Workspace<double>&, In<double>, In<double>, In<double>,
                                              Out<double>, const EnvironmentIn<double>&);
extern template void forward_dynamics_by_udut(Workspace<float>&, In<float>, In<float>, In<float>, Out<float>,
                                              const EnvironmentIn<float>&);

}  // namespace sinew
