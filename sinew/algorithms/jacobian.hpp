// The Jacobian of a frame: twist of the frame per unit of each joint velocity.
//
// J = B^* phi^* H^* (SOA section 2): column i is the axis of freedom i, seen from the frame; freedoms that
// are not between the frame and the ground have zero columns.
//
// Cost: O(depth of the frame) after update_poses, and the filling of J with zeros.
#pragma once

#include "sinew/algorithms/kinematics.hpp"

namespace sinew {

// J is 6 x n_v, angular over linear; after any update of the poses.
template <Scalar T>
void jacobian(const Model& model, const Workspace<T>& work, FrameIndex frame, Reference reference,
              MatrixOut<T> J) {
  const auto& tree = model.tree<ConstantOf<T>>();
  edge::check_workspace(model, work);
  edge::check_size("the Jacobian", J, 6, tree.v_size);
  const FrameInfo& info = model.frame(frame);
  const Transform<T> at = pose(model, work, frame);
  for (int j = 0; j < tree.v_size; ++j) {
    for (int i = 0; i < 6; ++i) J(i, j) = T(0);
  }
  for (auto k = std::size_t(info.link); k != 0; k = std::size_t(tree.links[k].parent)) {
    at_joint(tree, work.joints, k, [&](const auto& joint) {
      for (int i = 0; i < joint.count(); ++i) {
        // In world axes first: from the link's origin to the frame's, or to the world's.
        const Motion<T> world = joint.axis_in(work.pose[k], i);
        Motion<T> column = world;
        if (reference != Reference::world) column.linear += cross(world.angular, at.translation);
        if (reference == Reference::body) {
          column = {transpose_times(at.rotation, column.angular),
                    transpose_times(at.rotation, column.linear)};
        }
        T* out = &J(0, joint.link.v + i);
        out[0] = column.angular.x, out[1] = column.angular.y, out[2] = column.angular.z;
        out[3] = column.linear.x, out[4] = column.linear.y, out[5] = column.linear.z;
      }
    });
  }
}

extern template void jacobian(const Model&, const Workspace<double>&, FrameIndex, Reference,
                              MatrixOut<double>);
extern template void jacobian(const Model&, const Workspace<float>&, FrameIndex, Reference, MatrixOut<float>);

}  // namespace sinew
