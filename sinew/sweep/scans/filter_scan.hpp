// Computes the Kalman filter as an associative scan: the same estimates as kalman_filter, in O(log n) parallel rounds.
//
// Sarkka & Garcia-Fernandez 2021, "Temporal parallelization of Bayesian smoothers" (IEEE Trans. Automatic Control
// 66), with the bias n of the costate. An element describes a run of steps: it maps the estimate z of the state
// before the run and its covariance P to those after the run,
//
//   z' = b + A (I + P J)^-1 (z + P eta)                  estimate after the run
//   P' = C + A (I + P J)^-1 P A^T                        covariance of its error
//
// b and C are the estimate and covariance after the run if the state before it is known to be zero. J and eta are the
// information that the measurements of the run give about the state before it. For a robot, a run is a block of
// links, A is psi and J is Omega (batch/long_chain/long_chain.hpp). The element of one step, with G, P+ and D of a
// filter that knows the state before the step exactly, so that P = M, is
//
//   A = (I - G H) phi,  b = b + G (tau - H b) + P+ n,  C = P+
//   eta = phi^T (H^T D^-1 (tau - H b) + (I - G H)^T n),  J = phi^T H^T D^-1 H phi
//
// Cost: about 10 n^3 multiplications to combine two runs of n states, with fewer than twice as many combinations as
// steps, plus the 4 n^3 per step of the serial filter. It is faster than kalman_filter only with several threads.
#pragma once

#include "sinew/sweep/information.hpp"
#include "sinew/sweep/kalman_filter.hpp"
#include "sinew/sweep/scans/scan.hpp"

namespace sinew::sweep {

template <Scalar T>
struct FilterElement {
  Matrix<T> A, C, J;
  std::vector<T> b, eta;
};

// Operations on elements, with their working memory. Use one object per thread.
template <Scalar T>
class FilterElements {
 public:
  // Makes the element of one step. Throws std::domain_error if D = H M H^T + R is singular: unlike the serial filter,
  // the scan cannot use a measurement of a quantity whose uncertainty comes from earlier steps only.
  void make(const Step<T>& step, int index, int size_before, FilterElement<T>& out);

  // Replaces `after` by before * after, the element of both runs.
  void combine(const FilterElement<T>& before, FilterElement<T>& after);

  // `correct` sets the run and the covariance P before it; `one_by_one` are measurements of the run that are not in
  // its J and eta. `advance` then replaces z and P before the run by those after it, and `retreat` the costate after
  // the run by that before it, where z is the estimate before the run.
  void correct(const FilterElement<T>& run, const Matrix<T>& P, const Measurements<T>& one_by_one = {});
  void advance(const FilterElement<T>& run, std::vector<T>& z, Matrix<T>& P);
  void retreat(const FilterElement<T>& run, const std::vector<T>& z, std::vector<T>& lambda);

