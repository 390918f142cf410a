// Computes derivatives of the forward dynamics of a closed chain: products with the Jacobian of its accelerations and
// multipliers, with the adjoint of this Jacobian, and the matrices.
//
// The accelerations a and multipliers x of a closed chain (chains/loops/closed_chain.hpp) solve
//
//   r(q, v, a) - J^* x = tau            r: inverse dynamics of the tree
//   J a + rate(q, v) = demand           J: constraint rows; demand: zero unless prescribed
//
// so that their changes solve the same linear system, whose factors the chain holds (ClosedChain::solve):
//
//   M da - J^* dx = dtau - d(r - J^* x),     J da = d(demand) - d(J a + rate)
//
// The differentials on the right are taken with a and x held. d(r) is that of algorithms/derivatives/
// linearized_dynamics.hpp, which holds the loop forces constant in the frames of both bodies. A loop adds terms for the
// displacement s of its second end relative to the first, in the second end's axes. With its force F = sum x_i d_i, its
// relative twist V, its relative acceleration A, and first the motion of the first end seen from the second,
//
//   force        dF = sum x_i d(d_i) on the second body, - (dF + s x* F) on the first
//   row i        d(d_i) . (A + V x first) + d_i . (dA + dV x first + V x dfirst) + d(bias_i)
//
// with dV, dA and dfirst from the changes of the links. A coupling adds curvature terms.
// chains/derivatives/linearized_rows.hpp computes what multiplies these changes. The system is symmetric except
// for one sign, so that weights (w, y) of (a, x) are carried back by one solution with w and - y in place of the
// torques and the demand, and by the same sweeps in reverse.
//
// Linearly dependent rows. The multipliers are x = J z of least norm, and so is their change: the solution of the system
// above plus its component N (d(J) z) in the null space of J^* (N: the projection on it). This holds while the rank does
// not change. If it changes in a direction of q, as it does where the mechanism moves only because of its special
// dimensions (a Bennett linkage), there is no derivative in this direction: the products throw std::domain_error.
//
// q need not close the loops and v need not be consistent: the derivatives are those of the formulas that
// forward_dynamics evaluates, in all directions of q, v and tau. Derivatives by position are taken along the velocities of
// `Model::integrate`. External forces are held constant in the frames of their bodies.
//
// Cost: a product takes one ClosedChain::solve and two sweeps over the tree, O(n + m^2) for m rows; the matrices take
// n + m products.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "sinew/algorithms/derivatives/linearized_dynamics.hpp"
#include "sinew/chains/derivatives/linearized_rows.hpp"
#include "sinew/chains/loops/impulse.hpp"

namespace sinew {

// The derivatives of accelerations and multipliers, one row for each of them and one column per degree of freedom. The
// columns of `by_demand` belong to the constraint rows.
template <Scalar T>
struct ConstrainedDerivatives {
  Matrix<T> a_by_q, a_by_v, a_by_tau, a_by_demand;
  Matrix<T> multipliers_by_q, multipliers_by_v, multipliers_by_tau, multipliers_by_demand;
};

namespace edge {
[[noreturn]] void rank_changes(const char* function, int rank, int rows);
}

// Make it once per thread; its functions allocate nothing. The library contains it for double and float.
template <Scalar T>
class LinearizedConstrainedDynamics {
 public:
  // Throws std::invalid_argument for custom joints, as LinearizedDynamics does.
  explicit LinearizedConstrainedDynamics(const Model& model);

  const Model& model() const { return tree_.model(); }
  int bodies() const { return tree_.bodies(); }
  int rows() const { return int(x_.size()); }

  // Sets the state at which the functions below differentiate: that of the last chain.forward_dynamics in this
  // workspace. Throws std::logic_error if there is none.
  void update(Workspace<T>& work, ClosedChain<T>& chain);

  // Computes an impulse as impulse.solve does, and sets the state at which the functions below differentiate it: a is
  // then the change of velocities, the multipliers are impulses, tau stands for joint impulses and the demand for `rows`.
  void linearize_impulse(Impulse<T>& impulse, Workspace<T>& work, ClosedChain<T>& chain, In<T> q, In<T> rows,
                         Out<T> change) {
    impulse.solve(work, chain, q, rows, change, [&] { update(work, chain); });
  }

