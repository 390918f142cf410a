// Several arms and their object as one mechanism: compares the arms' own filters with the merged model with loops.
#include <gtest/gtest.h>

#include <cmath>

#include "sinew/io/scene.hpp"
#include "sinew/simulate/run/mechanism.hpp"
#include "tests/support/files.hpp"

namespace sinew::test::multi_arm_dynamics_test {

struct Both {
  explicit Both(const std::string& scene_name)
      : scene(load_scene(model_path(scene_name))),
        whole(as_one_model(scene)),
        state(as_one_state(scene)),
        as_loops(whole),
        as_arms(whole, {.arms = parts()}) {}

  ArmsAndObject parts() const {
    ArmsAndObject result{.object = held_object(scene), .grasps = scene.grasps};
    for (const SceneRobot& arm : scene.robots) {
      result.arms.push_back(arm.model);
      result.names.push_back(arm.name);
    }
    result.names.push_back(scene.object->name);
    return result;
  }

  void expect_same_motion(std::span<const ExternalForce<double>> forces = {}) {
    std::vector<double> a(state.v.size()), b(a);
    as_loops.accelerations(state.q, state.v, state.tau, a, forces);
    as_arms.accelerations(state.q, state.v, state.tau, b, forces);
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-10) << i;
    for (int i = 0; i < int(scene.grasps.size()); ++i) {
      const Force<double> difference = as_loops.loop_force(i) - as_arms.loop_force(i);
      EXPECT_NEAR(dot(difference.linear, difference.linear), 0, 1e-16) << i;
      EXPECT_NEAR(dot(difference.angular, difference.angular), 0, 1e-16) << i;
    }
  }

  Scene scene;
  Model whole;
  State state;
  Mechanism as_loops, as_arms;
};

// Nonzero everywhere, and the same every time.
std::vector<double> bumps(std::size_t count) {
  std::vector<double> result(count);
  for (std::size_t i = 0; i < count; ++i) result[i] = 0.1 * std::sin(1.0 + 1.7 * double(i));
  return result;
}

TEST(MultiArmDynamics, EqualsTheMergedModelWithLoops) {
  for (const char* name : {"three_arm_plate.yaml", "dual_arm_beam.yaml"}) {
    SCOPED_TRACE(name);
    Both both(name);
    both.expect_same_motion();
  }
}

TEST(MultiArmDynamics, ExternalForcesActOnTheirArm) {
  Both both("three_arm_plate.yaml");
  const ExternalForce<double> forces[] = {{both.whole.frame("second/tool"), {{1, 2, 3}, {4, 5, 6}}},
                                          {both.whole.frame("plate/plate"), {{0, 0, 1}, {10, 0, 0}}},
                                          {both.whole.frame("first/tool"), {{0, 1, 0}, {0, 0, -7}}},
                                          {ground, {{1, 1, 1}, {1, 1, 1}}}};
  both.expect_same_motion(forces);
}

TEST(MultiArmDynamics, ReleasesAndGraspsWithTheSameVelocityJumps) {
  Both both("three_arm_plate.yaml");
  for (Mechanism* mechanism : {&both.as_loops, &both.as_arms}) mechanism->release(2);
  both.expect_same_motion();
  EXPECT_FALSE(both.as_arms.is_closed(2));
  std::vector<double> v = bumps(both.state.v.size()), w = v;
  both.as_loops.project_velocity(both.state.q, v);
  both.as_arms.project_velocity(both.state.q, w);
  for (std::size_t i = 0; i < v.size(); ++i) EXPECT_NEAR(v[i], w[i], 1e-12);
  const double lost = both.as_loops.close(2, both.state.q, v),
               lost_by_arms = both.as_arms.close(2, both.state.q, w);
  EXPECT_GT(lost, 1e-4);
  EXPECT_NEAR(lost, lost_by_arms, 1e-12);
  for (std::size_t i = 0; i < v.size(); ++i) EXPECT_NEAR(v[i], w[i], 1e-12);
  EXPECT_LT(both.as_arms.velocity_error(both.state.q, w), 1e-14);
  both.state.v = v;
  both.expect_same_motion();
}

TEST(MultiArmDynamics, ClosesOpenGrasps) {
  Both both("three_arm_plate.yaml");
  std::vector<double> q = both.state.q;
  for (std::size_t i = 0; i < 18; ++i) q[i] += 1e-4 * std::sin(double(i));
  EXPECT_GT(both.as_arms.position_error(q), 1e-5);
  EXPECT_TRUE(both.as_arms.project_position(q));
  EXPECT_LT(both.as_arms.position_error(q), 1e-12);
}

TEST(MultiArmDynamics, JointsCanBeLockedForATime) {
  const Both both("three_arm_plate.yaml");
  const std::vector<std::string> joints{"first/joint2", "third/joint5"};
  Mechanism loops(both.whole, {.lockable_joints = joints}),
      arms(both.whole, {.lockable_joints = joints, .arms = both.parts()});
  const auto expect_same = [&] {
    std::vector<double> a(both.state.v.size()), b(a), v = bumps(a.size()), w = v;
    loops.accelerations(both.state.q, both.state.v, both.state.tau, a);
    arms.accelerations(both.state.q, both.state.v, both.state.tau, b);
    EXPECT_NEAR(loops.lock_torque(0), arms.lock_torque(0), 1e-9);
    EXPECT_NEAR(loops.loop_force(1).linear.z, arms.loop_force(1).linear.z, 1e-8);
    loops.project_velocity(both.state.q, v);
    arms.project_velocity(both.state.q, w);
    for (std::size_t i = 0; i < a.size(); ++i) {
      EXPECT_NEAR(a[i], b[i], 1e-10) << i;
      EXPECT_NEAR(v[i], w[i], 1e-10) << i;
    }
  };
  expect_same();
  for (Mechanism* mechanism : {&loops, &arms}) mechanism->lock(0, both.state.q[1]);
  expect_same();
  for (Mechanism* mechanism : {&loops, &arms}) mechanism->unlock(0);
  expect_same();
}

}  // namespace sinew::test::multi_arm_dynamics_test
