// Linearises the constraint rows of a closed chain for chains/derivatives/linearized_constrained_dynamics.hpp: computes
// what multiplies each change of the state in the change of J a + rate and of J^* x, and differentiates J z for given
// joint velocities z. The symbols are those of that file; d_i is the direction of row i.
//
//   of dA, dV, dfirst     d_i,   first x* d_i + d(bias_i)/dV,   - V x* d_i
//   of s                  the rest: d(d_i) . A + d(bias_i), and the changes of the axes of V, A and first by s
//
// With Z the motions of the links that z causes,
//
//   outward      s = phi^* s(parent) + H^T dq,   dZ = phi^* dZ(parent) + (phi^* Z(parent)) x H^T dq
//   d(J z)_i     d_i . (dZ + s x Z(first)) + d(d_i) . Z
//
// A sweep in reverse carries weights of J z to weights of q.
//
// Cost: an evaluation of each row; O(n) for a sweep over the links between the ends of loops and the ground.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "sinew/chains/constraints/constraints.hpp"
#include "sinew/chains/derivatives/connection_rates.hpp"

namespace sinew::detail {

template <Scalar T>
class LinearizedRows {
 public:
  struct Row {  // what multiplies each change in the change of J a + rate
    Force<T> along{}, by_twist{}, by_first{}, by_displacement{};
  };
  struct End {
    std::size_t link = 0;
    Transform<T> placement{};  // the second end's frame, in the frame of this link
  };
  struct LoopTerms {
    int row = 0, row_count = 0;
    bool active = false;
    End second{}, first{};
    Force<T> force{};
    Row rows[6]{};
    ConnectionRates<T> rates{};
  };
  struct CouplingTerms {
    int row = 0, follower = 0, leader = -1;  // indices in v
    bool active = false;
    T slope{}, curvature{}, force_rate{}, row_by_q{}, row_by_v{};
  };

  explicit LinearizedRows(const Model& model);

  // Sets the state: the multipliers x, and the velocities and costates of the links. `work` must have the joints set.
  void update(const Workspace<T>& work, const Constraints<T>& constraints, std::span<const T> x,
              const std::vector<Motion<T>>& V, const std::vector<Motion<T>>& lambda);

  const std::vector<LoopTerms>& loops() const { return loops_; }
  const std::vector<CouplingTerms>& couplings() const { return couplings_; }
  const std::vector<std::size_t>& support() const { return support_; }

  // The motion of the second end relative to the first, given those of the links.
  static Motion<T> apart(const LoopTerms& loop, const std::vector<Motion<T>>& links) {
    return at(loop.second, links) - at(loop.first, links);
  }
  static Motion<T> at(const End& end, const std::vector<Motion<T>>& links) {
    return end.placement.motion_to_child(links[end.link]);
  }
  // Adds a force on the second end, and the opposite one on the first, to those on the links.
  static void act(const LoopTerms& loop, const Force<T>& force, std::vector<Force<T>>& links, T sign = T(1)) {
    links[loop.second.link] += sign * loop.second.placement.force_to_parent(force);
    links[loop.first.link] -= sign * loop.first.placement.force_to_parent(force);
  }
  // The change of a row's direction by the displacement s; and the force c with turned(row, s) . m = c . s.
  static Force<T> turned(const LoopTerms& loop, int row, const Motion<T>& s) {
    Force<T> sum{};
    for (int j = 0; j < 6; ++j) sum += s[j] * loop.rates.direction[row][j];
    return sum;
  }
  static Force<T> paired(const LoopTerms& loop, int row, const Motion<T>& m) {
    Force<T> sum{};
    for (int j = 0; j < 6; ++j) sum[j] = dot(loop.rates.direction[row][j], m);
    return sum;
  }

  // Sets z and computes the motions of the links that it causes.
  void set_motion(const Workspace<T>& work, In<T> z);
  // Computes the displacements of the links by dq and, if with_motion is true, the change of their motions by z.
  void outward_displacements(const Workspace<T>& work, const T* dq, bool with_motion);
  const std::vector<Motion<T>>& displacements() const { return s_; }
  // Adds d(J) z. Call set_motion and outward_displacements with the same dq before.
  void add_motion(const T* dq, Out<T> rows) const;
  // Adds the weights of q that follow from weights of J z. Call set_motion before.
  void weigh_motion(const Workspace<T>& work, In<T> weights, T sign, T* by_q);

