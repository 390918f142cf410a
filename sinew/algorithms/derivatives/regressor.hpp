// Computes regressors: the matrices that multiply the inertial parameters of all bodies to give joint torques, energies
// and momentum. Identification and adaptive control are made of them.
//
//   inverse dynamics   tau = Y p + Y_d p_d           kinetic energy    y . p + sum armature v^2 / 2
//   momentum           Y p                           potential energy  y . p
//
// p has inertial_parameters_per_body numbers for each body, in the order of Model::frames() (bodies only), as
// model/description/inertial_parameters.hpp reads and writes them. Bodies on fixed joints have columns of their own; those
// on the ground have zero columns. Every body needs the force of R87 (19), linear in its ten parameters, for its motion:
//
//   x = M l + V x* M V                               l: lambda, the acceleration with gravity
//     = m (0, c) + (h x c, B h) + (I l_w + w x I w, 0)    c = l_v + w x v,  B = l_w x + w x w x,  V = (w, v)
//
// Row j of a body's columns is the power of this force on axis j, for the axes between the body and the ground; the
// other rows are zero. Forces and axes are expressed in common axes about one point, so that nothing has to be propagated
// from link to link, and the axes of several degrees of freedom (DOF) are multiplied in one instruction. This point is
// the origin of the first link, so that a robot far from the world's origin loses no digits.
//
// C. G. Atkeson, C. H. An & J. M. Hollerbach, "Estimation of inertial parameters of manipulator loads and links", Int. J.
// Robotics Research 5(3), 1986.
//
// Cost: O(n d) for a tree of depth d: 150 multiplications per body, and 42 for each DOF between it and the ground. The
// regressors of energy and momentum: O(n).
#pragma once

#include <cstring>

#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/model/description/inertial_parameters.hpp"
#include "sinew/scalar/simd/pack.hpp"

namespace sinew {

// Fills Y, which is n_v x (inertial_parameters_per_body * number of bodies): inverse dynamics without armature and external
// forces is Y p.
template <Scalar T>
void torque_regressor(Workspace<T>& work, In<T> q, In<T> v, In<T> a, MatrixOut<T> Y,
                      const EnvironmentIn<T>& environment = {});
// Does the same at the state of the workspace, with the accelerations of the last forward_dynamics or inverse_dynamics.
template <Scalar T>
void torque_regressor(Workspace<T>& work, MatrixOut<T> Y);

// Fills Y, which is n_v x 3 n_v: Y (armature, damping, dry friction), each of all DOFs, is the torque that these three
// need. Dry friction has no torque at rest.
void joint_regressor(In<double> v, In<double> a, MatrixOut<double> Y);

// Fills y, one number for each parameter: the derivatives of kinetic_energy and potential_energy.
template <Scalar T>
void kinetic_energy_regressor(Workspace<T>& work, Out<T> y);
template <Scalar T>
void potential_energy_regressor(Workspace<T>& work, Out<T> y);

// Fills Y, which has 6 rows: Y p is the angular momentum of all bodies about the world's origin and their linear
// momentum, in world axes.
template <Scalar T>
void momentum_regressor(Workspace<T>& work, MatrixOut<T> Y);

namespace regressor {

// Calls `visit(frame, link)` for every body, in the order of Model::frames().
template <class Visit>
SINEW_INLINE void for_each_body(const Model& model, const Visit& visit) {
  for (const FrameInfo& frame : model.frames()) {
    if (frame.is_body) visit(frame, std::size_t(frame.link));
  }
}
inline int parameter_count(const Model& model) {
  int bodies = 0;
  for_each_body(model, [&](const FrameInfo&, std::size_t) { ++bodies; });
  return inertial_parameters_per_body * bodies;
}

// One force for each parameter of a body, in the axes and about the origin in which the body's pose is given.
template <Scalar T>
struct BodyForces {
  Force<T> all[inertial_parameters_per_body];

