#include "tests/support/decompositions.hpp"

#include <Eigen/Dense>

#include "tests/support/eigen_map.hpp"

namespace sinew::test {

EigenSystem eigen_system(const DenseView<double>& symmetric) {
  const Eigen::SelfAdjointEigenSolver<EigenMatrix<double>> solver(to_eigen(symmetric));
  return {from_eigen<double>(solver.eigenvalues()), from_eigen<double>(solver.eigenvectors())};
}
VectorXd eigenvalues(const DenseView<double>& symmetric) {
  return from_eigen<double>(
      Eigen::SelfAdjointEigenSolver<EigenMatrix<double>>(to_eigen(symmetric), Eigen::EigenvaluesOnly)
          .eigenvalues());
}

SingularValues decompose(const DenseView<double>& A, double threshold) {
  Eigen::JacobiSVD<EigenMatrix<double>> svd(to_eigen(A), Eigen::ComputeFullU | Eigen::ComputeFullV);
  if (threshold > 0) svd.setThreshold(threshold);
  return {from_eigen<double>(svd.matrixU()), from_eigen<double>(svd.singularValues()),
          from_eigen<double>(svd.matrixV()), svd.rank()};
}
MatrixXd SingularValues::solve(const DenseView<double>& right) const {
  return V.leftCols(rank) *
         (values.head(rank).cwiseInverse().asDiagonal() * (U.leftCols(rank).transpose() * right));
}
VectorXd singular_values(const DenseView<double>& A) {
  return from_eigen<double>(Eigen::JacobiSVD<EigenMatrix<double>>(to_eigen(A)).singularValues());
}

template <class T>
MatX<T> least_norm_solve(const DenseView<T>& A, const DenseView<T>& right,
                         std::type_identity_t<T> threshold) {
  Eigen::CompleteOrthogonalDecomposition<EigenMatrix<T>> parts;
  if (threshold > 0) parts.setThreshold(threshold);
  return from_eigen<T>(parts.compute(to_eigen(A)).solve(to_eigen(right)));
}
template MatX<double> least_norm_solve(const DenseView<double>&, const DenseView<double>&, double);
template MatX<long double> least_norm_solve(const DenseView<long double>&, const DenseView<long double>&,
                                            long double);

template <class T>
PivotedQr<T> pivoted_qr(const DenseView<T>& A, std::type_identity_t<T> threshold) {
  Eigen::ColPivHouseholderQR<EigenMatrix<T>> qr;
  if (threshold > 0) qr.setThreshold(threshold);
  qr.compute(to_eigen(A));
  return {from_eigen<T>(qr.householderQ()), qr.rank()};
}
template PivotedQr<double> pivoted_qr(const DenseView<double>&, double);
template PivotedQr<long double> pivoted_qr(const DenseView<long double>&, long double);

Index rank_of(const DenseView<double>& A, double threshold) {
  return Eigen::FullPivLU<EigenMatrix<double>>(to_eigen(A)).setThreshold(threshold).rank();
}

}  // namespace sinew::test