  // The weights of the displacements of the links: clears them, adds a force on the second end of a loop and the
  // opposite one on the first, and adds the weights of q that follow from them to `out`.
  void clear_weights();
  void add_weight(const LoopTerms& loop, const Force<T>& force, T sign = T(1)) { act(loop, force, C_, sign); }
  void carry_weights(const Workspace<T>& work, T* out);
  // Adds the joint torques J^* w of weights w of the rows.
  void add_torques(const Workspace<T>& work, In<T> weights, T* torques);

 private:
  static void update_loop(const typename Constraints<T>::LoopState& loop, std::span<const T> x,
                          const std::vector<Motion<T>>& links_V, const std::vector<Motion<T>>& lambda,
                          LoopTerms& part);
  static void update_coupling(const Workspace<T>& work,
                              const typename Constraints<T>::CouplingState& coupling, std::span<const T> x,
                              const std::vector<Motion<T>>& V, const std::vector<Motion<T>>& lambda,
                              CouplingTerms& part);

  std::vector<std::size_t> support_;  // links between the ends of loops and the ground, base to tip
  std::vector<LoopTerms> loops_;
  std::vector<CouplingTerms> couplings_;
  std::vector<Motion<T>> s_, Z_, dZ_;  // per link: displacement, motion by z, its change
  std::vector<Force<T>> C_, E_;        // per link: weights of s and of dZ
  std::vector<T> z_;                   // per DOF
};

template <Scalar T>
LinearizedRows<T>::LinearizedRows(const Model& model) : z_(std::size_t(model.velocity_size())) {
  const Constraints<T> constraints(model);
  const auto& tree = model.tree<ConstantOf<T>>();
  const std::size_t links = tree.links.size();
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
}

// ---- The state ----------------------------------------------------------------------------------

template <Scalar T>
void LinearizedRows<T>::update(const Workspace<T>& work, const Constraints<T>& constraints,
                               std::span<const T> x, const std::vector<Motion<T>>& V,
                               const std::vector<Motion<T>>& lambda) {
  for (std::size_t i = 0; i < loops_.size(); ++i)
    update_loop(constraints.loops()[i], x, V, lambda, loops_[i]);
  for (std::size_t i = 0; i < couplings_.size(); ++i)
    update_coupling(work, constraints.couplings()[i], x, V, lambda, couplings_[i]);
}

template <Scalar T>
void LinearizedRows<T>::update_loop(const typename Constraints<T>::LoopState& loop, std::span<const T> x,
                                    const std::vector<Motion<T>>& links_V,
                                    const std::vector<Motion<T>>& lambda, LoopTerms& part) {
  part.row = loop.row, part.row_count = loop.row_count, part.active = loop.active;
  if (!loop.active) return;
  part.second = {loop.second.link, loop.second.placement};
  part.first = {loop.first.link, loop.on_first};
  part.force = {};
  for (int i = 0; i < part.row_count; ++i)
    part.force += x[std::size_t(part.row + i)] * loop.rows.direction[i];
  const Motion<T> first = at(part.first, links_V), V = apart(part, links_V);
  const Motion<T> first_acceleration = at(part.first, lambda);
  const Motion<T> A = apart(part, lambda) + cross(V, first);
  const bool is_constant = has_constant_rows(loop.connection.kind);
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
void LinearizedRows<T>::update_coupling(const Workspace<T>& work,
                                        const typename Constraints<T>::CouplingState& coupling,
                                        std::span<const T> x, const std::vector<Motion<T>>& V,
                                        const std::vector<Motion<T>>& lambda, CouplingTerms& part) {
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
    const Motion<T> own = lambda[k] - joint.motion_to_child(lambda[parent]) - joint.bias(V[k], v);
    T numerator{}, denominator{};
    for (int i = 0; i < 6; ++i) numerator += axis[i] * own[i], denominator += axis[i] * axis[i];
    acceleration = numerator / denominator;
  });
  const auto& c = coupling.polynomial;
  const T q = work.position[std::size_t(coupling.leader.q)],
          v = work.joint_velocity[std::size_t(part.leader)];
  const T third = T(6) * c[3] + T(24) * c[4] * q;
  part.force_rate = coupling.curvature * x[std::size_t(part.row)];
  part.row_by_q = -(coupling.curvature * acceleration + third * v * v);
  part.row_by_v = T(-2) * coupling.curvature * v;
}

