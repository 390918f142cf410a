// Evaluates the diagonalised equations of motion of SOA section 6, in which every joint has unit mass and no inertial
// coupling to other joints,
//
//   rate(nu) + mu = epsilon,   nu = D^(1/2) (I + H phi K)* v,   epsilon = D^(-1/2) (I - H psi K) T.
//
// The equation, typed as in the paper, is simplified to 0 = 0. The rates that it gives are compared with those of the
// hand-written recursion.
#include "examples/operators/common.hpp"

int main() {
  const Model arm = load("models/arm7.urdf");
  const State state = random_state(arm, 9);
  Configuration at(arm);
  at.set(state.q, state.v, state.tau);

  const Prepared equation(rate(nu) + mu - epsilon, at);
  std::printf("rate(nu) + mu - epsilon becomes %s in %d steps\n",
              to_text(equation.derivation().result()).c_str(), int(equation.derivation().steps.size()));

  std::vector<double> residuals(state.v.size()), computed(state.v.size()), expected(state.v.size());
  Prepared(nu, at).apply({}, residuals);
  Prepared(epsilon - mu, at).apply({}, computed);

  DiagonalWorkspace<double> work(arm);
  std::vector<double> velocities(state.v.size());
  residual_acceleration(work, state.q, residuals, state.tau, velocities, expected);
  std::printf("rate of the first residual: %.4f\n", computed[0]);
  return report(difference(computed.data(), expected.data(), computed.size()));
}
