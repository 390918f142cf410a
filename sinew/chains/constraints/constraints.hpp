// Evaluates the constraint rows of a model with closed loops: those of its loops, its couplings and its mimic joints.
//
//   loop       direction . V = 0                      V: twist of the second end relative to the first
//   coupling   v_follower - slope v_leader = 0        slope: of its polynomial at the leader's position
//
// chains/constraints/connection_rows.hpp computes the directions of a loop. Differentiated once more, both kinds of row
// read J dv/dt + rate = 0 for the rows J at this position. The rate of a loop's row collects the terms without joint
// accelerations,
//
//   direction . (V x V_first) + bias          V_first: twist of the first end, seen from the second
//
// and the rate of a coupling is - slope' v_leader^2. The acceleration along the rows can be prescribed,
// J dv/dt + rate = demand, to remove constraint errors and to compute impulses (chains/loops/impulse.hpp).
//
// Cost: the poses of the links between the ends and the ground, and a small sum per row.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/chains/constraints/connection_rows.hpp"
#include "sinew/model/joints/joints.hpp"

namespace sinew {

namespace edge {
void check_constraint(const char* kind, int index, int count);
[[noreturn]] void has_leader(const std::string& coupling);
[[noreturn]] void ends_together(const std::string& loop);
}  // namespace edge

template <Scalar T>
class Constraints {
 public:
  struct End {
    std::size_t link = 0;
    Transform<T> placement{};  // in the link's own frame
    std::size_t body = 0;      // that carries it, as an index of Workspace::load; 0: the ground
  };
  struct LoopState {
    std::string name;
    Connection connection;
    End first, second;
    int row, row_count;
    bool active = true;
    Transform<T> on_first{};  // the second end in the link of the first
    Transform<T> X{};         // the second end in the first
    Motion<T> V{};            // of the second relative to the first, in the second's axes
    ConnectionRows<T> rows{};
    T rate[6]{};
  };
  // A joint with one degree of freedom, and the indices of its coordinates in q and v.
  struct Coordinate {
    std::size_t link = 0;
    int q = 0, v = 0;
  };
  struct CouplingState {
    std::string name;
    int row;
    Coordinate follower{}, leader{};  // without a leader its link is the ground
    std::array<T, 5> polynomial{};
    bool active = true;
    T slope{}, curvature{}, rate{};
  };

  explicit Constraints(const Model& model);

  const OwnedModel& model() const { return model_; }
  int size() const { return size_; }  // rows
  std::span<const LoopState> loops() const { return loops_; }
  std::span<const CouplingState> couplings() const {
    return couplings_;
  }                                     // those of the mimic joints come last
  std::string row_name(int row) const;  // "loop 'knee', row 2", rows of a loop counted from 1

  // active false disables a loop or a coupling, true enables it again. Disabled rows keep their indices and are zero.
  void set_loop_active(int loop, bool active);
  void set_coupling_active(int coupling, bool active);
  std::span<const int> active_rows() const { return active_rows_; }
  // Sets the position at which a coupling without a leader locks its joint.
  void set_locked_position(int coupling, T position);
  // Prescribes J dv/dt + dJ/dt v, one number per row, from the next update_velocity on. An empty vector means zeros.
  void set_demand(In<T> row_accelerations);

  // Computes the rows at q. The joints of `work` must be set (set_joints). Stores the poses of the links between the
  // ends and the ground in `work`.
  void update_position(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, const T* q);
  // Computes the rates. Call after update_position, with the links' velocities in `work`.
  void update_velocity(const Workspace<T>& work, const T* v);
  // The constraint errors, one number per row, zero for inactive rows. Call after update_position.
  void errors(const T* q, Out<T> out) const;
  // J v. Call after update_velocity.
  void velocities(const T* v, Out<T> out) const;
  // The force of a loop on its second end by the first, in the second's axes. Call after update_velocity.
  Force<T> loop_force(int loop, const T* multipliers) const;
  // Adds the forces of all loops to the loads on the bodies of `work`. Call after update_velocity.
  void add_loads(Workspace<T>& work, const T* multipliers) const;
  // J a + dJ/dt v minus the demand, given the accelerations of the links. A null `a` counts as zeros. Call after
  // update_velocity.
  void accelerations(const std::vector<Motion<T>>& links, const T* a, Out<T> out) const;

