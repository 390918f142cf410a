// Computes the poses, velocities and accelerations of bodies and frames (forward kinematics).
//
//   outward   X(k) = X(k+1) X(k+1, k)                       pose in the world
//             V(k) = phi^* V(k+1) + H^T v                   R87 (11)-(12)
//             lambda(k) = phi^* lambda(k+1) + a + H^T v'    a = V x H^T v + dH^T/dt v
//
// Call an `update_...` once per state, then read as many frames as you like. Accelerations are those of the motion
// itself and do not include gravity. Results that are too large for the number type throw std::overflow_error.
//
// Cost: O(n) per update, O(1) per frame read.
#pragma once

#include <cmath>
#include <limits>

#include "sinew/algorithms/workspace.hpp"
#include "sinew/model/joints.hpp"

namespace sinew {

// The coordinates in which a frame's twist, acceleration and Jacobian are given.
enum class Reference {
  body,    // frame axes, at the frame's origin
  world,   // world axes, at the world's origin (the spatial twist)
  aligned  // world axes, at the frame's origin: linear part is the velocity of the origin
};

// Computes the poses.
template <Scalar T>
void update_poses(const Model& model, Workspace<T>& work, In<T> q);
// Computes the poses, the velocities, and the accelerations at zero joint acceleration.
template <Scalar T>
void update_velocities(const Model& model, Workspace<T>& work, In<T> q, In<T> v);
// Computes the poses, the velocities and the accelerations.
template <Scalar T>
void update_accelerations(const Model& model, Workspace<T>& work, In<T> q, In<T> v, In<T> a);

// The functions below read these results. They throw std::logic_error if the workspace has been given another state
// since.

// Returns the pose of the frame in the world. Call any update before.
template <Scalar T>
Transform<T> pose(const Model& model, const Workspace<T>& work, FrameIndex frame) {
  edge::check_workspace(model, work);
  edge::require(work, "pose", content::poses);
  const FrameInfo& info = model.frame(frame);
  return work.pose[std::size_t(info.link)] * info.placement.template cast<T>();
}

namespace kinematics {

// Converts a motion of the frame from the frame's own coordinates to those of `reference`.
template <Scalar T>
inline Motion<T> in_reference(const Transform<T>& pose, const Motion<T>& body, Reference reference) {
  switch (reference) {
    case Reference::body:
      return body;
    case Reference::world:
      return pose.motion_to_parent(body);
    case Reference::aligned:
      return {pose.rotation * body.angular, pose.rotation * body.linear};
  }
  return body;
}

// Returns the time derivative of the six numbers of the twist. Aligned axes do not rotate with the frame, which adds
// omega x v to the linear part.
template <Scalar T>
inline Motion<T> rate_in_reference(const Transform<T>& pose, Motion<T> rate, const Motion<T>& twist,
                                   Reference reference) {
  if (reference == Reference::aligned) rate.linear += cross(twist.angular, twist.linear);
  return in_reference(pose, rate, reference);
}

template <Scalar T>
inline Motion<T> rate_at(const Model& model, const Workspace<T>& work, FrameIndex frame, Reference reference,
                         const std::vector<Motion<T>>& rates) {
  const FrameInfo& info = model.frame(frame);
  const Transform<T> placement = info.placement.template cast<T>();
  const auto link = std::size_t(info.link);
  const Motion<T> rate =
      rate_in_reference(work.pose[link] * placement, placement.motion_to_child(rates[link]),
                        placement.motion_to_child(work.velocity[link]), reference);
  edge::check_overflow("the acceleration of a frame", &rate.angular.x, 6);
  return rate;
}

}  // namespace kinematics

// Returns the twist of the frame. Call update_velocities or update_accelerations before.
template <Scalar T>
Motion<T> velocity(const Model& model, const Workspace<T>& work, FrameIndex frame,
                   Reference reference = Reference::body) {
  edge::check_workspace(model, work);
  edge::require(work, "velocity", content::poses | content::velocities);
  const FrameInfo& info = model.frame(frame);
  const Transform<T> placement = info.placement.template cast<T>();
  const auto link = std::size_t(info.link);
  const Motion<T> twist = kinematics::in_reference(work.pose[link] * placement,
                                                   placement.motion_to_child(work.velocity[link]), reference);
  edge::check_overflow("the velocity of a frame", &twist.angular.x, 6);
  return twist;
}

// Returns the time derivative of the six numbers that `velocity` returns in the same reference. Call
// update_accelerations before.
template <Scalar T>
Motion<T> acceleration(const Model& model, const Workspace<T>& work, FrameIndex frame,
                       Reference reference = Reference::body) {
  edge::check_workspace(model, work);
  edge::require(work, "acceleration", content::poses | content::velocities | content::link_accelerations);
  return kinematics::rate_at(model, work, frame, reference, work.acceleration);
}

// Returns dJ/dt v, the acceleration of the frame at zero joint accelerations. Call update_velocities before.
template <Scalar T>
Motion<T> jacobian_rate_times_velocity(const Model& model, const Workspace<T>& work, FrameIndex frame,
                                       Reference reference = Reference::body) {
  edge::check_workspace(model, work);
  edge::require(work, "jacobian_rate_times_velocity",
                content::poses | content::velocities | content::bias_accelerations);
  return kinematics::rate_at(model, work, frame, reference, work.bias_acceleration);
}

namespace kinematics {

// Computes the poses of links that are visited after their parents. A pose passes from parent to first child in
// registers: reading it back from memory, in wider pieces than it was written in, would stall the processor at every
// link.
template <Scalar T>
class PoseSweep {
 public:
  SINEW_INLINE PoseSweep(const Tree<ConstantOf<T>>& tree, Workspace<T>& work)
      : tree_(tree), joints_(work.joints), pose_(work.pose.data()) {
    handed_ = pose_[0] = inverse(tree.world.template cast<T>());
  }
  SINEW_INLINE void visit(std::size_t k) {
    at_joint(tree_, joints_, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const auto parent = std::size_t(joint.link.parent);
      if (parent != last_) handed_ = pose_[parent];
      handed_ = joint.pose_of_child(handed_);
      pose_[k] = handed_;
    });
    last_ = k;
  }

