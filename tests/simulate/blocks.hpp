// Sliding blocks and planned runs with their outcomes, for the tests of forces and events.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sinew/simulate/make_simulation.hpp"

namespace sinew::test {

inline constexpr double g = 9.81;

// A block that slides along `axis`, on the ground or on another block.
inline Body block(const std::string& name, const std::string& on, double mass, const Vector3<double>& axis,
                  const DegreeOfFreedom& dof) {
  Body body{.name = name, .parent = on};
  body.joint = {.name = name, .kind = JointKind::prismatic, .axis = axis, .dofs = {dof}};
  body.inertial = {mass, {}, {0.1, 0, 0, 0.1, 0, 0.1}};
  return body;
}

inline Description blocks(std::vector<Body> bodies) {
  return {.name = "blocks", .bodies = std::move(bodies)};
}

inline SimulationPlan plan_of(double duration, const LimitPlan& limits = {.kind = LimitKind::hard}) {
  SimulationPlan plan;
  plan.options.duration = duration;
  plan.options.record_interval = duration;
  plan.limits = limits;
  return plan;
}

struct RunOutcome {
  SimulationReport report;
  SimulationState phase;
  int count(const std::string& what) const {
    int found = 0;
    for (const EventRecord& event : report.events) found += event.note.find(what) != std::string::npos;
    return found;
  }
};

inline RunOutcome run(const Description& description, const State& state, const SimulationPlan& plan,
                      std::vector<Grasp> grasps = {}) {
  const SimulatedScene scene{.whole = Model(description), .state = state, .grasps = std::move(grasps)};
  Simulation simulation = make_simulation(scene, plan);
  RunOutcome outcome{.report = simulation.run(), .phase = simulation.state()};
  EXPECT_EQ(outcome.report.end, RunEnd::finished) << outcome.report.why;
  return outcome;
}

}  // namespace sinew::test
