// Implements force elements that act on joints: springs, damping, tendons, compensated weight and disturbances.
#include <algorithm>

#include "sinew/base/check_number.hpp"
#include "sinew/base/number_text.hpp"
#include "sinew/simulate/forces/forces.hpp"

namespace sinew {
namespace {

const JointInfo& joint_of_one_dof(const Model& model, const std::string& name) {
  const JointInfo& joint = model.joint(name);
  if (joint.v_size == 1) return joint;
  throw std::invalid_argument("joint '" + name + "' has " + std::to_string(joint.v_size) +
                              " degrees of freedom; expected 1 for a joint spring");
}

// splitmix64: a hash that turns consecutive numbers into apparently random ones.
std::uint64_t scattered(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

}  // namespace

// ---- Joint spring --------------------------------------------------------------------------------

JointSpring::JointSpring(const Model& model, const JointSpringPlan& plan)
    : made_for_(model),
      plan_(plan),
      q_(std::size_t(joint_of_one_dof(model, plan.joint).q_index)),
      v_(std::size_t(model.joint(plan.joint).v_index)) {
  const std::string of = " of the spring at joint '" + plan.joint + "'";
  edge::check_not_negative("the stiffness" + of, plan.stiffness);
  edge::check_not_negative("the damping" + of, plan.damping);
  edge::check_finite_number("the rest" + of, plan.rest);
}
double JointSpring::apply(const Instant& now, Loads& loads) {
  made_for_.check("a joint spring", now.model);
  const double drag = -plan_.damping * now.v[v_];
  loads.tau[v_] += drag - plan_.stiffness * (now.q[q_] - plan_.rest);
  return drag * now.v[v_];
}
double JointSpring::energy(const Instant& now) const {
  made_for_.check("a joint spring", now.model);
  const double stretch = now.q[q_] - plan_.rest;
  return 0.5 * plan_.stiffness * stretch * stretch;
}

// ---- Damping -------------------------------------------------------------------------------------

JointDamping::JointDamping(const Model& model) : made_for_(model) {
  const auto dofs = model.dofs();
  for (std::size_t i = 0; i < dofs.size(); ++i) {
    if (dofs[i].damping != 0) damped_.push_back({i, dofs[i].damping});
  }
}
double JointDamping::apply(const Instant& now, Loads& loads) {
  made_for_.check("joint damping", now.model);
  double power = 0;
  for (const auto& [v, damping] : damped_) {
    loads.tau[v] -= damping * now.v[v];
    power -= damping * now.v[v] * now.v[v];
  }
  return power;
}

// ---- Springs, tendons and compensated weight of the model ------------------------------------------

double ModelSprings::apply(const Instant& now, Loads& loads) {
  made_for_.check("the springs of a model", now.model);
  springs_.add_torques(now.q, loads.tau);
  return 0;
}
double ModelSprings::energy(const Instant& now) const {
  made_for_.check("the springs of a model", now.model);
  return springs_.energy(now.q);
}

ModelTendons::ModelTendons(const Model& model, bool springs, bool dampers) : made_for_(model) {
  if (springs && springs_.emplace(model).is_empty()) springs_.reset();
  if (dampers && dampers_.emplace(model).is_empty()) dampers_.reset();
}
double ModelTendons::apply(const Instant& now, Loads& loads) {
  made_for_.check("the tendons of a model", now.model);
  if (springs_) springs_->add_torques(now.work, loads.tau);
  return dampers_ ? dampers_->add_torques(now.work, loads.tau) : 0;
}
double ModelTendons::energy(const Instant& now) const {
  made_for_.check("the tendons of a model", now.model);
  return springs_ ? springs_->energy(now.work) : 0;
}

double CompensatedWeight::apply(const Instant& now, Loads& loads) {
  made_for_.check("the compensated weight of a model", now.model);
  compensation_.add_forces(now.work, loads.on_bodies);
  return 0;
}
double CompensatedWeight::energy(const Instant& now) const {
  made_for_.check("the compensated weight of a model", now.model);
  return compensation_.energy(now.work);
}

// ---- Disturbance ---------------------------------------------------------------------------------

Disturbance::Disturbance(const Model& model, const DisturbancePlan& plan) : made_for_(model), plan_(plan) {
  edge::check_not_negative("the size of the disturbance", plan.size);
  if (!(plan.period >= 1e-6) || !std::isfinite(plan.period))
    throw std::invalid_argument("the period of the disturbance is " + number_text(plan.period) +
                                " s; expected a microsecond or more");
  for (const JointInfo& joint : model.joints()) {
    if (joint.v_size == 1) dofs_.push_back(std::size_t(joint.v_index));
  }
}
double Disturbance::apply(const Instant& now, Loads& loads) {
  made_for_.check("a disturbance", now.model);
  double power = 0;
  for (const std::size_t v : dofs_) {
    const std::uint64_t bits = scattered(scattered(scattered(plan_.seed) ^ v) ^ period_);
    const double moment = plan_.size * (2 * (double(bits >> 11) * 0x1p-53) - 1);
    loads.tau[v] += moment;
    power += moment * now.v[v];
  }
  return power;
}
std::uint64_t Disturbance::period_at(double t) const {
  return std::uint64_t(std::max(0.0, std::floor(t / plan_.period + 1e-3)));
}
double Disturbance::next_jump(double t) const {
  return plan_.period * double(period_at(t) + 1);
}
bool Disturbance::jump(double t) {
  const std::uint64_t period = period_at(t);
  return std::exchange(period_, period) != period;
}

}  // namespace sinew
