#include "sinew/chains/loops/consistent_state.hpp"

#include <algorithm>
#include <cmath>

#include "sinew/dense/solvers/least_norm.hpp"

namespace sinew {
namespace {

ConstraintError worst_of(const std::vector<double>& errors, const ClosedChain<double>& chain) {
  const auto worst = std::max_element(errors.begin(), errors.end(),
                                      [](double a, double b) { return std::abs(a) < std::abs(b); });
  if (worst == errors.end()) return {};
  return {.size = std::abs(*worst), .row = chain.constraints().row_name(int(worst - errors.begin()))};
}

ConstraintErrors errors_at(Workspace<double>& work, ClosedChain<double>& chain, In<double> q, In<double> v) {
  std::vector<double> errors(std::size_t(chain.rows()));
  ConstraintErrors found;
  chain.position_errors(work, q, errors);
  found.position = worst_of(errors, chain);
  chain.velocity_errors(work, q, v, errors);
  found.velocity = worst_of(errors, chain);
  return found;
}

void project(Workspace<double>& work, ClosedChain<double>& chain, const std::vector<double>& W, In<double> q,
             Out<double> v) {
  const int m = chain.rows(), n = work.model.velocity_size();
  Matrix<double> J(m, n), JWJ(m, m);
  std::vector<double> x(std::size_t(m), 0.0);
  chain.jacobian(work, q, J);
  for (int i = 0; i < n; ++i) {
    const auto k = std::size_t(i);
    for (int a = 0; a < m; ++a) {
      x[std::size_t(a)] += J(a, i) * v[k];
      for (int b = 0; b <= a; ++b) JWJ(a, b) += J(a, i) * W[k] * J(b, i);
    }
  }
  LeastNormSolver<double> solver(m);
  solver.factorise(JWJ);
  solver.solve(x);
  for (int i = 0; i < n; ++i) {
    for (int a = 0; a < m; ++a) v[std::size_t(i)] -= W[std::size_t(i)] * J(a, i) * x[std::size_t(a)];
  }
}

}  // namespace

ConstraintErrors constraint_errors(const Model& model, In<double> q, In<double> v) {
  Workspace<double> work(model);
  ClosedChain<double> chain(model);
  return errors_at(work, chain, q, v);
}

ConstraintErrors make_consistent(const Model& model, Out<double> q, Out<double> v,
                                 std::span<const int> held) {
  Workspace<double> work(model);
  ClosedChain<double> chain(model);
  std::vector<double> weights(std::size_t(model.velocity_size()), 1.0);
  for (const int i : held) {
    edge::check_dof(i, model.velocity_size());
    weights[std::size_t(i)] = 0;
  }
  assemble(work, chain, q, {.weights = weights});
  project(work, chain, weights, q, v);
  return errors_at(work, chain, q, v);
}

}  // namespace sinew
