// Computes the blocks D, D^-1 and G of a joint with several DOFs from its scalar measurements.
#pragma once

#include "sinew/algorithms/workspace/workspace.hpp"

namespace sinew::operators {

// Computes D = U diag(d) U^*, D^-1 and G = g U^-1 from the gains g and variances d of the scalar measurements, which
// are taken from the last DOF to the first: U(i, j) = h(i) g(j) above the unit diagonal (docs/notation.md). D and D^-1
// are stored by columns.
template <class T, class Joint>
void make_block(const Joint& joint, const Measurement<T>* measurement, Force<T>* G, T* D, T* D_inverse) {
  const int n = joint.count();
  T U[6][6]{}, inverse[6][6]{};
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < j; ++i) U[i][j] = joint.measure(measurement[j].gain, i);
    U[j][j] = T(1);
  }
  for (int j = 0; j < n; ++j) {
    G[j] = measurement[j].gain;
    inverse[j][j] = T(1);
    for (int k = 0; k < j; ++k) {
      G[j] -= U[k][j] * G[k];
      for (int i = 0; i <= k; ++i) inverse[i][j] -= U[k][j] * inverse[i][k];
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      T &d = D[n * j + i] = T(0), &d_inverse = D_inverse[n * j + i] = T(0);
      for (int k = 0; k < n; ++k) {
        d += U[i][k] * U[j][k] / measurement[k].inverse_variance;
        d_inverse += inverse[k][i] * inverse[k][j] * measurement[k].inverse_variance;
      }
    }
  }
}

}  // namespace sinew::operators
