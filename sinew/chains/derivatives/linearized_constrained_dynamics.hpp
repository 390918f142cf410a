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
// with dV, dA and dfirst from the changes of the links. A coupling adds curvature terms. The system is symmetric except
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
#include "sinew/chains/derivatives/connection_rates.hpp"
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
  struct Row {  // what multiplies each change in the change of J a + rate
    Force<T> along{}, by_twist{}, by_first{}, by_displacement{};
  };
  struct End {
    std::size_t link = 0;
    Transform<T> placement{};  // the second end's frame, in the frame of this link
  };
  struct LoopPart {
    int row = 0, row_count = 0;
    bool active = false;
    End second{}, first{};
    Force<T> force{};
    Row rows[6]{};
    detail::ConnectionRates<T> rates{};
  };
  struct CouplingPart {
    int row = 0, follower = 0, leader = -1;  // indices in v
    bool active = false;
    T slope{}, curvature{}, force_rate{}, row_by_q{}, row_by_v{};
  };

  void check(const char* function, const Workspace<T>& work, const ClosedChain<T>& chain) const;
  void update_loop(const typename Constraints<T>::LoopState& loop, LoopPart& part) const;
  void update_coupling(const Workspace<T>& work, const typename Constraints<T>::CouplingState& coupling,
                       CouplingPart& part) const;

  // The motion of the second end relative to the first, given those of the links.
  static Motion<T> apart(const LoopPart& loop, const std::vector<Motion<T>>& links) {
    return at(loop.second, links) - at(loop.first, links);
  }
  static Motion<T> at(const End& end, const std::vector<Motion<T>>& links) {
    return end.placement.motion_to_child(links[end.link]);
  }
  // Adds a force on the second end, and the opposite one on the first, to those on the links.
  static void act(const LoopPart& loop, const Force<T>& force, std::vector<Force<T>>& links, T sign = T(1)) {
    links[loop.second.link] += sign * loop.second.placement.force_to_parent(force);
    links[loop.first.link] -= sign * loop.first.placement.force_to_parent(force);
  }
  static Force<T> turned(const LoopPart& loop, int row, const Motion<T>& s) {
    Force<T> sum{};
    for (int j = 0; j < 6; ++j) sum += s[j] * loop.rates.direction[row][j];
    return sum;
  }
  static Force<T> paired(const LoopPart& loop, int row, const Motion<T>& m) {  // with s in turned(row, s) . m
    Force<T> sum{};
    for (int j = 0; j < 6; ++j) sum[j] = dot(loop.rates.direction[row][j], m);
    return sum;
  }

  // The motions of the links between the ends of loops and the ground that joint velocities z cause, and their change
  // by dq while z is held.
  void set_row_motion(const Workspace<T>& work, In<T> z);
  void outward_displacements(const Workspace<T>& work, const T* dq);
  // Adds d(J) z, for z of set_row_motion and the displacements.
  void add_row_motion(const T* dq, Out<T> rows) const;
  // Adds the weights of q that follow from weights of J z.
  void weigh_row_motion(const Workspace<T>& work, In<T> weights, T sign, T* by_q);
  void clear_supports();
  void carry_supports(const Workspace<T>& work, std::vector<Force<T>>& links, T* out) const;
  // Adds the torques J^* w of weights of the rows.
  void add_row_torques(const Workspace<T>& work, In<T> weights, T* torques);
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
  std::vector<std::size_t> support_;  // links between the ends of loops and the ground, base to tip
  std::vector<LoopPart> loops_;
  std::vector<CouplingPart> couplings_;
  std::vector<Motion<T>> s_, Z_, dZ_;                 // per link: displacement, motion by z, its change
  std::vector<Force<T>> C_, E_;                       // per link: weights of s and of dZ
  std::vector<T> x_, c_, row_a_, row_b_, zero_rows_;  // per row
  std::vector<T> z_, free_z_, f_, g_, alpha_, unused_, zeros_;  // per DOF; free_z_: velocities with J z = 0
  std::vector<T> unit_, unit_row_, row_by_q_, row_by_v_, row_by_tau_, row_by_demand_;  // of the matrices
  bool is_redundant_ = false, rank_is_known_ = false, rank_is_constant_ = true;
  PositionKey known_{};
  const ClosedChain<T>* chain_ = nullptr;
  std::uint64_t factors_ = 0;
};

