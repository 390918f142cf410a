// Implements EmbeddedTree, the dynamics of a tree of compound bodies, for any scalar.
// chains/embedding/constraint_embedding.hpp states the equations.
//
// constraint_embedding.cpp instantiates the class for double and float. Files that use EmbeddedTree or ClosedChain with
// another scalar include this header.
#pragma once

#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/chains/embedding/constraint_embedding.hpp"

namespace sinew {

// ---- Construction -------------------------------------------------------------------------------

template <Scalar T>
EmbeddedTree<T>::EmbeddedTree(const Model& model, const Constraints<T>& constraints)
    : model_(model),
      handing_(model.tree<ConstantOf<T>>().links.size()),
      joint_(std::size_t(model.velocity_size())),
      torques_(joint_.size()),
      multipliers_(std::size_t(constraints.size())) {
  check(model, constraints);
  const auto& tree = model.tree<ConstantOf<T>>();
  std::vector<int> parents;
  for (const auto& link : tree.links) parents.push_back(link.parent);
  std::vector<Tie> ties;
  for (const auto& loop : constraints.loops()) ties.push_back({int(loop.first.link), int(loop.second.link)});
  for (const auto& coupling : constraints.couplings()) {
    const int follower = int(coupling.follower.link), leader = int(coupling.leader.link);
    ties.push_back({leader == 0 ? follower : leader, follower, true});
  }
  const ClusterTree found = find_clusters(parents, ties);
  const auto is_free = [&](std::size_t k) {
    return k != 0 && k < parents.size() && !found.clusters[std::size_t(found.cluster_of[k])].is_compound();
  };
  for (const Cluster& cluster : found.clusters) {
    const auto k = std::size_t(cluster.links.front());
    const auto& link = tree.links[k];
    const bool compound = cluster.is_compound();
    const int count = is_step(link.kind) ? 1 : tree.placed_joints[std::size_t(link.side)].count;
    steps_.push_back({k, link.v, count, compound ? int(compounds_.size()) : -1});
    if (compound) compounds_.emplace_back(tree, cluster, constraints);
    handing_[k].from_next = link.next_is_child && is_free(k) && is_free(k + 1);
  }
  for (const Cluster& cluster : found.clusters) {
    const auto before = std::size_t(cluster.anchor);
    if (before + 1 == std::size_t(cluster.links.front()) && handing_[before].from_next) continue;
    handing_[before].through_memory = true;
  }
  for (std::size_t k = 1; k < parents.size(); ++k) {
    if (!is_free(k) || handing_[k].through_memory) sums_.push_back(k);
  }
  independent_.reserve(joint_.size());
}

template <Scalar T>
double EmbeddedTree<T>::estimated_cost() const {
  double sum = 0;
  for (const CompoundBody<T>& body : compounds_) sum += body.estimated_cost();
  return sum + 300 * double(steps_.size() - compounds_.size());
}

template <Scalar T>
int EmbeddedTree<T>::rank() const {
  int sum = 0;
  for (const CompoundBody<T>& body : compounds_) sum += body.rank();
  return sum;
}

// ---- Sweeps over links in no loop and over compound bodies --------------------------------------

template <Scalar T>
template <bool biased>
void EmbeddedTree<T>::embed(const Tree<ConstantOf<T>>& tree, const Workspace<T>& work,
                            const Constraints<T>& constraints, const T* v) {
  independent_.clear();
  for (Step& step : steps_) {
    step.u = size();
    if (step.compound < 0) {
      for (int i = 0; i < step.count; ++i) independent_.push_back(step.v + i);
      continue;
    }
    CompoundBody<T>& body = compounds_[std::size_t(step.compound)];
    body.template embed<biased>(tree, work, constraints, v);
    for (const int dof : body.independent()) independent_.push_back(body.velocity_index(dof));
  }
}

// This is not a walk of model/tree/tree_walk.hpp: between links in no loop there are compound bodies, which read and
// write work.covariance, so that handing_ decides where a result passes in registers.
template <Scalar T>
void EmbeddedTree<T>::inward_covariances(const Tree<ConstantOf<T>>& tree, Workspace<T>& work) {
  ArticulatedInertia<T>* const covariance = work.covariance.data();
  for (const std::size_t k : sums_) covariance[k] = {};
  ArticulatedInertia<T> carried{};
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    if (step->compound >= 0) {
      compounds_[std::size_t(step->compound)].inward_covariance(tree, work);
      continue;
    }
    const std::size_t k = step->link;
    ArticulatedInertia<T> P{};
    if (handing_[k].from_next) P = carried;
    P += tree.links[k].inertia;
    if (handing_[k].through_memory) P = P + covariance[k];
    covariance[k] = P;
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const auto parent = std::size_t(joint.link.parent);
      const auto* armature = tree.armature.data() + joint.link.v;
      Measurement<T>* out = work.measurement.data() + joint.link.v;
      if constexpr (is_step_joint<decltype(joint)>) {
        if (parent == 0) return filter::update(joint, P, armature, out);
        carried = filter::with_updated(joint, P, armature, out, [&](const auto& plus) SINEW_INLINE_LAMBDA {
          return joint.to_parent(plus);
        });
      } else {
        carried = filter::past_placed_joint(joint, covariance[k], armature, out);
      }
      if (parent != 0 && !(handing_[parent].from_next && parent + 1 == k))
        covariance[parent] = covariance[parent] + carried;
    });
  }
}

