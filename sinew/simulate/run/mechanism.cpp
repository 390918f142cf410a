#include "sinew/simulate/run/mechanism.hpp"

#include <algorithm>
#include <cmath>

#include "sinew/algorithms/kinematics/energy_momentum.hpp"
#include "sinew/base/check_number.hpp"
#include "sinew/dense/norms.hpp"

namespace sinew {
namespace {

// Constraint errors of about this size, in metres and radians, remain because of rounding. The loops themselves would
// tolerate more, but near singular positions errors are amplified along the degrees of freedom that appear there.
constexpr double closed_enough = 1e-15;
constexpr int most_corrections = 20;
constexpr double reach = 10;  // length limit of one correction, in square roots of the error
// If a velocity correction is this many times larger than the error, the constraint rows are too close to singular to
// determine the velocities.
constexpr double farthest = 1e5;

Model with_locks(const Model& model, const std::vector<std::string>& joints) {
  if (joints.empty()) return model;
  Description description = model.description();
  for (const std::string& joint : joints) {
    Coupling lock{.name = "lock of " + joint, .joint = joint};
    lock.polynomial = {};
    description.couplings.push_back(std::move(lock));
  }
  return Model(std::move(description));
}

ConstrainedSystemOptions system_options(const MechanismOptions& options) {
  ConstrainedSystemOptions system{.strategy = options.strategy};
  if (options.stabilisation != Stabilisation::baumgarte) system.arms = options.arms;
  return system;
}

}  // namespace

const char* name_of(Stabilisation stabilisation) {
  switch (stabilisation) {
    case Stabilisation::none:
      return "none";
    case Stabilisation::projection:
      return "projection";
    case Stabilisation::baumgarte:
      return "baumgarte";
  }
  return "";
}

Mechanism::Mechanism(const Model& model, const MechanismOptions& options)
    : options_(options),
      model_(with_locks(model, options.lockable_joints)),
      system_(model_, system_options(options)),
      first_lock_(model.description().couplings.size()),
      yields_(options.lockable_joints.size()),
      errors_(std::size_t(system_.rows())),
      rates_(errors_.size()),
      zeros_(std::size_t(model_.velocity_size())),
      step_(zeros_.size()),
      trial_(std::size_t(model_.position_size())) {
  edge::check_positive("the Baumgarte rate", options.baumgarte_rate);
  if (*name_of(options.stabilisation) == '\0')
    throw std::invalid_argument("there is no stabilisation " + std::to_string(int(options.stabilisation)));
  for (int i = 0; i < lock_count(); ++i) {
    dofs_.push_back(model_.joint(options.lockable_joints[std::size_t(i)]).v_index);
    unlock(i);
  }
}

void Mechanism::accelerations(In<double> q, In<double> v, In<double> tau, Out<double> a,
                              std::span<const ExternalForce<double>> forces) {
  const bool drives_back = options_.stabilisation == Stabilisation::baumgarte && is_constrained();
  if (drives_back) {
    const double r = options_.baumgarte_rate;
    system_.velocity_errors(q, v, rates_);
    system_.position_errors(q, errors_);
    for (std::size_t i = 0; i < errors_.size(); ++i) rates_[i] = -2 * r * rates_[i] - r * r * errors_[i];
    system_.chain().set_demand(rates_);
  }
  const In<double> seen = options_.rate_linear ? In<double>(zeros_) : v;
  system_.forward_dynamics(q, seen, tau, a, {.base_acceleration = {}, .forces = forces});
}

bool Mechanism::project_position(Out<double> q) {
  edge::check_size("q", q, model_.position_size());
  if (!is_constrained()) return true;
  system_.position_errors(q, errors_);
  double worst = largest(errors_);
  for (int i = 0; i < most_corrections && worst > closed_enough; ++i) {
    for (double& error : errors_) error = -error;
    system_.impulse(q, errors_, step_);
    const double length = largest(step_), most = reach * std::sqrt(worst);
    model_.integrate({q.data(), q.size()}, step_, length > most ? most / length : 1, trial_);
    system_.position_errors(trial_, errors_);
    const double better = largest(errors_);
    if (!(better < worst)) break;  // limited by rounding, or not converging
    std::copy(trial_.begin(), trial_.end(), q.data());
    worst = better;
  }
  return worst <= 1e-10;
}

void Mechanism::project_velocity(In<double> q, Out<double> v) {
  edge::check_size("v", v, model_.velocity_size());
  if (!is_constrained()) return;
  system_.velocity_errors(q, v, rates_);
  const double worst = largest(rates_);
  if (worst <= closed_enough) return;
  for (double& rate : rates_) rate = -rate;
  system_.impulse(q, rates_, step_);
  if (largest(step_) > farthest * worst) return;
  for (std::size_t i = 0; i < v.size(); ++i) v[i] += step_[i];
}

double Mechanism::impact(In<double> q, Out<double> v, In<double> rebounds) {
  if (rebounds.size() != 0) edge::check_input("the rebounds", rebounds, lock_count());
  if (!is_constrained()) return 0;
  const double before = kinetic_energy(q, v);
  system_.velocity_errors(q, v, rates_);
  for (double& rate : rates_) rate = -rate;
  const auto couplings = system_.chain().constraints().couplings();
  for (std::size_t i = 0; i < rebounds.size(); ++i) {
    if (is_locked(int(i)))
      rates_[std::size_t(couplings[std::size_t(coupling_of(int(i)))].row)] += rebounds[i];
  }
  system_.impulse(q, rates_, step_);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] += step_[i];
  return before - kinetic_energy(q, v);
}

