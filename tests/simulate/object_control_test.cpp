// Compares control of an object by several arms with the dynamics of the whole system: MultiArm under the controller's
// torques must give the demanded object motion and contact forces.
#include "sinew/simulate/controllers/object_control.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sinew/io/scene.hpp"
#include "tests/support/files.hpp"

namespace sinew::test::object_control_test {

struct Together {
  explicit Together(const std::string& file)
      : scene(load_scene(model_path(file))), object(held_object(scene)), state(as_one_state(scene)) {
    for (const SceneRobot& robot : scene.robots) arms.push_back(robot.model);
    object_q = state.q.size() - 7;
    object_v = state.v.size() - 6;
    pose.assign(state.q.end() - 7, state.q.end());
  }
  // Computes torques, accelerations and contact forces.
  std::vector<double> solve(ObjectControl& control, MultiArm<double>& system, double t = 0) {
    std::vector<double> tau(state.v.size(), std::nan("")), a(state.v.size());
    control.torques(t, state.q, state.v, tau);
    for (std::size_t i = object_v; i < tau.size(); ++i) EXPECT_EQ(tau[i], 0);
    system.forward_dynamics(state.q, state.v, tau, a);
    return a;
  }
  // Velocities that the grasps allow.
  void set_moving() {
    for (std::size_t i = 0; i < state.v.size(); ++i) state.v[i] = 0.3 * std::sin(double(3 * i + 1));
    MultiArm<double> system(arms, object, scene.grasps);
    MultiArmKinematics<double> kinematics(system);
    kinematics.update(state.q);
    kinematics.project_velocity(state.v);
  }
  std::vector<double> demanded(const ObjectPlan& plan, double t = 0) const {
    Tracking tracking(object, plan.target);
    tracking.update(t, {state.q.data() + object_q, 7}, {state.v.data() + object_v, 6});
    std::vector<double> a(6), stiffness(6, plan.stiffness[0]), damping(6, plan.damping[0]);
    tracking.demand(stiffness, damping, a);
    return a;
  }

