// Computes the motion of a tree, its inertias and forces, in one frame that all links of a branch share.
//
// The axes are those of the ground. The origin is that of the first link of each branch that leaves the ground, so that a
// floating robot far from the world's origin loses no digits. In a common frame phi is the identity: a sweep is a sum over
// the tree, and what lies between the sums is the same arithmetic for several DOFs at a time (dof_rows.hpp). Only the
// poses are multiplied link by link.
//
//   S      axis of the DOF: a column of H^T                       V, A    twist and acceleration of the link, with gravity
//   V0, A0 those of the link before the joint                     r, B    inertia and mass flow (spatial/mass_flow.hpp)
//   P = V0 x S      Q = A0 x S + V0 x P      X = P + V x S        f       r A + V x* r V - external force
//
// S v adds to V and S a + P v to A. While q_j moves, everything behind the joint sees the motion before it change by P in
// velocity and Q in acceleration; X is the change of the acceleration per unit of velocity (S. Singh, R. P. Russell &
// P. M. Wensing, "Efficient analytical derivatives of rigid-body dynamics using spatial vector algebra", IEEE RA-L 7(2),
// 2022). Cost: O(n).
#pragma once

#include "sinew/algorithms/derivatives/internal/dof_rows.hpp"
#include "sinew/algorithms/workspace/workspace.hpp"
#include "sinew/model/joints/joints.hpp"

namespace sinew::common_frame {

// The rows of numbers per DOF. Those of a body belong to the last DOF of its joint.
namespace row {
enum : int {
  own_mass = 0,  // constants: the inertia of the body in its link's frame,
  own_moment = own_mass + 1,
  own_inertia = own_moment + 3,
  turns = own_inertia +
          6,  // and the axis in the frame of its link, turns z + slides z as a motion, of step joints
  slides = turns + 1,
  carried_mass = slides + 1,  // the mass that the DOF carries
  alone = carried_mass + 1,   // 1 for the only DOF of a joint, 0 for the others
  rotation = alone + 1,       // pose of the link, by rows of the rotation
  translation = rotation + 9,
  q_rate = translation + 3,  // v
  rate = q_rate + 1,         // a, without gravity and velocities
  S = rate + 1,
  V = S + 6,
  V0 = V + 6,
  P = V0 + 6,
  A = P + 6,
  A0 = A + 6,
  Q = A0 + 6,
  X = Q + 6,
  step = X + 6,       // S a + P v
  moment = step + 6,  // r, except for its mass, 2 B and f: of the body, or of all that the DOF carries
  inertia = moment + 3,
  flow = inertia + 6,
  momentum = flow + 9,
  f = momentum + 3,
  matrices = f + 6,  // first of the rows of the users of this class
};
inline constexpr int summed = f + 6 - moment;  // rows from `moment` on that add up over the tree
}  // namespace row

template <Scalar T>
class CommonFrame {
 public:
  using L = Side<T>;
  using C = ConstantOf<T>;

  // `more`: the number of rows that the caller needs. The model must outlive the object.
  CommonFrame(const Model& model, int more)
      : model_(model),
        tree_(model.tree<C>()),
        dofs(tree_),
        rows(row::matrices + more, dofs.size()),
        joints_(tree_),
        pose_(tree_.links.size()),
        origin_(tree_.links.size()),
        dof_of_link_(tree_.links.size(), -1) {
    for (const JointDofs& joint : dofs.joints) {
      const Link<C>& link = tree_.links[std::size_t(joint.link)];
      dof_of_link_[std::size_t(joint.link)] = joint.last();
      const auto& [mass, h, I] = link.inertia;
      const T ten[] = {mass, h.x, h.y, h.z, I.xx, I.xy, I.xz, I.yy, I.yz, I.zz};
      for (int i = 0; i < 10; ++i) *rows.at(row::own_mass + i, joint.last()) = ten[i];
      *rows.at(row::carried_mass, joint.last()) = mass;
      if (is_step(link.kind)) {
        *rows.at(row::turns, joint.last()) = link.kind == LinkKind::prismatic ? T(0) : T(1);
        *rows.at(row::slides, joint.last()) = link.kind == LinkKind::revolute    ? T(0)
                                              : link.kind == LinkKind::prismatic ? T(1)
                                                                                 : T(link.pitch);
      }
      if (joint.count > 1)
        several.push_back(joint);
      else
        *rows.at(row::alone, joint.last()) = T(1);
      if (!is_step(link.kind)) placed_.push_back(joint);
    }
    rows.template sum_inward<1>(row::carried_mass, dofs);
  }

