#include "sinew/simulate/run/free_fall.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <string_view>

namespace sinew {
namespace {

constexpr double least_fall = 0.1;  // m: shorter falls are not reported
constexpr double free_part = 0.5;   // of free fall

// Returns the names of bodies on the ground whose trees a closed loop connects with another tree or with the ground.
std::set<std::string, std::less<>> supported_trees(const Mechanism& mechanism) {
  const Description& robot = mechanism.model().description();
  std::map<std::string_view, const Body*> named;
  for (const Body& body : robot.bodies) named[body.name] = &body;
  const auto tree_of = [&](const LoopEnd& end) {
    std::string_view top = end.body;
    while (!top.empty() && !named.at(top)->parent.empty()) top = named.at(top)->parent;
    return std::string(top);  // empty: the ground
  };
  std::set<std::string, std::less<>> supported;
  for (std::size_t i = 0; i < robot.loops.size(); ++i) {
    if (!mechanism.is_closed(int(i))) continue;
    const std::string first = tree_of(robot.loops[i].first), second = tree_of(robot.loops[i].second);
    if (first != second) supported.insert({first, second});
  }
  return supported;
}

// Returns how much further the body has moved along gravity than it would have without gravity.
double fall_of(const Body& body, const JointInfo& joint, const Vector3<double>& down,
               const SimulationState& start, const SimulationState& now) {
  const double *q0 = start.q.data() + joint.q_index, *q = now.q.data() + joint.q_index;
  const double* const v0 = start.v.data() + joint.v_index;
  const Vector3<double> moved{q[0] - q0[0], q[1] - q0[1], q[2] - q0[2]};
  const Vector3<double> velocity =
      rotation_from_quaternion(q0[3], q0[4], q0[5], q0[6]) * Vector3<double>{v0[3], v0[4], v0[5]};
  return dot(down, body.placement.rotation * (moved - (now.t - start.t) * velocity));
}

std::string length_in_words(double length) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g m", length);
  return text;
}

}  // namespace

std::string free_fall(const Mechanism& mechanism, const SimulationState& start, const SimulationState& now) {
  const Model& model = mechanism.model();
  const Vector3<double> gravity = model.gravity();
  const double g = norm(gravity), time = now.t - start.t;
  const double whole = 0.5 * g * time * time;
  if (!(whole * free_part > least_fall) || start.q.size() != now.q.size()) return {};
  const Description& robot = model.description();
  const bool floats = std::any_of(model.joints().begin(), model.joints().end(),
                                  [](const JointInfo& joint) { return joint.kind == JointKind::floating; });
  if (!floats) return {};
  const auto supported = supported_trees(mechanism);
  std::string names;
  int count = 0;
  double most = 0;
  for (const Body& body : robot.bodies) {
    if (!body.parent.empty() || body.joint.kind != JointKind::floating || supported.contains(body.name))
      continue;
    const double fall = fall_of(body, model.joint(body.joint.name), (1 / g) * gravity, start, now);
    if (!(fall > least_fall && fall > free_part * whole)) continue;
    if (++count == 1) names = "'" + body.name + "'";
    most = std::max(most, fall);
  }
  if (count == 0) return {};
  if (count > 1) names += " and " + std::to_string(count - 1) + (count == 2 ? " other" : " others");
  return names + " fell " + length_in_words(most) +
         ": nothing supports it; sinew simulates no contacts between shapes" +
         (mechanism.options().arms ? "" : ". --base fixed (in a scene floating: false) fixes the robot");
}

}  // namespace sinew
