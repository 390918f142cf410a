// Derives the rate of the mass matrix and a Coriolis matrix from formulas, and shows that dM/dt - 2 C is skew:
//
//   dM/dt = d(H phi M phi* H*),   C = H phi (M d(phi* H*) + (V^x M - M V^x*) phi* H*),   V = phi* H* v
//
// d(X) differentiates a formula along the joint velocities v, and cross(V) is the cross product of forces with the
// velocities V of the links. dM/dt - C - C* is simplified to 0. The product C v is compared with the hand-written recursion.
#include "examples/operators/common.hpp"

int main() {
  const Model arm = load("models/arm7.urdf");
  const State state = random_state(arm, 4);
  Configuration at(arm);
  at.set(state.q, state.v, state.tau);
  const std::size_t n = state.v.size();

  const Prepared rate_of_mass(d(Mass), at);
  std::printf("d(Mass) = %s\n", to_text(rate_of_mass.derivation().result()).c_str());

  const Expression V = ~phi * ~H * v, Vx = cross(V);
  const Expression coriolis_matrix = H * phi * (M * d(~phi * ~H) + (Vx * M - M * ~Vx) * ~phi * ~H);
  const Prepared skew(d(Mass) - coriolis_matrix - ~coriolis_matrix, at);
  std::printf("d(Mass) - C - C* becomes %s in %d steps\n", to_text(skew.derivation().result()).c_str(),
              int(skew.derivation().steps.size()));

  std::vector<double> computed(n), expected(n), work(1), twice_power(1);
  Prepared(coriolis_matrix * v, at).apply({}, computed);
  Workspace<double> workspace(arm);
  coriolis_product(workspace, state.q, state.v, state.v, expected);

  Prepared(~v * d(Mass) * v, at).apply({}, work);
  for (std::size_t i = 0; i < n; ++i) twice_power[0] += 2 * state.v[i] * expected[i];
  std::printf("v* dM/dt v = %.6f, 2 v* C v = %.6f\n", work[0], twice_power[0]);
  return report(std::max(difference(computed.data(), expected.data(), n),
                         difference(work.data(), twice_power.data(), 1)));
}
