// Random robots with stops, friction and damping at some joints, for tests of events.
#pragma once

#include <string>
#include <vector>

#include "sinew/base/uniform.hpp"
#include "sinew/chains/loops/consistent_state.hpp"
#include "tests/simulate/blocks.hpp"
#include "tests/support/linkages.hpp"

namespace sinew::test {

// Chains of one to six rods in space and linkages with one degree of freedom, with stops, friction and damping at some
// joints.
struct RandomStopsAndFriction {
  explicit RandomStopsAndFriction(int index) : random(std::uint64_t(index) + 1) {
    index % 3 == 0 ? make_linkage(index) : make_chain(1 + index % 6);
    plan = plan_of(2, {.kind = LimitKind::hard, .restitution = std::max(0.0, random(-0.3, 0.9))});
    plan.options.record_interval = 0.05;
    plan.options.max_events = 1000;
    if (index % 2 == 1) plan.forces = {DisturbancePlan{.size = random(0, 6), .period = 0.05}};
    if (index % 4 == 1) plan.integrator = {.kind = IntegratorKind::rk4, .step = 1e-3};
  }
  double friction() { return std::max(0.0, random(-1, 2)); }
  void make_linkage(int index) {
    const PlanarLink rod{1, 0.5, 0, 0.1};
    robot = FourBar{1, 1.2, 1, 1.1, rod, rod, rod, {}}.description(ConnectionKind::revolute);
    for (Body& body : robot.bodies)
      body.joint.dofs = {{.damping = random(0, 0.2), .dry_friction = friction()}};
    DegreeOfFreedom& crank = robot.bodies[0].joint.dofs[0];
    if (index % 2 == 1) crank.lower = 0.9, crank.upper = 1.9;
    state = {.q = {1.4, -1.2, 1.6}, .v = {random(-3, 3), 0, 0}};
    make_consistent(Model(robot), state.q, state.v, std::vector<int>{0});
  }
  void make_chain(int count) {
    robot.name = "chain";
    for (int i = 0; i < count; ++i) {
      const Vector3<double> axis = i % 2 == 0 ? Vector3<double>{0, -1, 0} : Vector3<double>{1, 0, 0};
      Body body = hinged("rod" + std::to_string(i), i == 0 ? "" : "rod" + std::to_string(i - 1),
                         {0, 0, i == 0 ? 0 : -0.4},
                         {random(0.5, 2), {0, 0, -0.2}, {0.02, 0, 0, 0.02, 0, 0.02}}, axis);
      body.joint.dofs = {{.damping = random(0, 0.05),
                          .dry_friction = friction() / 2,
                          .lower = random(-1.5, -0.2),
                          .upper = random(0.2, 1.5)}};
      robot.bodies.push_back(body);
      state.q.push_back(random(-0.2, 0.2));
      state.v.push_back(i % 3 == 2 ? 0 : random(-4, 4));
    }
  }

  Uniform random;
  Description robot;
  State state;
  SimulationPlan plan;
};

}  // namespace sinew::test