 private:
  // Throws unless the workspace belongs to the model passed to the constructor.
  void check(const Workspace<T>& work) const { edge::check_made_for("the workspace", work.model, model_); }
  void add_loop(const Model& model, const Loop& loop);
  void add_coupling(const Model& model, const Coupling& coupling);
  void find_support(const Tree<ConstantOf<T>>& tree);
  void list_active_rows();

  OwnedModel model_;
  std::vector<LoopState> loops_;
  std::vector<CouplingState> couplings_;
  std::vector<std::size_t> support_;  // links between the ends of loops and the ground, base to tip
  std::vector<int> active_rows_;
  std::vector<T> demand_;
  int size_ = 0;
};

template <Scalar T>
Constraints<T>::Constraints(const Model& model) : model_(model) {
  const Description& description = model.description();
  for (const Loop& loop : description.loops) add_loop(model, loop);
  for (const Coupling& coupling : description.couplings) add_coupling(model, coupling);
  for (const Body& body : description.bodies) {
    if (!body.joint.mimic || body.joint.kind == JointKind::fixed) continue;
    const auto& [leader, multiplier, offset] = *body.joint.mimic;
    add_coupling(model, {.name = body.joint.name + " mimics " + leader,
                         .joint = body.joint.name,
                         .leader = leader,
                         .polynomial = {offset, multiplier, 0, 0, 0}});
  }
  find_support(model.tree<ConstantOf<T>>());
  list_active_rows();
  demand_.assign(std::size_t(size_), T(0));
}

template <Scalar T>
void Constraints<T>::add_loop(const Model& model, const Loop& loop) {
  const auto resolve = [&](const LoopEnd& end) -> End {
    const FrameIndex index = end.body.empty() ? ground : model.frame(end.body);
    const FrameInfo& frame = model.frame(index);
    return {std::size_t(frame.link), (frame.placement * end.placement).template cast<T>(),
            detail::loaded_body(model, index)};
  };
  loops_.push_back({.name = loop.name,
                    .connection = loop.connection,
                    .first = resolve(loop.first),
                    .second = resolve(loop.second),
                    .row = size_,
                    .row_count = row_count(loop.connection)});
  size_ += loops_.back().row_count;
}

template <Scalar T>
void Constraints<T>::add_coupling(const Model& model, const Coupling& coupling) {
  const auto resolve = [&](const std::string& name) -> Coordinate {
    const JointInfo& joint = model.joint(name);
    return {std::size_t(model.frame(joint.frame).link), joint.q_index, joint.v_index};
  };
  CouplingState state{.name = coupling.name, .row = size_++, .follower = resolve(coupling.joint)};
  if (!coupling.leader.empty()) state.leader = resolve(coupling.leader);
  for (std::size_t i = 0; i < 5; ++i) state.polynomial[i] = T(coupling.polynomial[i]);
  couplings_.push_back(state);
}

template <Scalar T>
void Constraints<T>::find_support(const Tree<ConstantOf<T>>& tree) {
  std::vector<bool> used(tree.links.size());
  for (const LoopState& loop : loops_) {
    for (const End* end : {&loop.first, &loop.second}) {
      for (std::size_t k = end->link; k != 0; k = std::size_t(tree.links[k].parent)) used[k] = true;
    }
  }
  for (std::size_t k = 1; k < used.size(); ++k) {
    if (used[k]) support_.push_back(k);
  }
}

template <Scalar T>
void Constraints<T>::list_active_rows() {
  active_rows_.clear();
  for (const LoopState& loop : loops_) {
    for (int i = 0; i < loop.row_count && loop.active; ++i) active_rows_.push_back(loop.row + i);
  }
  for (const CouplingState& coupling : couplings_) {
    if (coupling.active) active_rows_.push_back(coupling.row);
  }
}
template <Scalar T>
void Constraints<T>::set_loop_active(int loop, bool active) {
  edge::check_constraint("loop", loop, int(loops_.size()));
  loops_[std::size_t(loop)].active = active;
  list_active_rows();
}
template <Scalar T>
void Constraints<T>::set_coupling_active(int coupling, bool active) {
  edge::check_constraint("coupling", coupling, int(couplings_.size()));
  couplings_[std::size_t(coupling)].active = active;
  list_active_rows();
}

template <Scalar T>
void Constraints<T>::set_locked_position(int coupling, T position) {
  edge::check_constraint("coupling", coupling, int(couplings_.size()));
  if (couplings_[std::size_t(coupling)].leader.link != 0)
    edge::has_leader(couplings_[std::size_t(coupling)].name);
  edge::check_finite("the position", VectorView<const T>(&position, 1));
  couplings_[std::size_t(coupling)].polynomial[0] = position;
}
template <Scalar T>
void Constraints<T>::set_demand(In<T> row_accelerations) {
  if (row_accelerations.size() != 0) edge::check_input("the demand on the rows", row_accelerations, size_);
  for (std::size_t i = 0; i < demand_.size(); ++i)
    demand_[i] = row_accelerations.size() == 0 ? T(0) : row_accelerations[i];
}

template <Scalar T>
std::string Constraints<T>::row_name(int row) const {
  edge::check_constraint("row", row, size_);
  for (const LoopState& loop : loops_) {
    if (row < loop.row + loop.row_count)
      return "loop '" + loop.name + "', row " + std::to_string(row - loop.row + 1);
  }
  return "coupling '" + couplings_[std::size_t(row - couplings_.front().row)].name + "'";
}

template <Scalar T>
void Constraints<T>::update_position(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, const T* q) {
  check(work);
  kinematics::PoseSweep<T> sweep(tree, work);
  for (const std::size_t k : support_) sweep.visit(k);
  bool moderate = true;
  for (LoopState& loop : loops_) {
    loop.on_first =
        inverse(work.pose[loop.first.link]) * (work.pose[loop.second.link] * loop.second.placement);
    loop.X = inverse(loop.first.placement) * loop.on_first;
    moderate &= edge::all_moderate(VectorView<const T>(&loop.X.translation.x, 3));
    connection_rows(loop.connection, loop.X, {}, loop.rows);
    if (!loop.active) std::fill(loop.rows.direction, loop.rows.direction + loop.row_count, Force<T>{});
  }
  if (!moderate) {
    edge::check_finite("q", VectorView<const T>(q, std::size_t(tree.q_size)));
    for (const std::size_t k : support_) kinematics::check_pose(work.pose[k]);
  }
  for (CouplingState& coupling : couplings_) {
    const auto& c = coupling.polynomial;
    const T x = coupling.leader.link == 0 ? T(0) : q[coupling.leader.q];
    coupling.slope = c[1] + x * (T(2) * c[2] + x * (T(3) * c[3] + x * (T(4) * c[4])));
    coupling.curvature = T(2) * c[2] + x * (T(6) * c[3] + x * (T(12) * c[4]));
  }
}

template <Scalar T>
void Constraints<T>::update_velocity(const Workspace<T>& work, const T* v) {
  check(work);
  for (LoopState& loop : loops_) {
    if (!loop.active) continue;
    if (loop.connection.kind == ConnectionKind::distance && loop.X.translation == Vector3<T>{})
      edge::ends_together(loop.name);
    const Motion<T> first = loop.on_first.motion_to_child(work.velocity[loop.first.link]);
    loop.V = loop.second.placement.motion_to_child(work.velocity[loop.second.link]) - first;
    if (!detail::has_constant_rows(loop.connection.kind))
      connection_rows(loop.connection, loop.X, loop.V, loop.rows);
    const Motion<T> rotating = cross(loop.V, first);
    for (int i = 0; i < loop.row_count; ++i)
      loop.rate[i] =
          dot(loop.rows.direction[i], rotating) + loop.rows.bias[i] - demand_[std::size_t(loop.row + i)];
  }
  for (CouplingState& coupling : couplings_) {
    const T rate = coupling.leader.link == 0 ? T(0) : v[coupling.leader.v];
    coupling.rate = -(coupling.curvature * rate * rate) - demand_[std::size_t(coupling.row)];
  }
}

template <Scalar T>
void Constraints<T>::errors(const T* q, Out<T> out) const {
  edge::check_size("the errors", out, size_);
  std::fill(out.data(), out.data() + size_, T(0));
  for (const LoopState& loop : loops_) {
    if (!loop.active) continue;
    T error[6];
    connection_error(loop.connection, loop.X, error);
    for (int i = 0; i < loop.row_count; ++i) out[std::size_t(loop.row + i)] = error[i];
  }
  for (const CouplingState& coupling : couplings_) {
    if (!coupling.active) continue;
    const auto& c = coupling.polynomial;
    const T x = coupling.leader.link == 0 ? T(0) : q[coupling.leader.q];
    out[std::size_t(coupling.row)] =
        q[coupling.follower.q] - (c[0] + x * (c[1] + x * (c[2] + x * (c[3] + x * c[4]))));
  }
  edge::check_overflow("the error of the constraints", out);
}

template <Scalar T>
void Constraints<T>::velocities(const T* v, Out<T> out) const {
  edge::check_size("the velocities of the rows", out, size_);
  std::fill(out.data(), out.data() + size_, T(0));
  for (const LoopState& loop : loops_) {
    if (!loop.active) continue;
    for (int i = 0; i < loop.row_count; ++i)
      out[std::size_t(loop.row + i)] = dot(loop.rows.direction[i], loop.V);
  }
  for (const CouplingState& coupling : couplings_) {
    if (!coupling.active) continue;
    const T leader = coupling.leader.link == 0 ? T(0) : v[coupling.leader.v];
    out[std::size_t(coupling.row)] = v[coupling.follower.v] - coupling.slope * leader;
  }
  edge::check_overflow("the velocity of the constraints", out);
}

template <Scalar T>
Force<T> Constraints<T>::loop_force(int loop, const T* multipliers) const {
  const LoopState& state = loops_[std::size_t(loop)];
  Force<T> sum{};
  for (int i = 0; i < state.row_count; ++i) sum += multipliers[state.row + i] * state.rows.direction[i];
  return sum;
}

template <Scalar T>
void Constraints<T>::add_loads(Workspace<T>& work, const T* multipliers) const {
  for (std::size_t i = 0; i < loops_.size(); ++i) {
    const LoopState& loop = loops_[i];
    if (!loop.active) continue;
    const Force<T> force = loop_force(int(i), multipliers);
    if (loop.second.body != 0)
      detail::add_load(work, loop.second.body, loop.second.placement.force_to_parent(force));
    if (loop.first.body != 0)
      detail::add_load(work, loop.first.body, T(-1) * loop.on_first.force_to_parent(force));
  }
}

template <Scalar T>
void Constraints<T>::accelerations(const std::vector<Motion<T>>& links, const T* a, Out<T> out) const {
  edge::check_size("the accelerations of the rows", out, size_);
  std::fill(out.data(), out.data() + size_, T(0));
  for (const LoopState& loop : loops_) {
    if (!loop.active) continue;
    const Motion<T> apart = loop.second.placement.motion_to_child(links[loop.second.link]) -
                            loop.on_first.motion_to_child(links[loop.first.link]);
    for (int i = 0; i < loop.row_count; ++i)
      out[std::size_t(loop.row + i)] = dot(loop.rows.direction[i], apart) + loop.rate[i];
  }
  for (const CouplingState& coupling : couplings_) {
    if (!coupling.active) continue;
    const T leader = coupling.leader.link == 0 || !a ? T(0) : a[coupling.leader.v];
    const T follower = a ? a[coupling.follower.v] : T(0);
    out[std::size_t(coupling.row)] = follower - coupling.slope * leader + coupling.rate;
  }
  edge::check_overflow("the acceleration of the constraints", out);
}

extern template class Constraints<double>;
extern template class Constraints<float>;

}  // namespace sinew
