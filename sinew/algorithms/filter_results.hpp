// What the filter and the smoother found on the way to the accelerations, in the frames of the description.
//
// After forward_dynamics, until the workspace is given another position or they are overwritten: then std::logic_error says
// which call is missing. After the dynamics of a closed chain or of several arms P, D and G are those of the tree with its
// loops cut (embedding and dense leave none), the innovations are corrected for the forces of the loops, and z is refused: the
// forces across the joints are those of joint_forces. Symbols as in R87 (35)-(47).
#pragma once

#include "sinew/algorithms/forward_dynamics.hpp"

namespace sinew {

// P: the articulated inertia of the frame's link, about the frame.
template <Scalar T>
ArticulatedInertia<T> articulated_inertia(const Model& model, const Workspace<T>& work, FrameIndex frame) {
  edge::check_workspace(model, work);
  edge::require(work, "articulated_inertia", content::filter);
  const FrameInfo& info = model.frame(frame);
  return to_parent(inverse(info.placement.template cast<T>()), work.covariance[std::size_t(info.link)]);
}

// z: the filter's state, the force on the link while it does not accelerate itself and the joints beyond it move freely
// under their moments.
template <Scalar T>
Force<T> filter_state(const Model& model, const Workspace<T>& work, FrameIndex frame) {
  edge::check_workspace(model, work);
  edge::require(work, "filter_state", content::filter_states);
  const FrameInfo& info = model.frame(frame);
  return info.placement.template cast<T>().force_to_child(work.force[std::size_t(info.link)]);
}

// lambda: the smoother's costate, the spatial acceleration with gravity as an acceleration of the ground
// upwards.
template <Scalar T>
Motion<T> costate(const Model& model, const Workspace<T>& work, FrameIndex frame) {
  edge::check_workspace(model, work);
  edge::require(work, "costate", content::costates);
  const FrameInfo& info = model.frame(frame);
  return info.placement.template cast<T>().motion_to_child(work.acceleration[std::size_t(info.link)]);
}

// D, e and e / D of a freedom (its index in v). A joint of several freedoms is measured one freedom at a time, from
// the last to the first: D of a freedom is its variance given those of its joint behind it, and the block of the
// papers is U diag(D) U^T.
template <Scalar T>
T innovation_variance(const Workspace<T>& work, int freedom) {
  edge::check_freedom(freedom, work.tree->v_size);
  edge::require(work, "innovation_variance", content::filter);
  return T(1) / work.measurement[std::size_t(freedom)].inverse_variance;
}
template <Scalar T>
T innovation(const Workspace<T>& work, int freedom) {
  edge::check_freedom(freedom, work.tree->v_size);
  edge::require(work, "innovation", content::innovations);
  return work.measurement[std::size_t(freedom)].innovation;
}
template <Scalar T>
T residual(const Workspace<T>& work, int freedom) {
  edge::check_freedom(freedom, work.tree->v_size);
  edge::require(work, "residual", content::innovations);
  const Measurement<T>& m = work.measurement[std::size_t(freedom)];
  return m.inverse_variance * m.innovation;
}

// G = P H^T / D of a freedom, seen from a frame that this freedom moves. Throws std::invalid_argument for
// another. P is what the freedoms of its joint behind it have left.
template <Scalar T>
Force<T> gain(const Model& model, const Workspace<T>& work, int freedom, FrameIndex frame) {
  const auto& tree = edge::tree_of(model, work);
  edge::require(work, "gain", content::filter);
  const FrameInfo& info = model.frame(frame);
  Transform<T> placement = info.placement.template cast<T>();  // of the frame in link k
  // Inward to the link of the freedom: a joint of several freedoms may be a run of links.
  for (auto k = std::size_t(info.link); k != 0; k = std::size_t(tree.links[k].parent)) {
    bool own = false;
    at_joint(tree, work.joints, k, [&](const auto& joint) {
      own = freedom >= joint.link.v && freedom < joint.link.v + joint.count();
      if (!own) placement = joint.pose_of_child(Transform<T>{}) * placement;
    });
    if (own) return placement.force_to_child(work.measurement[std::size_t(freedom)].gain);
  }
  edge::not_moved(freedom, info.name);
}

}  // namespace sinew
