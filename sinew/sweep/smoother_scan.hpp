// The Bryson-Frazier smoother as an associative scan: the same answers as bryson_frazier_smoother's in O(log n) rounds.
//
// With the filter in hand a run of steps takes the costate and its covariance from behind it to before it,
//
//   lambda+ <- psi^T lambda+ + g                    R87 (45)-(47), (62)-(63)
//   Delta+ <- psi^T Delta+ psi + W                  (67)-(68)
//
// and two runs one after the other make another of the same kind (Sarkka & Garcia-Fernandez 2021, section IV, in the
// costate instead of the state, so that no covariance is inverted). Of one step
//
//   psi = (I - G H) phi,  g = phi^T ((I - G H)^T n + H^T D^-1 e),  W = phi^T H^T D^-1 H phi
//
// Cost: 3 n^3 multiplications to combine two runs of n states, under twice as many combinations as steps; the serial
// smoother's 6 n^3 a step on top.
#pragma once

#include "sinew/sweep/bryson_frazier_smoother.hpp"
#include "sinew/sweep/scan.hpp"

namespace sinew::sweep {

template <Scalar T>
struct SmootherElement {
  Matrix<T> psi, W;
  std::vector<T> g;
};

// Of one step; `filtered`: what the filter says of it.
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

// `earlier` becomes the element of both runs, of which the later one is swept first.
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

// As bryson_frazier_smoother. for_each: see sweep/scan.hpp.
template <Scalar T, class ForEach = Serially>
std::vector<SmootherStep<T>> smoother_scan(const LinearSystem<T>& system,
                                           const std::vector<FilterStep<T>>& filtered,
                                           const ForEach& for_each = {}) {
  if (filtered.size() != system.size())
    edge::wrong_size("the filter's result", filtered.size(), system.size());
  const std::size_t count = system.size();
  // Last step first.
  std::vector<SmootherElement<T>> elements(count);
  for_each(count, [&](std::size_t i) {
    elements[i] = smoother_element(system[count - 1 - i], filtered[count - 1 - i]);
  });
  // Of the steps from each to the last, behind which lambda+ and Delta+ are zero: lambda+ = g, Delta+ = W.
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
