// Mechanisms, forces, controllers and integrators do not allocate; only this file of these tests counts allocations.
#include <gtest/gtest.h>

#include "sinew/io/scene.hpp"
#include "sinew/simulate/events/internal/stops.hpp"
#include "sinew/simulate/forces/forces.hpp"
#include "sinew/simulate/forces/internal/soft_limits.hpp"
#include "sinew/simulate/make_simulation.hpp"
#include "sinew/simulate/run/mechanism.hpp"
#include "tests/support/count_allocations.hpp"
#include "tests/support/files.hpp"
#include "tests/support/linkages.hpp"
#include "tests/support/moving_tree.hpp"
#include "tests/support/small_robots.hpp"

namespace sinew::test::no_allocation_test {

template <class F>
long allocations_of(const F& f) {
  f();  // lets buffers grow to their final size
  const long before = test::allocations;
  f();
  return test::allocations - before;
}

TEST(NoAllocation, OfSeveralArmsThatMoveReleaseAndGrasp) {
  const Scene scene = load_scene(model_path("three_arm_plate.yaml"));
  const Model whole = as_one_model(scene);
  const State state = as_one_state(scene);
  ArmsAndObject parts{.object = held_object(scene), .grasps = scene.grasps};
  for (const SceneRobot& arm : scene.robots) {
    parts.arms.push_back(arm.model);
    parts.names.push_back(arm.name);
  }
  parts.names.push_back(scene.object->name);
  Mechanism mechanism(whole, {.arms = parts});
  const ExternalForce<double> forces[] = {{whole.frame("second/tool"), {{1, 2, 3}, {4, 5, 6}}}};
  std::vector<double> a(state.v.size()), q = state.q, v = state.v;
  EXPECT_EQ(allocations_of([&] {
              mechanism.accelerations(q, v, state.tau, a, forces);
              mechanism.project_position(q);
              mechanism.project_velocity(q, v);
              mechanism.release(1);
              mechanism.close(1, q, v);
            }),
            0);
}

TEST(NoAllocation, OfControllersOfArmsWithAndWithoutTheirGrasps) {
  const SimulatedScene scene = simulated(load_scene(model_path("three_arm_plate.yaml")));
  const ControllerPlan plans[] = {{.robot = "second", .law = JointPdPlan{}},
                                  {.robot = "second", .law = ComputedTorquePlan{}},
                                  {.robot = "second", .law = OperationalSpacePlan{.frame = "tool"}},
                                  {.robot = "second", .law = PassivityPlan{}},
                                  {.robot = "second", .law = DecoupledPlan{}},
                                  {.law = JointPdPlan{}},
                                  {.law = ComputedTorquePlan{}},
                                  {.law = ObjectPlan{}}};
  for (const ControllerPlan& plan : plans) {
    const auto controller = make_controller(scene, plan);
    const SimulatedRobot whole{.model = scene.whole}, &robot = plan.robot.empty() ? whole : scene.arms[1];
    const auto part = [](const std::vector<double>& x, int first, int count) {
      return std::vector<double>(x.begin() + first, x.begin() + first + count);
    };
    const std::vector<double> q = part(scene.state.q, robot.q_index, robot.model.position_size()),
                              v = part(scene.state.v, robot.v_index, robot.model.velocity_size());
    std::vector<double> tau(v.size());
    const std::string grasp = "third";
    const long before = test::allocations;  // from the first call on
    controller->torques(0, q, v, tau);
    controller->grasp_changed(grasp, false);
    controller->torques(1, q, v, tau);
    controller->grasp_changed(grasp, true);
    controller->torques(2, q, v, tau);
    EXPECT_EQ(test::allocations - before, 0) << "law " << plan.law.index();
  }
}

TEST(NoAllocation, OfStepsOfSinewsIntegratorsWithAndWithoutLoops) {
  const Model tree(test::moving_tree()), bars(test::n_four_bar(1, ConnectionKind::revolute));
  for (const Model& model : {tree, bars}) {
    for (const auto kind : {IntegratorKind::semi_implicit_euler, IntegratorKind::rk4, IntegratorKind::rkmk4,
                            IntegratorKind::variational}) {
      Mechanism mechanism(model);
      Dynamics dynamics(mechanism);
      dynamics.add(std::make_unique<test::DragAndDrive>());
      SimulationState phase{.q = model.neutral_position(),
                            .v = std::vector<double>(std::size_t(model.velocity_size()))};
      if (mechanism.is_constrained()) phase.q = {1.2, -1.2, 1.2};
      const auto integrator = make_integrator(model, {.kind = kind, .step = 0.001});
      EXPECT_EQ(allocations_of([&] { integrator->step(dynamics, phase, phase.t + 0.001); }), 0)
          << name_of(kind);
    }
  }
}

TEST(NoAllocation, OfForcesStopsAndFriction) {
  Description robot = test::double_pendulum(1, 2, 0.5, 0.4);
  robot.bodies[0].joint.dofs = {{.damping = 0.1, .dry_friction = 100, .lower = -1, .upper = 1}};
  robot.bodies[1].joint.dofs = {{.lower = 0, .upper = 1}};
  const TendonElement wheel{.kind = TendonElement::Kind::sphere, .at = {"upper", {}}, .radius = 0.1};
  robot.tendons = {{.name = "cable",
                    .path = {{.at = {"", {{}, {1, 0, 0}}}}, wheel, {.at = {"lower", {{}, {0, 0, -1}}}}},
                    .stiffness = 2,
                    .damping = 1,
                    .upper = 1}};
  const Model model(robot);
  const std::vector<std::string> held{"upper_joint", "lower_joint"};
  Mechanism mechanism(model, {.lockable_joints = held});
  Dynamics dynamics(mechanism);
  const ForcePlan forces[] = {
      JointSpringPlan{.joint = "upper_joint", .stiffness = 3},
      PointSpringPlan{.first = {.body = "upper"}, .second = {.body = "lower"}, .stiffness = 3},
      PushPlan{.at = {.body = "lower"}, .force = {1, 2, 3}}, DisturbancePlan{.size = 1}};
  for (const ForcePlan& force : forces) dynamics.add(make_force(model, force));
  dynamics.add(std::make_unique<JointDamping>(model));
  dynamics.add(std::make_unique<ModelTendons>(model, true, true));
  SoftLimits soft(model, {});
  dynamics.add(soft.force());
  Stops stops(model, {.joints = {{.name = held[0], .lock = 0, .q = 0, .v = 0, .friction = 100},
                                 {.name = held[1], .lock = 1, .q = 1, .v = 1, .lower = 0, .upper = 1}}});
  dynamics.add(stops.friction());
  SimulationState phase{.q = {0.3, 0}, .v = {0, 0}};
  EventContext context{phase, dynamics};
  stops.begin(context);
  soft.begin(context);
  EXPECT_TRUE(mechanism.is_locked(0));
  std::vector<double> a(2);
  double power = 0;
  EXPECT_EQ(allocations_of([&] {
              phase.t += 0.01;
              dynamics.sample(phase);
              dynamics.accelerations(phase.t, phase.q, phase.v, a, power);
              dynamics.stored_energy(phase.t, phase.q, phase.v);
              stops.value(phase, dynamics);
              soft.value(phase, dynamics);
            }),
            0);
}

}  // namespace sinew::test::no_allocation_test
