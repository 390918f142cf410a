// Computes the force across every joint (the joint reaction) and its part that does no work on the joint's degrees of
// freedom: the constraint force.
//
// DD91 (8)-(10): the force that a joint exerts on the body outboard of it is
//
//   x = H^T f_c + Q f_o                with H Q = 0, Q^T Q = 1
//
// in the frame of that body, with moments and forces taken as plain numbers. The active part of a revolute joint is
// then a moment about its axis, that of a prismatic joint is a force along its axis through the body's origin, and
// Q f_o is the rest. H x is the joint torque minus the part that accelerates the armature. (DD91's f^(n-1)_n is -x,
// the reaction.)
//
// x comes from inverse dynamics, R87 (16)-(21). After forward dynamics of a tree it comes from the body's own filter
// state and costate, R87 (34), DD91 (19), without a sweep. After forward dynamics of a closed chain or of several
// arms, z is that of the tree with its loops cut. One sweep then sums the forces that the bodies need for their
// motion, minus the loads on them, which include the loop forces:
//
//   inward    x(k) = M lambda + V x* M V - load + sum phi x(k-1)
//
// The bodies outboard of a fixed joint are a part of one link. The same sum over them is the force across the fixed
// joint: all of it is constraint force, and a sensor mounted at the joint measures it. Armstrong's form, DD91
// (29)-(31), replaces the body's acceleration lambda by the one it would have if the joint did not accelerate,
// lambda+ = lambda - H^T v':
//
//   x = P lambda + z
//     = P+ lambda+ + z+                P+ = P - G H P,  z+ = z + G (tau - H z)
//
// Without armature P+ = Q Phi Q^T, which has no component along the axes. Then P+ lambda+ = P+ lambda, and the
// constraint force is f_o = Phi Q^T lambda + Q^T z+.
//
// Cost: O(n). Per revolute joint 72 multiplications more than inverse dynamics. After forward dynamics of a tree 109
// multiplications, 93 additions, one division; after that of a closed chain or of several arms, or after inverse
// dynamics, 150, 120 and one.
#pragma once

#include "sinew/algorithms/dynamics/filter_results.hpp"
#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"

