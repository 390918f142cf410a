// Computes the poses, velocities and accelerations of bodies and frames (forward kinematics).
//
//   outward   X(k) = X(k+1) X(k+1, k)                       pose in the world
//             V(k) = phi^* V(k+1) + H^T v                   R87 (11)-(12)
//             lambda(k) = phi^* lambda(k+1) + a + H^T v'    a = V x H^T v + dH^T/dt v
//
// Give the workspace a state, then read as many frames as you like: the first read computes the poses or velocities of
// all bodies. The `update_...` functions compute them at once. Accelerations are those of the motion relative to the
// world and do not include gravity or a prescribed acceleration of the base. Results that are too large for the number
// type throw std::overflow_error.
//
// Cost: O(n) per update, O(1) per frame read.
#pragma once

#include <cmath>
#include <limits>

#include "sinew/algorithms/workspace/workspace.hpp"
#include "sinew/model/joints/joints.hpp"

namespace sinew {

// The coordinates in which a frame's twist, acceleration and Jacobian are given.
enum class Reference {
  body,    // frame axes, at the frame's origin
  world,   // world axes, at the world's origin (the spatial twist)
  aligned  // world axes, at the frame's origin: linear part is the velocity of the origin
};

// Sets the position of the workspace and computes the poses.
template <Scalar T>
void update_poses(Workspace<T>& work, In<T> q);
// Sets the position and velocities of the workspace and computes the poses, the velocities, and the accelerations at
// zero joint accelerations.
template <Scalar T>
void update_velocities(Workspace<T>& work, In<T> q, In<T> v);
// Sets the position and velocities of the workspace and computes the poses, the velocities and the accelerations.
template <Scalar T>
void update_accelerations(Workspace<T>& work, In<T> q, In<T> v, In<T> a);

// The functions below refer to the state that the workspace was given last, by whichever function.

// Returns the pose of the frame in the world.
template <Scalar T>
Transform<T> pose(Workspace<T>& work, FrameIndex frame);
// Returns the twist of the frame. Throws std::logic_error if the workspace was given a position without velocities.
template <Scalar T>
Motion<T> velocity(Workspace<T>& work, FrameIndex frame, Reference reference = Reference::body);
// Returns the time derivative of the six numbers that `velocity` returns in the same reference. Call
// update_accelerations, forward_dynamics or inverse_dynamics before; otherwise throws std::logic_error.
template <Scalar T>
Motion<T> acceleration(Workspace<T>& work, FrameIndex frame, Reference reference = Reference::body);
// Returns dJ/dt v, the acceleration of the frame at zero joint accelerations. Throws as `velocity` does.
template <Scalar T>
Motion<T> jacobian_rate_times_velocity(Workspace<T>& work, FrameIndex frame,
                                       Reference reference = Reference::body);

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

// `link_rate`: the acceleration of the frame's link, in the link's frame.
template <Scalar T>
inline Motion<T> rate_at(const Workspace<T>& work, FrameIndex frame, Reference reference,
                         const Motion<T>& link_rate) {
  const FrameInfo& info = work.model.frame(frame);
  const Transform<T> placement = info.placement.template cast<T>();
  const auto link = std::size_t(info.link);
  const Motion<T> rate = rate_in_reference(work.pose[link] * placement, placement.motion_to_child(link_rate),
                                           placement.motion_to_child(work.velocity[link]), reference);
  edge::check_overflow("the acceleration of a frame", rate.data(), 6);
  return rate;
}

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
  const detail::JointState<T>& joints_;
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
  for (const Motion<T>& motion : motions) edge::check_overflow(what, motion.data(), 6);
}

template <Scalar T>
void sweep_poses(const Tree<ConstantOf<T>>& tree, Workspace<T>& work) {
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

// Returns the acceleration that the sweeps of dynamics started from (that of the ground, and gravity), in the frame of
// a link.
template <Scalar T>
inline Motion<T> ground_acceleration_at(const Workspace<T>& work, std::size_t link) {
  return (inverse(work.pose[0]) * work.pose[link]).motion_to_child(work.acceleration[0]);
}

// These two compute the poses, and also the results `what` (velocities, bias_accelerations) of the state that the
// workspace was given last, unless it holds them. `function`: the name that error messages give.
template <Scalar T>
inline void need_poses(Workspace<T>& work, const char* function) {
  edge::check_workspace(work);
  if constexpr (guards_results<T>) {
    if (work.contents.has(content::poses)) return;
    const auto q = edge::given_position(work, function);
    const edge::InUse in_use(work);
    edge::check_finite("q", q);
    sweep_poses(*work.tree, work);
    if (!edge::all_moderate(q)) check_poses(work);
    work.contents.add(content::poses);
  }
}
template <Scalar T>
inline void need_velocities(Workspace<T>& work, const char* function, unsigned what) {
  need_poses(work, function);
  if constexpr (guards_results<T>) {
    if (work.contents.has(what)) return;
    const auto v = edge::given_velocity(work, function);
    const edge::InUse in_use(work);
    edge::check_finite("v", v);
    detail::set_joints(*work.tree, work.joints, work.position.data(), v.data());
    sweep_motion<T>(*work.tree, work, v.data(), nullptr, work.bias_acceleration);
    if (!(edge::all_moderate(edge::given_position(work, function)) && edge::all_moderate(v))) {
      check_motions("the velocity of a body", work.velocity);
      check_motions("the acceleration of a body", work.bias_acceleration);
    }
    work.contents.add(content::velocities | content::bias_accelerations);
  }
}

}  // namespace kinematics