// ---- Sweeps over the links between the ends of loops and the ground -----------------------------

template <Scalar T>
void LinearizedRows<T>::set_motion(const Workspace<T>& work, In<T> z) {
  std::copy(z.data(), z.data() + z.size(), z_.begin());
  for (const std::size_t k : support_) {
    at_joint(*work.tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      Motion<T> Z = joint.motion_to_child(Z_[std::size_t(joint.link.parent)]);
      joint.advance(Z, z.data() + joint.link.v);
      Z_[k] = Z;
    });
  }
}

template <Scalar T>
void LinearizedRows<T>::outward_displacements(const Workspace<T>& work, const T* dq, bool with_motion) {
  for (const std::size_t k : support_) {
    at_joint(*work.tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const auto parent = std::size_t(joint.link.parent);
      Motion<T> own{};
      joint.advance(own, dq + joint.link.v);
      s_[k] = joint.motion_to_child(s_[parent]) + own;
      if (with_motion)
        dZ_[k] = joint.motion_to_child(dZ_[parent]) + cross(joint.motion_to_child(Z_[parent]), own);
    });
  }
}

template <Scalar T>
void LinearizedRows<T>::add_motion(const T* dq, Out<T> rows) const {
  for (const LoopTerms& loop : loops_) {
    if (!loop.active) continue;
    const Motion<T> s = apart(loop, s_), Z = apart(loop, Z_);
    const Motion<T> dZ = apart(loop, dZ_) + cross(s, at(loop.first, Z_));
    for (int i = 0; i < loop.row_count; ++i)
      rows[std::size_t(loop.row + i)] += dot(loop.rows[i].along, dZ) + dot(turned(loop, i, s), Z);
  }
  for (const CouplingTerms& coupling : couplings_) {
    if (!coupling.active || coupling.leader < 0) continue;
    rows[std::size_t(coupling.row)] -=
        coupling.curvature * z_[std::size_t(coupling.leader)] * dq[coupling.leader];
  }
}

template <Scalar T>
void LinearizedRows<T>::weigh_motion(const Workspace<T>& work, In<T> weights, T sign, T* by_q) {
  clear_weights();
  for (const LoopTerms& loop : loops_) {
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
  for (const CouplingTerms& coupling : couplings_) {
    if (!coupling.active || coupling.leader < 0) continue;
    by_q[coupling.leader] -=
        sign * weights[std::size_t(coupling.row)] * coupling.curvature * z_[std::size_t(coupling.leader)];
  }
}

template <Scalar T>
void LinearizedRows<T>::clear_weights() {
  for (const std::size_t k : support_) C_[k] = E_[k] = {};
}

template <Scalar T>
void LinearizedRows<T>::carry_weights(const Workspace<T>& work, T* out) {
  for (auto k = support_.rbegin(); k != support_.rend(); ++k) {
    at_joint(*work.tree, work.joints, *k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      for (int i = 0; i < joint.count(); ++i) out[joint.link.v + i] += joint.measure(C_[*k], i);
      C_[std::size_t(joint.link.parent)] += joint.force_to_parent(C_[*k]);
    });
  }
}

template <Scalar T>
void LinearizedRows<T>::add_torques(const Workspace<T>& work, In<T> weights, T* torques) {
  clear_weights();
  for (const LoopTerms& loop : loops_) {
    if (!loop.active) continue;
    Force<T> force{};
    for (int i = 0; i < loop.row_count; ++i) force += weights[std::size_t(loop.row + i)] * loop.rows[i].along;
    add_weight(loop, force);
  }
  carry_weights(work, torques);
  for (const CouplingTerms& coupling : couplings_) {
    if (!coupling.active) continue;
    const T weight = weights[std::size_t(coupling.row)];
    torques[coupling.follower] += weight;
    if (coupling.leader >= 0) torques[coupling.leader] -= coupling.slope * weight;
  }
}

}  // namespace sinew::detail