namespace sinew {

// The force on the body outboard of a joint from the body inboard of it: moment about the outboard body's origin, and
// force, in the outboard body's axes.
template <Scalar T>
struct JointForce {
  Force<T> whole{}, constraint{};
};

// Computes one force for each of model.joints() while the joints accelerate with a.
template <Scalar T>
void joint_forces(Workspace<T>& work, In<T> q, In<T> v, In<T> a, Out<JointForce<T>> forces,
                  const EnvironmentIn<T>& environment = {});

// Does the same with the accelerations in the workspace: after forward_dynamics of the tree, of a closed chain (any
// Strategy), of several arms or of a long chain, after inverse_dynamics, or, at zero accelerations, after bias_force.
template <Scalar T>
void joint_forces(Workspace<T>& work, Out<JointForce<T>> forces);

// Computes one force for each of model.fixed_joints() with the accelerations in the workspace: the force on the body
// outboard of the joint from the body inboard of it, as moment about the outboard body's origin, and force, in the
// outboard body's axes. Call one of the same functions, or joint_forces, before.
template <Scalar T>
void fixed_joint_forces(Workspace<T>& work, Out<Force<T>> forces);

// x = inertia * lambda+ + offset, in the frame of the body outboard of the joint.
template <Scalar T>
struct ArmstrongForm {
  ArticulatedInertia<T> inertia{};  // P+
  Force<T> offset{};                // z+
};
// Returns Armstrong's form for a joint. Call forward_dynamics of the tree with the same tau before.
template <Scalar T>
ArmstrongForm<T> armstrong_form(Workspace<T>& work, const JointInfo& joint, In<T> tau);

namespace constraint_force {

// Computes the columns of H^T of a joint, which may be a sequence of links, in the frame of the body outboard of it.
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

// Returns x without its components along the axes, which are orthogonalised one after the other. An axis that is a
// linear combination of those before it (at a singular position of a custom joint) is skipped.
template <Scalar T>
inline Force<T> without_components(const Motion<T> (&axes)[6], int count, Force<T> x) {
  constexpr double nothing = std::same_as<ConstantOf<T>, float> ? 1e-9 : 1e-20;  // relative to a squared norm
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

// Writes the whole force and the constraint force of every joint. `whole(link)` returns the force across the joint of a
// link, in the link's frame.
template <Scalar T, class Whole>
inline void split(const Workspace<T>& work, VectorView<JointForce<T>> forces, Whole&& whole) {
  const auto& tree = edge::tree_of(work);
  std::size_t next = 0;
  for (const JointInfo& joint : work.model.joints()) {
    const FrameInfo& body = work.model.frame(joint.frame);
    const Force<T> x = body.placement.template cast<T>().force_to_child(whole(std::size_t(body.link)));
    Motion<T> axes[6];
    get_axes(tree, work, joint, body, axes);
    forces[next++] = {x, without_components(axes, joint.v_size, x)};
    edge::check_overflow("the force across a joint", x.data(), 6);
  }
}

// Computes x of every link and stores it in work.across.
template <Scalar T>
inline void inward_balance(const Tree<ConstantOf<T>>& tree, Workspace<T>& work) {
  Force<T>* const across = work.across.data();
  for (std::size_t k = 1; k < tree.links.size(); ++k)
    across[k] = inertial_force(tree.links[k].inertia, work.velocity[k], work.acceleration[k]);
  const auto frames = work.model.frames();
  for (std::size_t i = work.load_begin; i < work.load_end; ++i) across[frames[i].link] -= work.load[i];
  for (std::size_t k = tree.links.size() - 1; k > 0; --k) {
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      if (joint.link.parent != 0) across[joint.link.parent] += joint.force_to_parent(across[k]);
    });
  }
}

// Returns the force that a joint takes from the link inboard of it, in the frame of that link. Call inward_balance
// before.
template <Scalar T>
inline Force<T> taken_from_parent(const Tree<ConstantOf<T>>& tree, const Workspace<T>& work,
                                  const JointInfo& info) {
  Force<T> taken{};
  int left = info.v_size;
  auto k = std::size_t(work.model.frame(info.frame).link);
  while (left > 0) {
    at_joint(tree, work.joints, k, [&](const auto& joint) {
      left -= joint.count();
      if (left == 0) taken = joint.force_to_parent(work.across[k]);
    });
    k = std::size_t(tree.links[k].parent);
  }
  return taken;
}

}  // namespace constraint_force

template <Scalar T>
void joint_forces(Workspace<T>& work, In<T> q, In<T> v, In<T> a, Out<JointForce<T>> forces,
                  const EnvironmentIn<T>& environment) {
  const auto& tree = edge::tree_of(work);
  const edge::InUse in_use(work);
  edge::check_position<T>(tree, q);
  edge::check_finite("q", q);
  edge::check_input("v", v, tree.v_size);
  edge::check_input("a", a, tree.v_size);
  edge::check_environment(environment);
  edge::check_size("the joint forces", forces, int(work.model.joints().size()));
  detail::move_to(work, "joint_forces", content::of_velocity, q.data(), v.data());
  newton_euler::outward<true, true>(tree, work, v.data(), a.data(), environment);
  newton_euler::inward(tree, work, [](const auto&, const Force<T>&) {});
  work.contents.add(content::velocities | content::costates | content::dynamics);
  constraint_force::split<T>(work, forces, [&](std::size_t link) { return work.force[link]; });
}

template <Scalar T>
void joint_forces(Workspace<T>& work, Out<JointForce<T>> forces) {
  static_assert(keeps_results<T>, "this number type keeps no results to read");
  const auto& tree = edge::tree_of(work);
  edge::check_size("the joint forces", forces, int(work.model.joints().size()));
  edge::require(work, "joint_forces", content::dynamics);
  if (work.contents.has(filter::all_results)) {
    constraint_force::split<T>(work, forces, [&](std::size_t link) {
      return work.covariance[link] * work.acceleration[link] + work.force[link];
    });
  } else {
    constraint_force::inward_balance(tree, work);
    constraint_force::split<T>(work, forces, [&](std::size_t link) { return work.across[link]; });
  }
}

