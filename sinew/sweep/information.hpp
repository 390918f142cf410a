// Corrects the estimate z of a state and its covariance P by many measurements, given as the sum of their information:
// J = sum H^T D^-1 H and eta = sum H^T D^-1 tau.
//
//   P+ = (I + P J)^-1 P,    z+ = (I + P J)^-1 (z + P eta),    lambda = (I + J P)^-1 (lambda+ + eta - J z)
//
// I + P J is not symmetric, and if P is large and J is rank-deficient, its inverse loses quantities that are small
// compared with P. The sum is therefore decomposed into scalar measurements, J = sum d u u^T with diagonal pivoting
// and eta = sum d n u + rest, which are applied in succession as in the filter (R87 (38)-(47) with H = u^T,
// tau = n and noise 1 / d):
//
//   D = 1 / d + u^T P u,      G = P u / D,     P -> P - G u^T P        covariance
//   e = n - u^T z,                             z -> z + G e            state, to which P+ rest is added at the end
//   y = e / D - G^T lambda,                    lambda -> lambda + u y  costate, in reverse order, from lambda+ + rest
//
// A measurement much more precise than the others would drown them in the sum. Such measurements are given one by one.
//
// Cost: about n^3 multiplications for n states to decompose J and correct P, 2 n^2 to correct a state.
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "sinew/dense/products.hpp"
#include "sinew/scalar/scalar.hpp"

namespace sinew::sweep {

// Measurements given one by one: n(k) is the measured value of u(k)^T x, with noise 1 / d(k).
template <Scalar T>
struct Measurements {
  MatrixView<const T> u = {nullptr, 0, 0};  // columns
  std::span<const T> d = {}, n = {};
};

template <Scalar T>
class Information {
 public:
  // Sets the measurements: the sums J and eta, and `one_by_one`, measurements that are not in the sums. J is
  // symmetric and has no negative eigenvalues except by rounding.
  void gather(const Matrix<T>& J, In<T> eta, const Measurements<T>& one_by_one = {});

  // Replaces P by P+. The functions below refer to this P.
  void correct(Matrix<T>& P);
  // Replaces z by z+.
  void correct_state(std::vector<T>& z);
  // Replaces lambda+ by lambda; z is the estimate before the correction.
  void correct_costate(const std::vector<T>& z, std::vector<T>& lambda);
  // Replaces each column x by (I + P J)^-1 x.
  void correct_columns(Matrix<T>& X) const;

 private:
  // A difference smaller than this fraction of its terms counts as zero.
  static constexpr double rounding = 16 * double(std::numeric_limits<ConstantOf<T>>::epsilon());

  void add(const T& d, const T& n) {
    d_[std::size_t(count_)] = d;
    n_[std::size_t(count_)] = n;
    ++count_;
  }
  void take_apart();
  void measure(T* z);
  static T dot(const Matrix<T>& columns, int k, const T* x) {
    const T* const column = &columns(0, k);
    T sum = column[0] * x[0];
    for (int i = 1; i < columns.rows(); ++i) sum = sum + column[i] * x[i];
    return sum;
  }

