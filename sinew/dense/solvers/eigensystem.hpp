// Computes the eigenvalues and eigenvectors of a small real matrix without symmetry: A X = X diag(values).
//
// The matrix is balanced by powers of two, reduced to Hessenberg form by Householder reflections, and to complex Schur
// form by the QR algorithm with Wilkinson's shifts (Golub and Van Loan, Matrix Computations, 7.4 to 7.6). Substitution
// in the triangular factor gives the eigenvectors.
//
// Cost: about 25 n^3 complex multiplications.
#pragma once

#include <complex>
#include <vector>

#include "sinew/dense/views.hpp"

namespace sinew {

struct Eigensystem {
  std::vector<std::complex<double>>
      values{};                            // by increasing magnitude; a pair of conjugates stands together
  Matrix<std::complex<double>> vectors{};  // columns of length one; those of a multiple value may be parallel
};

// Throws std::invalid_argument if the matrix is not square or not finite, and std::runtime_error if the iteration does
// not converge.
Eigensystem eigensystem(MatrixIn<double> A);

}  // namespace sinew
