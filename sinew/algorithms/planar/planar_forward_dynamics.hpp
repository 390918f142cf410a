// Computes the joint accelerations of a planar chain from its joint torques: forward dynamics (ABA), with the filter
// and the smoother on three-vectors.
//
// R87 section XII, (85)-(86), with velocities, gravity and rotor inertias, in the axes of the plane
// (algorithms/planar/planar_chain.hpp: r, c). omega is a link's angular velocity.
//
//   inward    z = phi (z+ - omega^2 P+ r) - omega^2 c                                   R87 (36)
//             P = phi P+ phi^* + M                  P+ is linear only                   (37), (86)
//             D = P_11 + armature                                                       (38)
//             G = P_1* / D                                                              (39)
//             e = tau - z_1                                                             (40)
//             z+ = z + G e                                                              (41)
//             P+ = P - G D G^*                                                          (43)
//   outward   v' = e / D - G^* lambda+                                                  (46)
//             lambda = lambda+ + H^T v'                                                 (47)
//             lambda+(k-1) = phi^* lambda - omega^2 r                                   (45)
//
// The first row of P+ is that of P times armature / D. Without armature it is zero, the moment part of G is 1, and
// alpha, the angular part of lambda, does not depend on that of lambda+: alpha = e / D - G^* lambda+, with the force
// part of G and the linear part of lambda+ only.
//
// Cost: O(n). Per link 34 multiplications, 34 additions, 3 divisions, one sine and cosine. At rest 23, 25 and 3; R87
// has 26, 28 and 3, sines and cosines apart (docs/operation_counts.md).
#pragma once

#include "sinew/algorithms/planar/planar_chain.hpp"

