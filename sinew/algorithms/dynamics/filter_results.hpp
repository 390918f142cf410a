// Returns intermediate results of forward dynamics: those of the filter and the smoother, in the frames of the
// description.
//
// P, D and G depend on the position of the workspace only and are computed if they are missing. Call the other
// functions after forward_dynamics: once the workspace has been given another state, or the results have been
// overwritten, they throw std::logic_error, which says which call is missing. After the dynamics of a closed chain or
// of several arms, P, D and G are those of the tree with its loops cut, the innovations are corrected for the forces of
// the loops, and filter_state throws: use joint_forces for the forces across the joints. Symbols are those of
// R87 (35)-(47).
#pragma once

#include "sinew/algorithms/dynamics/forward_dynamics.hpp"

namespace sinew {

// Returns P, the articulated inertia of the frame's link, about the frame; zero for frames that cannot move.
template <Scalar T>
ArticulatedInertia<T> articulated_inertia(Workspace<T>& work, FrameIndex frame) {
  filter::need(work, "articulated_inertia");
  const FrameInfo& info = work.model.frame(frame);
  if (info.link == 0) return {};
  return to_parent(inverse(info.placement.template cast<T>()), work.covariance[std::size_t(info.link)]);
}

// Returns z, the filter's state: the force on the link while the link itself does not accelerate and the joints
// outboard of it move freely under their torques. Zero for frames that cannot move.
template <Scalar T>
Force<T> filter_state(const Workspace<T>& work, FrameIndex frame) {
  edge::check_workspace(work);
  edge::require(work, "filter_state", content::filter_states);
  const FrameInfo& info = work.model.frame(frame);
  if (info.link == 0) return {};
  return info.placement.template cast<T>().force_to_child(work.force[std::size_t(info.link)]);
}

// Returns lambda, the smoother's costate: the spatial acceleration, with gravity as an upward acceleration of the
// ground.
template <Scalar T>
Motion<T> costate(const Workspace<T>& work, FrameIndex frame) {
  edge::check_workspace(work);
  edge::require(work, "costate", content::costates);
  const FrameInfo& info = work.model.frame(frame);
  return info.placement.template cast<T>().motion_to_child(work.acceleration[std::size_t(info.link)]);
}

// These three return D, e and e / D of a degree of freedom (DOF), given by its index in v. A joint with several DOFs
// is measured one DOF at a time, from the last to the first: D of a DOF is its variance given the later DOFs of its
// joint, and the block D of the papers is U diag(D) U^T.
template <Scalar T>
T innovation_variance(Workspace<T>& work, int dof) {
  edge::check_dof(dof, work.tree->v_size);
  filter::need(work, "innovation_variance");
  return T(1) / work.measurement[std::size_t(dof)].inverse_variance;
}
template <Scalar T>
T innovation(const Workspace<T>& work, int dof) {
  edge::check_dof(dof, work.tree->v_size);
  edge::require(work, "innovation", content::innovations);
  return work.measurement[std::size_t(dof)].innovation;
}
template <Scalar T>
T residual(const Workspace<T>& work, int dof) {
  edge::check_dof(dof, work.tree->v_size);
  edge::require(work, "residual", content::innovations);
  const Measurement<T>& m = work.measurement[std::size_t(dof)];
  return m.inverse_variance * m.innovation;
}

// Returns G = P H^T / D of a DOF, expressed at a frame that this DOF moves. Throws std::invalid_argument for any other
// frame. P is the covariance after the update by the later DOFs of the same joint.
template <Scalar T>
Force<T> gain(Workspace<T>& work, int dof, FrameIndex frame) {
  const auto& tree = edge::tree_of(work);
  filter::need(work, "gain");
  const FrameInfo& info = work.model.frame(frame);
  Transform<T> placement = info.placement.template cast<T>();  // of the frame in link k
  // Inward to the link of the DOF. A joint with several DOFs may be a sequence of links.
  for (auto k = std::size_t(info.link); k != 0; k = std::size_t(tree.links[k].parent)) {
    bool own = false;
    at_joint(tree, work.joints, k, [&](const auto& joint) {
      own = dof >= joint.link.v && dof < joint.link.v + joint.count();
      if (!own) placement = joint.pose_of_child(Transform<T>{}) * placement;
    });
    if (own) return placement.force_to_child(work.measurement[std::size_t(dof)].gain);
  }
  edge::not_moved(dof, info.name);
}

}  // namespace sinew
