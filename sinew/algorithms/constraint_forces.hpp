// The force across every joint, and the part of it that does no work on the joint's freedoms: the constraint force.
//
// DD91 (8)-(10): what a joint hands to the body it carries is
//
//   x = H^T f_c + Q f_o                with H Q = 0, Q^T Q = 1
//
// in the frame of that body, moments and forces taken as plain numbers. The active part of a hinge is then a moment
// about its axis, that of a slide a force along it through the body's origin; Q f_o is the rest. H x is the joint moment
// less what the armature takes. (DD91's f^(n-1)_n is -x, the reaction.)
//
// x comes from inverse dynamics, R87 (16)-(21), or with forward dynamics in hand from the body's own filter state and
// costate, R87 (34), DD91 (19): no sweep at all. Armstrong's form, DD91 (29)-(31), puts in place of the body's
// acceleration lambda the one it would have if the joint did not accelerate, lambda+ = lambda - H^T v':
//
//   x = P lambda + z
//     = P+ lambda+ + z+                P+ = P - G H P,  z+ = z + G (tau - H z)
//
// Without armature P+ = Q Phi Q^T, which sees nothing along the axes: then P+ lambda+ = P+ lambda, and the constraint
// force is f_o = Phi Q^T lambda + Q^T z+.
//
// Cost: O(n). Per revolute joint 72 multiplications more than inverse dynamics; with forward dynamics in hand 109
// multiplications, 93 additions, one division.
#pragma once

#include "sinew/algorithms/filter_results.hpp"
#include "sinew/algorithms/inverse_dynamics.hpp"

