// Compares the control of a frame with the closed form of a damped mass on a spring; also null-space motions, and
// positions in which the frame cannot move in all directions.
#include "sinew/simulate/controllers/operational_space_control.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"
#include "sinew/io/load.hpp"
#include "tests/simulate/controlled_robots.hpp"
#include "tests/support/files.hpp"
#include "tests/support/gripper_arm.hpp"

namespace sinew::test::operational_space_control_test {

Transform<double> frame_pose(const Model& model, const std::vector<double>& q, const std::string& frame) {
  Workspace<double> work(model);
  update_poses(work, q);
  return pose(work, model.frame(frame));
}

TEST(OperationalSpaceControl, TheErrorsOfTheFrameDecayLikeADampedOscillator) {
  const Model model = load(model_path("arm7.urdf"));
  State start{.q = {0.3, 0.6, 0.2, -1.4, 0.1, 1.1, 0.4}, .v = {0.3, -0.2, 0.1, 0.4, 0.2, -0.3, 0.5}};
  const Transform<double> there = frame_pose(model, {0.1, 0.7, 0, -1.2, 0.3, 0.9, 0}, "tool");
  const auto coordinates = pose_coordinates(there);
  const double c = 5, duration = 0.5;
  Workspace<double> work(model);
  update_velocities(work, start.q, start.v);
  const Transform<double> from = pose(work, model.frame("tool"));
  const Motion<double> twist = velocity(work, model.frame("tool"), Reference::aligned);
  Tracking tracking(pose_model(), standing_at({coordinates.begin(), coordinates.end()}));
  const auto rotation_of = [&](const std::vector<double>& q,
                               const std::vector<double>& v) {  // e and e' of the rotation
    update_velocities(work, q, v);
    tracking.update(0, pose_coordinates(pose(work, model.frame("tool"))),
                    components(velocity(work, model.frame("tool"))));
    std::vector<double> both(tracking.error().begin(), tracking.error().begin() + 3);
    both.insert(both.end(), tracking.error_rate().begin(), tracking.error_rate().begin() + 3);
    return both;
  };
  const std::vector<double> first = rotation_of(start.q, start.v);
  SimulationState end;
  run(model, start,
      std::make_unique<OperationalSpaceControl>(
          model, OperationalSpacePlan{.frame = "tool",
                                      .stiffness = {c * c},
                                      .damping = {2 * c},
                                      .target = standing_at({coordinates.begin(), coordinates.end()})}),
      duration, end);
  const Vector3<double> e = there.translation - from.translation,
                        left = there.translation - frame_pose(model, end.q, "tool").translation;
  EXPECT_NEAR(left.x, fading(e.x, -twist.linear.x, c, duration), 1e-8);
  EXPECT_NEAR(left.y, fading(e.y, -twist.linear.y, c, duration), 1e-8);
  EXPECT_NEAR(left.z, fading(e.z, -twist.linear.z, c, duration), 1e-8);
  const std::vector<double> last = rotation_of(end.q, end.v);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(last[i], fading(first[i], first[i + 3], c, duration), 1e-8);
}

TEST(OperationalSpaceControl, TheNullSpaceDoesNotMoveTheFrameAndIsDampedByKineticEnergy) {
  const Model model(random_chain(9, 7));
  const FrameIndex tip = model.frame("tip");
  Workspace<double> work(model);
  Matrix<double> M(9, 9);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const State state = random_state(model, seed), other = random_state(model, seed + 50);
    const auto target = pose_coordinates(frame_pose(model, other.q, "tip"));
    OperationalSpacePlan plan{.frame = "tip", .target = standing_at({target.begin(), target.end()})};
    std::vector<double> a[2];
    Motion<double> rate[2];
    for (const int k : {0, 1}) {
      plan.joint_damping = k == 0 ? 0 : 3;
      OperationalSpaceControl control(model, plan);
      a[k] = accelerations(model, state, torques(control, 0, state));
      update_accelerations(work, state.q, state.v, a[k]);
      rate[k] = acceleration(work, tip);
    }
    EXPECT_LT(norm(rate[0].angular - rate[1].angular), 1e-7);
    EXPECT_LT(norm(rate[0].linear - rate[1].linear), 1e-7);
    // The difference n is a null-space motion, and n^* M (a - a_0) = 0.
    mass_matrix(work, state.q, M);
    double product = 0, size = 0;
    for (std::size_t i = 0; i < 9; ++i) {
      for (std::size_t j = 0; j < 9; ++j) {
        const double n = a[1][i] - a[0][i];
        product += n * M(int(i), int(j)) * (a[1][j] + 3 * state.v[j]);
        size += n * M(int(i), int(j)) * (a[1][j] - a[0][j]);
      }
    }
    EXPECT_GT(size, 1e-3);
    EXPECT_NEAR(product, 0, 1e-7 * (1 + size));
  }
}