template <Scalar T>
LinearizedConstrainedDynamics<T>::LinearizedConstrainedDynamics(const Model& model) : tree_(model) {
  const Constraints<T> constraints(model);
  const auto& tree = model.tree<ConstantOf<T>>();
  const std::size_t links = tree.links.size(), dofs = std::size_t(model.velocity_size()),
                    rows = std::size_t(constraints.size());
  loops_.resize(constraints.loops().size());
  couplings_.resize(constraints.couplings().size());
  std::vector<bool> used(links);
  for (const auto& loop : constraints.loops()) {
    for (const auto* end : {&loop.first, &loop.second}) {
      for (std::size_t k = end->link; k != 0; k = std::size_t(tree.links[k].parent)) used[k] = true;
    }
  }
  for (std::size_t k = 1; k < links; ++k) {
    if (used[k]) support_.push_back(k);
  }
  for (auto* motions : {&s_, &Z_, &dZ_}) motions->resize(links);
  for (auto* forces : {&C_, &E_}) forces->resize(links);
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
  for (std::size_t i = 0; i < loops_.size(); ++i) update_loop(constraints.loops()[i], loops_[i]);
  for (std::size_t i = 0; i < couplings_.size(); ++i)
    update_coupling(work, constraints.couplings()[i], couplings_[i]);
  known_ = work.contents.key();
  chain_ = &chain;
  factors_ = chain.factors();
  is_redundant_ = chain.rank() < int(constraints.active_rows().size());
  rank_is_known_ = !is_redundant_;
  rank_is_constant_ = true;
  if (is_redundant_) {  // z with J z = x
    chain.solve(work, zeros_, x_, z_, row_a_);
    set_row_motion(work, z_);
  }
}

template <Scalar T>
void LinearizedConstrainedDynamics<T>::check(const char* function, const Workspace<T>& work,
                                             const ClosedChain<T>& chain) const {
  edge::check_made_for("the linearised dynamics", model(), work.model);
  if (known_ != work.contents.key() || chain_ != &chain || factors_ == 0 || factors_ != chain.factors())
    edge::moved_on(function, "LinearizedConstrainedDynamics::update", work.contents);
}

template <Scalar T>
void LinearizedConstrainedDynamics<T>::update_loop(const typename Constraints<T>::LoopState& loop,
                                                   LoopPart& part) const {
  part.row = loop.row, part.row_count = loop.row_count, part.active = loop.active;
  if (!loop.active) return;
  part.second = {loop.second.link, loop.second.placement};
  part.first = {loop.first.link, loop.first.placement * loop.X};
  part.force = {};
  for (int i = 0; i < part.row_count; ++i)
    part.force += x_[std::size_t(part.row + i)] * loop.rows.direction[i];
  const Motion<T> first = at(part.first, tree_.V_), V = apart(part, tree_.V_);
  const Motion<T> first_acceleration = at(part.first, tree_.lambda_);
  const Motion<T> A = apart(part, tree_.lambda_) + cross(V, first);
  const bool is_constant = detail::has_constant_rows(loop.connection.kind);
  if (!is_constant) detail::connection_rates(loop.connection, loop.X, V, part.rates);
  for (int i = 0; i < part.row_count; ++i) {
    Row& row = part.rows[i];
    row.along = loop.rows.direction[i];
    row.by_twist = cross(first, row.along);
    row.by_first = T(-1) * cross(V, row.along);
    if (!is_constant) row.by_twist += part.rates.bias_by_twist[i];
    row.by_displacement = cross(first_acceleration, row.along) + cross(first, row.by_twist - row.by_first);
    if (!is_constant) row.by_displacement += paired(part, i, A) + part.rates.bias_by_pose[i];
  }
}

