// Computes the joint torques of a planar chain from its joint accelerations: inverse dynamics by the Newton-Euler
// recursion (RNEA) on three-vectors.
//
// R87 (16)-(21), (85), in the axes of the plane (algorithms/planar/planar_chain.hpp: r, c):
//
//   outward   lambda(k) = phi^* lambda(k+1) - omega(k+1)^2 r(k+1) + H^T v'
//             x(k) = M lambda - omega^2 c
//   inward    x(k) += phi x(k-1)                      force across the joint
//             tau = x_1 + armature v'
//
// Cost: O(n). Per link 23 multiplications, 22 additions, one sine and cosine.
#pragma once

#include "sinew/algorithms/planar/planar_chain.hpp"

namespace sinew {

// Computes tau, the joint torques that produce the accelerations a.
template <Scalar T>
void inverse_dynamics(PlanarWorkspace<T>& work, In<T> q, In<T> v, In<T> a, Out<T> tau) {
  planar::check(work, q);
  const edge::InUse in_use(work);
  edge::check_size("v", v, work.chain.size());
  edge::check_size("a", a, work.chain.size());
  edge::check_size("the result tau", tau, work.chain.size());
  planar::set_links<true>(work, q.data(), v.data());
  T alpha{};
  Vector2<T> lambda{T(-work.gravity.x), T(-work.gravity.y)};
  for (std::size_t k = 0; k < work.links.size(); ++k) {
    auto& link = work.links[k];
    const T& w = link.centripetal;
    const auto& [x, y] = link.arm;
    const Vector2<T>& c = link.moment;
    alpha = alpha + planar::signed_by(link, a[k]);
    // M lambda - omega^2 c
    link.moment_across = link.inertia * alpha + planar::cross(c, lambda);
    link.force_across = {link.mass * lambda.x + w * c.x - alpha * c.y,
                         link.mass * lambda.y + w * c.y + alpha * c.x};
    lambda = {lambda.x + w * x - alpha * y, lambda.y + w * y + alpha * x};
  }
  T moment{};
  Vector2<T> force{};
  for (std::size_t k = work.links.size(); k-- > 0;) {
    const auto& link = work.links[k];
    moment = moment + planar::cross(link.arm, force) + link.moment_across;
    force = {force.x + link.force_across.x, force.y + link.force_across.y};
    tau[k] = planar::signed_by(link, moment) + link.armature * a[k];
  }
  if (edge::all_finite(tau.data(), tau.size())) return;
  edge::check_finite("q", q);
  edge::check_finite("v", v);
  edge::check_finite("a", a);
  edge::overflows("inverse dynamics");
}

extern template void inverse_dynamics(PlanarWorkspace<double>&, In<double>, In<double>, In<double>,
                                      Out<double>);
extern template void inverse_dynamics(PlanarWorkspace<float>&, In<float>, In<float>, In<float>, Out<float>);

}  // namespace sinew