  int count_ = 0;  // number of scalar measurements
  Matrix<T> u_, G_;
  std::vector<T> d_, n_, inverse_D_, e_, rest_;
  Matrix<T> left_;  // the remainder of J during its decomposition
  Matrix<T> P_plus_;
  std::vector<T> whole_, state_;
};

template <Scalar T>
void Information<T>::gather(const Matrix<T>& J, In<T> eta, const Measurements<T>& one_by_one) {
  const int size = J.rows(), most = size + one_by_one.u.cols();
  count_ = 0;
  u_.reset(size, most);
  G_.reset(size, most);
  for (std::vector<T>* numbers : {&d_, &n_, &inverse_D_, &e_}) numbers->assign(std::size_t(most), T(0));
  for (int k = 0; k < one_by_one.u.cols(); ++k) {
    for (int i = 0; i < size; ++i) u_(i, k) = one_by_one.u(i, k);
    add(one_by_one.d[std::size_t(k)], one_by_one.n[std::size_t(k)]);
  }
  left_ = J;
  rest_.assign(eta.data(), eta.data() + eta.size());
  take_apart();
}

template <Scalar T>
void Information<T>::take_apart() {
  const int size = left_.rows();
  whole_.resize(std::size_t(size));
  for (int i = 0; i < size; ++i) whole_[std::size_t(i)] = left_(i, i);
  for (int part = 0; part < size; ++part) {
    // The diagonal element with the largest remaining fraction of its value at the start, whatever its unit.
    int pivot = -1;
    T most = T(rounding);
    for (int i = 0; i < size; ++i) {
      const T& whole = whole_[std::size_t(i)];
      if (whole > T(0) && left_(i, i) > most * whole) pivot = i, most = left_(i, i) / whole;
    }
    if (pivot < 0) return;
    const T d = left_(pivot, pivot), inverse = T(1) / d, n = inverse * rest_[std::size_t(pivot)];
    T* const u = &u_(0, count_);
    for (int i = 0; i < size; ++i) u[i] = inverse * left_(i, pivot);
    for (int j = 0; j < size; ++j) {
      const T factor = d * u[j];
      T* const column = &left_(0, j);
      for (int i = 0; i < size; ++i) column[i] = column[i] - u[i] * factor;
      rest_[std::size_t(j)] = rest_[std::size_t(j)] - factor * n;
    }
    // This row and column contain only rounding.
    for (int i = 0; i < size; ++i) left_(i, pivot) = left_(pivot, i) = T(0);
    rest_[std::size_t(pivot)] = whole_[std::size_t(pivot)] = T(0);
    add(d, n);
  }
}

template <Scalar T>
void Information<T>::correct(Matrix<T>& P) {
  const int size = P.rows();
  for (int k = 0; k < count_; ++k) {
    const T* const u = &u_(0, k);
    T* const G = &G_(0, k);  // P u here; divided by D below
    for (int j = 0; j < size; ++j) G[j] = dot(P, j, u);
    const T D = T(1) / d_[std::size_t(k)] + dot(G_, k, u), inverse = T(1) / D;
    inverse_D_[std::size_t(k)] = inverse;
    for (int j = 0; j < size; ++j) {
      const T factor = inverse * G[j];
      T* const column = &P(0, j);
      for (int i = 0; i < size; ++i) column[i] = column[i] - factor * G[i];
    }
    for (int i = 0; i < size; ++i) G[i] = inverse * G[i];
  }
  P_plus_ = P;
}

// Stores e and replaces z by (I + P J)^-1 (z + P (eta - rest)).
template <Scalar T>
void Information<T>::measure(T* z) {
  for (int k = 0; k < count_; ++k) {
    const T e = n_[std::size_t(k)] - dot(u_, k, z);
    e_[std::size_t(k)] = e;
    const T* const G = &G_(0, k);
    for (int i = 0; i < u_.rows(); ++i) z[i] = z[i] + e * G[i];
  }
}

template <Scalar T>
void Information<T>::correct_state(std::vector<T>& z) {
  measure(z.data());
  add_product<T>(P_plus_, rest_, z);
}

template <Scalar T>
void Information<T>::correct_costate(const std::vector<T>& z, std::vector<T>& lambda) {
  state_ = z;
  measure(state_.data());
  for (std::size_t i = 0; i < rest_.size(); ++i) lambda[i] = lambda[i] + rest_[i];
  for (int k = count_; k-- > 0;) {
    const T y = inverse_D_[std::size_t(k)] * e_[std::size_t(k)] - dot(G_, k, lambda.data());
    for (int i = 0; i < u_.rows(); ++i) lambda[std::size_t(i)] = lambda[std::size_t(i)] + u_(i, k) * y;
  }
}

template <Scalar T>
void Information<T>::correct_columns(Matrix<T>& X) const {
  for (int j = 0; j < X.cols(); ++j) {
    T* const x = &X(0, j);
    for (int k = 0; k < count_; ++k) {
      const T measured = dot(u_, k, x);
      for (int i = 0; i < u_.rows(); ++i) x[i] = x[i] - measured * G_(i, k);
    }
  }
}

}  // namespace sinew::sweep
