// The mass matrix, by propagating the covariance of composite bodies.
//
// R87 (28)-(33): M(i, k) = H(i) phi(i, k) r(k) H(k)^T, where r is the inertia of link k and all it carries,
// as if frozen (ten numbers). Written in coordinates common to the whole tree phi is the identity:
//
//   outward   X(k) = X(k+1) X(k+1, k)         pose in the root link's frame
//             h(i) = X(k) H(i)^T              axis of freedom i
//   inward    r(k) = M(k) + sum r(k-1)        composite inertia
//             M(i, k) = h(i) . r(k) h(k)      for every freedom i between k and the ground
//   and M(k, k) += armature.
//
// The root link, not the world, lends the coordinates: M does not depend on where a free base stands, and
// digits would be lost far from the origin.
//
// Cost: O(n) for the axes and inertias, 6 multiplications per non-zero entry of a triangle: O(n^2) for a
// chain.
#pragma once

#include "sinew/algorithms/workspace.hpp"
#include "sinew/model/joints.hpp"

namespace sinew {

// M: n_v x n_v, both triangles.
template <Scalar T>
void mass_matrix(const Model& model, Workspace<T>& work, In<T> q, MatrixOut<T> M);

namespace composite {

// The axes h, composite inertias r and momenta r h of every freedom, in the coordinates of work.pose.
template <Scalar T>
inline void sweep(const Tree<ConstantOf<T>>& tree, Workspace<T>& work) {
  const std::size_t count = tree.links.size();
  for (std::size_t k = 1; k < count; ++k) {
    work.composite[k] = to_parent(work.pose[k], tree.links[k].inertia.template cast<T>());
  }
  for (std::size_t k = count - 1; k > 0; --k) {
    const RigidInertia<T>& r = work.composite[k];
    at_joint(
        tree, work.joints, k, [&](const auto& joint) __attribute__((always_inline)) {
          for (int i = 0; i < joint.count(); ++i) {
            const auto freedom = std::size_t(joint.link.v + i);
            work.axis[freedom] = joint.axis_in(work.pose[k], i);
            work.axis_momentum[freedom] = r * work.axis[freedom];
          }
        });
    const auto parent = std::size_t(tree.links[k].parent);
    if (parent != 0) work.composite[parent] = work.composite[parent] + r;
  }
}

// Poses in the frame of each tree's root link.
template <Scalar T>
inline void poses_from_root(const Tree<ConstantOf<T>>& tree, Workspace<T>& work) {
  for (std::size_t k = 1; k < tree.links.size(); ++k) {
    at_joint(
        tree, work.joints, k, [&](const auto& joint) __attribute__((always_inline)) {
          const auto parent = std::size_t(joint.link.parent);
          work.pose[k] = parent == 0 ? Transform<T>{} : joint.pose_of_child(work.pose[parent]);
        });
  }
}

}  // namespace composite

template <Scalar T>
void mass_matrix(const Model& model, Workspace<T>& work, In<T> q, MatrixOut<T> M) {
  const auto& tree = model.tree<ConstantOf<T>>();
  edge::check_workspace(model, work);
  edge::check_input("q", q, tree.q_size);
  edge::check_size("the mass matrix", M, tree.v_size, tree.v_size);
  set_joints<T>(tree, work.joints, q.data());
  composite::poses_from_root(tree, work);
  composite::sweep(tree, work);
  const int size = tree.v_size;
  for (int j = 0; j < size; ++j) {
    const Force<T>& momentum = work.axis_momentum[std::size_t(j)];
    T* column = &M(0, j);
    int next = j;  // entries between one freedom of the path and the next are zero
    for (int i = j; i >= 0; i = tree.inboard[std::size_t(i)]) {
      for (; next > i; --next) column[next] = M(j, next) = T(0);
      const T entry = dot(work.axis[std::size_t(i)], momentum);
      column[i] = entry;
      M(j, i) = entry;
      next = i - 1;
    }
    for (; next >= 0; --next) column[next] = M(j, next) = T(0);
    column[j] = column[j] + tree.armature[std::size_t(j)];
  }
}

extern template void mass_matrix(const Model&, Workspace<double>&, In<double>, MatrixOut<double>);
extern template void mass_matrix(const Model&, Workspace<float>&, In<float>, MatrixOut<float>);

}  // namespace sinew