// The row is a(follower) - p' a(leader) - p'' v(leader)^2, with p the polynomial of the coupling.
template <Scalar T>
void LinearizedConstrainedDynamics<T>::update_coupling(const Workspace<T>& work,
                                                       const typename Constraints<T>::CouplingState& coupling,
                                                       CouplingPart& part) const {
  part.row = coupling.row, part.active = coupling.active;
  part.follower = coupling.follower.v;
  part.leader = coupling.leader.link == 0 ? -1 : coupling.leader.v;
  part.slope = coupling.slope, part.curvature = coupling.curvature;
  if (part.leader < 0) return;
  T acceleration{};
  at_joint(*work.tree, work.joints, coupling.leader.link, [&](const auto& joint) {
    const auto k = coupling.leader.link, parent = std::size_t(joint.link.parent);
    const T* v = work.joint_velocity.data() + part.leader;
    Motion<T> axis{};
    joint.advance_one(axis, 0, T(1));
    const Motion<T> own =
        tree_.lambda_[k] - joint.motion_to_child(tree_.lambda_[parent]) - joint.bias(tree_.V_[k], v);
    T numerator{}, denominator{};
    for (int i = 0; i < 6; ++i) numerator += axis[i] * own[i], denominator += axis[i] * axis[i];
    acceleration = numerator / denominator;
  });
  const auto& c = coupling.polynomial;
  const T q = work.position[std::size_t(coupling.leader.q)],
          v = work.joint_velocity[std::size_t(part.leader)];
  const T third = T(6) * c[3] + T(24) * c[4] * q;
  part.force_rate = coupling.curvature * x_[std::size_t(part.row)];
  part.row_by_q = -(coupling.curvature * acceleration + third * v * v);
  part.row_by_v = T(-2) * coupling.curvature * v;
}

// ---- Sweeps over the links between the ends of loops and the ground -----------------------------

template <Scalar T>
void LinearizedConstrainedDynamics<T>::set_row_motion(const Workspace<T>& work, In<T> z) {
  for (const std::size_t k : support_) {
    at_joint(*work.tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      Motion<T> Z = joint.motion_to_child(Z_[std::size_t(joint.link.parent)]);
      joint.advance(Z, z.data() + joint.link.v);
      Z_[k] = Z;
    });
  }
}

template <Scalar T>
void LinearizedConstrainedDynamics<T>::outward_displacements(const Workspace<T>& work, const T* dq) {
  for (const std::size_t k : support_) {
    at_joint(*work.tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const auto parent = std::size_t(joint.link.parent);
      Motion<T> own{};
      joint.advance(own, dq + joint.link.v);
      s_[k] = joint.motion_to_child(s_[parent]) + own;
      if (is_redundant_)
        dZ_[k] = joint.motion_to_child(dZ_[parent]) + cross(joint.motion_to_child(Z_[parent]), own);
    });
  }
}

template <Scalar T>
void LinearizedConstrainedDynamics<T>::add_row_motion(const T* dq, Out<T> rows) const {
  for (const LoopPart& loop : loops_) {
    if (!loop.active) continue;
    const Motion<T> s = apart(loop, s_), Z = apart(loop, Z_);
    const Motion<T> dZ = apart(loop, dZ_) + cross(s, at(loop.first, Z_));
    for (int i = 0; i < loop.row_count; ++i)
      rows[std::size_t(loop.row + i)] += dot(loop.rows[i].along, dZ) + dot(turned(loop, i, s), Z);
  }
  for (const CouplingPart& coupling : couplings_) {
    if (!coupling.active || coupling.leader < 0) continue;
    rows[std::size_t(coupling.row)] -=
        coupling.curvature * z_[std::size_t(coupling.leader)] * dq[coupling.leader];
  }
}