  Scene scene;
  Model object;
  State state;
  std::vector<Model> arms{};
  std::size_t object_q, object_v;
  std::vector<double> pose;
};

TrajectoryPlan lift(const std::vector<double>& pose) {
  std::vector<double> up = pose;
  up[2] += 0.1;
  up[3] = std::cos(0.1), up[6] = std::sin(0.1);
  return {.times = {0, 1}, .values = {pose, up}};
}

TEST(ObjectControl, TheObjectAcceleratesAsDemandedWithTheSharedForces) {
  for (const std::string file : {"dual_arm_beam.yaml", "three_arm_plate.yaml"}) {
    Together together(file);
    together.set_moving();
    const ObjectPlan plan{.stiffness = {30}, .damping = {9}, .target = lift(together.pose)};
    ObjectControl control(together.arms, together.object, together.scene.grasps, plan);
    MultiArm<double> system(together.arms, together.object, together.scene.grasps);
    const std::vector<double> a = together.solve(control, system, 0.4);
    const std::vector<double> demanded = together.demanded(plan, 0.4);
    for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(a[together.object_v + i], demanded[i], 1e-8) << file;
    std::vector<double> forces(std::size_t(system.rows()));
    system.row_forces(forces);
    ASSERT_EQ(control.demanded_forces().size(), forces.size());
    for (std::size_t r = 0; r < forces.size(); ++r)
      EXPECT_NEAR(forces[r], control.demanded_forces()[r], 1e-7) << file;
  }
}

TEST(ObjectControl, ArmsThatHoldByPointsOrSoftFingersCarryTheObjectToo) {
  for (const ConnectionKind kind : {ConnectionKind::spherical, ConnectionKind::soft_finger}) {
    Together together("three_arm_plate.yaml");
    for (Grasp& grasp : together.scene.grasps) grasp.connection.kind = kind;
    together.set_moving();
    ObjectPlan plan{.target = lift(together.pose)};
    plan.squeeze = {{"second", {{1, 2, 3}, {4, 5, 6}}}};  // these grasps can transmit a part of it
    ObjectControl control(together.arms, together.object, together.scene.grasps, plan);
    MultiArm<double> system(together.arms, together.object, together.scene.grasps);
    const std::vector<double> a = together.solve(control, system, 0.2),
                              demanded = together.demanded(plan, 0.2);
    for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(a[together.object_v + i], demanded[i], 1e-8);
    std::vector<double> forces(std::size_t(system.rows()));
    system.row_forces(forces);
    for (std::size_t r = 0; r < forces.size(); ++r)
      EXPECT_NEAR(forces[r], control.demanded_forces()[r], 1e-7);
  }
}

TEST(ObjectControl, OnlyTheInternalPartOfASqueezeIsCommandedAndItCausesNoMotion) {
  Together together("dual_arm_beam.yaml");
  ObjectPlan plan{.target = lift(together.pose)};
  MultiArm<double> system(together.arms, together.object, together.scene.grasps);
  ObjectControl gently(together.arms, together.object, together.scene.grasps, plan);
  const std::vector<double> a = together.solve(gently, system);
  std::vector<double> before(12), behind(12);
  system.row_forces(before);
  // Both push along the beam from its ends, one harder: half of the unbalanced force remains.
  const auto along_beam = [&](int grasp, double force) {
    const multi_arm::Contact<double>& contact = system.contact(grasp);
    const Transform<double> second = contact.first_placement * contact.relative;  // in the beam's frame
    return Force<double>{{}, transpose_times(second.rotation, Vector3<double>{0, force, 0})};
  };
  plan.squeeze = {{"left", along_beam(0, -20)}, {"right", along_beam(1, 10)}};
  ObjectControl firmly(together.arms, together.object, together.scene.grasps, plan);
  const std::vector<double> squeezed = together.solve(firmly, system);
  system.row_forces(behind);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], squeezed[i], 1e-7);
  for (std::size_t r = 0; r < 12; ++r) EXPECT_NEAR(behind[r] - before[r], firmly.demanded_squeeze()[r], 1e-8);
  const auto push = [&](int grasp) {
    const Force<double> f = along_beam(grasp, 1);
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i)
      sum += (&f.linear.x)[i] * firmly.demanded_squeeze()[std::size_t(6 * grasp) + 3 + i];
    return sum;
  };
  EXPECT_NEAR(push(0), -15, 1e-9);
  EXPECT_NEAR(push(1), 15, 1e-9);
}

// The forces minimise the sum of f^2 / share: no internal force n, A n = 0, reduces it.
TEST(ObjectControl, TheLoadIsSharedAsRequested) {
  Together together("dual_arm_beam.yaml");
  const ObjectPlan plan{.shares = {2, 1}, .target = standing_at(together.pose)};
  ObjectControl control(together.arms, together.object, together.scene.grasps, plan);
  MultiArm<double> system(together.arms, together.object, together.scene.grasps);
  together.solve(control, system);
  std::vector<double> f(12), any(12), n(12);
  system.row_forces(f);
  MultiArmKinematics<double> kinematics(system);
  kinematics.update(together.state.q);
  LoadSharing<double> sharing(kinematics);
  for (std::size_t k = 0; k < 12; ++k) {
    any.assign(12, 0);
    any[k] = 1;
    sharing.squeeze_part(any, n);
    double change = 0;
    for (std::size_t r = 0; r < 12; ++r) change += n[r] * f[r] / plan.shares[r / 6];
    EXPECT_NEAR(change, 0, 1e-9);
  }
}

TEST(ObjectControl, ContinuesWithTheArmsThatStillHold) {
  Together together("three_arm_plate.yaml");
  together.set_moving();
  const ObjectPlan plan{.joint_damping = 4, .target = lift(together.pose)};
  ObjectControl control(together.arms, together.object, together.scene.grasps, plan);
  MultiArm<double> system(together.arms, together.object, together.scene.grasps);
  control.grasp_changed("third", false);
  control.grasp_changed("nobody", false);
  system.release(2);
  std::vector<double> a = together.solve(control, system, 0.3);
  const std::vector<double> demanded = together.demanded(plan, 0.3);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(a[together.object_v + i], demanded[i], 1e-8);
  for (std::size_t i = 12; i < 18; ++i)
    EXPECT_NEAR(a[i], -4 * together.state.v[i], 1e-8);  // decelerates to rest
  control.grasp_changed("third", true);
  system.hold(2);
  a = together.solve(control, system, 0.3);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(a[together.object_v + i], demanded[i], 1e-8);
  for (const char* grasp : {"first", "second", "third"}) control.grasp_changed(grasp, false);
  for (int i = 0; i < 3; ++i) system.release(i);
  a = together.solve(control, system, 0.3);
  for (std::size_t i = 0; i < 18; ++i) EXPECT_NEAR(a[i], -4 * together.state.v[i], 1e-8);
}

