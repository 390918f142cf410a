// Counts the arithmetic operations that the joint accelerations of a planar chain take, by filter and smoother and by
// the mass matrix and its factors (R87, Fig. 4).
// Any code whose scalar type is a template parameter can be counted, such as the factorisation below.
// tools/make_operation_figure.py draws a figure from the output, docs/figures/planar_operation_counts.csv.
#include <cmath>
#include <cstdio>
#include <vector>

#include "sinew/sinew.hpp"

using namespace sinew;

// Solves M x = b for a positive definite M by L D L^T, Cholesky's method without square roots. The inverse pivots
// replace the diagonal of M, L^T replaces the entries above it, and x replaces b.
template <class T>
void solve(Matrix<T>& M, std::vector<T>& b) {
  const int n = M.rows();
  T* const x = b.data();
  for (int j = 0; j < n; ++j) {
    M(j, j) = T(1) / M(j, j);
    for (int k = j + 1; k < n; ++k) {
      M(j, k) = M(j, j) * M(k, j);
      for (int i = k; i < n; ++i) M(i, k) -= M(j, k) * M(i, j);
      x[k] -= M(j, k) * x[j];
    }
  }
  for (int i = n - 1; i >= 0; --i) {
    x[i] *= M(i, i);
    for (int k = i + 1; k < n; ++k) x[i] -= M(i, k) * x[k];
  }
}

int main() {
  std::puts(
      "links,sweeps_additions,sweeps_multiplications,sweeps_divisions,"
      "matrix_additions,matrix_multiplications,matrix_divisions");
  for (int n = 1; n <= 20; ++n) {
    const std::vector<PlanarLink> rods(std::size_t(n),
                                       {.length = 1, .mass = 1, .centre = {0.5, 0}, .inertia = 1.0 / 3});
    PlanarWorkspace<Counted> work{PlanarChain(rods)};
    std::vector<Counted> q, tau;
    for (int i = 0; i < n; ++i)
      q.push_back(Counted::input(0.3 - 0.1 * i)), tau.push_back(Counted::input(1 + 0.2 * i));
    std::vector<Counted> a(q.size());
    const CountOperations sweeps;
    solve_mass_matrix(work, q, tau, a);
    const Operations s = sweeps.executed();
    Matrix<Counted> M(n, n);
    std::vector<Counted> x = tau;
    const CountOperations matrix;
    mass_matrix(work, q, M);
    solve(M, x);
    const Operations m = matrix.executed();
    std::printf("%d,%ld,%ld,%ld,%ld,%ld,%ld\n", n, s.additions, s.multiplications, s.divisions, m.additions,
                m.multiplications, m.divisions);
    for (std::size_t i = 0; i < a.size(); ++i)
      if (std::abs(double(a[i] - x[i])) > 1e-9) return 1;
  }
}