  void set_position(const T* q) {
    detail::set_joints<T>(tree_, joints_, q, nullptr);
    set_poses();
    for (int b = 0; b < rows.packs(); ++b) {
      const Vector3<L> z{rows.number(row::rotation + 2, b), rows.number(row::rotation + 5, b),
                         rows.number(row::rotation + 8, b)},
          angular = rows.number(row::turns, b) * z;
      rows.set_six(row::S, b,
                   Motion<L>{angular, rows.number(row::slides, b) * z +
                                          cross(rows.vector(row::translation, b), angular)});
    }
    for (const JointDofs& joint : placed_) {
      at_joint(tree_, joints_, std::size_t(joint.link), [&](const auto& own) {
        for (int i = 0; i < joint.count; ++i)
          rows.set_of(row::S, joint.first + i, own.axis_in(pose_[std::size_t(joint.link)], i));
      });
    }
  }

  // Computes V, V0, P and X.
  void set_velocity(const T* v) {
    rows.fill(row::q_rate, v, dofs.size());
    for (int b = 0; b < rows.packs(); ++b)
      rows.set_six(row::V, b, rows.number(row::q_rate, b) * rows.motion(row::S, b));
    rows.template sum_outward<6>(row::V, dofs);
    for (int b = 0; b < rows.packs(); ++b) {
      const Motion<L> S = rows.motion(row::S, b),
                      before = rows.motion(row::V, b) - rows.number(row::q_rate, b) * S, P = cross(before, S);
      rows.set_six(row::V0, b, before);
      rows.set_six(row::P, b, P);
      rows.set_six(row::X, b, P + P);
    }
    for (const JointDofs& joint : several) {
      const Motion<T> before = joint.parent < 0 ? Motion<T>{} : rows.motion_of(row::V, joint.parent),
                      after = rows.motion_of(row::V, joint.last());
      for (int j = joint.first; j < joint.end(); ++j) {
        const Motion<T> S = rows.motion_of(row::S, j), P = cross(before, S);
        rows.set_of(row::V0, j, before);
        rows.set_of(row::P, j, P);
        rows.set_of(row::X, j, P + cross(after, S));
      }
    }
  }

  // Computes A and A0; a null stands for joint accelerations of zero.
  void set_acceleration(const T* a, const Environment<T>& environment) {
    if (a) rows.fill(row::rate, a, dofs.size());
    for (int b = 0; b < rows.packs(); ++b) {
      Motion<L> step = rows.number(row::q_rate, b) * rows.motion(row::P, b);
      if (a) step += rows.number(row::rate, b) * rows.motion(row::S, b);
      rows.set_six(row::A, b, step);
      rows.set_six(row::step, b, step);
    }
    rows.template sum_outward<6>(row::A, dofs);
    const Motion<T> ground = detail::ground_acceleration(tree_, environment);
    for (int b = 0; b < rows.packs(); ++b) {
      const Motion<L> g = ground.template cast<L>(), A = rows.motion(row::A, b);
      rows.set_six(row::A0, b, g + (A - rows.motion(row::step, b)));
      rows.set_six(row::A, b, g + A);
    }
    for (const JointDofs& joint : several) {
      const Motion<T> before = joint.parent < 0 ? ground : rows.motion_of(row::A, joint.parent);
      for (int j = joint.first; j < joint.end(); ++j) rows.set_of(row::A0, j, before);
    }
    if (ground.angular == Vector3<T>{}) return;
    // The ground's acceleration at the origin of each branch.
    for (const JointDofs& joint : dofs.joints) {
      const Motion<T> more{{}, cross(ground.angular, origin_[std::size_t(joint.link)])};
      for (int j = joint.first; j < joint.end(); ++j) {
        rows.set_of(row::A, j, rows.motion_of(row::A, j) + more);
        rows.set_of(row::A0, j, rows.motion_of(row::A0, j) + more);
      }
    }
  }

