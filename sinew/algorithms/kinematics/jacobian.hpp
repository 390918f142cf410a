// Computes the Jacobian of a frame: the twist of the frame per unit of each joint velocity.
//
// J = B^* phi^* H^* (SOA section 2): column i is the axis of degree of freedom (DOF) i, expressed at the frame. DOFs
// that are not on the path between the frame and the ground have zero columns.
//
// Cost: O(depth of the frame) once the poses are known, plus filling J with zeros.
#pragma once

#include "sinew/algorithms/kinematics/kinematics.hpp"

namespace sinew {

// Fills J, which is 6 x n_v with the angular rows above the linear rows, at the position of the workspace.
template <Scalar T>
void jacobian(Workspace<T>& work, FrameIndex frame, Reference reference, MatrixOut<T> J);

namespace kinematics {

// Calls f(j, column) with column j of J for every DOF j between the frame and the ground, from the frame inward.
template <Scalar T, class F>
SINEW_INLINE void for_each_column(Workspace<T>& work, FrameIndex frame, Reference reference, F&& f) {
  const auto& tree = edge::tree_of(work);
  need_poses(work, "jacobian");
  const Transform<T> at = pose(work, frame);
  // The columns are in world axes, about the frame's origin or about the world's origin.
  const Vector3<T> origin = reference == Reference::world ? Vector3<T>{} : at.translation;
  for (auto k = std::size_t(work.model.frame(frame).link); k != 0; k = std::size_t(tree.links[k].parent)) {
    const Transform<T> seen{work.pose[k].rotation, work.pose[k].translation - origin};
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      for (int i = joint.count() - 1; i >= 0; --i) {
        Motion<T> column = joint.axis_in(seen, i);
        if (reference == Reference::body) {
          column = {transpose_times(at.rotation, column.angular),
                    transpose_times(at.rotation, column.linear)};
        }
        f(joint.link.v + i, column);
      }
    });
  }
}

}  // namespace kinematics

template <Scalar T>
void jacobian(Workspace<T>& work, FrameIndex frame, Reference reference, MatrixOut<T> J) {
  const int dofs = work.model.velocity_size();
  edge::check_workspace(work);
  edge::check_size("the Jacobian", J, 6, dofs);
  for (int j = 0; j < dofs; ++j) {
    for (int i = 0; i < 6; ++i) J(i, j) = T(0);
  }
  kinematics::for_each_column(work, frame, reference, [&](int j, const Motion<T>& column) {
    const std::array<T, 6> numbers = components(column);
    for (int i = 0; i < 6; ++i) J(i, j) = numbers[std::size_t(i)];
  });
}

extern template void jacobian(Workspace<double>&, FrameIndex, Reference, MatrixOut<double>);
extern template void jacobian(Workspace<float>&, FrameIndex, Reference, MatrixOut<float>);

}  // namespace sinew