// With a the bias acceleration of a joint, P a is added to the state z before the innovation is computed, and a is
// added to the costate after the joint's acceleration.
template <Scalar T>
template <detail::Offset offset>
void EmbeddedTree<T>::inward_states(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, const T* v,
                                    const T* tau) {
  Force<T>* const force = work.force.data();
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    if (step->compound >= 0) {
      compounds_[std::size_t(step->compound)].template inward_state<offset>(tree, work, v, tau);
      continue;
    }
    const std::size_t k = step->link;
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const auto& link = joint.link;
      Force<T> z = force[k];
      if constexpr (offset == detail::Offset::motion)
        z += work.covariance[k] * joint.bias(work.velocity[k], v + link.v);
      filter::update_state(joint, z, tau + link.v, work.measurement.data() + link.v);
      if (link.parent != 0) force[link.parent] += joint.force_to_parent(z);
    });
  }
}

template <Scalar T>
template <detail::Offset offset>
void EmbeddedTree<T>::outward(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, const T* v, T* a) {
  for (const Step& step : steps_) {
    if (step.compound >= 0) {
      compounds_[std::size_t(step.compound)].template outward<offset>(tree, work, v, a);
      continue;
    }
    const std::size_t k = step.link;
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const int first = joint.link.v;
      Motion<T> lambda = joint.motion_to_child(work.acceleration[std::size_t(joint.link.parent)]);
      for (int i = 0; i < joint.count(); ++i) {
        const Measurement<T>& m = work.measurement[std::size_t(first + i)];
        const T rate = m.inverse_variance * m.innovation - dot(m.gain, lambda);
        a[first + i] = rate;
        joint.advance_one(lambda, i, rate);
      }
      if constexpr (offset == detail::Offset::motion) lambda += joint.bias(work.velocity[k], v + first);
      work.acceleration[k] = lambda;
    });
  }
}

template <Scalar T>
void EmbeddedTree<T>::compute_filter(Workspace<T>& work) {
  inward_covariances(*work.tree, work);
  const auto name_of = [&](int dof) {
    for (const JointInfo& joint : work.model.joints()) {
      if (dof < joint.v_index + joint.v_size) return joint.name;
    }
    return std::string();
  };
  for (const Step& step : steps_) {
    bool regular = true;
    if (step.compound >= 0) {
      regular = compounds_[std::size_t(step.compound)].is_regular();
    } else {
      for (int i = step.v; i < step.v + step.count; ++i) {
        const T& inverse = work.measurement[std::size_t(i)].inverse_variance;
        regular &= inverse > T(0) && edge::all_finite(&inverse, 1);
      }
    }
    if (!regular) edge::singular_joint(name_of(step.v).c_str());
  }
}

// ---- Dynamics -----------------------------------------------------------------------------------

template <Scalar T>
void EmbeddedTree<T>::forward_dynamics(Workspace<T>& work, Constraints<T>& constraints, In<T> q, In<T> v,
                                       In<T> tau, Out<T> a, const EnvironmentIn<T>& environment) {
  check(work.model, constraints);
  const auto& tree = edge::tree_of(work);
  edge::check_possible("EmbeddedTree::forward_dynamics", work);
  const edge::InUse in_use(work);
  edge::check_position<T>(tree, q);
  edge::check_finite("q", q);
  edge::check_input("v", v, tree.v_size);
  edge::check_input("tau", tau, tree.v_size);
  edge::check_size("the result a", a, tree.v_size);
  edge::check_environment(environment);
  detail::move_to(work, "EmbeddedTree::forward_dynamics", content::all_but_poses, q.data(), v.data());
  filter::outward_velocities(tree, work, v.data(), environment);
  constraints.update_position(tree, work, q.data());
  constraints.update_velocity(work, v.data());
  embed<true>(tree, work, constraints, v.data());
  compute_filter(work);
  inward_states<detail::Offset::motion>(tree, work, v.data(), tau.data());
  work.acceleration[0] = detail::ground_acceleration(tree, environment);
  outward<detail::Offset::motion>(tree, work, v.data(), a.data());
  find_multipliers(work, tau.data(), a.data(), multipliers_);
  edge::check_overflow("forward dynamics of the closed chain", a);
  edge::check_overflow("a multiplier", multipliers_.data(), multipliers_.size());
  constraints.add_loads(work, multipliers_.data());
  work.contents.add(content::velocities | content::costates | content::dynamics | content::compound_filter);
  known_ = work.contents.key();
  work.contents.compound_filter_of = this;
}

