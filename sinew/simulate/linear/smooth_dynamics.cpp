#include "sinew/simulate/linear/smooth_dynamics.hpp"

#include <algorithm>
#include <stdexcept>

#include "sinew/algorithms/dynamics/forward_dynamics.hpp"
#include "sinew/chains/derivatives/linearized_constrained_dynamics.hpp"

namespace sinew {
namespace {

bool has_quaternion(const JointInfo& joint) {
  return joint.kind == JointKind::spherical || joint.kind == JointKind::floating;
}

std::vector<std::string> forces_left_out(const Model& model, const SmoothForces& forces) {
  std::vector<std::string> list;
  const auto add = [&](bool has, const char* what) {
    if (has) list.emplace_back(what);
  };
  const auto dofs = model.dofs();
  const auto& description = model.description();
  add(std::ranges::any_of(dofs, [](const auto& dof) { return dof.dry_friction > 0; }), "dry friction");
  add(std::ranges::any_of(dofs,
                          [](const auto& dof) { return dof.lower != -infinity || dof.upper != infinity; }),
      "limits of joints");
  add(!forces.joint_damping && std::ranges::any_of(dofs, [](const auto& dof) { return dof.damping != 0; }),
      "damping of joints");
  const auto is_sprung = [&](const JointInfo& joint) {
    return std::ranges::any_of(dofs.subspan(std::size_t(joint.v_index), std::size_t(joint.v_size)),
                               [](const auto& dof) { return dof.stiffness != 0; });
  };
  add(!forces.joint_springs && std::ranges::any_of(model.joints(), is_sprung), "springs of joints");
  add(forces.joint_springs && std::ranges::any_of(model.joints(),
                                                  [&](const JointInfo& joint) {
                                                    return has_quaternion(joint) && is_sprung(joint);
                                                  }),
      "springs of spherical and floating joints");
  add(std::ranges::any_of(description.tendons,
                          [](const Tendon& tendon) { return tendon.stiffness != 0 || tendon.damping != 0; }),
      "springs and dampers of tendons");
  add(std::ranges::any_of(description.bodies,
                          [](const Body& body) { return body.gravity_compensation != 0; }),
      "compensated weight of bodies");
  return list;
}

}  // namespace

void edge::check_tree(const char* what, const Model& model) {
  if (model.is_closed())
    throw std::invalid_argument("'" + model.name() + "' has loops, couplings or mimic joints; " + what +
                                " is for trees only");
}

SmoothDynamics::SmoothDynamics(const Model& model, const SmoothForces& forces)
    : model_(model),
      work_(model),
      products_(model),
      left_out_(forces_left_out(model, forces)),
      q_(model.neutral_position()),
      v_(std::size_t(model.velocity_size())),
      tau_(v_),
      a_(v_) {
  if (model.is_closed()) system_.emplace(model);
  for (const JointInfo& joint : model.joints()) {
    for (int i = 0; i < joint.v_size; ++i) {
      const DegreeOfFreedom& dof = model.dofs()[std::size_t(joint.v_index + i)];
      const double damping = forces.joint_damping ? dof.damping : 0,
                   stiffness = forces.joint_springs && !has_quaternion(joint) ? dof.stiffness : 0;
      if (damping == 0 && stiffness == 0) continue;
      joints_.push_back({std::size_t(joint.q_index + (has_quaternion(joint) ? 0 : i)),
                         std::size_t(joint.v_index + i), damping, stiffness, dof.rest_position});
    }
  }
}

void SmoothDynamics::add_passive_torques(In<double> q, In<double> v, Out<double> tau) const {
  for (const auto& [i, k, damping, stiffness, rest] : joints_)
    tau[k] -= damping * v[k] + stiffness * (q[i] - rest);
}

void SmoothDynamics::add_stiffness(MatrixOut<double> sum) const {
  for (const Joint& joint : joints_) sum(int(joint.v), int(joint.v)) += joint.stiffness;
}

void SmoothDynamics::set(In<double> q, In<double> v, In<double> tau) {
  edge::check_size("q", q, model_.position_size());
  edge::check_size("v", v, model_.velocity_size());
  edge::check_input("tau", tau, model_.velocity_size());
  std::copy_n(q.data(), q.size(), q_.begin());
  std::copy_n(v.data(), v.size(), v_.begin());
  std::copy_n(tau.data(), tau.size(), tau_.begin());
  add_passive_torques(q, v, tau_);
}

void SmoothDynamics::accelerations(In<double> q, In<double> v, In<double> tau, Out<double> a) {
  set(q, v, tau);
  if (system_)
    system_->forward_dynamics(q, v, tau_, a);
  else
    forward_dynamics<double>(work_, q, v, tau_, a);
}

void SmoothDynamics::linearize(In<double> q, In<double> v, In<double> tau, Out<double> a) {
  if (!system_) {
    accelerations(q, v, tau, a);
    products_.update(work_);
    return;
  }
  set(q, v, tau);
  system_->linearize(q, v, tau_, a);
}

void SmoothDynamics::vjp(In<double> weights, Out<double> by_q, Out<double> by_v, Out<double> by_tau,
                         Out<double> parameters) {
  if (system_)
    system_->forward_vjp(weights, {}, by_q, by_v, by_tau, {}, parameters);
  else
    products_.forward_vjp(work_, weights, by_q, by_v, by_tau, parameters);
  for (const auto& [q, v, damping, stiffness, rest] : joints_) {
    by_q[v] -= stiffness * by_tau[v];
    by_v[v] -= damping * by_tau[v];
  }
}

void SmoothDynamics::derivatives(MatrixOut<double> by_q, MatrixOut<double> by_v, MatrixOut<double> by_tau) {
  const int n = model_.velocity_size();
  edge::check_size("da/dq", by_q, n, n);
  edge::check_size("da/dv", by_v, n, n);
  edge::check_size("da/dtau", by_tau, n, n);
  if (system_) {
    ConstrainedDerivatives<double> all;
    system_->linearize(q_, v_, tau_, a_);
    system_->forward_derivatives(all);
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) {
        by_q(i, j) = all.a_by_q(i, j);
        by_v(i, j) = all.a_by_v(i, j);
        by_tau(i, j) = all.a_by_tau(i, j);
      }
    }
  } else {
    if (!matrices_) matrices_.emplace(model_);
    matrices_->forward_dynamics(q_, v_, tau_, by_q, by_v, by_tau, a_);
  }
  for (const auto& [q, v, damping, stiffness, rest] : joints_) {
    for (int i = 0; i < n; ++i) {
      by_q(i, int(v)) -= by_tau(i, int(v)) * stiffness;
      by_v(i, int(v)) -= by_tau(i, int(v)) * damping;
    }
  }
}

}  // namespace sinew
