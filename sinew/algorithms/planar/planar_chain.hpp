// Holds the working memory of planar chains and computes the directions of their links.
//
// R87 section XII propagates states and covariances from link frame to link frame and rotates them at every joint.
// Here all of them are in the axes of the plane, so that nothing is rotated. A link is given by r, the vector from
// its joint to the next, and c, the first moment of its mass. A state is a moment and two force components, a costate
// is the angular acceleration and the acceleration of the joint, and phi shifts by r.
//
// Cost: per link 6 multiplications, 4 additions, one sine and cosine; with velocities one of each more.
#pragma once

#include "sinew/algorithms/workspace/workspace.hpp"
#include "sinew/model/tree/planar_chain.hpp"
#include "sinew/scalar/simd/sine_cosine.hpp"

namespace sinew {

// Make one per thread and chain; the recursions then allocate nothing.
template <Scalar T>
struct PlanarWorkspace {
  using C = ConstantOf<T>;
  struct Link {
    // Constants: M in link axes.
    C length{}, mass{}, inertia{}, armature{}, angle{};
    Vector2<C> first_moment{};
    C mass_beyond{};  // of all links outboard of this one
    bool clockwise = false;
    // At a position and a velocity, in the axes of the plane.
    T direction{};        // angle from x
    T centripetal{};      // -omega^2
    Vector2<T> arm{};     // r
    Vector2<T> moment{};  // c
    // Results of the filter.
    T variance{};       // D
    T residual{};       // e / D
    Vector2<T> gain{};  // the force part of G; its moment part is 1 - share
    T share{};          // armature / D, set only if there is an armature
    // Results of one loop for the next. Inverse dynamics: the moment and the force that the link needs for its
    // motion. Mass matrix: the moment of the composite body's momentum per unit of v, and its first moment.
    T moment_across{};
    Vector2<T> force_across{};
  };

  explicit PlanarWorkspace(const PlanarChain& of) : chain(of), gravity{C(of.gravity().x), C(of.gravity().y)} {
    for (const PlanarLink& link : of.links()) {
      links.push_back({.length = C(link.length),
                       .mass = C(link.mass),
                       .inertia = C(link.inertia),
                       .armature = C(link.armature),
                       .angle = C(link.angle),
                       .first_moment = {C(link.mass * link.centre.x), C(link.mass * link.centre.y)},
                       .clockwise = link.clockwise});
    }
    for (std::size_t k = links.size(); k-- > 1;) {
      links[k - 1].mass_beyond = links[k].mass_beyond + links[k].mass;
    }
  }

  PlanarChain chain;  // shares the immutable data
  mutable detail::Occupant occupant{};
  Vector2<C> gravity;
  std::vector<Link> links{};
};

namespace planar {

template <Scalar T>
using Link = typename PlanarWorkspace<T>::Link;

// Changes the sign of x for a joint that rotates clockwise: its coordinate and its torque have the opposite sense.
template <class Link, class T>
SINEW_INLINE T signed_by(const Link& link, const T& x) {
  return link.clockwise ? -x : x;
}

// r x f
template <class T>
SINEW_INLINE T cross(const Vector2<T>& r, const Vector2<T>& f) {
  return r.x * f.y - r.y * f.x;
}

// Computes the directions, arms and first moments at q. If `moving` is true, also computes the centripetal
// accelerations per length at v; if false, v is not read.
template <bool moving, Scalar T>
inline void set_links(PlanarWorkspace<T>& work, const T* q, const T* v) {
  T direction{}, omega{};
  Link<T>* const links = work.links.data();
  const std::size_t count = work.links.size();
  for (std::size_t k = 0; k < count; ++k) {
    direction = direction + (links[k].angle + signed_by(links[k], q[k]));
    links[k].direction = direction;
    if constexpr (moving) {
      omega = omega + signed_by(links[k], v[k]);
      links[k].centripetal = -omega * omega;
    }
  }
  detail::sines_and_cosines<T>(
      count, [=](std::size_t k) SINEW_INLINE_LAMBDA { return links[k].direction; },
      [=](std::size_t k, const T& sine, const T& cosine) SINEW_INLINE_LAMBDA {
        const auto& [along, across] = links[k].first_moment;
        links[k].arm = {links[k].length * cosine, links[k].length * sine};
        links[k].moment = {along * cosine - across * sine, along * sine + across * cosine};
      });
}

template <Scalar T>
inline void check(const PlanarWorkspace<T>& work, const VectorView<const T>& q) {
  if (work.links.size() != std::size_t(work.chain.size())) edge::moved_from("the workspace");
  if constexpr (edge::InUse<PlanarWorkspace<T>>::is_checked) work.occupant.check_absent();
  edge::check_size("q", q, work.chain.size());
}

}  // namespace planar

}  // namespace sinew