double Mechanism::position_error(In<double> q) {
  if (!is_constrained()) return 0;
  system_.position_errors(q, errors_);
  return largest(errors_);
}

double Mechanism::velocity_error(In<double> q, In<double> v) {
  if (!is_constrained()) return 0;
  system_.velocity_errors(q, v, rates_);
  return largest(rates_);
}

double Mechanism::kinetic_energy(In<double> q, In<double> v) {
  return sinew::kinetic_energy(system_.workspace(), q, v);
}
double Mechanism::potential_energy(In<double> q) {
  return sinew::potential_energy(system_.workspace(), q);
}

Force<double> Mechanism::loop_force(int loop) const {
  return system_.loop(loop).force;
}

double Mechanism::push(int loop, In<double> q) {
  const Force<double> force = loop_force(loop);
  system_.position_errors(q, errors_);
  return (system_.chain().constraints().loops()[std::size_t(loop)].X.rotation * force.linear).z;
}

double Mechanism::close(int loop, In<double> q, Out<double> v) {
  system_.set_loop_closed(loop, true);
  release_yielding();
  return impact(q, v);
}

int Mechanism::coupling_of(int lock) const {
  edge::check_constraint("lock", lock, lock_count());
  return int(first_lock_) + lock;
}
int Mechanism::locked_dof(int lock) const {
  edge::check_constraint("lock", lock, lock_count());
  return dofs_[std::size_t(lock)];
}
bool Mechanism::is_locked(int lock) const {
  return system_.chain().constraints().couplings()[std::size_t(coupling_of(lock))].active;
}
void Mechanism::lock(int lock, double position, bool yields) {
  system_.chain().set_locked_position(coupling_of(lock), position);
  system_.chain().set_coupling_active(coupling_of(lock), true);
  yields_[std::size_t(lock)] = yields;
}
void Mechanism::unlock(int lock) {
  system_.chain().set_coupling_active(coupling_of(lock), false);
}
void Mechanism::release_yielding() {
  for (int i = 0; i < lock_count(); ++i) {
    if (yields_[std::size_t(i)]) unlock(i);
  }
}
double Mechanism::lock_torque(int lock) const {
  return system_.coupling(coupling_of(lock)).torque;
}

}  // namespace sinew