namespace sinew {

// On the body that the joint carries, from the one before it: moment about the body's origin, and force, in the body's
// axes.
template <Scalar T>
struct JointForce {
  Force<T> whole{}, constraint{};
};

// One for each of model.joints(), while the joints accelerate with a.
template <Scalar T>
void joint_forces(const Model& model, Workspace<T>& work, In<T> q, In<T> v, In<T> a,
                  Out<JointForce<T>> forces, const EnvironmentIn<T>& environment = {});

// The same after forward_dynamics, with the accelerations it found.
template <Scalar T>
void joint_forces(const Model& model, const Workspace<T>& work, Out<JointForce<T>> forces);

// x = inertia * lambda+ + offset, in the frame of the body that the joint carries.
template <Scalar T>
struct ArmstrongForm {
  ArticulatedInertia<T> inertia{};  // P+
  Force<T> offset{};                // z+
};
// After forward_dynamics with the same tau.
template <Scalar T>
ArmstrongForm<T> armstrong_form(const Model& model, const Workspace<T>& work, const JointInfo& joint,
                                In<T> tau);

namespace constraint_force {

// The columns of H^T of a joint, which may be a run of links, in the frame of the body it carries.
template <Scalar T>
inline void get_axes(const Tree<ConstantOf<T>>& tree, const Workspace<T>& work, const JointInfo& info,
                     const FrameInfo& body, Motion<T> (&axes)[6]) {
  Transform<T> placement = body.placement.template cast<T>();  // of the body in link k
  int left = info.v_size;
  auto k = std::size_t(body.link);
  while (left > 0) {
    at_joint(tree, work.joints, k, [&](const auto& joint) {
      for (int i = joint.count() - 1; i >= 0; --i) axes[--left] = placement.motion_to_child(joint.axis(i));
      if (left > 0) placement = joint.pose_of_child(Transform<T>{}) * placement;
    });
    k = std::size_t(tree.links[k].parent);
  }
}

// x without its components along the axes, which are made orthogonal one after the other. An axis that has become a
// combination of those before it (at the lock of a custom joint) adds nothing.
template <Scalar T>
inline Force<T> without_components(const Motion<T> (&axes)[6], int count, Force<T> x) {
  constexpr double nothing = std::same_as<ConstantOf<T>, float> ? 1e-9 : 1e-20;  // of the square of a length
  const auto numbers = [](const Motion<T>& m) { return Force<T>{m.angular, m.linear}; };
  Motion<T> basis[6];
  T square[6];
  int rank = 0;
  for (int i = 0; i < count; ++i) {
    Motion<T> rest = axes[i];
    const T whole = dot(rest, numbers(rest));
    for (int j = 0; j < rank; ++j) {
      const T along = dot(basis[j], numbers(rest)) / square[j];
      rest = rest - along * basis[j];
    }
    const T left = dot(rest, numbers(rest));
    if (!(left > T(nothing) * whole)) continue;
    const T along = dot(rest, x) / left;
    x -= along * numbers(rest);
    basis[rank] = rest;
    square[rank++] = left;
  }
  return x;
}

// `whole(link)` gives the force across the joint of a link, in the link's frame.
template <Scalar T, class Whole>
inline void split(const Model& model, const Workspace<T>& work, VectorView<JointForce<T>> forces,
                  Whole&& whole) {
  const auto& tree = edge::tree_of(model, work);
  std::size_t next = 0;
  for (const JointInfo& joint : model.joints()) {
    const FrameInfo& body = model.frame(joint.frame);
    const Force<T> x = body.placement.template cast<T>().force_to_child(whole(std::size_t(body.link)));
    Motion<T> axes[6];
    get_axes(tree, work, joint, body, axes);
    forces[next++] = {x, without_components(axes, joint.v_size, x)};
    edge::check_overflow("the force across a joint", &x.angular.x, 6);
  }
}

}  // namespace constraint_force

template <Scalar T>
void joint_forces(const Model& model, Workspace<T>& work, In<T> q, In<T> v, In<T> a,
                  Out<JointForce<T>> forces, const EnvironmentIn<T>& environment) {
  const auto& tree = edge::tree_of(model, work);
  const edge::InUse in_use(work);
  edge::check_position<T>(tree, q);
  edge::check_finite("q", q);
  edge::check_input("v", v, tree.v_size);
  edge::check_input("a", a, tree.v_size);
  edge::check_environment(environment);
  edge::check_size("the joint forces", forces, int(model.joints().size()));
  set_joints(tree, work.joints, q.data(), v.data());
  newton_euler::outward<true, true>(tree, work, v.data(), a.data(), environment);
  newton_euler::inward(tree, work, [](const auto&, const Force<T>&) {});
  constraint_force::split<T>(model, work, forces, [&](std::size_t link) { return work.force[link]; });
}

template <Scalar T>
void joint_forces(const Model& model, const Workspace<T>& work, Out<JointForce<T>> forces) {
  edge::check_workspace(model, work);
  edge::check_size("the joint forces", forces, int(model.joints().size()));
  constraint_force::split<T>(model, work, forces, [&](std::size_t link) {
    return work.covariance[link] * work.acceleration[link] + work.force[link];
  });
}

template <Scalar T>
ArmstrongForm<T> armstrong_form(const Model& model, const Workspace<T>& work, const JointInfo& info,
                                In<T> tau) {
  const auto& tree = edge::tree_of(model, work);
  edge::check_input("tau", tau, tree.v_size);
  ArmstrongForm<T> form{articulated_inertia(model, work, info.frame), filter_state(model, work, info.frame)};
  const FrameInfo& body = model.frame(info.frame);
  Motion<T> axes[6];
  constraint_force::get_axes(tree, work, info, body, axes);
  // One joint of general columns, whatever it is made of.
  const Transform<T> nowhere{};
  const Motion<T> still{};
  const ColumnsJoint<T> joint{{tree.links[std::size_t(body.link)], nowhere}, axes, still, info.v_size};
  Measurement<T> measurement[6];
  filter::update(joint, form.inertia, tree.armature.data() + info.v_index, measurement);
  filter::update_state(joint, form.offset, tau.data() + info.v_index, measurement);
  return form;
}

extern template void joint_forces(const Model&, Workspace<double>&, In<double>, In<double>, In<double>,
                                  Out<JointForce<double>>, const EnvironmentIn<double>&);
extern template void joint_forces(const Model&, Workspace<float>&, In<float>, In<float>, In<float>,
                                  Out<JointForce<float>>, const EnvironmentIn<float>&);
extern template void joint_forces(const Model&, const Workspace<double>&, Out<JointForce<double>>);
extern template void joint_forces(const Model&, const Workspace<float>&, Out<JointForce<float>>);
extern template ArmstrongForm<double> armstrong_form(const Model&, const Workspace<double>&, const JointInfo&,
                                                     In<double>);
extern template ArmstrongForm<float> armstrong_form(const Model&, const Workspace<float>&, const JointInfo&,
                                                    In<float>);

}  // namespace sinew
