// Decompositions of dense matrices: Eigen's, behind a plain interface and compiled once. The threshold of a rank is
// relative to the largest pivot or singular value; zero means a few roundings.
#pragma once

#include <type_traits>

#include "tests/support/dense.hpp"

namespace sinew::test {

// Eigenvalues (ascending) and unit eigenvectors (columns) of a symmetric matrix.
struct EigenSystem {
  VectorXd values;
  MatrixXd vectors;
};
EigenSystem eigen_system(const DenseView<double>& symmetric);
VectorXd eigenvalues(const DenseView<double>& symmetric);

// A = U S V^T: singular values from the largest, U and V square.
struct SingularValues {
  MatrixXd U;
  VectorXd values;
  MatrixXd V;
  Index rank;

  // A^+ b with the singular values up to the rank.
  MatrixXd solve(const DenseView<double>& right) const;
};
SingularValues decompose(const DenseView<double>& A, double threshold = 0);
VectorXd singular_values(const DenseView<double>& A);

// A^+ b, by a complete orthogonal decomposition.
template <class T>
MatX<T> least_norm_solve(const DenseView<T>& A, const DenseView<T>& right,
                         std::type_identity_t<T> threshold = 0);

// A P = Q R with pivoting: the first `rank` columns of Q span the column space of A.
template <class T>
struct PivotedQr {
  MatX<T> Q;
  Index rank;
};
template <class T>
PivotedQr<T> pivoted_qr(const DenseView<T>& A, std::type_identity_t<T> threshold = 0);

// By LU with full pivoting.
Index rank_of(const DenseView<double>& A, double threshold);

}  // namespace sinew::test
