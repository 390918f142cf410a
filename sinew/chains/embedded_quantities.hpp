// Reduces quantities of the open chain to the independent coordinates of the closed chain: v = S u, S^* tau, the mass
// matrix S^* M S and its inverse, inverse dynamics and Omega. A part of chains/constraint_embedding.hpp.
#pragma once

#include "sinew/chains/constraint_embedding.hpp"

namespace sinew {

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
      for (int j = 0; j < body.freedoms(); ++j) at(step.u + c, body.velocity_index(j), body.basis()(j, c));
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
  sinew::inverse_dynamics(work, q, v, joint_, moments_, environment);
  reduce(moments_, tau);
}

template <Scalar T>
void EmbeddedTree<T>::require_filter(const Workspace<T>& work, const char* function) const {
  if (known_ != work.contents.key()) edge::moved_on(function, "EmbeddedTree::update", work.contents);
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
  std::fill(moments_.begin(), moments_.end(), T(0));
  // The dependent joints get zero, so that S^* moments_ = x.
  for (std::size_t c = 0; c < x.size(); ++c) moments_[std::size_t(independent_[c])] = x[c];
  inward_states<false>(tree, work, nullptr, moments_.data());
  work.acceleration[0] = {};
  outward<false>(tree, work, nullptr, joint_.data());
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
  std::fill(moments_.begin(), moments_.end(), T(0));
  work.acceleration[0] = {};
  for (int j = 0; j < 6; ++j) {
    Force<T> unit{};
    (&unit.angular.x)[j] = T(1);
    std::fill(work.force.begin(), work.force.end(), Force<T>{});
    work.force[link] -= placement.force_to_parent(unit);
    inward_states<false>(tree, work, nullptr, moments_.data());
    outward<false>(tree, work, nullptr, joint_.data());
    const std::array<T, 6> answer = components(placement.motion_to_child(work.acceleration[link]));
    for (int i = 0; i < 6; ++i) out(i, j) = answer[std::size_t(i)];
  }
  edge::check_overflow("Omega", out);
}

}  // namespace sinew