TEST(OperationalSpaceControl, PassesAStretchedWristWithoutJumps) {
  const Model model = load(model_path("arm6.urdf"));
  const auto target = pose_coordinates(frame_pose(model, {0.2, 0.4, 0.9, 0.1, 0.5, 0.2}, "tool"));
  OperationalSpaceControl control(model,
                                  {.frame = "tool", .target = standing_at({target.begin(), target.end()})});
  State state{.q = {0, 0.3, 0.5, 0, 0, 0}, .v = {0, 0, 0, 0, 0, 0}};
  std::vector<double> before;
  double most = 0, jump = 0;
  for (double wrist = -0.02; wrist <= 0.02; wrist += 4e-6) {
    state.q[4] = wrist;
    const std::vector<double> tau = torques(control, 0, state);
    for (std::size_t i = 0; i < tau.size(); ++i) {
      ASSERT_TRUE(std::isfinite(tau[i]));
      most = std::max(most, std::abs(tau[i]));
      if (!before.empty()) jump = std::max(jump, std::abs(tau[i] - before[i]));
    }
    before = tau;
  }
  EXPECT_LT(jump, 0.05 * most);
  state.q[4] = 0.5;
  double far = 0;
  for (const double moment : torques(control, 0, state)) far = std::max(far, std::abs(moment));
  EXPECT_LT(most, 50 * far);
}

// Two hinges; the target is outside their plane, and the orientation of the tip is not controlled.
TEST(OperationalSpaceControl, AnArmWithTooFewDegreesOfFreedomGoesToTheNearestPoint) {
  const Model model(planar_chain(2));
  const State start{.q = {0.5, 0.9}, .v = {0, 0}};
  const Transform<double> from = frame_pose(model, start.q, "tip");
  auto target = pose_coordinates(frame_pose(model, {0.8, 0.3}, "tip"));
  target[1] += 0.2;
  const double c = 5, duration = 0.8;
  SimulationState end;
  run(model, start,
      std::make_unique<OperationalSpaceControl>(
          model, OperationalSpacePlan{.frame = "tip",
                                      .stiffness = {0, 0, 0, c * c, c * c, c * c},
                                      .damping = {0, 0, 0, 2 * c, 2 * c, 2 * c},
                                      .target = standing_at({target.begin(), target.end()})}),
      duration, end);
  const Transform<double> there = frame_pose(model, end.q, "tip");
  EXPECT_NEAR(target[0] - there.translation.x, fading(target[0] - from.translation.x, 0, c, duration), 1e-8);
  EXPECT_NEAR(target[2] - there.translation.z, fading(target[2] - from.translation.z, 0, c, duration), 1e-8);
}

// The second finger of the gripper mimics the first. The law holds for the hand, and the motors are on the other joints.
TEST(OperationalSpaceControl, MovesTheHandOfAnArmWhoseFingersFollow) {
  const Model model(gripper_arm());
  const double c = 5, duration = 0.4;
  State start{.q = {0.4, 0.9, -0.3, 0.8, 0.5, -0.7, 0.2, 0.02, 0.02}, .v = std::vector<double>(9)};
  Transform<double> there = frame_pose(model, start.q, "hand");
  const Vector3<double> e{0.03, -0.02, 0.025};
  there.translation += e;
  const auto coordinates = pose_coordinates(there);
  const OperationalSpacePlan plan{.frame = "hand",
                                  .stiffness = {c * c},
                                  .damping = {2 * c},
                                  .target = standing_at({coordinates.begin(), coordinates.end()})};
  OperationalSpaceControl control(model, plan);
  EXPECT_EQ(torques(control, 0, start)[8], 0) << "the finger that follows has no motor";
  SimulationState end;
  const SimulationReport report =
      run(model, start, std::make_unique<OperationalSpaceControl>(model, plan), duration, end);
  EXPECT_TRUE(report.end == RunEnd::finished) << report.why;
  const Vector3<double> left = there.translation - frame_pose(model, end.q, "hand").translation;
  EXPECT_NEAR(left.x, fading(e.x, 0, c, duration), 1e-8);
  EXPECT_NEAR(left.y, fading(e.y, 0, c, duration), 1e-8);
  EXPECT_NEAR(left.z, fading(e.z, 0, c, duration), 1e-8);
  EXPECT_NEAR(end.q[8], end.q[7], 1e-12);
  EXPECT_NEAR(end.v[8], end.v[7], 1e-12);
}

}  // namespace sinew::test::operational_space_control_test
