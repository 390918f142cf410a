// A small tree with all kinds of coordinates that integrators treat as a group, with forces, and functions that run it.
#pragma once

#include <algorithm>
#include <cmath>

#include "sinew/model/joints/configuration_group.hpp"
#include "sinew/model/state.hpp"
#include "sinew/simulate/integrators/integrator.hpp"
#include "tests/support/small_robots.hpp"

namespace sinew::test {

// A floating body, a ball joint (with rotors) on it, and a rod hinged to that.
inline Description moving_tree() {
  Description tree = free_body(2, {0.1, 0.2, 0.25});
  tree.name = "moving tree";
  tree.bodies[0].inertial.com = {0.05, 0.02, -0.03};
  Body ball{.name = "ball",
            .parent = "body",
            .placement = {rotation_about(Vector3<double>{1, 0, 0}, 0.3), {0.2, 0.1, 0}}};
  ball.joint = {.name = "socket", .kind = JointKind::spherical, .dofs = {DegreeOfFreedom{.armature = 0.02}}};
  ball.inertial = {0.7, {0.1, 0.2, 0.3}, {0.02, 0, 0, 0.03, 0, 0.025}};
  tree.bodies.push_back(ball);
  tree.bodies.push_back(hinged("rod", "ball", {0, 0, -0.3},
                               {0.5, {0, 0.02, -0.2}, {0.01, 0, 0, 0.01, 0, 0.004}}, {0, 0.6, 0.8}));
  return tree;
}

// Drag on each degree of freedom, and torques that depend on time.
class DragAndDrive : public ForceElement {
 public:
  double apply(const Instant& now, Loads& loads) override {
    double power = 0;
    for (std::size_t i = 0; i < now.v.size(); ++i) {
      const double moment = 0.3 * std::sin(3 * now.t) - 0.1 * now.v[i];
      loads.tau[i] += moment;
      power += moment * now.v[i];
    }
    return power;
  }
};

inline SimulationState fast_start(const Model& model) {
  State state = random_state(model, 3);
  for (double& v : state.v) v *= 3;
  return {.q = state.q, .v = state.v};
}

inline void run_to(Integrator& integrator, Dynamics& dynamics, SimulationState& phase, double t) {
  while (phase.t < t) integrator.step(dynamics, phase, t);
}

// The moving tree under its forces after one second.
inline SimulationState tree_after_a_second(const IntegratorOptions& options, long* evaluations = nullptr) {
  const Model model(moving_tree());
  Mechanism mechanism(model);
  Dynamics dynamics(mechanism);
  dynamics.add(std::make_unique<DragAndDrive>());
  SimulationState phase = fast_start(model);
  run_to(*make_integrator(model, options), dynamics, phase, 1);
  if (evaluations) *evaluations = dynamics.evaluations();
  return phase;
}

// The largest difference of positions (on their group), velocities and work.
inline double distance(const Model& model, const SimulationState& a, const SimulationState& b) {
  std::vector<double> u(a.v.size());
  difference(model, a.q, b.q, u);
  double most = std::abs(a.work - b.work);
  for (std::size_t i = 0; i < u.size(); ++i)
    most = std::max({most, std::abs(u[i]), std::abs(a.v[i] - b.v[i])});
  return most;
}

// log2 of the factor by which the error decreases when steps are halved: the order.
inline double measured_order(IntegratorKind kind, double step) {
  static const Model model(moving_tree());
  static const SimulationState exact = tree_after_a_second({.kind = IntegratorKind::rk4, .step = 2e-4});
  const auto error = [&](double h) {
    return distance(model, tree_after_a_second({.kind = kind, .step = h}), exact);
  };
  return std::log2(error(step) / error(step / 2));
}

inline double energy(Dynamics& dynamics, const SimulationState& phase) {
  Mechanism& mechanism = dynamics.mechanism();
  return mechanism.kinetic_energy(phase.q, phase.v) + mechanism.potential_energy(phase.q);
}

}  // namespace sinew::test
