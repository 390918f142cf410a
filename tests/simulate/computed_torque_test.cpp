// Checks that accelerations are as demanded: by the dynamics at an instant, and over time against the closed form of a
// damped mass on a spring.
#include "sinew/simulate/controllers/computed_torque.hpp"

#include <gtest/gtest.h>

#include "sinew/chains/loops/closed_inverse_dynamics.hpp"
#include "sinew/io/scene.hpp"
#include "tests/simulate/controlled_robots.hpp"
#include "tests/support/files.hpp"

namespace sinew::test::computed_torque_test {

TEST(ComputedTorque, ErrorsDecayLikeADampedOscillatorAlsoForABallJoint) {
  const Model model = ball_arm();
  State start = random_state(model, 11);
  const TrajectoryPlan target = motion(model, 4);
  const double c = 6;
  Tracking tracking(model, target);
  tracking.update(0, start.q, start.v);
  const std::vector<double> e(tracking.error().begin(), tracking.error().end()),
      rate(tracking.error_rate().begin(), tracking.error_rate().end());
  SimulationState end;
  run(model, start,
      std::make_unique<ComputedTorque>(
          model,
          ComputedTorquePlan{
              .joints = all_joints(model), .stiffness = {c * c}, .damping = {2 * c}, .target = target}),
      0.4, end);
  tracking.update(0.4, end.q, end.v);
  for (std::size_t i = 0; i < e.size(); ++i)
    EXPECT_NEAR(tracking.error()[i], fading(e[i], rate[i], c, 0.4), 1e-7) << i;
}

TEST(ComputedTorque, MotorsOfAFloatingRobotObeyTheirLaw) {
  const Model model = ball_arm(true);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const State state = random_state(model, seed);
    ComputedTorque control(model, {.stiffness = {50}, .damping = {8}, .target = motion(model, seed)});
    const std::vector<double> tau = torques(control, 0.7, state), a = accelerations(model, state, tau);
    std::vector<double> q(state.q.size()), v(state.v.size()), target(state.v.size());
    Trajectory(model, motion(model, seed)).at(0.7, q, v, target);
    int motors = 0;
    for (const JointInfo& joint : model.joints()) {
      for (int k = 0; k < joint.v_size; ++k) {
        const auto i = std::size_t(joint.v_index + k);
        if (joint.v_size > 1) {
          EXPECT_EQ(tau[i], 0);
          continue;
        }
        const auto j = std::size_t(joint.q_index);
        EXPECT_NEAR(a[i], target[i] + 8 * (v[i] - state.v[i]) + 50 * (q[j] - state.q[j]), 1e-7);
        ++motors;
      }
    }
    EXPECT_EQ(motors, 4);
  }
}

TEST(ComputedTorque, TheCrankOfALinkageObeysItsLaw) {
  const Scene scene = load_scene(model_path("four_bar.yaml"));
  const Model& model = scene.robots[0].model;
  const State& start = scene.robots[0].state;
  const double c = 8;
  std::vector<double> target = start.q;
  target[0] += 1;
  SimulationState end;
  const SimulationReport report =
      run(model, start,
          std::make_unique<ComputedTorque>(model, ComputedTorquePlan{.joints = {"crank_joint"},
                                                                     .stiffness = {c * c},
                                                                     .damping = {2 * c},
                                                                     .target = standing_at(target)}),
          0.3, end, 1e-3);
  EXPECT_EQ(report.end, RunEnd::finished) << report.why;
  EXPECT_NEAR(target[0] - end.q[0], fading(1, -start.v[0], c, 0.3), 1e-8);
}

// With more motors than degrees of freedom: another method gives the torques of least norm with the same accelerations.
TEST(ComputedTorque, TwoArmsWithABeamMoveAsNearToTheLawAsTheGraspsAllow) {
  const Scene scene = load_scene(model_path("dual_arm_beam.yaml"));
  const Model model = as_one_model(scene);
  const State state = as_one_state(scene);
  State target = random_state(model, 3);
  ComputedTorque control(model, {.stiffness = {20}, .damping = {4}, .target = standing_at(target.q)});
  const std::vector<double> tau = torques(control, 0, state);
  Mechanism mechanism(model);
  std::vector<double> a(tau.size()), least(tau.size()), motors(tau.size());
  mechanism.accelerations(state.q, state.v, tau, a);
  std::vector<int> actuated(14);
  for (int i = 0; i < 14; ++i) actuated[std::size_t(i)] = i;
  ClosedInverseDynamics<double> inverse(model, mechanism.system().chain(), actuated);
  Workspace<double> work(model);
  EXPECT_LT(inverse.solve(work, mechanism.system().chain(), state.q, state.v, a, least), 1e-7);
  for (std::size_t i = 0; i < tau.size(); ++i) EXPECT_NEAR(tau[i], least[i], 1e-6) << i;
  // The remaining deviation from the law is orthogonal to all possible motions.
  const Matrix<double>& S = inverse.kinematics().independent_motions();
  for (int k = 0; k < S.cols(); ++k) {
    double sum = 0;
    for (std::size_t i = 0; i < 14; ++i)
      sum += S(int(i), k) * (a[i] - 20 * (target.q[i] - state.q[i]) + 4 * state.v[i]);
    EXPECT_NEAR(sum, 0, 1e-6);
  }
}

TEST(ComputedTorque, FollowsAnOpenedLoop) {
  const Scene scene = load_scene(model_path("four_bar.yaml"));
  const Model& model = scene.robots[0].model;
  const State& state = scene.robots[0].state;
  ComputedTorque control(model,
                         {.joints = {"crank_joint", "rocker_joint"}, .target = standing_at({1, 2, 3})});
  control.grasp_changed("closing_joint", false);
  const std::vector<double> a = accelerations(model, state, torques(control, 0, state));
  for (const std::size_t i : {0, 2})
    EXPECT_NEAR(a[i], 100 * (double(i + 1) - state.q[i]) - 20 * state.v[i], 1e-7);
}

}  // namespace sinew::test::computed_torque_test