template <Scalar T>
void EmbeddedTree<T>::find_multipliers(const Workspace<T>& work, const T* tau, const T* a, Out<T> out) {
  for (CompoundBody<T>& body : compounds_) {
    const std::span<const T> found = body.multipliers(*work.tree, work, tau, a);
    for (std::size_t i = 0; i < found.size(); ++i) out[std::size_t(body.rows()[i])] = found[i];
  }
}

template <Scalar T>
void EmbeddedTree<T>::solve(Workspace<T>& work, In<T> f, Out<T> a, Out<T> x) {
  check(work.model);
  const auto& tree = edge::tree_of(work);
  require_filter(work, "EmbeddedTree::solve");
  work.contents.drop("EmbeddedTree::solve", content::filter_states | content::all_accelerations);
  for (CompoundBody<T>& body : compounds_) body.set_offset(x.data());
  std::fill(work.force.begin(), work.force.end(), Force<T>{});
  inward_states<detail::Offset::rows>(tree, work, nullptr, f.data());
  work.acceleration[0] = {};
  outward<detail::Offset::rows>(tree, work, nullptr, a.data());
  std::fill(x.data(), x.data() + x.size(), T(0));
  find_multipliers(work, f.data(), a.data(), x);
}

template <Scalar T>
void EmbeddedTree<T>::update(Workspace<T>& work, Constraints<T>& constraints, In<T> q) {
  check(work.model, constraints);
  const auto& tree = edge::tree_of(work);
  edge::check_possible("EmbeddedTree::update", work);
  const edge::InUse in_use(work);
  edge::check_position<T>(tree, q);
  edge::check_finite("q", q);
  detail::move_to<T>(work, "EmbeddedTree::update", content::filter | content::compound_filter, q.data());
  constraints.update_position(tree, work, q.data());
  embed<false>(tree, work, constraints, nullptr);
  compute_filter(work);
  work.contents.add(content::compound_filter);
  known_ = work.contents.key();
  work.contents.compound_filter_of = this;
}

// ---- Quantities of the open chain reduced to independent coordinates ----------------------------

template <Scalar T>
template <class At>
void EmbeddedTree<T>::for_each_entry(At&& at) const {
  for (const Step& step : steps_) {
    if (step.compound < 0) {
      for (int i = 0; i < step.count; ++i) at(step.u + i, step.v + i, T(1));
      continue;
    }
    const CompoundBody<T>& body = compounds_[std::size_t(step.compound)];
    for (int c = 0; c < body.independent_count(); ++c) {
      for (int j = 0; j < body.dofs(); ++j) at(step.u + c, body.velocity_index(j), body.basis()(j, c));
    }
  }
}

template <Scalar T>
void EmbeddedTree<T>::expand(In<T> u, Out<T> v) const {
  edge::check_input("u", u, size());
  edge::check_size("the result v", v, int(joint_.size()));
  std::fill(v.data(), v.data() + v.size(), T(0));
  for_each_entry(
      [&](int c, int j, const T& s) { v[std::size_t(j)] = v[std::size_t(j)] + s * u[std::size_t(c)]; });
  edge::check_overflow("the velocity of the joints", v);
}
template <Scalar T>
void EmbeddedTree<T>::reduce(In<T> tau, Out<T> reduced) const {
  edge::check_input("tau", tau, int(joint_.size()));
  edge::check_size("the result", reduced, size());
  std::fill(reduced.data(), reduced.data() + reduced.size(), T(0));
  for_each_entry([&](int c, int j, const T& s) {
    reduced[std::size_t(c)] = reduced[std::size_t(c)] + s * tau[std::size_t(j)];
  });
  edge::check_overflow("the reduced joint torque", reduced);
}
template <Scalar T>
void EmbeddedTree<T>::reduce_columns(MatrixIn<T> J, MatrixOut<T> reduced) const {
  edge::check_size("J", J, J.rows(), int(joint_.size()));
  edge::check_size("the result", reduced, J.rows(), size());
  std::fill(reduced.data(), reduced.data() + J.rows() * size(), T(0));
  for_each_entry([&](int c, int j, const T& s) {
    for (int i = 0; i < J.rows(); ++i) reduced(i, c) = reduced(i, c) + s * J(i, j);
  });
  edge::check_overflow("the reduced Jacobian", reduced);
}
template <Scalar T>
void EmbeddedTree<T>::reduce_matrix(MatrixIn<T> M, MatrixOut<T> reduced) const {
  edge::check_size("M", M, int(joint_.size()), int(joint_.size()));
  edge::check_size("the result", reduced, size(), size());
  std::fill(reduced.data(), reduced.data() + size() * size(), T(0));
  for_each_entry([&](int c, int j, const T& s) {
    for_each_entry([&](int d, int k, const T& t) { reduced(d, c) = reduced(d, c) + t * M(k, j) * s; });
  });
  edge::check_overflow("the reduced mass matrix", reduced);
}

