// Computes the modes of a linearised robot: the eigenvalues of A with their frequencies, damping ratios and shapes.
//
//   d/dt x = A x  has the motions  x(t) = shape exp(lambda t);   lambda = -zeta omega +- i omega sqrt(1 - zeta^2)
//
// Cost: about 25 (2 n)^3 complex multiplications.
#pragma once

#include <complex>
#include <vector>

#include "sinew/dense/views.hpp"

namespace sinew {

struct Mode {
  std::complex<double> eigenvalue{};  // 1/s; of a pair of conjugates the one with positive imaginary part
  double frequency = 0;               // omega = |lambda|, rad/s
  double damping_ratio =
      0;  // zeta = -Re lambda / omega: 1 decays and -1 grows without oscillation; zero if omega is
  // The motion of the positions dq, n_v numbers, scaled so that the largest is 1.
  std::vector<std::complex<double>> shape{};

  bool is_stable() const { return eigenvalue.real() < 0; }
};

// Returns the modes of the continuous matrix A of a Linearization, slowest first: one for each pair of conjugates and one
// for each real eigenvalue. Eigenvalues within 1e-7 of the largest from zero count as zero: a motion that continues
// without force, which has a double eigenvalue there, is known no better. Throws as eigensystem does.
std::vector<Mode> modes(MatrixIn<double> A);

}  // namespace sinew
