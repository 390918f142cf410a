// Minimises a quadratic function of a few numbers within a box, by the projected Newton method.
//
//   minimise  x^T Q x / 2 + c^T x     subject to  lower <= x <= upper
//
// A number is clamped if it is at a bound and the gradient Q x + c points beyond it. Each step is Newton's for the other
// numbers, cut off by the box and shortened until the function decreases enough (D. Bertsekas, "Projected Newton methods
// for optimization problems with simple constraints", SIAM J. Control and Optimization 20(2), 1982; Y. Tassa, N. Mansard,
// E. Todorov, "Control-limited differential dynamic programming", ICRA 2014).
//
// Cost: n^3 / 6 multiplications for each change of the set of clamped numbers, usually one to four.
#pragma once

#include <vector>

#include "sinew/dense/solvers/positive_solver.hpp"
#include "sinew/dense/views.hpp"

namespace sinew::sweep {

// Create it once for the largest size; `minimise` and `solve_free` allocate only for a size larger than any before.
class BoxQuadratic {
 public:
  // x: a first guess in, the solution out. Returns false if Q is not clearly positive definite for the free numbers.
  bool minimise(MatrixIn<double> Q, In<double> c, In<double> lower, In<double> upper, Out<double> x);
  // After minimise: whether a number is at a bound that holds it.
  bool is_clamped(int i) const { return clamped_[std::size_t(i)]; }
  // Replaces each column y by the x with Q x = y for the free numbers; clamped ones get zeros.
  void solve_free(MatrixOut<double> columns);

 private:
  bool factorise(MatrixIn<double> Q);

  PositiveSolver<double> solver_{0};
  int capacity_ = 0;
  Matrix<double> free_Q_;
  std::vector<int> free_;
  std::vector<bool> clamped_;
  std::vector<double> gradient_, step_, next_;
};

}  // namespace sinew::sweep