template <Scalar T>
void LinearizedConstrainedDynamics<T>::weigh_row_motion(const Workspace<T>& work, In<T> weights, T sign,
                                                        T* by_q) {
  clear_supports();
  for (const LoopPart& loop : loops_) {
    if (!loop.active) continue;
    Force<T> of_motion{}, of_displacement{};
    const Motion<T> Z = apart(loop, Z_);
    for (int i = 0; i < loop.row_count; ++i) {
      const T weight = sign * weights[std::size_t(loop.row + i)];
      of_motion += weight * loop.rows[i].along;
      of_displacement += weight * paired(loop, i, Z);
    }
    act(loop, of_motion, E_);
    act(loop, of_displacement + cross(at(loop.first, Z_), of_motion), C_);
  }
  for (auto k = support_.rbegin(); k != support_.rend(); ++k) {
    at_joint(*work.tree, work.joints, *k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const auto parent = std::size_t(joint.link.parent);
      const Force<T> of_q = C_[*k] - cross(joint.motion_to_child(Z_[parent]), E_[*k]);
      for (int i = 0; i < joint.count(); ++i) by_q[joint.link.v + i] += joint.measure(of_q, i);
      C_[parent] += joint.force_to_parent(C_[*k]);
      E_[parent] += joint.force_to_parent(E_[*k]);
    });
  }
  for (const CouplingPart& coupling : couplings_) {
    if (!coupling.active || coupling.leader < 0) continue;
    by_q[coupling.leader] -=
        sign * weights[std::size_t(coupling.row)] * coupling.curvature * z_[std::size_t(coupling.leader)];
  }
}

template <Scalar T>
void LinearizedConstrainedDynamics<T>::clear_supports() {
  for (const std::size_t k : support_) C_[k] = E_[k] = {};
}

// Adds the torques of forces on the links to `out`.
template <Scalar T>
void LinearizedConstrainedDynamics<T>::carry_supports(const Workspace<T>& work, std::vector<Force<T>>& links,
                                                      T* out) const {
  for (auto k = support_.rbegin(); k != support_.rend(); ++k) {
    at_joint(*work.tree, work.joints, *k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      for (int i = 0; i < joint.count(); ++i) out[joint.link.v + i] += joint.measure(links[*k], i);
      links[std::size_t(joint.link.parent)] += joint.force_to_parent(links[*k]);
    });
  }
}

template <Scalar T>
void LinearizedConstrainedDynamics<T>::add_row_torques(const Workspace<T>& work, In<T> weights, T* torques) {
  clear_supports();
  for (const LoopPart& loop : loops_) {
    if (!loop.active) continue;
    Force<T> force{};
    for (int i = 0; i < loop.row_count; ++i) force += weights[std::size_t(loop.row + i)] * loop.rows[i].along;
    act(loop, force, C_);
  }
  carry_supports(work, C_, torques);
  for (const CouplingPart& coupling : couplings_) {
    if (!coupling.active) continue;
    const T weight = weights[std::size_t(coupling.row)];
    torques[coupling.follower] += weight;
    if (coupling.leader >= 0) torques[coupling.leader] -= coupling.slope * weight;
  }
}

// ---- Redundant rows -----------------------------------------------------------------------------