template <Scalar T>
void update_poses(Workspace<T>& work, In<T> q) {
  const auto& tree = edge::tree_of(work);
  const edge::InUse in_use(work);
  edge::check_position<T>(tree, q);
  edge::check_finite("q", q);
  detail::move_to<T>(work, "update_poses", 0, q.data());
  kinematics::sweep_poses(tree, work);
  if (!edge::all_moderate(q)) kinematics::check_poses(work);
  work.contents.add(content::poses);
}

template <Scalar T>
void update_velocities(Workspace<T>& work, In<T> q, In<T> v) {
  const auto& tree = edge::tree_of(work);
  const edge::InUse in_use(work);
  edge::check_position<T>(tree, q);
  edge::check_finite("q", q);
  edge::check_input("v", v, tree.v_size);
  detail::move_to(work, "update_velocities", content::of_velocity, q.data(), v.data());
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
void update_accelerations(Workspace<T>& work, In<T> q, In<T> v, In<T> a) {
  const auto& tree = edge::tree_of(work);
  const edge::InUse in_use(work);
  edge::check_position<T>(tree, q);
  edge::check_finite("q", q);
  edge::check_input("v", v, tree.v_size);
  edge::check_input("a", a, tree.v_size);
  detail::move_to(work, "update_accelerations", content::of_velocity, q.data(), v.data());
  kinematics::sweep_poses(tree, work);
  kinematics::sweep_motion(tree, work, v.data(), a.data(), work.acceleration);
  if (!(edge::all_moderate(q) && edge::all_moderate(v) && edge::all_moderate(a))) {
    kinematics::check_poses(work);
    kinematics::check_motions("the velocity of a body", work.velocity);
    kinematics::check_motions("the acceleration of a body", work.acceleration);
  }
  work.contents.add(content::poses | content::velocities | content::link_accelerations);
}

template <Scalar T>
Transform<T> pose(Workspace<T>& work, FrameIndex frame) {
  kinematics::need_poses(work, "pose");
  const FrameInfo& info = work.model.frame(frame);
  return work.pose[std::size_t(info.link)] * info.placement.template cast<T>();
}

template <Scalar T>
Motion<T> velocity(Workspace<T>& work, FrameIndex frame, Reference reference) {
  kinematics::need_velocities(work, "velocity", content::velocities);
  const FrameInfo& info = work.model.frame(frame);
  const Transform<T> placement = info.placement.template cast<T>();
  const auto link = std::size_t(info.link);
  const Motion<T> twist = kinematics::in_reference(work.pose[link] * placement,
                                                   placement.motion_to_child(work.velocity[link]), reference);
  edge::check_overflow("the velocity of a frame", twist.data(), 6);
  return twist;
}

template <Scalar T>
Motion<T> acceleration(Workspace<T>& work, FrameIndex frame, Reference reference) {
  kinematics::need_poses(work, "acceleration");
  const auto link = std::size_t(work.model.frame(frame).link);
  if constexpr (guards_results<T>) {
    if (work.contents.has(content::costates)) {
      // The costate contains the acceleration of the ground and gravity; the velocities do not.
      kinematics::need_velocities(work, "acceleration", content::velocities);
      const Motion<T> of_ground = kinematics::ground_acceleration_at(work, link);
      return kinematics::rate_at(work, frame, reference, work.acceleration[link] - of_ground);
    }
  }
  edge::require(work, "acceleration", content::link_accelerations);
  return kinematics::rate_at(work, frame, reference, work.acceleration[link]);
}

template <Scalar T>
Motion<T> jacobian_rate_times_velocity(Workspace<T>& work, FrameIndex frame, Reference reference) {
  kinematics::need_velocities(work, "jacobian_rate_times_velocity",
                              content::velocities | content::bias_accelerations);
  const auto link = std::size_t(work.model.frame(frame).link);
  return kinematics::rate_at(work, frame, reference, work.bias_acceleration[link]);
}

extern template void kinematics::sweep_poses(const Tree<double>&, Workspace<double>&);
extern template void kinematics::sweep_poses(const Tree<float>&, Workspace<float>&);
extern template void update_poses(Workspace<double>&, In<double>);
extern template void update_poses(Workspace<float>&, In<float>);
extern template void update_velocities(Workspace<double>&, In<double>, In<double>);
extern template void update_velocities(Workspace<float>&, In<float>, In<float>);
extern template void update_accelerations(Workspace<double>&, In<double>, In<double>, In<double>);
extern template void update_accelerations(Workspace<float>&, In<float>, In<float>, In<float>);

}  // namespace sinew
