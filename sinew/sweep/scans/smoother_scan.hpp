// Computes the Bryson-Frazier smoother as an associative scan: the same results as bryson_frazier_smoother, in O(log n)
// parallel rounds.
//
// Given the results of the filter, a run of steps maps the costate and its covariance after the run to those before it,
//
//   lambda+ <- psi^T lambda+ + g                    R87 (45)-(47), (62)-(63)
//   Delta+ <- psi^T Delta+ psi + W                  (67)-(68)
//
// and two successive runs combine to a map of the same form (Sarkka & Garcia-Fernandez 2021, section IV, for the
// costate instead of the state, so that no covariance is inverted). For one step
//
//   psi = (I - G H) phi,  g = phi^T ((I - G H)^T n + H^T D^-1 e),  W = phi^T H^T D^-1 H phi
//
// Cost: 3 n^3 multiplications to combine two runs of n states, with fewer than twice as many combinations as steps,
// plus the 6 n^3 per step of the serial smoother.
#pragma once

#include "sinew/sweep/bryson_frazier_smoother.hpp"
#include "sinew/sweep/scans/scan.hpp"

namespace sinew::sweep {

template <Scalar T>
struct SmootherElement {
  Matrix<T> psi, W;
  std::vector<T> g;
};

// Returns the element of one step; `filtered` is the filter's result for this step.
template <Scalar T>
SmootherElement<T> smoother_element(const Step<T>& step, const FilterStep<T>& filtered) {
  SmootherElement<T> out;
  const MatrixView<const T> phi = step.transition(), H = step.measurement();
  multiply<T>(filtered.I_minus_GH, phi, out.psi);
  std::vector<T> costate(std::size_t(step.state_size()), T(0));
  add_transposed_product<T>(H, filtered.residual, costate);
  out.g.assign(std::size_t(phi.cols()), T(0));
  add_transposed_product<T>(phi, costate, out.g);
  if (!step.n.empty()) add_transposed_product<T>(out.psi, step.n, out.g);
  Riccati<T> riccati;
  riccati.factorise(filtered.D);
  Matrix<T> measured, scaled;
  multiply<T>(H, phi, measured);
  scaled = measured;
  riccati.solve_columns(scaled);
  transposed_multiply<T>(measured, scaled, out.W);
  return out;
}

// Replaces `earlier` by the element of both runs; the backward sweep passes the later run first.
template <Scalar T>
void combine(const SmootherElement<T>& later, SmootherElement<T>& earlier) {
  Matrix<T> product, carried;
  // g = psi1^T g2 + g1, W = psi1^T W2 psi1 + W1, psi = psi2 psi1
  add_transposed_product<T>(earlier.psi, later.g, earlier.g);
  multiply<T>(later.W, earlier.psi, product);
  transposed_multiply<T>(earlier.psi, product, carried);
  add<T>(carried, earlier.W);
  multiply<T>(later.psi, earlier.psi, product);
  earlier.psi = std::move(product);
}

// Returns the result of bryson_frazier_smoother. See sweep/scans/scan.hpp for for_each.
template <Scalar T, class ForEach = Serially>
std::vector<SmootherStep<T>> smoother_scan(const LinearSystem<T>& system,
                                           const std::vector<FilterStep<T>>& filtered,
                                           const ForEach& for_each = {}) {
  if (filtered.size() != system.size())
    edge::wrong_size("the filter's result", filtered.size(), system.size());
  const std::size_t count = system.size();
  // In reverse order: the last step comes first.
  std::vector<SmootherElement<T>> elements(count);
  for_each(count, [&](std::size_t i) {
    elements[i] = smoother_element(system[count - 1 - i], filtered[count - 1 - i]);
  });
  // After the scan, each element describes all steps from its own to the last. lambda+ and Delta+ are zero after the
  // last step, so that lambda+ = g and Delta+ = W before each element's own step.
  scan(std::span(elements), combine<T>, for_each);
  std::vector<SmootherStep<T>> out(count);
  for_each(count, [&](std::size_t i) {
    const std::size_t k = count - 1 - i;
    BrysonFrazierSmoother<T> smoother;
    if (i == 0) {
      smoother.stand_behind(system[k].state_size());
    } else {
      smoother.stand_before(elements[i - 1].g, elements[i - 1].W);
    }
    smoother.retreat(system[k], int(k), filtered[k], out[k]);
  });
  return out;
}

}  // namespace sinew::sweep