TEST(ObjectControl, ThreeArmsCarryThePlateAndTwoContinueWhenOneReleases) {
  const Scene scene = load_scene(model_path("three_arm_plate.yaml"));
  SimulatedScene whole = simulated(scene);
  whole.state.tau.clear();
  const std::vector<double> pose(whole.state.q.end() - 7, whole.state.q.end());
  const TrajectoryPlan target = lift(pose);
  SimulationPlan plan;
  plan.integrator = {.kind = IntegratorKind::rkmk4, .step = 4e-3};
  plan.options = {.duration = 2, .record_interval = 1};
  plan.joint_damping = plan.dry_friction = false;
  plan.controllers = {{.law = ObjectPlan{.target = target}}};
  plan.events = {{.name = "let go", .when = AtTime{0.5}, .release = {"third"}}};
  Simulation simulation = make_simulation(whole, plan);
  const SimulationReport report = simulation.run();
  EXPECT_EQ(report.end, RunEnd::finished) << report.why;
  EXPECT_LT(report.worst_position_error, 1e-9);
  const std::vector<double>& q = simulation.state().q;
  for (std::size_t i = 0; i < 7; ++i) EXPECT_NEAR(q[q.size() - 7 + i], target.values[1][i], 2e-4) << i;
}

TEST(ObjectControl, NamesTheErrorsInItsPlan) {
  const Together together("dual_arm_beam.yaml");
  const auto make = [&](const ObjectPlan& plan) {
    ObjectControl(together.arms, together.object, together.scene.grasps, plan);
  };
  const TrajectoryPlan here = standing_at(together.pose);
  EXPECT_THROW(make({.shares = {1, 1, 1}, .target = here}), std::invalid_argument);
  EXPECT_THROW(make({.shares = {1, 0}, .target = here}), std::invalid_argument);
  EXPECT_THROW(make({.squeeze = {{"middle", {}}}, .target = here}), std::invalid_argument);
  EXPECT_THROW(make({.stiffness = {1, 2}, .target = here}), std::invalid_argument);
  EXPECT_THROW(make({.target = standing_at({0, 0, 0})}), std::invalid_argument);
  EXPECT_THROW(ObjectControl(together.arms, together.arms[0], {}, {.target = here}), std::invalid_argument);
}

TEST(MakeController, StaysAtTheStartWithoutWaypoints) {
  const SimulatedScene scene = simulated(load_scene(model_path("dual_arm_beam.yaml")));
  const std::vector<double> q(scene.state.q.begin() + 7, scene.state.q.begin() + 14), v(7);
  std::vector<double> tau(7), held(7);
  make_controller(scene, {.robot = "right", .law = JointPdPlan{}})->torques(0, q, v, held);
  for (const ControllerPlan& plan :
       {ControllerPlan{.robot = "right", .law = ComputedTorquePlan{}},
        ControllerPlan{.robot = "right", .law = OperationalSpacePlan{.frame = "tool"}},
        ControllerPlan{.robot = "right", .law = PassivityPlan{}},
        ControllerPlan{.robot = "right", .law = DecoupledPlan{}}}) {
    make_controller(scene, plan)->torques(0, q, v, tau);
    for (std::size_t i = 0; i < 7; ++i) EXPECT_NEAR(tau[i], held[i], 1e-9);
  }
  EXPECT_THROW(make_controller(scene, {.robot = "middle"}), std::invalid_argument);
  EXPECT_THROW(make_controller(scene, {.robot = "right", .law = ObjectPlan{}}), std::invalid_argument);
  EXPECT_THROW(make_controller(scene, {.law = PassivityPlan{}}), std::invalid_argument);
  EXPECT_NE(make_controller(scene, {.law = ObjectPlan{}}), nullptr);
}

}  // namespace sinew::test::object_control_test