  // M times a motion, which is given in body axes: momentum, and the part of the inertial force that does not depend on
  // velocities.
  SINEW_INLINE BodyForces(const Transform<T>& seen, const Motion<T>& motion) {
    const Vector3<T> r[] = {seen.rotation.column_x(), seen.rotation.column_y(), seen.rotation.column_z()};
    const Vector3<T>& turn = motion.angular;
    const T w[] = {turn.x, turn.y, turn.z};
    const Vector3<T> c = seen.rotation * motion.linear, W = seen.rotation * turn;
    all[0] = {{}, c};
    int next = 4;
    for (int i = 0; i < 3; ++i) {
      all[1 + i] = {cross(r[i], c), cross(W, r[i])};
      all[next++] = {w[i] * r[i], {}};
      for (int j = i + 1; j < 3; ++j) all[next++] = {w[j] * r[i] + w[i] * r[j], {}};
    }
  }
  // Adds the centripetal terms of a body that rotates with `rate`, in body axes.
  SINEW_INLINE void add_centripetal(const Transform<T>& seen, const Vector3<T>& rate) {
    const Vector3<T> W = seen.rotation * rate;
    const Vector3<T> u[] = {cross(W, seen.rotation.column_x()), cross(W, seen.rotation.column_y()),
                            cross(W, seen.rotation.column_z())};
    const T w[] = {rate.x, rate.y, rate.z};
    int next = 4;
    for (int i = 0; i < 3; ++i) {
      all[1 + i].linear += cross(W, u[i]);
      all[next++].angular += w[i] * u[i];
      for (int j = i + 1; j < 3; ++j) all[next++].angular += w[j] * u[i] + w[i] * u[j];
    }
  }
  // Moves the forces, which are about the body's origin p, to the common origin.
  SINEW_INLINE void move_by(const Vector3<T>& p) {
    for (int i = 0; i < 4; ++i) all[i].angular += cross(p, all[i].linear);
  }
};

// Keeps the axes of the DOFs between one link and the ground in work.momenta, and zeros for all other DOFs.
template <Scalar T>
class Path {
 public:
  Path(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, const Vector3<T>& origin)
      : tree_(tree), work_(work), origin_(origin) {
    for (int j = 0; j < tree.v_size; ++j) work.momenta.set(j, {});
  }
  void move_to(std::size_t link) {
    for (; !carries(link_, link); link_ = parent(link_)) {
      at(link_, [&](const auto& joint, int i) { work_.momenta.set(joint.link.v + i, {}); });
    }
    for (std::size_t k = link; k != link_; k = parent(k)) {
      const Transform<T> seen{work_.pose[k].rotation, work_.pose[k].translation - origin_};
      at(k, [&](const auto& joint, int i) SINEW_INLINE_LAMBDA {
        const Motion<T> axis = joint.axis_in(seen, i);
        work_.momenta.set(joint.link.v + i, {axis.angular, axis.linear});
      });
    }
    link_ = link;
  }

  std::size_t parent(std::size_t k) const { return std::size_t(tree_.links[k].parent); }

 private:
  // Whether link `tip` is link k or carried by it. The DOFs of a link and all it carries are consecutive.
  bool carries(std::size_t k, std::size_t tip) const {
    const int v = tree_.links[tip].v;
    return k == 0 || (tree_.links[k].v <= v && v < tree_.links[k].v_end);
  }
  template <class Visit>
  SINEW_INLINE void at(std::size_t k, const Visit& visit) {
    at_joint(tree_, work_.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      for (int i = 0; i < joint.count(); ++i) visit(joint, i);
    });
  }

