// Defines the estimation problem that the Kalman filter and the smoother solve: a linear system driven by noise and
// measured at each step.
//
// R87 (52)-(53), with noise in the measurements:
//
//   x(k) = phi(k) x(k-1) + w(k)       state; w has mean b and covariance M
//   tau(k) = H(k) x(k) + noise        measurement; the noise has mean zero and covariance R, which may be zero
//
// The best estimate of x solves a two-point boundary-value problem (R87 (16)-(21), where R = 0):
//
//   x(k) = phi(k) x(k-1) + M lambda(k) + b          state, forward from the first step, which has no phi
//   lambda+(k-1) = phi(k)^T lambda(k)               costate, backward from the last step, where lambda+ = 0
//   lambda(k) = lambda+(k) + n + H^T a              H^T a: contribution of the measurement
//   tau(k) = H x(k) + R a                           measurement
//
// Sizes may differ from step to step.
#pragma once

#include <limits>
#include <stdexcept>
#include <vector>

#include "sinew/dense/views.hpp"
#include "sinew/scalar/scalar.hpp"

namespace sinew::sweep {

template <Scalar T>
struct Step {
  Matrix<T> phi{};       // from the state before; empty in the first step, whose b and M are the prior
  Matrix<T> M{};         // covariance of the input; determines the size of the state
  std::vector<T> b{};    // mean of the input; empty for zero
  Matrix<T> H{};         // maps the state to the measurement; empty if nothing is measured
  Matrix<T> R{};         // covariance of the measurement's noise; empty for zero
  std::vector<T> tau{};  // the measurement
  std::vector<T> n{};    // bias of the costate: multiplies the density of x by exp(n^T x); empty for zero

  int state_size() const { return M.rows(); }
  int measurement_size() const { return H.rows(); }
  // phi with one row per state and H with one column per state, even if they are empty.
  MatrixView<const T> transition() const { return {phi.data(), state_size(), phi.cols()}; }
  MatrixView<const T> measurement() const { return {H.data(), H.rows(), state_size()}; }
};

template <Scalar T>
using LinearSystem = std::vector<Step<T>>;

}  // namespace sinew::sweep

// Checks of linear systems. They throw std::invalid_argument, or std::domain_error if D is singular, with a message
// that names the step.
namespace sinew::edge {

[[noreturn]] void not_symmetric(const char* what, int i, int j, double lower, double upper);
[[noreturn]] void negative_variance(const char* what, int i, double value);
[[noreturn]] void singular_step(const char* kind, int index, const char* what, int rank, int size);
[[noreturn]] void wrong_step(const char* kind, int index, const char* complaint);
// Runs a check and puts the step in front of the message of its exception.
template <class Check>
void at_step(const char* kind, int index, const Check& check) {
  try {
    check();
  } catch (const std::invalid_argument& error) {
    wrong_step(kind, index, error.what());
  }
}

template <class T>
void check_matrix(const char* what, const Matrix<T>& x, int rows, int cols) {
  check_size(what, MatrixView<const T>(x), rows, cols);
  check_finite(what, VectorView<const T>(x.data(), std::size_t(rows) * std::size_t(cols)));
}
template <class T>
void check_covariance(const char* what, const Matrix<T>& x, int size) {
  check_matrix(what, x, size, size);
  for (int j = 0; j < size; ++j) {
    if (x(j, j) < T(0)) negative_variance(what, j, double(x(j, j)));
  }
  for (int j = 0; j < size; ++j) {
    for (int i = j + 1; i < size; ++i) {
      const T difference = x(i, j) - x(j, i);
      const T allowed = T(std::numeric_limits<ConstantOf<T>>::epsilon()) * x(i, i) * x(j, j);
      if (difference * difference > allowed) not_symmetric(what, i, j, double(x(i, j)), double(x(j, i)));
    }
  }
}
template <class T>
void check_optional(const char* what, const std::vector<T>& x, int size) {
  if (!x.empty()) check_input(what, VectorView<const T>(x), size);
}

template <class T>
void check_step(const sweep::Step<T>& step, int index, int size_before) {
  at_step("step", index, [&] {
    const int states = step.state_size(), measured = step.measurement_size();
    check_covariance("M", step.M, states);
    if (step.phi.cols() != 0 || size_before != 0) check_matrix("phi", step.phi, states, size_before);
    check_optional("b", step.b, states);
    check_optional("n", step.n, states);
    if (measured != 0) check_matrix("H", step.H, measured, states);
    if (step.R.rows() != 0) check_covariance("R", step.R, measured);
    check_input("tau", VectorView<const T>(step.tau), measured);
  });
}

}  // namespace sinew::edge
