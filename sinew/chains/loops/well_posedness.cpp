#include "sinew/chains/loops/well_posedness.hpp"

#include <cmath>

#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"

namespace sinew {
namespace {

// Returns an orthonormal basis of the null space of a symmetric positive semi-definite matrix (Gram-Schmidt, applied
// twice to reduce rounding errors).
Matrix<double> null_space(const Matrix<double>& A) {
  LeastNormSolver<double> solver(A.rows());
  if (A.rows() > 0) solver.factorise(A);
  Matrix<double> basis(A.rows(), solver.nullity());
  for (int c = 0; c < basis.cols(); ++c) {
    for (int i = 0; i < basis.rows(); ++i) basis(i, c) = solver.null_vector(c)[std::size_t(i)];
    for (int b = 0; b < 2 * c; ++b) {
      double along = 0;
      for (int i = 0; i < basis.rows(); ++i) along += basis(i, b % c) * basis(i, c);
      for (int i = 0; i < basis.rows(); ++i) basis(i, c) -= along * basis(i, b % c);
    }
    double square = 0;
    for (int i = 0; i < basis.rows(); ++i) square += basis(i, c) * basis(i, c);
    for (int i = 0; i < basis.rows(); ++i) basis(i, c) /= std::sqrt(square);
  }
  return basis;
}

}  // namespace

WellPosedness well_posedness(MatrixIn<double> M, MatrixIn<double> J) {
  const int n = M.rows(), m = J.rows();
  edge::check_size("the mass matrix", M, n, n);
  edge::check_size("the Jacobian of the constraints", J, m, n);
  edge::check_finite("the mass matrix", VectorView<const double>(M.data(), std::size_t(n) * std::size_t(n)));
  edge::check_finite("the Jacobian of the constraints",
                     VectorView<const double>(J.data(), std::size_t(m) * std::size_t(n)));
  Matrix<double> JJ(m, m), whole(n, n);  // whole: M + J^* J, with J^* J scaled to the trace of M
  double mass = 0, square = 0;
  for (int i = 0; i < n; ++i) {
    mass += M(i, i);
    for (int a = 0; a < m; ++a) square += J(a, i) * J(a, i);
  }
  const double to_mass = square > 0 ? (mass > 0 ? mass : 1) / square : 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      whole(i, j) = M(i, j);
      for (int a = 0; a < m; ++a) whole(i, j) += to_mass * J(a, i) * J(a, j);
    }
  }
  for (int a = 0; a < m; ++a) {
    for (int b = 0; b <= a; ++b) {
      for (int i = 0; i < n; ++i) JJ(a, b) += J(a, i) * J(b, i);
    }
  }
  edge::check_overflow("the well-posedness", JJ.data(), std::size_t(m) * std::size_t(m));
  edge::check_overflow("the well-posedness", whole.data(), std::size_t(n) * std::size_t(n));
  WellPosedness result{.rows = m, .open_forces = null_space(JJ), .open_accelerations = null_space(whole)};
  result.rank = m - result.open_forces.cols();
  result.dofs = n - result.rank;
  return result;
}

WellPosedness well_posedness(Workspace<double>& work, ClosedChain<double>& chain, In<double> q) {
  edge::check_made_for("the closed chain", chain.constraints().model(), work.model);
  const int n = work.model.velocity_size();
  Matrix<double> M(n, n), J(chain.rows(), n);
  mass_matrix(work, q, M);
  chain.jacobian(work, q, J);
  return well_posedness(M, J);
}

}  // namespace sinew
