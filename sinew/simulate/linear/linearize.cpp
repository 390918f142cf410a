#include "sinew/simulate/linear/linearize.hpp"

#include "sinew/dense/products.hpp"
#include "sinew/model/joints/configuration_tangents.hpp"
#include "sinew/simulate/linear/differentiable_step.hpp"

namespace sinew {

Linearization linearize(const Model& model, In<double> q, In<double> v, In<double> tau,
                        const LinearizeOptions& options) {
  edge::check_tree("linearize", model);
  DifferentiableStep step(model, options.integrator, options.step, options.forces);
  const int n = model.velocity_size();
  Linearization out{.A = Matrix<double>(2 * n, 2 * n),
                    .B = Matrix<double>(2 * n, n),
                    .A_discrete = Matrix<double>(2 * n, 2 * n),
                    .B_discrete = Matrix<double>(2 * n, n),
                    .a = std::vector<double>(std::size_t(n)),
                    .step = options.step,
                    .left_out = step.dynamics().left_out()};
  Matrix<double> by_q(n, n), by_v(n, n), by_tau(n, n), transport(n, n);
  step.dynamics().accelerations(q, v, tau, out.a);
  step.dynamics().derivatives(by_q, by_v, by_tau);
  add_transport(model, v, identity<double>(n), transport);
  for (int j = 0; j < n; ++j) {
    out.A(j, n + j) = 1;
    for (int i = 0; i < n; ++i) {
      out.A(i, j) = transport(i, j);
      out.A(n + i, j) = by_q(i, j);
      out.A(n + i, n + j) = by_v(i, j);
      out.B(n + i, j) = by_tau(i, j);
    }
  }
  std::vector<double> q1(q.size()), v1(v.size());
  step.linearize(q, v, tau, q1, v1, out.A_discrete, out.B_discrete);
  return out;
}

}  // namespace sinew