template <Scalar T>
void EmbeddedTree<T>::inverse_dynamics(Workspace<T>& work, Constraints<T>& constraints, In<T> q, In<T> v,
                                       In<T> rate, Out<T> tau, const EnvironmentIn<T>& environment) {
  check(work.model, constraints);
  const edge::InUse in_use(work);
  update_velocities(work, q, v);
  constraints.update_position(*work.tree, work, q.data());
  constraints.update_velocity(work, v.data());
  embed<true>(*work.tree, work, constraints, v.data());
  expand(rate, joint_);
  for (const CompoundBody<T>& body : compounds_) body.add_offset(joint_.data());
  sinew::inverse_dynamics(work, q, v, joint_, torques_, environment);
  // The loop forces, and with them the forces across the joints, are not computed.
  work.contents.drop("EmbeddedTree::inverse_dynamics", content::dynamics);
  reduce(torques_, tau);
}

template <Scalar T>
void EmbeddedTree<T>::require_filter(const Workspace<T>& work, const char* function) const {
  if (has_filter(work)) return;
  if (known_ != work.contents.key() || work.contents.compound_filter_of != this)
    edge::moved_on(function, "EmbeddedTree::update", work.contents);
  edge::require(work, function, content::compound_filter);
}

template <Scalar T>
void EmbeddedTree<T>::solve_mass_matrix(Workspace<T>& work, In<T> x, Out<T> y) {
  check(work.model);
  const auto& tree = edge::tree_of(work);
  const edge::InUse in_use(work);
  edge::check_input("x", x, size());
  edge::check_size("the result y", y, size());
  require_filter(work, "EmbeddedTree::solve_mass_matrix");
  work.contents.drop("EmbeddedTree::solve_mass_matrix", content::filter_states | content::all_accelerations);
  std::fill(work.force.begin(), work.force.end(), Force<T>{});
  std::fill(torques_.begin(), torques_.end(), T(0));
  // The dependent joints get zero, so that S^* torques_ = x.
  for (std::size_t c = 0; c < x.size(); ++c) torques_[std::size_t(independent_[c])] = x[c];
  inward_states<detail::Offset::none>(tree, work, nullptr, torques_.data());
  work.acceleration[0] = {};
  outward<detail::Offset::none>(tree, work, nullptr, joint_.data());
  for (std::size_t c = 0; c < y.size(); ++c) y[c] = joint_[std::size_t(independent_[c])];
  edge::check_overflow("the product", y);
}

template <Scalar T>
void EmbeddedTree<T>::omega(Workspace<T>& work, FrameIndex frame, MatrixOut<T> out) {
  check(work.model);
  const auto& tree = edge::tree_of(work);
  const edge::InUse in_use(work);
  edge::check_size("Omega", out, 6, 6);
  require_filter(work, "EmbeddedTree::omega");
  work.contents.drop("EmbeddedTree::omega", content::filter_states | content::all_accelerations);
  const FrameInfo& info = work.model.frame(frame);
  const Transform<T> placement = info.placement.template cast<T>();
  const auto link = std::size_t(info.link);
  std::fill(torques_.begin(), torques_.end(), T(0));
  work.acceleration[0] = {};
  for (int j = 0; j < 6; ++j) {
    Force<T> unit{};
    unit[j] = T(1);
    std::fill(work.force.begin(), work.force.end(), Force<T>{});
    work.force[link] -= placement.force_to_parent(unit);
    inward_states<detail::Offset::none>(tree, work, nullptr, torques_.data());
    outward<detail::Offset::none>(tree, work, nullptr, joint_.data());
    const std::array<T, 6> answer = components(placement.motion_to_child(work.acceleration[link]));
    for (int i = 0; i < 6; ++i) out(i, j) = answer[std::size_t(i)];
  }
  edge::check_overflow("Omega", out);
}

}  // namespace sinew
