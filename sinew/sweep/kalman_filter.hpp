// Computes the discrete Kalman filter: the best estimate of each state from the measurements up to it.
//
// R87 (36)-(43) and (52)-(59), with measurement noise:
//
//   z = phi z+ + b                 predicted state                             (36), (54)
//   P = phi P+ phi^T + M           covariance of its error                     (37), (56)
//   D = H P H^T + R                variance of the innovation                  (38), (57)
//   G = P H^T D^-1                 gain                                        (39)
//   e = tau - H z                  innovation                                  (40), (55)
//   z+ = z + G e + P+ n            state corrected by the measurement          (41), (59)
//   residual = D^-1 e                                                          (42)
//   P+ = P - G H P                 covariance of its error (see riccati.hpp)   (43), (58)
//
// Cost: 4 n^3 multiplications and a few m n^2 per step of n states and m measurements. Allocates only for results
// larger than any before.
#pragma once

#include "sinew/sweep/linear_system.hpp"
#include "sinew/sweep/riccati.hpp"

namespace sinew::sweep {

// The results of one step, in addition to D, G, I_minus_GH and P_plus of the correction.
template <Scalar T>
struct FilterStep : Correction<T> {
  std::vector<T> z;         // E[x(k) | measurements before k]
  Matrix<T> P;              // covariance of its error
  std::vector<T> e;         // tau - H z
  std::vector<T> residual;  // D^-1 e
  std::vector<T> z_plus;    // E[x(k) | measurements up to k]
};

// Runs the filter one step at a time, as measurements arrive.
template <Scalar T>
class KalmanFilter {
 public:
  // Processes the next step. Throws std::invalid_argument if the sizes or numbers of the step are invalid, and
  // std::domain_error if D is singular: a measurement without noise of a quantity that is already known. The filter
  // does not change if an exception is thrown.
  void advance(const Step<T>& step, FilterStep<T>& out);
  // Sets the filter to the state in which it has just processed step `index` with this result.
  void stand_after(int index, const std::vector<T>& z_plus, const Matrix<T>& P_plus) {
    index_ = index + 1, z_plus_ = z_plus, P_plus_ = P_plus;
  }

 private:
  int index_ = 0;
  std::vector<T> z_plus_;
  Matrix<T> P_plus_;
  Riccati<T> riccati_;
};

template <Scalar T>
void KalmanFilter<T>::advance(const Step<T>& step, FilterStep<T>& out) {
  edge::check_step(step, index_, int(z_plus_.size()));
  const MatrixView<const T> phi = step.transition(), H = step.measurement();
  // z = phi z+ + b
  out.z = step.b;
  out.z.resize(std::size_t(step.state_size()), T(0));
  add_product(phi, z_plus_, out.z);
  // P = phi P+ phi^T + M; D, G, P+
  riccati_.predict(phi, P_plus_, step.M, out.P);
  if (!riccati_.correct(out.P, H, step.R, out))
    edge::singular_step("step", index_, "D = H P H^T + R", riccati_.rank(), step.measurement_size());
  // e = tau - H z
  out.e.assign(step.tau.size(), T(0));
  add_product(H, out.z, out.e);
  for (std::size_t i = 0; i < out.e.size(); ++i) out.e[i] = step.tau[i] - out.e[i];
  out.residual = out.e;
  riccati_.solve(out.residual);
  // z+ = z + G e + P+ n
  out.z_plus = out.z;
  add_product(out.G, out.e, out.z_plus);
  if (!step.n.empty()) add_product(out.P_plus, step.n, out.z_plus);
  z_plus_ = out.z_plus;
  P_plus_ = out.P_plus;
  ++index_;
}

// Run the filter over all steps. The form with `out` overwrites it and reuses its memory.
template <Scalar T>
void kalman_filter(const LinearSystem<T>& system, std::vector<FilterStep<T>>& out) {
  KalmanFilter<T> filter;
  out.resize(system.size());
  for (std::size_t k = 0; k < system.size(); ++k) filter.advance(system[k], out[k]);
}
template <Scalar T>
std::vector<FilterStep<T>> kalman_filter(const LinearSystem<T>& system) {
  std::vector<FilterStep<T>> out;
  kalman_filter(system, out);
  return out;
}

extern template class KalmanFilter<double>;
extern template class KalmanFilter<float>;

}  // namespace sinew::sweep
