// Solves small symmetric positive semi-definite systems that may become singular as a robot moves: exactly where they
// are regular, with damping near singular positions.
//
// Rows are scaled to a unit diagonal, so that rotational and translational rows have equal weight. The pivot of a
// row, the diagonal element that is left after elimination of the rows before it, falls to zero at a singular
// position. If the least pivot is below `near`, a multiple of the unit matrix is added that grows from zero to `near`
// as this pivot falls to zero: solutions stay bounded and change continuously. Unknowns whose row is zero get the
// solution zero.
//
// Cost: n^3 / 6 multiplications to factorise, twice near singular positions, n^2 to solve. No allocation after
// construction.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "sinew/dense/views.hpp"

namespace sinew {

class DampedSolver {
 public:
  static constexpr double near = 1e-3;
  // A diagonal element below this fraction of the largest one counts as zero.
  static constexpr double nothing = 1e-14;

  explicit DampedSolver(int capacity)
      : scaled_(capacity, capacity), L_(capacity, capacity), scale_(std::size_t(capacity)), x_(scale_) {}

  // Reads the lower triangle.
  void factorise(MatrixIn<double> A) {
    const int n = A.rows();
    double largest = 0;
    for (int i = 0; i < n; ++i) largest = std::max(largest, A(i, i));
    for (int i = 0; i < n; ++i)
      scale_[std::size_t(i)] = A(i, i) > nothing * largest ? 1 / std::sqrt(A(i, i)) : 0;
    scaled_.reset(n, n);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < i; ++j) scaled_(i, j) = scale_[std::size_t(i)] * scale_[std::size_t(j)] * A(i, j);
    }
    const double least = eliminate(1);
    damping_ = 0;
    if (least >= near) return;
    const double nearness = 1 - std::max(least, 0.0) / near;
    damping_ = near * nearness * nearness;
    eliminate(1 + damping_);
  }
  double damping() const { return damping_; }  // added to the unit diagonal; zero if regular

  // x: right side in, solution out.
  void solve(Out<double> x) {
    const int n = L_.rows();
    for (int i = 0; i < n; ++i) {
      x_[std::size_t(i)] = scale_[std::size_t(i)] * x[std::size_t(i)];
      for (int j = 0; j < i; ++j) x_[std::size_t(i)] -= L_(i, j) * x_[std::size_t(j)];
    }
    for (int i = n - 1; i >= 0; --i) {
      x_[std::size_t(i)] /= L_(i, i);
      for (int j = i + 1; j < n; ++j) x_[std::size_t(i)] -= L_(j, i) * x_[std::size_t(j)];
      x[std::size_t(i)] = scale_[std::size_t(i)] * x_[std::size_t(i)];
    }
  }

 private:
  // Computes L D L^* with D on the diagonal of L. Returns the least pivot, and stops at a pivot that is not positive.
  double eliminate(double diagonal) {
    const int n = scaled_.rows();
    L_.reset(n, n);
    double least = diagonal;
    for (int i = 0; i < n; ++i) {
      double left = diagonal;
      for (int j = 0; j < i; ++j) {
        double sum = scaled_(i, j);
        for (int k = 0; k < j; ++k) sum -= L_(i, k) * L_(k, k) * L_(j, k);
        L_(i, j) = sum / L_(j, j);
        left -= sum * L_(i, j);
      }
      L_(i, i) = left;
      least = std::min(least, left);
      if (!(left > 0)) break;
    }
    return least;
  }

  Matrix<double> scaled_, L_;
  std::vector<double> scale_, x_;
  double damping_ = 0;
};

}  // namespace sinew
