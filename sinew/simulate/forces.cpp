#include "sinew/simulate/forces.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "sinew/model/number_text.hpp"

namespace sinew {
namespace {

// How near to its moment a jump counts as due, in seconds and in periods: times are sums with rounding.
constexpr double due = 1e-9;

void check_finite_number(const std::string& what, double value) {
  if (std::isfinite(value)) return;
  throw std::invalid_argument(what + " is " + number_text(value) + "; expected a finite number");
}
void check_not_negative(const std::string& what, double value) {
  if (value >= 0 && std::isfinite(value)) return;
  throw std::invalid_argument(what + " is " + number_text(value) + "; expected zero or more");
}
void check_vector(const std::string& what, const Vector3<double>& v) {
  for (const double x : {v.x, v.y, v.z}) check_finite_number(what, x);
}

const JointInfo& joint_of_one_freedom(const Model& model, const std::string& name) {
  const JointInfo& joint = model.joint(name);
  if (joint.v_size == 1) return joint;
  throw std::invalid_argument("joint '" + name + "' has " + std::to_string(joint.v_size) +
                              " freedoms; a joint spring needs one of one freedom");
}

}  // namespace

bool is_follower(const Model& model, const JointInfo& joint) {
  const Description& description = model.description();
  for (const Body& body : description.bodies) {
    if (body.joint.name == joint.name && body.joint.mimic) return true;
  }
  return std::any_of(
      description.couplings.begin(), description.couplings.end(),
      [&](const Coupling& coupling) { return coupling.joint == joint.name && !coupling.leader.empty(); });
}

// ---- Joint spring --------------------------------------------------------------------------------

JointSpring::JointSpring(const Model& model, const JointSpringPlan& plan)
    : plan_(plan),
      q_(std::size_t(joint_of_one_freedom(model, plan.joint).q_index)),
      v_(std::size_t(model.joint(plan.joint).v_index)) {
  const std::string of = " of the spring at joint '" + plan.joint + "'";
  check_not_negative("the stiffness" + of, plan.stiffness);
  check_not_negative("the damping" + of, plan.damping);
  check_finite_number("the rest" + of, plan.rest);
}
double JointSpring::apply(const Instant& now, Loads& loads) {
  const double drag = -plan_.damping * now.v[v_];
  loads.tau[v_] += drag - plan_.stiffness * (now.q[q_] - plan_.rest);
  return drag * now.v[v_];
}
double JointSpring::energy(const Instant& now) const {
  const double stretch = now.q[q_] - plan_.rest;
  return 0.5 * plan_.stiffness * stretch * stretch;
}

// ---- Damping and soft limits ---------------------------------------------------------------------

JointDamping::JointDamping(const Model& model) {
  const auto freedoms = model.freedoms();
  for (std::size_t i = 0; i < freedoms.size(); ++i) {
    if (freedoms[i].damping != 0) damped_.push_back({i, freedoms[i].damping});
  }
}
double JointDamping::apply(const Instant& now, Loads& loads) {
  double power = 0;
  for (const auto& [v, damping] : damped_) {
    loads.tau[v] -= damping * now.v[v];
    power -= damping * now.v[v] * now.v[v];
  }
  return power;
}

SoftLimits::SoftLimits(const Model& model, const LimitPlan& plan)
    : stiffness_(plan.stiffness), damping_(plan.damping) {
  check_not_negative("the stiffness of the limits", plan.stiffness);
  check_not_negative("the damping of the limits", plan.damping);
  for (const JointInfo& joint : model.joints()) {
    if (joint.q_size != joint.v_size || is_follower(model, joint)) continue;  // a quaternion has no limits
    for (int i = 0; i < joint.v_size; ++i) {
      const Freedom& freedom = model.freedoms()[std::size_t(joint.v_index + i)];
      if (std::isinf(freedom.lower) && std::isinf(freedom.upper)) continue;
      limited_.push_back(
          {std::size_t(joint.q_index + i), std::size_t(joint.v_index + i), freedom.lower, freedom.upper});
    }
  }
}
double SoftLimits::apply(const Instant& now, Loads& loads) {
  double power = 0;
  for (const Limited& limited : limited_) {
    const double beyond = limited.beyond(now.q[limited.q]);
    if (beyond == 0) continue;
    const double v = now.v[limited.v], spring = -stiffness_ * beyond, both = spring - damping_ * v;
    const double moment = beyond > 0 ? std::min(both, 0.0) : std::max(both, 0.0);
    loads.tau[limited.v] += moment;
    power += (moment - spring) * v;  // the rest is stored
  }
  return power;
}
double SoftLimits::energy(const Instant& now) const {
  double sum = 0;
  for (const Limited& limited : limited_) {
    const double beyond = limited.beyond(now.q[limited.q]);
    sum += 0.5 * stiffness_ * beyond * beyond;
  }
  return sum;
}

// ---- Points --------------------------------------------------------------------------------------

BodyPoint::BodyPoint(const Model& model, const LoopEnd& at)
    : frame_(at.body.empty() ? ground : model.frame(at.body)), placement_(at.placement) {
  check_vector("a point on '" + at.body + "'", at.placement.translation);
}
Transform<double> BodyPoint::pose(const Instant& now) const {
  return sinew::pose(now.model, now.work, frame_) * placement_;
}
Motion<double> BodyPoint::velocity(const Instant& now) const {
  const Motion<double> body = placement_.motion_to_child(sinew::velocity(now.model, now.work, frame_));
  const Rotation<double> R = pose(now).rotation;
  return {R * body.angular, R * body.linear};
}
void BodyPoint::load(const Instant& now, const Force<double>& force, Loads& loads) const {
  if (frame_ == ground) return;
  const Rotation<double> R = pose(now).rotation;
  const Force<double> here{transpose_times(R, force.angular), transpose_times(R, force.linear)};
  loads.on_bodies.push_back({frame_, placement_.force_to_parent(here)});
}

PointSpring::PointSpring(const Model& model, const PointSpringPlan& plan)
    : plan_(plan), first_(model, plan.first), second_(model, plan.second) {
  check_not_negative("the stiffness of a spring between points", plan.stiffness);
  check_not_negative("the damping of a spring between points", plan.damping);
  check_not_negative("the length of a spring between points", plan.length);
}
double PointSpring::apply(const Instant& now, Loads& loads) {
  const Vector3<double> apart = second_.pose(now).translation - first_.pose(now).translation;
  const double distance = norm(apart);
  if (!(distance > 0)) return 0;  // no direction to pull in
  const Vector3<double> n = (1 / distance) * apart;
  const double rate = dot(n, second_.velocity(now).linear - first_.velocity(now).linear);
  const double drag = plan_.damping * rate;
  const Vector3<double> pull = (plan_.stiffness * (distance - plan_.length) + drag) * n;
  first_.load(now, {{}, pull}, loads);
  second_.load(now, {{}, -pull}, loads);
  return -drag * rate;
}
double PointSpring::energy(const Instant& now) const {
  const double stretch = norm(second_.pose(now).translation - first_.pose(now).translation) - plan_.length;
  return 0.5 * plan_.stiffness * stretch * stretch;
}

// ---- Pushes and disturbances ---------------------------------------------------------------------

Push::Push(const Model& model, const PushPlan& plan) : plan_(plan), at_(model, plan.at), on_(false) {
  check_vector("the force of a push", plan.force);
  check_vector("the moment of a push", plan.moment);
  if (!(plan.from <= plan.until))
    throw std::invalid_argument("a push lasts from " + number_text(plan.from) + " s until " +
                                number_text(plan.until) + " s; expected it to end after it begins");
  jump(0);
}
double Push::apply(const Instant& now, Loads& loads) {
  if (!on_) return 0;
  const Force<double> force{plan_.moment, plan_.force};
  at_.load(now, force, loads);
  return dot(force, at_.velocity(now));
}
double Push::next_jump(double t) const {
  for (const double moment : {plan_.from, plan_.until}) {
    if (moment > t + due) return moment;
  }
  return infinity;
}
bool Push::jump(double t) {
  const bool on = t >= plan_.from - due && t < plan_.until - due;
  return std::exchange(on_, on) != on;
}

namespace {

// splitmix64: numbers without any pattern from numbers that follow one another.
std::uint64_t scattered(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

}  // namespace

Disturbance::Disturbance(const Model& model, const DisturbancePlan& plan) : plan_(plan) {
  check_not_negative("the size of the disturbance", plan.size);
  if (!(plan.period >= 1e-6) || !std::isfinite(plan.period))
    throw std::invalid_argument("the period of the disturbance is " + number_text(plan.period) +
                                " s; expected a microsecond or more");
  for (const JointInfo& joint : model.joints()) {
    if (joint.v_size == 1) freedoms_.push_back(std::size_t(joint.v_index));
  }
}
double Disturbance::apply(const Instant& now, Loads& loads) {
  double power = 0;
  for (const std::size_t v : freedoms_) {
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

// ---- From plans ----------------------------------------------------------------------------------

std::unique_ptr<ForceElement> make_force(const Model& whole, const ForcePlan& plan) {
  struct Make {
    const Model& whole;
    std::unique_ptr<ForceElement> operator()(const JointSpringPlan& p) {
      return std::make_unique<JointSpring>(whole, p);
    }
    std::unique_ptr<ForceElement> operator()(const PointSpringPlan& p) {
      return std::make_unique<PointSpring>(whole, p);
    }
    std::unique_ptr<ForceElement> operator()(const PushPlan& p) { return std::make_unique<Push>(whole, p); }
    std::unique_ptr<ForceElement> operator()(const DisturbancePlan& p) {
      return std::make_unique<Disturbance>(whole, p);
    }
  };
  return std::visit(Make{whole}, plan);
}

void add_joint_forces(Simulation& simulation, const SimulationPlan& plan) {
  const Model& model = simulation.mechanism().model();
  if (auto damping = std::make_unique<JointDamping>(model); plan.joint_damping && !damping->is_empty())
    simulation.add(std::move(damping));
  if (plan.limits.kind != LimitKind::soft) return;
  if (auto limits = std::make_unique<SoftLimits>(model, plan.limits); !limits->is_empty())
    simulation.add(std::move(limits));
}

}  // namespace sinew
