// Implements force elements that act on points of bodies: point springs and pushes.
#include <utility>

#include "sinew/base/check_number.hpp"
#include "sinew/base/number_text.hpp"
#include "sinew/simulate/forces/forces.hpp"

namespace sinew {
namespace {

// A jump is due up to this many seconds before its time, because times are sums with rounding errors.
constexpr double rounding_of_times = 1e-9;

void check_vector(const std::string& what, const Vector3<double>& v) {
  for (const double x : {v.x, v.y, v.z}) edge::check_finite_number(what, x);
}

}  // namespace

// ---- Points --------------------------------------------------------------------------------------

BodyPoint::BodyPoint(const Model& model, const LoopEnd& at)
    : frame_(at.body.empty() ? ground : model.frame(at.body)), placement_(at.placement) {
  check_vector("a point on '" + at.body + "'", at.placement.translation);
}
Transform<double> BodyPoint::pose(const Instant& now) const {
  return sinew::pose(now.work, frame_) * placement_;
}
Motion<double> BodyPoint::velocity(const Instant& now) const {
  const Motion<double> body = placement_.motion_to_child(sinew::velocity(now.work, frame_));
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
    : made_for_(model), plan_(plan), first_(model, plan.first), second_(model, plan.second) {
  edge::check_not_negative("the stiffness of a spring between points", plan.stiffness);
  edge::check_not_negative("the damping of a spring between points", plan.damping);
  edge::check_not_negative("the length of a spring between points", plan.length);
}
double PointSpring::apply(const Instant& now, Loads& loads) {
  made_for_.check("a spring between points", now.model);
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
  made_for_.check("a spring between points", now.model);
  const double stretch = norm(second_.pose(now).translation - first_.pose(now).translation) - plan_.length;
  return 0.5 * plan_.stiffness * stretch * stretch;
}

// ---- Push ----------------------------------------------------------------------------------------

Push::Push(const Model& model, const PushPlan& plan)
    : made_for_(model), plan_(plan), at_(model, plan.at), on_(false) {
  check_vector("the force of a push", plan.force);
  check_vector("the moment of a push", plan.moment);
  if (!(plan.from <= plan.until))
    throw std::invalid_argument("a push lasts from " + number_text(plan.from) + " s until " +
                                number_text(plan.until) + " s; expected it to end after it begins");
  jump(0);
}
double Push::apply(const Instant& now, Loads& loads) {
  made_for_.check("a push", now.model);
  if (!on_) return 0;
  const Force<double> force{plan_.moment, plan_.force};
  at_.load(now, force, loads);
  return dot(force, at_.velocity(now));
}
double Push::next_jump(double t) const {
  for (const double moment : {plan_.from, plan_.until}) {
    if (moment > t + rounding_of_times) return moment;
  }
  return infinity;
}
bool Push::jump(double t) {
  const bool on = t >= plan_.from - rounding_of_times && t < plan_.until - rounding_of_times;
  return std::exchange(on_, on) != on;
}

}  // namespace sinew