  const Tree<ConstantOf<T>>& tree_;
  Workspace<T>& work_;
  Vector3<T> origin_;
  std::size_t link_ = 0;
};

// Writes the power of the forces on the axis of DOF j, or on the pack of axes S that starts with it, to the ten columns.
template <class S, Scalar T>
SINEW_INLINE void write_rows(const BodyForces<T>& forces, const Momenta<T>& axes, int j, int rows, T* out) {
  S axis[6];
  for (int i = 0; i < 6; ++i) std::memcpy(&axis[i], axes.row(i) + j, sizeof(S));
  out += j;
  for (int column = 0; column < inertial_parameters_per_body; ++column, out += rows) {
    const auto& [moment, force] = forces.all[column];
    S power = axis[0] * moment.x + axis[1] * moment.y + axis[2] * moment.z;
    if (column < 4) power = power + axis[3] * force.x + axis[4] * force.y + axis[5] * force.z;
    std::memcpy(out, &power, sizeof(S));
  }
}

// Fills the columns of all bodies. A pack S has `width` rows.
template <class S, int width, Scalar T>
inline void fill_in_packs(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, T* out) {
  const int n = tree.v_size;
  const Vector3<T> origin = work.pose[1].translation;
  Path<T> path(tree, work, origin);
  for_each_body(work.model, [&](const FrameInfo& frame, std::size_t link) {
    T* const columns = out;
    out = std::fill_n(out, std::size_t(inertial_parameters_per_body) * std::size_t(n), T(0));
    if (link == 0) return;
    path.move_to(link);
    const Transform<T> placement = frame.placement.template cast<T>();
    const Transform<T> seen = work.pose[link] * placement;
    const Motion<T> V = placement.motion_to_child(work.velocity[link]);
    Motion<T> l = placement.motion_to_child(work.acceleration[link]);
    l.linear += cross(V.angular, V.linear);
    BodyForces<T> forces(seen, l);
    forces.add_centripetal(seen, V.angular);
    forces.move_by(seen.translation - origin);
    int done = n;  // rows from here on are written
    for (std::size_t k = link; k != 0; k = path.parent(k)) {
      const auto& own = tree.links[k];
      const int end = own.next_is_child ? tree.links[k + 1].v : own.v_end;
      for (int j = std::min(end, done) - 1; j >= own.v; j = done - 1) {
        done = std::min(j / width * width, n - width);
        write_rows<S>(forces, work.momenta, done, n, columns);
      }
    }
  });
}

// Takes the widest packs, up to `width`, that do not exceed the number of rows.
template <int width, Scalar T>
inline void fill(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, T* out) {
  if constexpr (width == 1) {
    fill_in_packs<T, 1>(tree, work, out);
  } else if (tree.v_size < width) {
    fill<width / 2>(tree, work, out);
  } else {
    fill_in_packs<detail::Pack<T, width>, width>(tree, work, out);
  }
}

// Whether the state is so far from overflowing that the regressor need not be checked.
template <Scalar T>
inline bool is_moderate(const Workspace<T>& work) {
  bool moderate = edge::all_moderate(edge::given_position(work, "torque_regressor")) &&
                  edge::all_moderate(edge::given_velocity(work, "torque_regressor"));
  for (const Motion<T>& l : work.acceleration)
    moderate &= edge::all_moderate(VectorView<const T>(l.data(), 6));
  return moderate;
}

template <Scalar T>
inline void check(const Workspace<T>& work, MatrixView<T> Y, int rows) {
  edge::check_size("the regressor", Y, rows, parameter_count(work.model));
}

}  // namespace regressor

template <Scalar T>
void torque_regressor(Workspace<T>& work, MatrixOut<T> Y) {
  const auto& tree = edge::tree_of(work);
  regressor::check(work, Y, tree.v_size);
  edge::require(work, "torque_regressor", content::velocities | content::costates);
  kinematics::need_poses(work, "torque_regressor");
  const edge::InUse in_use(work);
  if (tree.v_size == 0) return;
  regressor::fill<detail::has_packs<T> ? detail::register_size<T> : 1>(tree, work, Y.data());
  if (!regressor::is_moderate(work)) edge::check_overflow("the regressor", Y);
}