 private:
  const Tree<ConstantOf<T>>& tree_;
  const JointState<T>& joints_;
  Transform<T>* pose_;
  Transform<T> handed_;
  std::size_t last_ = 0;
};
// The three functions below throw std::overflow_error if a result has overflowed, which only extremely large numbers
// in q, v or a can cause. check_pose leaves a margin of 64, because the pose of a frame is a sum of a few of these
// numbers.
template <Scalar T>
inline void check_pose(const Transform<T>& pose) {
  if constexpr (std::floating_point<T>) {
    constexpr T most = std::numeric_limits<T>::max() / 64;
    const auto& [x, y, z] = pose.translation;
    const bool fits = std::abs(x) <= most && std::abs(y) <= most && std::abs(z) <= most;
    if (!fits) edge::overflows("the pose of a body");
  }
}
template <Scalar T>
inline void check_poses(const Workspace<T>& work) {
  for (const Transform<T>& pose : work.pose) check_pose(pose);
}
template <Scalar T>
inline void check_motions(const char* what, const std::vector<Motion<T>>& motions) {
  for (const Motion<T>& motion : motions) edge::check_overflow(what, &motion.angular.x, 6);
}

template <Scalar T>
inline void sweep_poses(const Tree<ConstantOf<T>>& tree, Workspace<T>& work) {
  PoseSweep<T> sweep(tree, work);
  for (std::size_t k = 1; k < tree.links.size(); ++k) sweep.visit(k);
}

// Computes the velocities and writes the accelerations to `rates`. A null `a` means zero joint accelerations.
template <Scalar T>
inline void sweep_motion(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, const T* v, const T* a,
                         std::vector<Motion<T>>& rates) {
  rates[0] = {};
  for (std::size_t k = 1; k < tree.links.size(); ++k) {
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const auto parent = std::size_t(joint.link.parent);
      Motion<T> V = joint.motion_to_child(work.velocity[parent]);
      joint.advance(V, v + joint.link.v);
      Motion<T> lambda = joint.motion_to_child(rates[parent]) + joint.bias(V, v + joint.link.v);
      if (a) joint.advance(lambda, a + joint.link.v);
      work.velocity[k] = V;
      rates[k] = lambda;
    });
  }
}

}  // namespace kinematics

template <Scalar T>
void update_poses(const Model& model, Workspace<T>& work, In<T> q) {
  const auto& tree = edge::tree_of(model, work);
  const edge::InUse in_use(work);
  edge::check_position<T>(tree, q);
  edge::check_finite("q", q);
  move_to<T>(work, "update_poses", 0, q.data());
  kinematics::sweep_poses(tree, work);
  if (!edge::all_moderate(q)) kinematics::check_poses(work);
  work.contents.add(content::poses);
}

template <Scalar T>
void update_velocities(const Model& model, Workspace<T>& work, In<T> q, In<T> v) {
  const auto& tree = edge::tree_of(model, work);
  const edge::InUse in_use(work);
  edge::check_position<T>(tree, q);
  edge::check_finite("q", q);
  edge::check_input("v", v, tree.v_size);
  move_to(work, "update_velocities", content::of_velocity, q.data(), v.data());
  kinematics::sweep_poses(tree, work);
  kinematics::sweep_motion<T>(tree, work, v.data(), nullptr, work.bias_acceleration);
  if (!(edge::all_moderate(q) && edge::all_moderate(v))) {
    kinematics::check_poses(work);
    kinematics::check_motions("the velocity of a body", work.velocity);
    kinematics::check_motions("the acceleration of a body", work.bias_acceleration);
  }
  work.contents.add(content::poses | content::velocities | content::bias_accelerations);
}

template <Scalar T>
void update_accelerations(const Model& model, Workspace<T>& work, In<T> q, In<T> v, In<T> a) {
  const auto& tree = edge::tree_of(model, work);
  const edge::InUse in_use(work);
  edge::check_position<T>(tree, q);
  edge::check_finite("q", q);
  edge::check_input("v", v, tree.v_size);
  edge::check_input("a", a, tree.v_size);
  move_to(work, "update_accelerations", content::of_velocity, q.data(), v.data());
  kinematics::sweep_poses(tree, work);
  kinematics::sweep_motion(tree, work, v.data(), a.data(), work.acceleration);
  if (!(edge::all_moderate(q) && edge::all_moderate(v) && edge::all_moderate(a))) {
    kinematics::check_poses(work);
    kinematics::check_motions("the velocity of a body", work.velocity);
    kinematics::check_motions("the acceleration of a body", work.acceleration);
  }
  work.contents.add(content::poses | content::velocities | content::link_accelerations);
}

extern template void update_poses(const Model&, Workspace<double>&, In<double>);
extern template void update_poses(const Model&, Workspace<float>&, In<float>);
extern template void update_velocities(const Model&, Workspace<double>&, In<double>, In<double>);
extern template void update_velocities(const Model&, Workspace<float>&, In<float>, In<float>);
extern template void update_accelerations(const Model&, Workspace<double>&, In<double>, In<double>,
                                          In<double>);
extern template void update_accelerations(const Model&, Workspace<float>&, In<float>, In<float>, In<float>);

}  // namespace sinew