  void set_rates_of_position() {
    for (int b = 0; b < rows.packs(); ++b) {
      rows.set_six(row::Q, b,
                   cross(rows.motion(row::A0, b), rows.motion(row::S, b)) +
                       cross(rows.motion(row::V0, b), rows.motion(row::P, b)));
    }
  }

  // Computes r, 2 B and f of each body.
  void set_bodies(const Environment<T>& environment) {
    for (int b = 0; b < rows.packs(); ++b) {
      const Rotation<L> R{rows.vector(row::rotation, b), rows.vector(row::rotation + 3, b),
                          rows.vector(row::rotation + 6, b)};
      const RigidInertia<L> own{rows.number(row::own_mass, b), rows.vector(row::own_moment, b),
                                rows.symmetric(row::own_inertia, b)};
      const RigidInertia<L> r = to_parent(Transform<L>{R, rows.vector(row::translation, b)}, own);
      const Motion<L> V = rows.motion(row::V, b);
      const MassFlow<L> B(r, V + V);
      rows.set(row::moment, b, r.moment);
      rows.set(row::inertia, b, r.inertia);
      rows.set(row::flow, b, B.angular);
      rows.set(row::momentum, b, B.momentum);
      rows.set_six(row::f, b, inertial_force(r, V, rows.motion(row::A, b)));
    }
    for (const ExternalForce<T>& force : environment.forces) {
      const FrameInfo& info = model_.frame(force.frame);
      if (info.link == 0) continue;
      const auto link = std::size_t(info.link);
      const int dof = dof_of_link_[link];
      const Transform<T> X = pose_[link] * info.placement.template cast<T>();
      rows.set_of(row::f, dof, rows.force_of(row::f, dof) - X.force_to_parent(force.force));
    }
  }

 private:
  // Sets the poses of all links relative to the origins of their branches.
  void set_poses() {
    Transform<T> pose;
    for (const JointDofs& joint : dofs.joints) {
      const auto k = std::size_t(joint.link);
      const auto parent = std::size_t(tree_.links[k].parent);
      if (parent == 0)
        pose = {};
      else if (parent + 1 != k)
        pose = pose_[parent];
      at_joint(tree_, joints_, k,
               [&](const auto& own) SINEW_INLINE_LAMBDA { pose = own.pose_of_child(pose); });
      origin_[k] = origin_[parent];
      if (parent == 0) origin_[k] = std::exchange(pose.translation, {});
      pose_[k] = pose;
      const auto& [x, y, z] = pose.rotation;
      const Vector3<T> vectors[] = {x, y, z, pose.translation};
      T* to = rows.at(row::rotation, joint.last());
      for (const Vector3<T>& v : vectors) {
        for (const T number : {v.x, v.y, v.z}) {
          *to = number;
          to += rows.stride;
        }
      }
    }
  }

  const Model& model_;
  const Tree<C>& tree_;

 public:
  const DofTable dofs;
  DofRows<T> rows;
  std::vector<JointDofs> several;  // joints with several DOFs

 private:
  detail::JointState<T> joints_;
  std::vector<Transform<T>> pose_;  // per link, in the common frame
  std::vector<Vector3<T>> origin_;  // per link: that of the common frame, in the frame of the ground
  std::vector<int> dof_of_link_;    // the last DOF of its joint
  std::vector<JointDofs> placed_;   // joints that are not on a step
};

}  // namespace sinew::common_frame
