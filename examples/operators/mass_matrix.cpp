// Computes the mass matrix by the Newton-Euler factorisation, SOA (3), and by the innovations factorisation, SOA (11).
#include "examples/operators/common.hpp"

int main() {
  const Model arm = load("models/arm7.urdf");
  const State state = random_state(arm, 2);
  Configuration at(arm);
  at.set(state.q);

  Prepared newton_euler(H * phi * M * ~phi * ~H + R, at, as_matrix);
  Prepared innovations((I + H * phi * K) * D * ~(I + H * phi * K), at, as_matrix);
  Matrix<double> first(7, 7), second(7, 7), expected(7, 7);
  newton_euler.matrix(first);
  innovations.matrix(second);

  Workspace<double> work(arm);
  mass_matrix(work, state.q, expected);
  std::printf("inertia at the first joint: %.6f kg m^2\n", first(0, 0));
  return report(std::max(difference(first.data(), expected.data(), 49),
                         difference(second.data(), expected.data(), 49)));
}
