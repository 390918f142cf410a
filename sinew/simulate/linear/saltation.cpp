#include "sinew/simulate/linear/saltation.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "sinew/base/check_number.hpp"
#include "sinew/base/number_text.hpp"
#include "sinew/dense/norms.hpp"
#include "sinew/dense/products.hpp"
#include "sinew/simulate/run/mechanism.hpp"

namespace sinew {
namespace {

using Numbers = std::vector<double>;

Numbers joined(In<double> first, In<double> second) {
  Numbers all(first.data(), first.data() + first.size());
  all.insert(all.end(), second.data(), second.data() + second.size());
  return all;
}

// D of the impact: q+ = q, v+ = v + s(q, -J v - e v_joint). One row of dv+ is a product with the adjoint of s.
Matrix<double> derivative_of_impact(ConstrainedSystem& system, In<double> v, int lock_row, int joint,
                                    double restitution) {
  const int n = system.model().velocity_size();
  const auto size = std::size_t(n);
  Matrix<double> D = identity<double>(2 * n);
  Numbers weights(size), by_q(size), by_v(size), unused(size), other(size), rows(std::size_t(system.rows()));
  for (int i = 0; i < n; ++i) {
    std::ranges::fill(weights, 0.0);
    weights[std::size_t(i)] = 1;
    system.forward_vjp(weights, {}, by_q, unused, other, rows);
    std::ranges::copy(weights, by_v.begin());
    for (double& row : rows) row = -row;
    by_v[std::size_t(joint)] += restitution * rows[std::size_t(lock_row)];
    system.row_velocities_vjp(v, rows, by_q, by_v);
    for (int j = 0; j < n; ++j) D(n + i, j) = by_q[std::size_t(j)], D(n + i, n + j) = by_v[std::size_t(j)];
  }
  return D;
}

}  // namespace

Matrix<double> saltation_matrix(const EventDerivatives& event, const EventSide& before,
                                const EventSide& after, double grazing) {
  const int n = int(before.v.size());
  edge::check_input("dg/dq", In<double>(event.value_by_q), n);
  edge::check_input("dg/dv", In<double>(event.value_by_v), n);
  edge::check_input("a before", before.a, n);
  edge::check_input("v after", after.v, n);
  edge::check_input("a after", after.a, n);
  const bool has_reset = event.reset.rows() != 0;
  if (has_reset) edge::check_size("the derivative of the reset", MatrixIn<double>(event.reset), 2 * n, 2 * n);
  Matrix<double> X = has_reset ? event.reset : identity<double>(2 * n);
  const Numbers normal = joined(event.value_by_q, event.value_by_v), rate = joined(before.v, before.a);
  double slope = event.value_by_time;
  for (std::size_t i = 0; i < rate.size(); ++i) slope += normal[i] * rate[i];
  const double scale = std::abs(event.value_by_time) + largest(normal) * largest(rate);
  if (!(std::abs(slope) > grazing * scale))
    throw std::domain_error("the motion grazes the event, whose value changes along it by " +
                            number_text(slope) + " 1/s: there is no derivative");
  Numbers jump = joined(after.v, after.a), carried(jump.size());
  add_product<double>(X, rate, carried);
  for (std::size_t i = 0; i < jump.size(); ++i) jump[i] -= carried[i];
  for (int j = 0; j < 2 * n; ++j) {
    for (int i = 0; i < 2 * n; ++i) X(i, j) += jump[std::size_t(i)] * normal[std::size_t(j)] / slope;
  }
  return X;
}

StopImpact stop_impact(const Model& model, const std::string& joint, In<double> q, In<double> v,
                       In<double> tau, const StopImpactOptions& options) {
  const int n = model.velocity_size();
  const auto size = std::size_t(n);
  edge::check_input("q", q, model.position_size());
  edge::check_input("v", v, n);
  edge::check_input("tau", tau, n);
  edge::check_positive("the rest speed", options.rest_speed);
  if (!(options.restitution >= 0 && options.restitution <= 1))
    throw std::invalid_argument("the restitution is " + number_text(options.restitution) +
                                "; expected 0 to 1");
  const JointInfo& info = model.joint(joint);
  if (info.v_size != 1) throw std::invalid_argument("'" + joint + "' has not exactly one degree of freedom");
  const auto at = std::size_t(info.v_index);
  StopImpact out{
      .v = Numbers(v.data(), v.data() + v.size()), .a_before = Numbers(size), .a_after = Numbers(size)};
  out.stays = options.restitution == 0 || std::abs(v[at]) <= options.rest_speed;
  const double restitution = out.stays ? 0 : options.restitution;

  Mechanism mechanism(model, {.lockable_joints = {joint}});
  const SmoothDynamics passive(model, options.forces);
  const auto accelerations = [&](In<double> speed, Out<double> a) {
    Numbers all(tau.data(), tau.data() + tau.size());
    passive.add_passive_torques(q, speed, all);
    mechanism.accelerations(q, speed, all, a);
  };
  accelerations(v, out.a_before);
  mechanism.lock(0, q[std::size_t(info.q_index)]);
  ConstrainedSystem& system = mechanism.system();
  const int lock_row = system.chain().constraints().couplings().back().row;
  Numbers rows(std::size_t(system.rows())), change(size);
  system.velocity_errors(q, v, rows);
  for (double& row : rows) row = -row;
  rows[std::size_t(lock_row)] -= restitution * v[at];
  system.linearize_impulse(q, rows, change);
  for (std::size_t i = 0; i < size; ++i) out.v[i] += change[i];
  EventDerivatives event{.value_by_q = Numbers(size), .value_by_v = Numbers(size)};
  event.value_by_q[at] = 1;
  event.reset = derivative_of_impact(system, v, lock_row, info.v_index, restitution);
  if (!out.stays) mechanism.unlock(0);
  accelerations(out.v, out.a_after);
  out.saltation = saltation_matrix(event, {v, out.a_before}, {out.v, out.a_after});
  return out;
}

}  // namespace sinew