  // These three throw std::logic_error if the workspace has been given another position since `update`, or if the chain
  // has computed other forward dynamics or had loops opened or closed; std::domain_error where the rank of redundant
  // rows changes. Arguments that default to empty count as zero or are not computed.
  void forward_jvp(Workspace<T>& work, ClosedChain<T>& chain, In<T> dq, In<T> dv, In<T> dtau, Out<T> da,
                   Out<T> dmultipliers = {}, In<T> ddemand = {});
  // Computes the weights of q, v, tau, the demand and the inertial parameters (LinearizedDynamics) that follow from
  // weights of the accelerations and of the multipliers.
  void forward_vjp(Workspace<T>& work, ClosedChain<T>& chain, In<T> weights, In<T> multiplier_weights,
                   Out<T> by_q, Out<T> by_v, Out<T> by_tau, Out<T> by_demand = {}, Out<T> parameters = {});
  // Adds to by_q and by_v what follows from weights of the velocities J v of the rows.
  void row_velocities_vjp(Workspace<T>& work, ClosedChain<T>& chain, In<T> v, In<T> weights, Out<T> by_q,
                          Out<T> by_v);
  // Allocates if the matrices do not have their sizes yet.
  void forward_derivatives(Workspace<T>& work, ClosedChain<T>& chain, ConstrainedDerivatives<T>& out);

 private:
  using LoopTerms = typename detail::LinearizedRows<T>::LoopTerms;
  using CouplingTerms = typename detail::LinearizedRows<T>::CouplingTerms;
  using Row = typename detail::LinearizedRows<T>::Row;

  void check(const char* function, const Workspace<T>& work, const ClosedChain<T>& chain) const;
  // Replaces one number per row by its projection on the range of J.
  void project(Workspace<T>& work, ClosedChain<T>& chain, Out<T> rows);
  void find_whether_rank_is_constant(Workspace<T>& work, ClosedChain<T>& chain);
  void weigh_rows(const Workspace<T>& work, In<T> weights, In<T> torque_weights, T* by_q, T* by_v, T sign);
  // Throws unless the rank stays the same in the direction dq. c_: the change of J a + rate.
  void check_direction(Workspace<T>& work, ClosedChain<T>& chain, const T* dq);
  [[noreturn]] void refuse(const char* function, const ClosedChain<T>& chain) const {
    edge::rank_changes(function, chain.rank(), int(chain.constraints().active_rows().size()));
  }