// The multipliers of least norm that give the torques J^* w are the projection of w.
template <Scalar T>
void LinearizedConstrainedDynamics<T>::project(Workspace<T>& work, ClosedChain<T>& chain, Out<T> rows) {
  std::fill(g_.begin(), g_.end(), T(0));
  add_row_torques(work, In<T>(rows.data(), rows.size()), g_.data());
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
  for (const std::size_t k : support_) {
    most_V = std::max(most_V, size_of(tree_.V_[k]));
    most_lambda = std::max(most_lambda, size_of(tree_.lambda_[k]));
  }
  for (const LoopPart& loop : loops_) {
    for (int i = 0; i < loop.row_count && loop.active; ++i) {
      const Row& row = loop.rows[i];
      scale += size_of(row.by_twist) + size_of(row.by_first) + size_of(row.by_displacement) +
               size_of(row.along) * (T(1) + most_lambda + most_V * most_V);
    }
  }
  for (const CouplingPart& coupling : couplings_) {
    if (coupling.active) scale += T(1) + std::abs(coupling.row_by_q) + std::abs(coupling.row_by_v);
  }
  std::fill(f_.begin(), f_.end(), T(0));
  weigh_rows(work, row_a_, zeros_, f_.data(), g_.data(), T(1));
  const T allowed = scale * T(std::same_as<T, float> ? 1e-3 : 1e-8);
  const auto is_zero = [&](const std::vector<T>& x) {
    return std::all_of(x.begin(), x.end(), [&](T number) { return std::abs(number) <= allowed; });
  };
  rank_is_constant_ = is_zero(f_) && is_zero(g_);
  std::swap(z_, free_z_);
  set_row_motion(work, z_);
  std::fill(f_.begin(), f_.end(), T(0));
  weigh_row_motion(work, row_a_, T(1), f_.data());
  std::swap(z_, free_z_);
  set_row_motion(work, z_);
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
  std::swap(z_, free_z_);
  set_row_motion(work, z_);
  outward_displacements(work, dq);
  std::fill(row_b_.begin(), row_b_.end(), T(0));
  add_row_motion(dq, row_b_);
  changes = changes || leaves_range(row_b_);
  std::swap(z_, free_z_);
  set_row_motion(work, z_);
  outward_displacements(work, dq);
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
  outward_displacements(work, dq.data());
  std::fill(c_.begin(), c_.end(), T(0));
  for (const LoopPart& loop : loops_) {
    if (!loop.active) continue;
    const Motion<T> s = apart(loop, s_), dV = apart(loop, tree_.dV_), dA = apart(loop, tree_.dlambda_),
                    first = at(loop.first, tree_.dV_);
    Force<T> dF{};
    for (int i = 0; i < loop.row_count; ++i) {
      const Row& row = loop.rows[i];
      const auto index = std::size_t(loop.row + i);
      c_[index] = -(dot(row.along, dA) + dot(row.by_twist, dV) + dot(row.by_first, first) +
                    dot(row.by_displacement, s));
      dF += x_[index] * turned(loop, i, s);
    }
    act(loop, dF, tree_.dx_, T(-1));
    tree_.dx_[loop.first.link] += loop.first.placement.force_to_parent(cross(s, loop.force));
  }
  tree_.inward_rates(work, dq.data(), zeros_.data(), f_.data());
  for (std::size_t i = 0; i < f_.size(); ++i) f_[i] = dtau[i] - f_[i];
  for (const CouplingPart& coupling : couplings_) {
    if (!coupling.active || coupling.leader < 0) continue;
    const auto leader = std::size_t(coupling.leader);
    c_[std::size_t(coupling.row)] = -(coupling.row_by_q * dq[leader] + coupling.row_by_v * dv[leader]);
    f_[leader] -= coupling.force_rate * dq[leader];
  }
  if (!rank_is_constant_) check_direction(work, chain, dq.data());
  std::fill(row_b_.begin(), row_b_.end(), T(0));
  if (is_redundant_) {
    add_row_motion(dq.data(), row_b_);
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
  clear_supports();
  for (const LoopPart& loop : loops_) {
    if (!loop.active) continue;
    const Motion<T> W = apart(loop, tree_.dV_);
    Row sum{};
    sum.by_displacement = T(-1) * cross(at(loop.first, tree_.dV_), loop.force);
    for (int i = 0; i < loop.row_count; ++i) {
      const Row& row = loop.rows[i];
      const T weight = y[std::size_t(loop.row + i)];
      sum.along += weight * row.along;
      sum.by_twist += weight * row.by_twist;
      sum.by_first += weight * row.by_first;
      sum.by_displacement +=
          weight * row.by_displacement - x_[std::size_t(loop.row + i)] * paired(loop, i, W);
    }
    act(loop, sum.along, tree_.A_);
    act(loop, sum.by_twist, tree_.B_);
    tree_.B_[loop.first.link] += loop.first.placement.force_to_parent(sum.by_first);
    act(loop, sum.by_displacement, C_, sign);
  }
  tree_.inward_weights(work, torque_weights.data(), by_q, by_v, tree_.unused_.data(), sign);
  carry_supports(work, C_, by_q);
  for (const CouplingPart& coupling : couplings_) {
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
  if (is_redundant_) weigh_row_motion(work, row_b_, T(1), by_q.data());
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
  std::copy(v.data(), v.data() + v.size(), g_.begin());
  std::swap(z_, g_);
  set_row_motion(work, z_);
  weigh_row_motion(work, weights, T(1), by_q.data());
  std::swap(z_, g_);
  if (is_redundant_) set_row_motion(work, z_);
  add_row_torques(work, weights, by_v.data());
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
