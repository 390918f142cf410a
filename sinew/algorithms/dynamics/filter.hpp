// Computes the covariances of the filter: the articulated inertia P, the innovation variance D and the gain G of every
// joint. They depend on q only, not on v or tau.
//
// R87 (37)-(39), (43), for trees and joints with any number of degrees of freedom (DOFs); one sweep inward:
//
//   P = M + sum phi P+ phi^*        covariance: articulated inertia       (37)
//   D = H P H^T + armature          innovation variance                   (38)
//   G = P H^T / D                   gain                                  (39)
//   P+ = P - G H P                  covariance update                     (43)
//
// A joint with several DOFs is measured one DOF at a time, from the last to the first, so that every D is a scalar (the
// sequential form of the measurement update). Past a revolute joint without armature six entries of P+ are zero.
//
// The functions that use P, D and G, for example those of algorithms/mass_matrix/innovations.hpp, compute them if the
// workspace does not hold them for its current position. update_filter computes them at once. Cost: O(n), per revolute
// link 95 multiplications, 94 additions, one division, one sine and cosine.
#pragma once

#include <algorithm>

#include "sinew/algorithms/workspace/workspace.hpp"
#include "sinew/model/tree/tree_walk.hpp"

namespace sinew {

// Sets the position of the workspace and computes P, D and G. Throws std::domain_error, which names the joint, if D is
// not positive, ImpossibleRobot if the model has physical errors, and std::overflow_error if D is too large for the
// number type.
template <Scalar T>
void update_filter(Workspace<T>& work, In<T> q);

namespace filter {

// Throws std::domain_error, which names the joint, if D is not positive: the joint moves no inertia of its own at
// this position, as in the gimbal lock of massless rings. Throws std::overflow_error if D has overflowed. Does
// nothing for number types without an order (lanes, symbols).
template <Scalar T>
void check_regular(const Workspace<T>& work) {
  if constexpr (std::totally_ordered<T>) {
    const auto is_regular = [](const Measurement<T>& m) {
      return m.inverse_variance > T(0) && edge::all_finite(&m.inverse_variance, 1);
    };
    if (std::all_of(work.measurement.begin(), work.measurement.end(), is_regular)) return;
    // The search goes from the tips inward, because a singular joint makes everything inboard of it NaN. 1 / D is
    // zero if D has overflowed.
    const std::span<const JointInfo> joints = work.model.joints();
    for (auto joint = joints.rbegin(); joint != joints.rend(); ++joint) {
      for (int i = joint->v_index + joint->v_size; i-- > joint->v_index;) {
        const T& inverse = work.measurement[std::size_t(i)].inverse_variance;
        if (inverse > T(0) && edge::all_finite(&inverse, 1)) continue;
        if (inverse == T(0) || !(inverse == inverse)) edge::overflows("the articulated inertia");
        edge::singular_joint(joint->name.c_str());
      }
    }
  }
}

// The measurement update, one DOF after the other, from the last to the first. Replaces P by P+.
template <class T, class Joint, class C>
SINEW_INLINE void update(const Joint& joint, ArticulatedInertia<T>& P, const C* armature,
                         Measurement<T>* out) {
  for (int i = joint.count() - 1; i >= 0; --i) {
    const Force<T> column = joint.column(P, i);
    const T inverse_variance = T(1) / T(joint.measure(column, i) + armature[i]);
    const Force<T> G = inverse_variance * column;
    out[i].gain = G;
    out[i].inverse_variance = inverse_variance;
    P = minus_product(P, G, column);
  }
}

// Calls f with P+. Past a revolute joint without armature P+ has only 15 numbers: G_z = 1, and its z row and column are
// zero.
template <class T, class Joint, class C, class F>
SINEW_INLINE auto with_updated(const Joint& joint, ArticulatedInertia<T> P, const C* armature,
                               Measurement<T>* out, F&& f) {
  if constexpr (is_revolute<Joint>) {
    if (armature[0] == C(0)) {
      const auto& [A, B, L] = P;
      const auto [ua, ul] = joint.column(P, 0);
      const T inverse = T(1) / A.zz, gx = inverse * ua.x, gy = inverse * ua.y;
      const Vector3<T> gl = inverse * ul;
      auto& [ga, g] = out->gain;  // assigned number by number: as a whole it would go through memory twice
      ga.x = gx, ga.y = gy, ga.z = T(1);
      g.x = gl.x, g.y = gl.y, g.z = gl.z;
      out->inverse_variance = inverse;
      return f(InertiaPastRevolute<T>{A.xx - gx * ua.x,
                                      A.xy - gx * ua.y,
                                      A.yy - gy * ua.y,
                                      B.xx - gx * ul.x,
                                      B.xy - gx * ul.y,
                                      B.xz - gx * ul.z,
                                      B.yx - gy * ul.x,
                                      B.yy - gy * ul.y,
                                      B.yz - gy * ul.z,
                                      {L.xx - gl.x * ul.x, L.xy - gl.x * ul.y, L.xz - gl.x * ul.z,
                                       L.yy - gl.y * ul.y, L.yz - gl.y * ul.z, L.zz - gl.z * ul.z}});
    }
  }
  update(joint, P, armature, out);
  return f(P);
}

// Joints that need more arithmetic are kept out of the sweep's loop, so that the loop can keep P in registers.
template <class T, class Joint, class C>
SINEW_NO_INLINE ArticulatedInertia<T> past_placed_joint(const Joint& joint, ArticulatedInertia<T> P,
                                                        const C* armature, Measurement<T>* out) {
  update(joint, P, armature, out);
  return joint.link.parent == 0 ? P : joint.to_parent(P);
}

// Computes P, D and G, tip to base.
template <Scalar T>
inline void inward_covariances(const Tree<ConstantOf<T>>& tree, Workspace<T>& work) {
  ArticulatedInertia<T>* const covariance = work.covariance.data();
  Measurement<T>* const measurement = work.measurement.data();
  ArticulatedInertia<T> carried{}, P;
  tree_walk::inward(
      tree, work.joints, all_links(tree),
      [&](const auto& own, std::size_t k) SINEW_INLINE_LAMBDA {
        if (!own.next_is_child) carried = {};
        if (own.junction) carried = carried + covariance[k];
        P = carried;
        P += own.inertia;
        covariance[k] = P;
      },
      [&](const auto& joint, std::size_t k) SINEW_INLINE_LAMBDA {
        const auto& link = joint.link;
        const auto* armature = tree.armature.data() + link.v;
        Measurement<T>* out = measurement + link.v;
        if constexpr (is_step_joint<decltype(joint)>) {
          if (link.parent == 0) {  // the ground needs no P+
            update(joint, P, armature, out);
            return false;
          }
          carried = with_updated(joint, P, armature, out,
                                 [&](const auto& plus) SINEW_INLINE_LAMBDA { return joint.to_parent(plus); });
          return true;
        } else {
          carried = past_placed_joint(joint, covariance[k], armature, out);
          return link.parent != 0;
        }
      },
      [&](std::size_t parent, bool first)
          SINEW_INLINE_LAMBDA { tree_walk::add_or_overwrite(covariance[parent], carried, first); });
}

// Computes P, D and G at the position that the workspace was given last, unless it holds them. Throws as update_filter
// does. `function`: the name that error messages give.
template <Scalar T>
inline void need(Workspace<T>& work, const char* function) {
  edge::check_workspace(work);
  if constexpr (guards_results<T>) {
    if (work.contents.has(content::filter)) return;
    edge::check_possible(function, work);
    const auto q = edge::given_position(work, function);
    const edge::InUse in_use(work);
    edge::check_finite("q", q);
    work.contents.held &= ~unsigned(content::compound_filter);
    inward_covariances(*work.tree, work);
    check_regular(work);
    work.contents.add(content::filter);
  }
}

}  // namespace filter

template <Scalar T>
void update_filter(Workspace<T>& work, In<T> q) {
  const auto& tree = edge::tree_of(work);
  edge::check_possible("update_filter", work);
  const edge::InUse in_use(work);
  edge::check_position<T>(tree, q);
  edge::check_finite("q", q);
  detail::move_to<T>(work, "update_filter", content::filter | content::compound_filter, q.data());
  filter::inward_covariances(tree, work);
  filter::check_regular(work);
  work.contents.add(content::filter);
}

extern template void update_filter(Workspace<double>&, In<double>);
extern template void update_filter(Workspace<float>&, In<float>);

}  // namespace sinew