template <Scalar T>
void torque_regressor(Workspace<T>& work, In<T> q, In<T> v, In<T> a, MatrixOut<T> Y,
                      const EnvironmentIn<T>& environment) {
  const auto& tree = edge::tree_of(work);
  regressor::check(work, Y, tree.v_size);
  edge::check_position<T>(tree, q);
  edge::check_finite("q", q);
  edge::check_input("v", v, tree.v_size);
  edge::check_input("a", a, tree.v_size);
  edge::check_environment(environment);
  {
    const edge::InUse in_use(work);
    detail::move_to(work, "torque_regressor", content::of_velocity, q.data(), v.data(),
                    content::velocities | content::costates);
    newton_euler::outward<true, true>(tree, work, v.data(), a.data(), environment);
  }
  torque_regressor(work, Y);
}

template <Scalar T>
void kinetic_energy_regressor(Workspace<T>& work, Out<T> y) {
  edge::check_workspace(work);
  edge::check_size("the regressor", y, regressor::parameter_count(work.model));
  kinematics::need_velocities(work, "kinetic_energy_regressor", content::velocities);
  T* out = y.data();
  regressor::for_each_body(work.model, [&](const FrameInfo& frame, std::size_t link) {
    std::fill_n(out, inertial_parameters_per_body, T(0));
    if (link != 0) {
      const Motion<T> V = frame.placement.template cast<T>().motion_to_child(work.velocity[link]);
      detail::add_gradient_of_pairing(T(0.5), V, V, out);
    }
    out += inertial_parameters_per_body;
  });
  edge::check_overflow("the regressor", y);
}

template <Scalar T>
void potential_energy_regressor(Workspace<T>& work, Out<T> y) {
  edge::check_workspace(work);
  edge::check_size("the regressor", y, regressor::parameter_count(work.model));
  kinematics::need_poses(work, "potential_energy_regressor");
  const Vector3<T> gravity = work.model.gravity().template cast<T>();
  T* out = y.data();
  regressor::for_each_body(work.model, [&](const FrameInfo& frame, std::size_t link) {
    std::fill_n(out, inertial_parameters_per_body, T(0));
    if (link != 0) {
      const Transform<T> pose = work.pose[link] * frame.placement.template cast<T>();
      const Vector3<T> weight = transpose_times(pose.rotation, gravity);
      out[0] = -dot(gravity, pose.translation);
      out[1] = -weight.x, out[2] = -weight.y, out[3] = -weight.z;
    }
    out += inertial_parameters_per_body;
  });
  edge::check_overflow("the regressor", y);
}

template <Scalar T>
void momentum_regressor(Workspace<T>& work, MatrixOut<T> Y) {
  edge::check_workspace(work);
  regressor::check(work, Y, 6);
  kinematics::need_velocities(work, "momentum_regressor", content::velocities);
  T* out = Y.data();
  regressor::for_each_body(work.model, [&](const FrameInfo& frame, std::size_t link) {
    const Transform<T> placement = frame.placement.template cast<T>();
    const Transform<T> pose = work.pose[link] * placement;
    regressor::BodyForces<T> forces(pose,
                                    link == 0 ? Motion<T>{} : placement.motion_to_child(work.velocity[link]));
    forces.move_by(pose.translation);
    for (const Force<T>& f : forces.all) out = std::copy_n(f.data(), 6, out);
  });
  edge::check_overflow("the regressor", Y);
}

extern template void torque_regressor(Workspace<double>&, MatrixOut<double>);
extern template void torque_regressor(Workspace<float>&, MatrixOut<float>);
extern template void torque_regressor(Workspace<double>&, In<double>, In<double>, In<double>,
                                      MatrixOut<double>, const EnvironmentIn<double>&);
extern template void torque_regressor(Workspace<float>&, In<float>, In<float>, In<float>, MatrixOut<float>,
                                      const EnvironmentIn<float>&);

}  // namespace sinew