namespace sinew {

// Computes a, the joint accelerations that the joint torques tau cause.
template <Scalar T>
void forward_dynamics(PlanarWorkspace<T>& work, In<T> q, In<T> v, In<T> tau, Out<T> a);

// Computes a = M^-1 tau, the joint accelerations at rest and without gravity. R87's Table II counts these operations.
template <Scalar T>
void solve_mass_matrix(PlanarWorkspace<T>& work, In<T> q, In<T> tau, Out<T> a);

namespace planar {

// The filter, tip to base. P = [angular mixed; mixed^* linear]; R87 (86) writes P(1); P(2), P(4); P(3), P(5), P(6).
template <bool moving, Scalar T>
inline void inward(PlanarWorkspace<T>& work, const T* tau) {
  T angular{}, xx{}, xy{}, yy{}, moment{};  // of P and z
  Vector2<T> mixed{}, force{};
  bool armature_beyond = false;  // if false, P+ has only a linear part
  for (std::size_t k = work.links.size(); k-- > 0;) {
    Link<T>& link = work.links[k];
    const Vector2<T>&r = link.arm, &c = link.moment;
    const T& w = link.centripetal;
    // z = phi (z+ - omega^2 P+ r) - omega^2 c
    if constexpr (moving) {
      force = {force.x + w * (xx * r.x + xy * r.y), force.y + w * (xy * r.x + yy * r.y)};
      if (armature_beyond) moment = moment + w * (mixed.x * r.x + mixed.y * r.y);
    }
    moment = moment + cross(r, force);
    if constexpr (moving) force = {force.x + w * c.x, force.y + w * c.y};
    // P = phi P+ phi^* + M
    const Vector2<T> shifted{r.x * xy - r.y * xx, r.x * yy - r.y * xy};
    T J = link.inertia + r.x * shifted.y - r.y * shifted.x;
    Vector2<T> h{shifted.x - c.y, shifted.y + c.x};
    if (armature_beyond) {
      const T shift = cross(r, mixed);
      J = J + (angular + shift + shift);
      h = {h.x + mixed.x, h.y + mixed.y};
    }
    xx = xx + link.mass;
    yy = yy + link.mass;
    // D, G, e, e / D
    const bool has_armature = link.armature != ConstantOf<T>(0);
    const T D = has_armature ? J + link.armature : J;
    const T wanted = signed_by(link, tau[k]), e = wanted - moment;
    const Vector2<T> G{h.x / D, h.y / D};
    link.variance = D;
    link.gain = G;
    link.residual = e / D;
    // z+ = z + G e, P+ = P - G D G^*
    force = {force.x + G.x * e, force.y + G.y * e};
    xx = xx - G.x * h.x;
    xy = xy - G.x * h.y;
    yy = yy - G.y * h.y;
    moment = wanted;
    armature_beyond = has_armature;
    if (has_armature) {
      const T share = link.armature / D;
      link.share = share;
      angular = share * J;
      mixed = {share * h.x, share * h.y};
      moment = wanted - share * e;
    }
  }
}

// The smoother, base to tip. The costate is alpha and `lambda`, the acceleration of the link's joint.
template <bool moving, Scalar T>
inline void outward(const PlanarWorkspace<T>& work, T* a) {
  T alpha{};
  Vector2<T> lambda{};
  if constexpr (moving) lambda = {T(-work.gravity.x), T(-work.gravity.y)};
  for (std::size_t k = 0; k < work.links.size(); ++k) {
    const Link<T>& link = work.links[k];
    const auto& [x, y] = link.arm;
    T own = link.residual - link.gain.x * lambda.x - link.gain.y * lambda.y;
    if (link.armature != ConstantOf<T>(0)) own = own + link.share * alpha;
    a[k] = signed_by(link, T(own - alpha));
    alpha = own;
    if constexpr (moving) lambda = {lambda.x + link.centripetal * x, lambda.y + link.centripetal * y};
    lambda = {lambda.x - alpha * y, lambda.y + alpha * x};
  }
}

// Throws std::domain_error, which names the joint, if a joint moves no inertia of its own.
template <Scalar T>
inline void check_regular(const PlanarWorkspace<T>& work) {
  for (std::size_t k = 0; k < work.links.size(); ++k) {
    if (work.links[k].variance <= T(0)) edge::singular_joint(work.chain.links()[k].joint.c_str());
  }
}

}  // namespace planar

template <Scalar T>
void forward_dynamics(PlanarWorkspace<T>& work, In<T> q, In<T> v, In<T> tau, Out<T> a) {
  planar::check(work, q);
  const edge::InUse in_use(work);
  edge::check_size("v", v, work.chain.size());
  edge::check_size("tau", tau, work.chain.size());
  edge::check_size("the result a", a, work.chain.size());
  planar::set_links<true>(work, q.data(), v.data());
  planar::inward<true>(work, tau.data());
  planar::outward<true>(work, a.data());
  if (edge::all_finite(a.data(), a.size())) return;  // input that is not finite shows in the result
  edge::check_finite("q", q);
  edge::check_finite("v", v);
  edge::check_finite("tau", tau);
  planar::check_regular(work);
  edge::overflows("forward dynamics");
}

template <Scalar T>
void solve_mass_matrix(PlanarWorkspace<T>& work, In<T> q, In<T> tau, Out<T> a) {
  planar::check(work, q);
  const edge::InUse in_use(work);
  edge::check_size("tau", tau, work.chain.size());
  edge::check_size("the result a", a, work.chain.size());
  planar::set_links<false, T>(work, q.data(), nullptr);
  planar::inward<false>(work, tau.data());
  planar::outward<false>(work, a.data());
  if (edge::all_finite(a.data(), a.size())) return;
  edge::check_finite("q", q);
  edge::check_finite("tau", tau);
  planar::check_regular(work);
  edge::overflows("the product with the inverse mass matrix");
}

extern template void forward_dynamics(PlanarWorkspace<double>&, In<double>, In<double>, In<double>,
                                      Out<double>);
extern template void forward_dynamics(PlanarWorkspace<float>&, In<float>, In<float>, In<float>, Out<float>);
extern template void solve_mass_matrix(PlanarWorkspace<double>&, In<double>, In<double>, Out<double>);
extern template void solve_mass_matrix(PlanarWorkspace<float>&, In<float>, In<float>, Out<float>);

}  // namespace sinew
