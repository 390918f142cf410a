// Robots under control, at an instant and over time, for the tests of control laws.
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "sinew/chains/followers/independent_dynamics.hpp"
#include "sinew/model/examples.hpp"
#include "sinew/model/state.hpp"
#include "sinew/simulate/controllers/trajectory.hpp"
#include "sinew/simulate/simulation.hpp"

namespace sinew::test {

// A chain with a ball joint in the middle and, if requested, a floating base.
inline Model ball_arm(bool floats = false) {
  Description arm = random_chain(5, 3);
  arm.bodies[2].joint.kind = JointKind::spherical;
  if (floats) {
    Body base{.name = "base"};
    base.joint = {.name = "free", .kind = JointKind::floating};
    base.inertial = {3, {0.1, 0, 0.2}, {0.4, 0, 0, 0.5, 0, 0.6}};
    arm.bodies[0].parent = "base";
    arm.bodies.insert(arm.bodies.begin(), base);
  }
  return Model(arm);
}

// The same arm, whose last joint follows the first by a gear of variable ratio.
inline Model arm_with_follower() {
  Description arm = ball_arm().description();
  for (const std::size_t i : {0, 4}) arm.bodies[i].joint.kind = JointKind::revolute;
  arm.couplings = {{.name = "gear",
                    .joint = arm.bodies[4].joint.name,
                    .leader = arm.bodies[0].joint.name,
                    .polynomial = {0.1, 0.7, 0.3, -0.2, 0}}};
  return Model(arm);
}

inline TrajectoryPlan motion(const Model& model, std::uint64_t seed) {
  TrajectoryPlan plan{.interpolation = Interpolation::spline, .times = {0, 1, 2.5}};
  for (std::uint64_t i = 0; i < 3; ++i) plan.values.push_back(random_state(model, 10 * seed + i).q);
  return plan;
}

inline std::vector<double> accelerations(const Model& model, const State& state,
                                         const std::vector<double>& tau) {
  std::vector<double> a(tau.size());
  IndependentDynamics<double>(model).forward_dynamics(state.q, state.v, tau, a);
  return a;
}

inline std::vector<double> torques(Controller& controller, double t, const State& state) {
  std::vector<double> tau(state.v.size(), std::nan(""));
  controller.torques(t, state.q, state.v, tau);
  return tau;
}

// The state after a time h at constant accelerations.
inline State moved(const Model& model, const State& state, const std::vector<double>& a, double h) {
  State later = state;
  std::vector<double> mean(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    mean[i] = state.v[i] + h * a[i] / 2;
    later.v[i] = state.v[i] + h * a[i];
  }
  model.integrate(state.q, mean, h, later.q);
  return later;
}

// The solution e of e'' + 2 c e' + c^2 e = 0.
inline double fading(double e, double rate, double c, double t) {
  return (e + (rate + c * e) * t) * std::exp(-c * t);
}

inline std::vector<std::string> all_joints(const Model& model, std::size_t first = 0) {
  std::vector<std::string> names;
  for (const JointInfo& joint : model.joints().subspan(first)) names.push_back(joint.name);
  return names;
}

inline SimulationReport run(const Model& model, const State& start, std::unique_ptr<Controller> controller,
                            double duration, SimulationState& end, double step = 2e-3) {
  Simulation simulation(model, {}, {.duration = duration, .record_interval = duration});
  simulation.set_integrator({.kind = IntegratorKind::rkmk4, .step = step});
  simulation.state().q = start.q;
  simulation.state().v = start.v;
  simulation.add(std::move(controller));
  const SimulationReport report = simulation.run();
  end = simulation.state();
  return report;
}

}  // namespace sinew::test
