// Computes the Bryson-Frazier smoother: the best estimate of each state from all measurements, in one backward sweep
// over the results of the Kalman filter.
//
// R87 (44)-(47) and (60)-(67), with measurement noise and the bias n of the costate. From the last step to the first,
// starting with lambda+ = 0 and Delta+ = 0:
//
//   a = residual - G^T (lambda+ + n)                         tau - H x = R a         (46)
//   lambda = lambda+ + n + H^T a                             costate                 (47), (63)
//   Delta = (I-GH)^T Delta+ (I-GH) + H^T D^-1 H              costate covariance      (82); (68) has it transposed
//   x = z + P lambda                                         smoothed state          (61)
//   S = P - P Delta P                                        covariance of its error (65)
//   lambda+(k-1) = phi^T lambda, Delta+(k-1) = phi^T Delta phi                       (62), (67)
//
// Cost: 6 n^3 multiplications and a few m n^2 per step of n states and m measurements.
#pragma once

#include "sinew/sweep/kalman_filter.hpp"

namespace sinew::sweep {

template <Scalar T>
struct SmootherStep {
  std::vector<T> x;       // E[x(k) | all measurements]
  Matrix<T> S;            // covariance of its error
  std::vector<T> lambda;  // costate
  Matrix<T> Delta;        // E[lambda lambda^T] over the measurements, where n is zero
  std::vector<T> a;       // the measurement adds H^T a to the costate
};

// Runs the smoother over all steps. `filtered` is the result of kalman_filter for `system`. The form with `out`
// overwrites it and reuses its memory.
template <Scalar T>
void bryson_frazier_smoother(const LinearSystem<T>& system, const std::vector<FilterStep<T>>& filtered,
                             std::vector<SmootherStep<T>>& out);

template <Scalar T>
std::vector<SmootherStep<T>> bryson_frazier_smoother(const LinearSystem<T>& system,
                                                     const std::vector<FilterStep<T>>& filtered) {
  std::vector<SmootherStep<T>> out;
  bryson_frazier_smoother(system, filtered, out);
  return out;
}

// Runs the smoother one step at a time, from the last to the first.
template <Scalar T>
class BrysonFrazierSmoother {
 public:
  // Processes step `index` of the system; `filtered` is the filter's result for this step.
  void retreat(const Step<T>& step, int index, const FilterStep<T>& filtered, SmootherStep<T>& out);
  // Sets lambda+ and Delta+ for the next call of `retreat`, as the later step would have left them.
  void stand_before(const std::vector<T>& lambda_plus, const Matrix<T>& Delta_plus) {
    lambda_plus_ = lambda_plus, Delta_plus_ = Delta_plus;
  }
  // Sets the smoother to the end of the system, where lambda+ and Delta+ are zero; the last step has this many states.
  void stand_behind(int states) {
    lambda_plus_.assign(std::size_t(states), T(0));
    Delta_plus_.reset(states, states);
  }

 private:
  std::vector<T> lambda_plus_;
  Matrix<T> Delta_plus_;
  Riccati<T> riccati_;
  Matrix<T> information_, scaled_, adjoint_;
};

template <Scalar T>
void BrysonFrazierSmoother<T>::retreat(const Step<T>& step, int index, const FilterStep<T>& f,
                                       SmootherStep<T>& s) {
  const MatrixView<const T> H = step.measurement();
  edge::at_step("step", index, [&] {
    edge::check_size("the filter's G", MatrixView<const T>(f.G), step.state_size(), step.measurement_size());
  });
  // a = D^-1 e - G^T (lambda+ + n)
  s.lambda = lambda_plus_;
  for (std::size_t i = 0; i < step.n.size(); ++i) s.lambda[i] = s.lambda[i] + step.n[i];
  s.a.assign(f.residual.size(), T(0));
  add_transposed_product(f.G, s.lambda, s.a);
  for (std::size_t i = 0; i < s.a.size(); ++i) s.a[i] = f.residual[i] - s.a[i];
  // lambda = lambda+ + n + H^T a
  add_transposed_product(H, s.a, s.lambda);
  // Delta = (I - G H)^T Delta+ (I - G H) + H^T D^-1 H
  riccati_.factorise(f.D);
  scaled_ = step.H;
  riccati_.solve_columns(scaled_);
  transposed_multiply(H, MatrixView<const T>(scaled_.data(), H.rows(), H.cols()), information_);
  transpose(f.I_minus_GH, adjoint_);
  riccati_.predict(adjoint_, Delta_plus_, information_, s.Delta);
  // x = z + P lambda
  s.x = f.z;
  add_product(f.P, s.lambda, s.x);
  // S = P - P Delta P
  riccati_.carry(f.P, s.Delta, s.S);
  for (int j = 0; j < s.S.cols(); ++j) {
    for (int i = 0; i < s.S.rows(); ++i) s.S(i, j) = f.P(i, j) - s.S(i, j);
  }
  // lambda+(k-1) = phi^T lambda, Delta+(k-1) = phi^T Delta phi
  lambda_plus_.assign(std::size_t(step.phi.cols()), T(0));
  add_transposed_product(step.transition(), s.lambda, lambda_plus_);
  transpose(step.transition(), adjoint_);
  riccati_.carry(adjoint_, s.Delta, Delta_plus_);
}

template <Scalar T>
void bryson_frazier_smoother(const LinearSystem<T>& system, const std::vector<FilterStep<T>>& filtered,
                             std::vector<SmootherStep<T>>& out) {
  if (filtered.size() != system.size())
    edge::wrong_size("the filter's result", filtered.size(), system.size());
  out.resize(system.size());
  if (system.empty()) return;
  BrysonFrazierSmoother<T> smoother;
  smoother.stand_behind(system.back().state_size());
  for (std::size_t k = system.size(); k-- > 0;) smoother.retreat(system[k], int(k), filtered[k], out[k]);
}

extern template void bryson_frazier_smoother(const LinearSystem<double>&,
                                             const std::vector<FilterStep<double>>&,
                                             std::vector<SmootherStep<double>>&);
extern template void bryson_frazier_smoother(const LinearSystem<float>&,
                                             const std::vector<FilterStep<float>>&,
                                             std::vector<SmootherStep<float>>&);

}  // namespace sinew::sweep
