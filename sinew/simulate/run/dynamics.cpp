#include "sinew/simulate/run/dynamics.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "sinew/base/number_text.hpp"

namespace sinew {
namespace {

// A sample is due up to this fraction of a period before its time, because times are sums with rounding errors.
constexpr double rounding_of_samples = 1e-3;

}  // namespace

void Controller::torques_vjp(double, In<double>, In<double>, In<double>, Out<double>, Out<double>) {
  throw std::logic_error("a controller does not compute the adjoint of its torques");
}

Dynamics::Dynamics(Mechanism& mechanism)
    : mechanism_(&mechanism),
      work_(mechanism.model()),
      constant_(std::size_t(mechanism.model().velocity_size())),
      actuation_(constant_.size()),
      tau_(constant_.size()),
      at_rest_(constant_.size()),
      controls_(mechanism.model().description().actuators.size()),
      actuator_forces_(controls_.size()) {}

void Dynamics::add(std::unique_ptr<ForceElement> force) {
  if (!force) throw std::invalid_argument("a force element is null");
  sees_links_ |= force->sees_links();
  forces_.push_back(std::move(force));
}

void Dynamics::add(std::unique_ptr<Controller> controller, const Model& robot, int q_index, int v_index,
                   double period, int actuator_index) {
  if (!controller) throw std::invalid_argument("a controller is null");
  if (!(period >= 0) || !std::isfinite(period))
    throw std::invalid_argument("the period of a controller is " + number_text(period) +
                                " s; expected 0 (continuous) or more");
  if (q_index < 0 || q_index + robot.position_size() > model().position_size() || v_index < 0 ||
      v_index + robot.velocity_size() > model().velocity_size())
    throw std::invalid_argument("the coordinates of robot '" + robot.name() + "' lie outside those of '" +
                                model().name() + "'");
  const auto actuators = robot.description().actuators.size();
  if (actuator_index < 0 || std::size_t(actuator_index) + actuators > controls_.size())
    throw std::invalid_argument("the actuators of robot '" + robot.name() + "' are not among those of '" +
                                model().name() + "'");
  controllers_.push_back({std::move(controller), robot, q_index, v_index, actuator_index, period, never,
                          std::vector<double>(std::size_t(robot.velocity_size()))});
}

std::vector<Controller*> Dynamics::controllers() const {
  std::vector<Controller*> list;
  for (const Driven& driven : controllers_) list.push_back(driven.controller.get());
  return list;
}

void Dynamics::set_constant_torques(In<double> tau) {
  edge::check_input("tau", tau, model().velocity_size());
  std::copy(tau.data(), tau.data() + tau.size(), constant_.begin());
}

void Dynamics::set_sampled_torques(In<double> tau) {
  set_constant_torques(tau);
  sets_torques_ = true;
}

void Dynamics::ask(Driven& driven, double t, In<double> q, In<double> v) {
  driven.controller->torques(
      t, In<double>(q.data() + driven.q_index, std::size_t(driven.robot.position_size())),
      In<double>(v.data() + driven.v_index, std::size_t(driven.robot.velocity_size())), driven.tau);
}

void Dynamics::tell(const std::string& grasp, bool held) {
  for (Driven& driven : controllers_) driven.controller->grasp_changed(grasp, held);
}

bool Dynamics::sample(const SimulationState& state) {
  bool any = false;
  for (Driven& driven : controllers_) {
    if (driven.period == 0) continue;
    const long due = long(std::floor(state.t / driven.period + rounding_of_samples));
    if (due <= driven.sampled) continue;
    driven.sampled = due;
    ask(driven, state.t, state.q, state.v);
    any = true;
  }
  for (const auto& force : forces_) any = force->jump(state.t) || any;
  return any;
}

void Dynamics::forget_samples() {
  for (Driven& driven : controllers_) driven.sampled = never;
}

bool Dynamics::has_samples() const {
  return sets_torques_ || std::any_of(controllers_.begin(), controllers_.end(),
                                      [](const Driven& driven) { return driven.period > 0; });
}

double Dynamics::next_sample(double t) const {
  double next = infinity;
  for (const Driven& driven : controllers_) {
    if (driven.period == 0) continue;
    next = std::min(next, driven.period * (std::floor(t / driven.period + rounding_of_samples) + 1));
  }
  for (const auto& force : forces_) next = std::min(next, force->next_jump(t));
  return next;
}

Instant Dynamics::instant(double t, In<double> q, In<double> v) {
  if (sees_links_) update_velocities(work_, q, v);
  return {t, q, v, model(), work_};
}

void Dynamics::loads(double t, In<double> q, In<double> v, Out<double> tau,
                     std::vector<ExternalForce<double>>& on_bodies, double& power) {
  edge::check_size("tau", tau, model().velocity_size());
  actuation_ = constant_;
  const auto dofs = model().dofs();
  for (Driven& driven : controllers_) {
    if (driven.period == 0) ask(driven, t, q, v);
    for (std::size_t i = 0; i < driven.tau.size(); ++i) {
      const std::size_t at = std::size_t(driven.v_index) + i;
      const double most = dofs[at].max_effort;
      double moment = driven.tau[i];
      if (most > 0) worst_effort_ = std::max(worst_effort_, std::abs(moment) / most);
      if (limits_efforts_) moment = std::clamp(moment, -most, most);
      actuation_[at] += moment;
    }
  }
  power = 0;
  for (std::size_t i = 0; i < actuation_.size(); ++i) {
    tau[i] = actuation_[i];
    power += actuation_[i] * v[i];
  }
  on_bodies.clear();
  const Instant now = instant(t, q, v);
  Loads gathered{tau, on_bodies};
  for (const auto& force : forces_) power += force->apply(now, gathered);
}

void Dynamics::accelerations(double t, In<double> q, In<double> v, Out<double> a, double& power) {
  ++evaluations_;
  loads(t, q, v, tau_, on_bodies_, power);
  mechanism_->accelerations(q, v, tau_, a, on_bodies_);
}

void Dynamics::accelerations_from_rest(double t, In<double> q, In<double> v, Out<double> a, double& power) {
  ++evaluations_;
  loads(t, q, v, tau_, on_bodies_, power);
  mechanism_->accelerations(q, at_rest_, tau_, a, on_bodies_);
}

ActuatorForces Dynamics::actuators() {
  std::fill(controls_.begin(), controls_.end(), 0.0);
  std::fill(actuator_forces_.begin(), actuator_forces_.end(), 0.0);
  for (const Driven& driven : controllers_) {
    const auto [controls, forces] = driven.controller->actuators();
    const auto first = std::size_t(driven.actuator_index);
    for (std::size_t i = 0; i < forces.size(); ++i) {
      controls_[first + i] += controls[i];
      actuator_forces_[first + i] += forces[i];
    }
  }
  return {controls_, actuator_forces_};
}

double Dynamics::stored_energy(double t, In<double> q, In<double> v) {
  const Instant now = instant(t, q, v);
  double sum = 0;
  for (const auto& force : forces_) sum += force->energy(now);
  return sum;
}

}  // namespace sinew
