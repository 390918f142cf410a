// Propagates a covariance from step to step by the Riccati recursion, which the Kalman filter and optimal control
// share.
//
//   predict   P = A P+ A^T + M                          R87 (37), DD91 (40)
//   correct   D = H P H^T + R                           R87 (38), below (57); DD91: R_k with H = B^T
//             G = P H^T D^-1                            R87 (39)
//             P+ = (I - G H) P (I - G H)^T + G R G^T    R87 (51), DD91 (42): symmetric, positive despite rounding
//
// A measurement without noise makes P+ singular: a variance that should vanish comes out as the rounding error of the
// terms whose difference it is. It is set to zero, so that a redundant measurement is recognised.
//
// Cost: 4 n^3 multiplications and a few m n^2 for n states and m measurements; `predict` takes half of
// the 4 n^3.
#pragma once

#include <limits>

#include "sinew/dense/products.hpp"
#include "sinew/dense/solvers/symmetric_solver.hpp"

namespace sinew::sweep {

template <Scalar T>
struct Correction {
  Matrix<T> D;           // variance of the innovation
  Matrix<T> G;           // gain
  Matrix<T> I_minus_GH;  // maps the error before the correction to that after it
  Matrix<T> P_plus;      // covariance after the correction
};

template <Scalar T>
class Riccati {
 public:
  // A sum smaller than this fraction of its terms counts as zero.
  static constexpr double rounding = 16 * double(std::numeric_limits<ConstantOf<T>>::epsilon());

  // out = A P A^T
  void carry(MatrixIn<T> A, const Matrix<T>& P, Matrix<T>& out);
  // out = A P A^T + M
  void predict(MatrixIn<T> A, const Matrix<T>& P, const Matrix<T>& M, Matrix<T>& out) {
    carry(A, P, out);
    add(M, out);
  }
  // Computes all members of `out`; an empty R means zero. If D is singular, computes D only and returns false.
  bool correct(const Matrix<T>& P, MatrixIn<T> H, const Matrix<T>& R, Correction<T>& out);

  // `factorise` returns whether D is regular. `solve` and `solve_columns` then replace right sides by the solutions.
  bool factorise(const Matrix<T>& D);
  int rank() const { return solver_.rank(); }
  void solve(Out<T> x) { solver_.solve(x); }
  void solve_columns(MatrixOut<T> X) { solver_.solve_columns(X); }

 private:
  SymmetricSolver<T> solver_{0};
  Matrix<T> product_, noise_;
};

template <Scalar T>
void Riccati<T>::carry(MatrixIn<T> A, const Matrix<T>& P, Matrix<T>& out) {
  using std::abs, std::sqrt;
  multiply(A, P, product_);
  multiply_transposed(product_, A, out);
  for (int i = 0; i < A.rows(); ++i) {
    T scale = T(0);
    for (int k = 0; k < A.cols(); ++k) scale = scale + abs(A(i, k)) * sqrt(P(k, k));
    const bool vanishes = out(i, i) <= T(rounding) * scale * scale;
    for (int j = 0; j < A.rows(); ++j) {
      const T mean = T(0.5) * (out(i, j) + out(j, i));
      out(i, j) = out(j, i) = vanishes ? T(0) : mean;
    }
  }
}

template <Scalar T>
bool Riccati<T>::factorise(const Matrix<T>& D) {
  if (D.rows() > solver_.capacity()) solver_ = SymmetricSolver<T>(D.rows());
  solver_.factorise(D, rounding);
  return solver_.is_regular();
}

template <Scalar T>
bool Riccati<T>::correct(const Matrix<T>& P, MatrixIn<T> H, const Matrix<T>& R, Correction<T>& out) {
  using std::abs;
  const bool noisy = R.rows() != 0;
  carry(H, P, out.D);
  if (noisy) add(R, out.D);
  if (!factorise(out.D)) return false;
  // G^T = D^-1 H P
  multiply(H, P, product_);
  solve_columns(product_);
  transpose(product_, out.G);
  out.I_minus_GH.reset(P.rows(), P.rows());
  for (int j = 0; j < P.rows(); ++j) {
    for (int i = 0; i < P.rows(); ++i) {
      T difference = T(i == j ? 1 : 0), scale = difference;
      for (int m = 0; m < H.rows(); ++m) {
        const T term = out.G(i, m) * H(m, j);
        difference = difference - term;
        scale = scale + abs(term);
      }
      out.I_minus_GH(i, j) = abs(difference) <= T(rounding) * scale ? T(0) : difference;
    }
  }
  carry(out.I_minus_GH, P, out.P_plus);
  if (noisy) {
    carry(out.G, R, noise_);
    add(noise_, out.P_plus);
  }
  return true;
}

extern template class Riccati<double>;
extern template class Riccati<float>;

}  // namespace sinew::sweep