 private:
  Riccati<T> riccati_;
  Correction<T> correction_;
  Information<T> information_;
  Matrix<T> corrected_;  // (I + P J)^-1 P
  Matrix<T> carried_, product_, known_;
  std::vector<T> y_, sum_, eta_;
};

template <class T>
void symmetrise(Matrix<T>& m) {
  for (int j = 0; j < m.cols(); ++j) {
    for (int i = 0; i < j; ++i) m(i, j) = m(j, i) = T(0.5) * (m(i, j) + m(j, i));
  }
}

template <Scalar T>
void FilterElements<T>::make(const Step<T>& step, int index, int size_before, FilterElement<T>& out) {
  edge::check_step(step, index, size_before);
  const MatrixView<const T> phi = step.transition(), H = step.measurement();
  const auto states = std::size_t(step.state_size());
  if (!riccati_.correct(step.M, H, step.R, correction_))
    edge::singular_step("step", index, "D = H M H^T + R", riccati_.rank(), step.measurement_size());
  multiply<T>(correction_.I_minus_GH, phi, out.A);
  out.C = correction_.P_plus;
  // e = tau - H b, residual y = D^-1 e
  out.b = step.b;
  out.b.resize(states, T(0));
  y_.assign(step.tau.size(), T(0));
  add_product<T>(H, out.b, y_);
  for (std::size_t i = 0; i < y_.size(); ++i) y_[i] = step.tau[i] - y_[i];
  add_product<T>(correction_.G, y_, out.b);
  if (!step.n.empty()) add_product<T>(correction_.P_plus, step.n, out.b);
  riccati_.solve(y_);
  // eta = phi^T (H^T y + (I - G H)^T n)
  sum_.assign(states, T(0));
  add_transposed_product<T>(H, y_, sum_);
  out.eta.assign(std::size_t(phi.cols()), T(0));
  add_transposed_product<T>(phi, sum_, out.eta);
  if (!step.n.empty()) add_transposed_product<T>(out.A, step.n, out.eta);
  // J = phi^T H^T D^-1 H phi
  multiply<T>(H, phi, product_);
  carried_ = product_;
  riccati_.solve_columns(carried_);
  transposed_multiply<T>(product_, carried_, out.J);
}

template <Scalar T>
void FilterElements<T>::correct(const FilterElement<T>& run, const Matrix<T>& P,
                                const Measurements<T>& one_by_one) {
  information_.gather(run.J, run.eta, one_by_one);
  corrected_ = P;
  information_.correct(corrected_);
}

template <Scalar T>
void FilterElements<T>::advance(const FilterElement<T>& run, std::vector<T>& z, Matrix<T>& P) {
  // z' = b + A (I + P J)^-1 (z + P eta)
  information_.correct_state(z);
  y_ = run.b;
  add_product<T>(run.A, z, y_);
  z = y_;
  // P' = C + A (I + P J)^-1 P A^T
  multiply<T>(run.A, corrected_, product_);
  multiply_transposed<T>(product_, run.A, P);
  symmetrise(P);
  add<T>(run.C, P);
}

template <Scalar T>
void FilterElements<T>::retreat(const FilterElement<T>& run, const std::vector<T>& z,
                                std::vector<T>& lambda) {
  // lambda = (I + J P)^-1 (A^T lambda' + eta - J z)
  sum_.assign(run.eta.size(), T(0));
  add_transposed_product<T>(run.A, lambda, sum_);
  information_.correct_costate(z, sum_);
  lambda = sum_;
}

template <Scalar T>
void FilterElements<T>::combine(const FilterElement<T>& before, FilterElement<T>& after) {
  correct(after, before.C);
  // eta = A1^T (I + J2 C1)^-1 (eta2 - J2 b1) + eta1
  sum_.assign(before.b.size(), T(0));
  information_.correct_costate(before.b, sum_);
  eta_ = before.eta;
  add_transposed_product<T>(before.A, sum_, eta_);
  // b = b2 + A2 (I + C1 J2)^-1 (b1 + C1 eta2), C = C2 + A2 (I + C1 J2)^-1 C1 A2^T
  sum_ = before.b;
  advance(after, sum_, known_);
  after.b = sum_;
  after.C = known_;
  after.eta = eta_;
  // J = J1 + (J2 A1)^T (I + C1 J2)^-1 A1, A = A2 (I + C1 J2)^-1 A1
  carried_ = before.A;
  information_.correct_columns(carried_);
  multiply<T>(after.J, before.A, product_);
  transposed_multiply<T>(product_, carried_, after.J);
  symmetrise(after.J);
  add<T>(before.J, after.J);
  multiply<T>(after.A, carried_, product_);
  std::swap(after.A, product_);
}

// Returns the result of kalman_filter. for_each(count, task) calls task(i) for each i in [0, count) and may run several
// tasks at the same time (sweep/scans/scan.hpp). Throws the exceptions of FilterElements::make.
template <Scalar T, class ForEach = Serially>
std::vector<FilterStep<T>> filter_scan(const LinearSystem<T>& system, const ForEach& for_each = {}) {
  std::vector<FilterElement<T>> elements(system.size());
  for_each(system.size(), [&](std::size_t k) {
    const int before = k == 0 ? 0 : system[k - 1].state_size();
    FilterElements<T>().make(system[k], int(k), before, elements[k]);
  });
  // After the scan, each element describes all steps up to its own. No state precedes the first step: b = z+, C = P+.
  scan(
      std::span(elements),
      [](const FilterElement<T>& before, FilterElement<T>& after) {
        FilterElements<T>().combine(before, after);
      },
      for_each);
  std::vector<FilterStep<T>> out(system.size());
  for_each(system.size(), [&](std::size_t k) {
    KalmanFilter<T> filter;
    if (k > 0) filter.stand_after(int(k) - 1, elements[k - 1].b, elements[k - 1].C);
    filter.advance(system[k], out[k]);
  });
  return out;
}

}  // namespace sinew::sweep
