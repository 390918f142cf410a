#include "sinew/simulate/integrators/internal/discrete_momenta.hpp"

#include <algorithm>

#include "sinew/model/joints/joints.hpp"

namespace sinew {
namespace {

template <class Joint>
Displacement moved_by(const Joint& joint, const double* u) {
  Motion<double> twist{};
  joint.advance(twist, u);
  return exp_of(twist);
}

}  // namespace

DiscreteMomenta::DiscreteMomenta(const Model& model)
    : model_(model),
      start_(model_.tree<double>()),
      end_(start_),
      placement_(model_.tree<double>().links.size()),
      displacement_(placement_.size()),
      inertial_(placement_.size()),
      at_start_(placement_.size()),
      at_end_(placement_.size()),
      force_(placement_.size()),
      u_(std::size_t(model.velocity_size())) {
  const Tree<double>& tree = model_.tree<double>();
  for (std::size_t k = 1; k < inertial_.size(); ++k) {
    const auto& [mass, moment, inertia] = tree.links[k].inertia;
    const Vector3<double> com = mass > 0 ? (1 / mass) * moment : Vector3<double>{};
    inertial_[k] = {mass, com, inertia - point_mass_inertia(mass, com)};
  }
  const std::vector<double>& armature = tree.armature;
  has_armature_ = std::ranges::any_of(armature, [](double x) { return x != 0; });
}

void DiscreteMomenta::start(In<double> q0) {
  const Tree<double>& tree = model_.tree<double>();
  edge::check_position<double>(tree, q0);
  detail::set_joints<double>(tree, start_, q0.data());
  for (std::size_t k = 1; k < tree.links.size(); ++k)
    at_joint(tree, start_, k, [&](const auto& joint) { placement_[k] = joint.pose_of_child({}); });
}

void DiscreteMomenta::move(In<double> q1, In<double> u, double h) {
  const Tree<double>& tree = model_.tree<double>();
  edge::check_position<double>(tree, q1);
  edge::check_size("u", u, tree.v_size);
  detail::set_joints<double>(tree, end_, q1.data());
  std::copy_n(u.data(), u.size(), u_.begin());
  h_ = h;
  for (std::size_t k = 1; k < tree.links.size(); ++k) {
    const Link<double>& link = tree.links[k];
    Displacement own;
    if (link.kind == LinkKind::columns && !tree.placed_joints[std::size_t(link.side)].has_constant_axis()) {
      const auto side = std::size_t(link.side);
      own = displacement_of(inverse(start_.placements[side]) * end_.placements[side]);
    } else {
      at_joint(tree, start_, k, [&](const auto& joint) { own = moved_by(joint, u.data() + link.v); });
    }
    displacement_[k] = seen_from(placement_[k], displacement_[std::size_t(link.parent)]) * own;
    const auto& [mass, com, inertia] = inertial_[k];
    const Displacement& moved = displacement_[k];
    const Vector3<double> w = rotation_vector_of(moved), spin = (1 / h) * (inertia * w);
    const Vector3<double> before = (mass / h) * (detail::shift_by_rotation(moved, com) + moved.shift);
    const Vector3<double> after = before + detail::shift_by_inverse_rotation(moved, before);
    at_start_[k] = {inverse_dexp_transposed(-w, spin) + cross(com, before), before};
    at_end_[k] = {inverse_dexp_transposed(w, spin) + cross(com, after), after};
  }
}

void DiscreteMomenta::at_start(Out<double> p) {
  gather(start_, at_start_, -1, p);
}
void DiscreteMomenta::at_end(Out<double> p) {
  gather(end_, at_end_, 1, p);
}

void DiscreteMomenta::gather(const detail::JointState<double>& joints,
                             const std::vector<Force<double>>& momenta, double sign, Out<double> p) {
  const Tree<double>& tree = model_.tree<double>();
  edge::check_size("the result p", p, tree.v_size);
  force_ = momenta;
  for (std::size_t k = force_.size() - 1; k > 0; --k) {
    at_joint(tree, joints, k, [&](const auto& joint) {
      const Link<double>& link = joint.link;
      for (int i = 0; i < joint.count(); ++i) p[std::size_t(link.v + i)] = joint.measure(force_[k], i);
      if (link.parent > 0) force_[std::size_t(link.parent)] += joint.force_to_parent(force_[k]);
    });
  }
  if (has_armature_) add_armature(sign, p);
}

// Rotors rotate with the joint: each adds h/2 armature (u / h)^2 to the discrete Lagrangian.
void DiscreteMomenta::add_armature(double sign, Out<double> p) const {
  const std::vector<double>& armature = model_.tree<double>().armature;
  for (const JointInfo& joint : model_.joints()) {
    const double* u = u_.data() + joint.v_index;
    double own[6] = {};
    for (int i = 0; i < joint.v_size; ++i) own[i] = armature[std::size_t(joint.v_index + i)] * u[i] / h_;
    if (joint.kind == JointKind::spherical || joint.kind == JointKind::floating) {
      const bool floats = joint.kind == JointKind::floating;
      const Motion<double> twist{{u[0], u[1], u[2]},
                                 floats ? Vector3<double>{u[3], u[4], u[5]} : Vector3<double>{}};
      const auto [n, f] = inverse_dexp_transposed(
          sign * twist, Force<double>{{own[0], own[1], own[2]}, {own[3], own[4], own[5]}});
      const double six[6] = {n.x, n.y, n.z, f.x, f.y, f.z};
      std::copy_n(six, 6, own);
    }
    for (int i = 0; i < joint.v_size; ++i) p[std::size_t(joint.v_index + i)] += own[i];
  }
}

}  // namespace sinew