template <Scalar T>
void fixed_joint_forces(Workspace<T>& work, Out<Force<T>> forces) {
  static_assert(keeps_results<T>, "this number type keeps no results to read");
  const auto& tree = edge::tree_of(work);
  const auto fixed = work.model.fixed_joints();
  edge::check_size("the fixed joints' forces", forces, int(fixed.size()));
  edge::require(work, "fixed_joint_forces", content::dynamics);
  if (&tree != &work.model.template tree<ConstantOf<T>>()) edge::other_constants("fixed_joint_forces");
  constraint_force::inward_balance(tree, work);
  // All forces are in the frames of the links until the last loop.
  const auto joint_of = [&](FrameIndex body) { return work.model.frame(body).fixed_joint; };
  for (std::size_t i = 0; i < fixed.size(); ++i) {
    const FrameInfo& body = work.model.frame(fixed[i].frame);
    const auto link = std::size_t(body.link);
    const Transform<T> placement = body.placement.template cast<T>();
    const auto inertia = fixed[i].inertia.template cast<ConstantOf<T>>();
    forces[i] =
        placement.force_to_parent(inertial_force(inertia, placement.motion_to_child(work.velocity[link]),
                                                 placement.motion_to_child(work.acceleration[link]))) -
        work.load[std::size_t(fixed[i].frame.value)];
  }
  for (const JointInfo& joint : work.model.joints()) {
    const int carrier = joint_of(work.model.frame(joint.frame).parent);
    if (carrier >= 0) forces[std::size_t(carrier)] += constraint_force::taken_from_parent(tree, work, joint);
  }
  for (std::size_t i = fixed.size(); i-- > 0;) {
    const FrameInfo& body = work.model.frame(fixed[i].frame);
    const int carrier = joint_of(body.parent);
    if (carrier >= 0) forces[std::size_t(carrier)] += forces[i];
    forces[i] = body.placement.template cast<T>().force_to_child(forces[i]);
  }
}

template <Scalar T>
ArmstrongForm<T> armstrong_form(Workspace<T>& work, const JointInfo& info, In<T> tau) {
  const auto& tree = edge::tree_of(work);
  edge::check_input("tau", tau, tree.v_size);
  edge::require(work, "armstrong_form", content::filter | content::filter_states);
  ArmstrongForm<T> form{articulated_inertia(work, info.frame), filter_state(work, info.frame)};
  const FrameInfo& body = work.model.frame(info.frame);
  Motion<T> axes[6];
  constraint_force::get_axes(tree, work, info, body, axes);
  // The joint is treated as one joint with general columns, whatever links it consists of.
  const Transform<T> nowhere{};
  const Motion<T> still{};
  const ColumnsJoint<T> joint{{tree.links[std::size_t(body.link)], nowhere}, axes, still, info.v_size};
  Measurement<T> measurement[6];
  filter::update(joint, form.inertia, tree.armature.data() + info.v_index, measurement);
  filter::update_state(joint, form.offset, tau.data() + info.v_index, measurement);
  return form;
}

extern template void joint_forces(Workspace<double>&, In<double>, In<double>, In<double>,
                                  Out<JointForce<double>>, const EnvironmentIn<double>&);
extern template void joint_forces(Workspace<float>&, In<float>, In<float>, In<float>, Out<JointForce<float>>,
                                  const EnvironmentIn<float>&);
extern template void joint_forces(Workspace<double>&, Out<JointForce<double>>);
extern template void joint_forces(Workspace<float>&, Out<JointForce<float>>);
extern template void fixed_joint_forces(Workspace<double>&, Out<Force<double>>);
extern template void fixed_joint_forces(Workspace<float>&, Out<Force<float>>);
extern template ArmstrongForm<double> armstrong_form(Workspace<double>&, const JointInfo&, In<double>);
extern template ArmstrongForm<float> armstrong_form(Workspace<float>&, const JointInfo&, In<float>);

}  // namespace sinew