  LinearizedDynamics<T> tree_;
  detail::LinearizedRows<T> rows_;
  std::vector<T> x_, c_, row_a_, row_b_, zero_rows_;  // per row
  // Per DOF. Multipliers of redundant rows are x = J z; free_z_ are velocities with J free_z_ = 0.
  std::vector<T> z_, free_z_, f_, g_, alpha_, unused_, zeros_;
  std::vector<T> unit_, unit_row_, row_by_q_, row_by_v_, row_by_tau_, row_by_demand_;  // of the matrices
  bool is_redundant_ = false, rank_is_known_ = false, rank_is_constant_ = true;
  PositionKey known_{};
  const ClosedChain<T>* chain_ = nullptr;
  std::uint64_t factors_ = 0;
};

template <Scalar T>
LinearizedConstrainedDynamics<T>::LinearizedConstrainedDynamics(const Model& model)
    : tree_(model), rows_(model) {
  const auto dofs = std::size_t(model.velocity_size()), rows = std::size_t(Constraints<T>(model).size());
  for (auto* numbers : {&x_, &c_, &row_a_, &row_b_, &zero_rows_, &unit_row_, &row_by_demand_})
    numbers->resize(rows);
  for (auto* numbers :
       {&z_, &free_z_, &f_, &g_, &alpha_, &unused_, &zeros_, &unit_, &row_by_q_, &row_by_v_, &row_by_tau_})
    numbers->resize(dofs);
}

// ---- The state ----------------------------------------------------------------------------------

template <Scalar T>
void LinearizedConstrainedDynamics<T>::update(Workspace<T>& work, ClosedChain<T>& chain) {
  edge::check_made_for("the linearised dynamics", model(), chain.constraints().model());
  chain_ = nullptr;
  tree_.update(work);
  const std::span<const T> multipliers = chain.multipliers();
  std::copy(multipliers.begin(), multipliers.end(), x_.begin());
  const Constraints<T>& constraints = chain.constraints();
  rows_.update(work, constraints, x_, tree_.V_, tree_.lambda_);
  known_ = work.contents.key();
  chain_ = &chain;
  factors_ = chain.factors();
  is_redundant_ = chain.rank() < int(constraints.active_rows().size());
  rank_is_known_ = !is_redundant_;
  rank_is_constant_ = true;
  if (is_redundant_) {  // z with J z = x
    chain.solve(work, zeros_, x_, z_, row_a_);
    rows_.set_motion(work, z_);
  }
}

template <Scalar T>
void LinearizedConstrainedDynamics<T>::check(const char* function, const Workspace<T>& work,
                                             const ClosedChain<T>& chain) const {
  edge::check_made_for("the linearised dynamics", model(), work.model);
  if (known_ != work.contents.key() || chain_ != &chain || factors_ == 0 || factors_ != chain.factors())
    edge::moved_on(function, "LinearizedConstrainedDynamics::update", work.contents);
}

// ---- Redundant rows -----------------------------------------------------------------------------

// The multipliers of least norm that give the torques J^* w are the projection of w.
template <Scalar T>
void LinearizedConstrainedDynamics<T>::project(Workspace<T>& work, ClosedChain<T>& chain, Out<T> rows) {
  std::fill(g_.begin(), g_.end(), T(0));
  rows_.add_torques(work, In<T>(rows.data(), rows.size()), g_.data());
  for (T& torque : g_) torque = -torque;
  chain.solve(work, g_, zero_rows_, unused_, rows);
}

// If the rank stays the same near q, the null space of J^* changes with q so that n . (J a + rate) and n . J b remain zero,
// for any n in it and any b with J b = 0. Their derivatives by q and v are therefore zero. This is tested for one random
// n and one random b.
template <Scalar T>
void LinearizedConstrainedDynamics<T>::find_whether_rank_is_constant(Workspace<T>& work,
                                                                     ClosedChain<T>& chain) {
  std::uint32_t seed = 1;
  const auto next = [&] {  // a linear congruential generator
    seed = seed * 1664525u + 1013904223u;
    return T(double(seed >> 8) / double(1u << 24) - 0.5);
  };
  for (T& x : f_) x = next();
  chain.solve(work, f_, zero_rows_, free_z_, row_b_);
  std::fill(row_a_.begin(), row_a_.end(), T(0));
  for (const int row : chain.constraints().active_rows()) row_a_[std::size_t(row)] = next();
  std::copy(row_a_.begin(), row_a_.end(), row_b_.begin());
  project(work, chain, row_b_);
  for (std::size_t i = 0; i < row_a_.size(); ++i) row_a_[i] -= row_b_[i];
  T most_V{}, most_lambda{}, scale{};
  const auto size_of = [](const auto& six) {
    using std::sqrt;
    return T(sqrt(dot(six.angular, six.angular) + dot(six.linear, six.linear)));
  };
  for (const std::size_t k : rows_.support()) {
    most_V = std::max(most_V, size_of(tree_.V_[k]));
    most_lambda = std::max(most_lambda, size_of(tree_.lambda_[k]));
  }
  for (const LoopTerms& loop : rows_.loops()) {
    for (int i = 0; i < loop.row_count && loop.active; ++i) {
      const Row& row = loop.rows[i];
      scale += size_of(row.by_twist) + size_of(row.by_first) + size_of(row.by_displacement) +
               size_of(row.along) * (T(1) + most_lambda + most_V * most_V);
    }
  }
  for (const CouplingTerms& coupling : rows_.couplings()) {
    if (coupling.active) scale += T(1) + std::abs(coupling.row_by_q) + std::abs(coupling.row_by_v);
  }
  std::fill(f_.begin(), f_.end(), T(0));
  weigh_rows(work, row_a_, zeros_, f_.data(), g_.data(), T(1));
  const T allowed = scale * T(std::same_as<T, float> ? 1e-3 : 1e-8);
  const auto is_zero = [&](const std::vector<T>& x) {
    return std::all_of(x.begin(), x.end(), [&](T number) { return std::abs(number) <= allowed; });
  };
  rank_is_constant_ = is_zero(f_) && is_zero(g_);
  rows_.set_motion(work, free_z_);
  std::fill(f_.begin(), f_.end(), T(0));
  rows_.weigh_motion(work, row_a_, T(1), f_.data());
  rows_.set_motion(work, z_);
  rank_is_constant_ = rank_is_constant_ && is_zero(f_);
  rank_is_known_ = true;
}

template <Scalar T>
void LinearizedConstrainedDynamics<T>::check_direction(Workspace<T>& work, ClosedChain<T>& chain,
                                                       const T* dq) {
  const auto leaves_range = [&](const std::vector<T>& rows) {
    std::copy(rows.begin(), rows.end(), row_a_.begin());
    project(work, chain, row_a_);
    T most{}, left{};
    for (std::size_t i = 0; i < rows.size(); ++i) {
      most = std::max(most, std::abs(rows[i]));
      left = std::max(left, std::abs(rows[i] - row_a_[i]));
    }
    return left > T(std::same_as<T, float> ? 1e-3 : 1e-8) * (T(1) + most);
  };
  bool changes = leaves_range(c_);
  rows_.set_motion(work, free_z_);
  rows_.outward_displacements(work, dq, is_redundant_);
  std::fill(row_b_.begin(), row_b_.end(), T(0));
  rows_.add_motion(dq, row_b_);
  changes = changes || leaves_range(row_b_);
  rows_.set_motion(work, z_);
  rows_.outward_displacements(work, dq, is_redundant_);
  if (changes) refuse("LinearizedConstrainedDynamics::forward_jvp", chain);
}

// ---- Products -----------------------------------------------------------------------------------

template <Scalar T>
void LinearizedConstrainedDynamics<T>::forward_jvp(Workspace<T>& work, ClosedChain<T>& chain, In<T> dq,
                                                   In<T> dv, In<T> dtau, Out<T> da, Out<T> dmultipliers,
                                                   In<T> ddemand) {
  check("LinearizedConstrainedDynamics::forward_jvp", work, chain);
  const int n = work.tree->v_size;
  edge::check_input("dq", dq, n);
  edge::check_input("dv", dv, n);
  edge::check_input("dtau", dtau, n);
  edge::check_size("the result da", da, n);
  if (dmultipliers.size() != 0) edge::check_size("the changes of the multipliers", dmultipliers, rows());
  if (ddemand.size() != 0) edge::check_input("the change of the demand", ddemand, rows());
  if (!rank_is_known_) find_whether_rank_is_constant(work, chain);
  tree_.outward_rates(work, dq.data(), dv.data(), zeros_.data());
  rows_.outward_displacements(work, dq.data(), is_redundant_);
  std::fill(c_.begin(), c_.end(), T(0));
  for (const LoopTerms& loop : rows_.loops()) {
    if (!loop.active) continue;
    const Motion<T> s = rows_.apart(loop, rows_.displacements()), dV = rows_.apart(loop, tree_.dV_),
                    dA = rows_.apart(loop, tree_.dlambda_), first = rows_.at(loop.first, tree_.dV_);
    Force<T> dF{};
    for (int i = 0; i < loop.row_count; ++i) {
      const Row& row = loop.rows[i];
      const auto index = std::size_t(loop.row + i);
      c_[index] = -(dot(row.along, dA) + dot(row.by_twist, dV) + dot(row.by_first, first) +
                    dot(row.by_displacement, s));
      dF += x_[index] * rows_.turned(loop, i, s);
    }
    rows_.act(loop, dF, tree_.dx_, T(-1));
    tree_.dx_[loop.first.link] += loop.first.placement.force_to_parent(cross(s, loop.force));
  }
  tree_.inward_rates(work, dq.data(), zeros_.data(), f_.data());
  for (std::size_t i = 0; i < f_.size(); ++i) f_[i] = dtau[i] - f_[i];
  for (const CouplingTerms& coupling : rows_.couplings()) {
    if (!coupling.active || coupling.leader < 0) continue;
    const auto leader = std::size_t(coupling.leader);
    c_[std::size_t(coupling.row)] = -(coupling.row_by_q * dq[leader] + coupling.row_by_v * dv[leader]);
    f_[leader] -= coupling.force_rate * dq[leader];
  }
  if (!rank_is_constant_) check_direction(work, chain, dq.data());
  std::fill(row_b_.begin(), row_b_.end(), T(0));
  if (is_redundant_) {
    rows_.add_motion(dq.data(), row_b_);
    std::copy(row_b_.begin(), row_b_.end(), row_a_.begin());
    project(work, chain, row_a_);
    for (std::size_t i = 0; i < row_b_.size(); ++i) row_b_[i] -= row_a_[i];
  }
  for (std::size_t i = 0; i < ddemand.size(); ++i) c_[i] += ddemand[i];
  chain.solve(work, f_, c_, da, c_);
  for (std::size_t i = 0; i < dmultipliers.size(); ++i) dmultipliers[i] = c_[i] + row_b_[i];
}

// Adds the weights `y` of the rows J a + rate to those of r - J^* x, and carries both to q and v.
template <Scalar T>
void LinearizedConstrainedDynamics<T>::weigh_rows(const Workspace<T>& work, In<T> y, In<T> torque_weights,
                                                  T* by_q, T* by_v, T sign) {
  tree_.outward_weights(work, torque_weights.data());
  rows_.clear_weights();
  for (const LoopTerms& loop : rows_.loops()) {
    if (!loop.active) continue;
    const Motion<T> W = rows_.apart(loop, tree_.dV_);
    Row sum{};
    sum.by_displacement = T(-1) * cross(rows_.at(loop.first, tree_.dV_), loop.force);
    for (int i = 0; i < loop.row_count; ++i) {
      const Row& row = loop.rows[i];
      const T weight = y[std::size_t(loop.row + i)];
      sum.along += weight * row.along;
      sum.by_twist += weight * row.by_twist;
      sum.by_first += weight * row.by_first;
      sum.by_displacement +=
          weight * row.by_displacement - x_[std::size_t(loop.row + i)] * rows_.paired(loop, i, W);
    }
    rows_.act(loop, sum.along, tree_.A_);
    rows_.act(loop, sum.by_twist, tree_.B_);
    tree_.B_[loop.first.link] += loop.first.placement.force_to_parent(sum.by_first);
    rows_.add_weight(loop, sum.by_displacement, sign);
  }
  tree_.inward_weights(work, torque_weights.data(), by_q, by_v, tree_.unused_.data(), sign);
  rows_.carry_weights(work, by_q);
  for (const CouplingTerms& coupling : rows_.couplings()) {
    if (!coupling.active || coupling.leader < 0) continue;
    const auto leader = std::size_t(coupling.leader);
    const T weight = y[std::size_t(coupling.row)];
    by_q[leader] += sign * (torque_weights[leader] * coupling.force_rate + weight * coupling.row_by_q);
    by_v[leader] += sign * weight * coupling.row_by_v;
  }
}

template <Scalar T>
void LinearizedConstrainedDynamics<T>::forward_vjp(Workspace<T>& work, ClosedChain<T>& chain, In<T> weights,
                                                   In<T> multiplier_weights, Out<T> by_q, Out<T> by_v,
                                                   Out<T> by_tau, Out<T> by_demand, Out<T> parameters) {
  check("LinearizedConstrainedDynamics::forward_vjp", work, chain);
  const int n = work.tree->v_size;
  edge::check_input("the weights of a", weights, n);
  if (multiplier_weights.size() != 0)
    edge::check_input("the weights of the multipliers", multiplier_weights, rows());
  edge::check_size("the weights of q", by_q, n);
  edge::check_size("the weights of v", by_v, n);
  edge::check_size("the weights of tau", by_tau, n);
  if (by_demand.size() != 0) edge::check_size("the weights of the demand", by_demand, rows());
  edge::check_parameters<T>(parameters, bodies());
  if (!rank_is_known_) find_whether_rank_is_constant(work, chain);
  if (!rank_is_constant_) refuse("LinearizedConstrainedDynamics::forward_vjp", chain);
  std::copy(weights.data(), weights.data() + weights.size(), f_.begin());
  std::fill(c_.begin(), c_.end(), T(0));
  for (const int row : chain.constraints().active_rows()) {
    if (multiplier_weights.size() != 0) c_[std::size_t(row)] = multiplier_weights[std::size_t(row)];
  }
  if (is_redundant_) {
    std::copy(c_.begin(), c_.end(), row_b_.begin());
    project(work, chain, c_);
    for (std::size_t i = 0; i < c_.size(); ++i) row_b_[i] -= c_[i];
  }
  for (T& weight : c_) weight = -weight;
  chain.solve(work, f_, c_, alpha_, c_);
  for (T& weight : c_) weight = -weight;
  weigh_rows(work, c_, alpha_, by_q.data(), by_v.data(), T(-1));
  if (parameters.size() != 0) tree_.weigh_parameters(T(-1), parameters.data());
  if (is_redundant_) rows_.weigh_motion(work, row_b_, T(1), by_q.data());
  std::copy(alpha_.begin(), alpha_.end(), by_tau.data());
  if (by_demand.size() != 0) std::copy(c_.begin(), c_.end(), by_demand.data());
  edge::check_overflow("the weights of q", by_q);
  edge::check_overflow("the weights of v", by_v);
}

template <Scalar T>
void LinearizedConstrainedDynamics<T>::row_velocities_vjp(Workspace<T>& work, ClosedChain<T>& chain, In<T> v,
                                                          In<T> weights, Out<T> by_q, Out<T> by_v) {
  check("LinearizedConstrainedDynamics::row_velocities_vjp", work, chain);
  edge::check_input("v", v, work.tree->v_size);
  edge::check_input("the weights of the rows", weights, rows());
  edge::check_size("the weights of q", by_q, work.tree->v_size);
  edge::check_size("the weights of v", by_v, work.tree->v_size);
  rows_.set_motion(work, v);
  rows_.weigh_motion(work, weights, T(1), by_q.data());
  rows_.add_torques(work, weights, by_v.data());
  if (is_redundant_) rows_.set_motion(work, z_);
}

template <Scalar T>
void LinearizedConstrainedDynamics<T>::forward_derivatives(Workspace<T>& work, ClosedChain<T>& chain,
                                                           ConstrainedDerivatives<T>& out) {
  const int n = work.model.velocity_size(), m = rows();
  const auto shape = [](Matrix<T>& matrix, int matrix_rows, int cols) {
    if (matrix.rows() != matrix_rows || matrix.cols() != cols) matrix.reset(matrix_rows, cols);
  };
  for (Matrix<T>* matrix : {&out.a_by_q, &out.a_by_v, &out.a_by_tau}) shape(*matrix, n, n);
  for (Matrix<T>* matrix : {&out.multipliers_by_q, &out.multipliers_by_v, &out.multipliers_by_tau})
    shape(*matrix, m, n);
  shape(out.a_by_demand, n, m);
  shape(out.multipliers_by_demand, m, m);
  for (int i = 0; i < n + m; ++i) {
    const bool of_a = i < n;
    const auto index = std::size_t(of_a ? i : i - n);
    std::fill(unit_.begin(), unit_.end(), T(0));
    std::fill(unit_row_.begin(), unit_row_.end(), T(0));
    (of_a ? unit_ : unit_row_)[index] = T(1);
    forward_vjp(work, chain, unit_, unit_row_, row_by_q_, row_by_v_, row_by_tau_, row_by_demand_);
    const auto store = [&](const std::vector<T>& from, Matrix<T>& a, Matrix<T>& multipliers) {
      Matrix<T>& to = of_a ? a : multipliers;
      for (int j = 0; j < to.cols(); ++j) to(int(index), j) = from[std::size_t(j)];
    };
    store(row_by_q_, out.a_by_q, out.multipliers_by_q);
    store(row_by_v_, out.a_by_v, out.multipliers_by_v);
    store(row_by_tau_, out.a_by_tau, out.multipliers_by_tau);
    store(row_by_demand_, out.a_by_demand, out.multipliers_by_demand);
  }
}

extern template class LinearizedConstrainedDynamics<double>;
extern template class LinearizedConstrainedDynamics<float>;

}  // namespace sinew
