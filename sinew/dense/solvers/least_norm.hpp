// Computes the solution of least norm of a small symmetric positive semi-definite system A x = b.
//
// The pivoted factors (dense/solvers/symmetric_solver.hpp) give one solution, with zeros for the unknowns beyond the
// rank. Each of these unknowns p gives one vector of the null space, e_p - y, where y solves A y = A e_p. Subtracting
// from the solution its component in the null space leaves the shortest solution. If the equations are inconsistent,
// those of the unknowns beyond the rank are ignored.
//
// Cost: that of the solver if the matrix is regular; n^2 more multiplications for every p if it is not.
#pragma once

#include "sinew/dense/solvers/positive_solver.hpp"
#include "sinew/dense/solvers/symmetric_solver.hpp"

namespace sinew {

template <Scalar T>
class LeastNormSolver {
 public:
  explicit LeastNormSolver(int capacity)
      : regular_(capacity),
        solver_(capacity),
        gram_solver_(capacity),
        null_space_(capacity, capacity),
        gram_(capacity, capacity) {
    column_.resize(std::size_t(capacity));
    weights_.resize(std::size_t(capacity));
  }

  // Reads the lower triangle. Returns the rank.
  int factorise(MatrixIn<T> A);
  int rank() const { return is_regular_ ? size_ : solver_.rank(); }
  int size() const { return size_; }
  int nullity() const { return size() - rank(); }
  // One vector of the null space, linearly independent of the others but not orthogonal to them.
  VectorView<const T> null_vector(int i) const { return {&null_space_(0, i), std::size_t(size())}; }

  // x: right side in, solution out.
  void solve(Out<T> x);

 private:
  PositiveSolver<T> regular_;
  SymmetricSolver<T> solver_, gram_solver_;
  Matrix<T> null_space_, gram_;
  std::vector<T> column_, weights_;
  int size_ = 0;
  bool is_regular_ = true;
};

template <Scalar T>
int LeastNormSolver<T>::factorise(MatrixIn<T> A) {
  size_ = A.rows();
  is_regular_ = regular_.factorise(A);
  if (is_regular_) return size_;
  solver_.factorise(A);
  const int n = size();
  null_space_.reset(n, nullity());
  gram_.reset(nullity(), nullity());
  int found = 0;
  for (int p = 0; p < n && found < nullity(); ++p) {
    VectorView<T> y(column_.data(), std::size_t(n));
    bool is_zero = true;  // as the columns of the moments that a planar loop cannot use
    for (int i = 0; i < n; ++i) {
      y[std::size_t(i)] = i >= p ? A(i, p) : A(p, i);
      is_zero = is_zero && y[std::size_t(i)] == T(0);
    }
    if (!is_zero) solver_.solve(y);
    if (y[std::size_t(p)] != T(0)) continue;  // within the rank: y = e_p
    for (int i = 0; i < n; ++i) null_space_(i, found) = T(i == p ? 1 : 0) - y[std::size_t(i)];
    ++found;
  }
  for (int a = 0; a < found; ++a) {
    for (int b = 0; b <= a; ++b) {
      T sum{};
      for (int i = 0; i < n; ++i) sum = sum + null_space_(i, a) * null_space_(i, b);
      gram_(a, b) = sum;
    }
  }
  gram_solver_.factorise(gram_);
  return rank();
}

template <Scalar T>
void LeastNormSolver<T>::solve(Out<T> x) {
  if (is_regular_) return regular_.solve(x);
  solver_.solve(x);
  const int count = nullity();
  if (count == 0) return;
  for (int a = 0; a < count; ++a) {
    T sum{};
    for (int i = 0; i < size(); ++i) sum = sum + null_space_(i, a) * x[std::size_t(i)];
    weights_[std::size_t(a)] = sum;
  }
  gram_solver_.solve(VectorView<T>(weights_.data(), std::size_t(count)));
  for (int a = 0; a < count; ++a) {
    for (int i = 0; i < size(); ++i)
      x[std::size_t(i)] = x[std::size_t(i)] - weights_[std::size_t(a)] * null_space_(i, a);
  }
}

extern template class LeastNormSolver<double>;
extern template class LeastNormSolver<float>;

}  // namespace sinew
