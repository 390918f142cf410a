// Invalid plans of controllers are refused.
#include <gtest/gtest.h>

#include <cmath>

#include "sinew/simulate/controllers/computed_torque.hpp"
#include "sinew/simulate/controllers/decoupled_control.hpp"
#include "sinew/simulate/controllers/joint_pd.hpp"
#include "sinew/simulate/controllers/operational_space_control.hpp"
#include "sinew/simulate/controllers/passivity_control.hpp"
#include "tests/simulate/controlled_robots.hpp"
#include "tests/support/messages.hpp"

namespace sinew::test::controllers_test {

TEST(Controllers, NameTheErrorsInTheirPlans) {
  const Model model(random_chain(3, 1)), floating = ball_arm(true);
  const TrajectoryPlan here = standing_at(model.neutral_position());
  EXPECT_TRUE(contains(complaint([&] { JointPd(model, {.joints = {"elbow"}, .target = here}); }), "joint2"));
  EXPECT_TRUE(contains(complaint([&] {
                         JointPd(model, {.joints = {"joint1", "joint1"}, .target = here});
                       }),
                       "twice"));
  EXPECT_TRUE(contains(complaint([&] {
                         JointPd(model, {.stiffness = {1, 2}, .target = here});
                       }),
                       "3 degrees of freedom"));
  EXPECT_TRUE(
      contains(complaint([&] { ComputedTorque(model, {.damping = {-1}, .target = here}); }), "damping"));
  EXPECT_TRUE(contains(complaint([&] { PassivityControl(model, {.rate = {std::nan("")}, .target = here}); }),
                       "rate"));
  EXPECT_TRUE(contains(
      complaint([&] {
        OperationalSpaceControl(model, {.frame = "hand", .target = standing_at({0, 0, 0, 1, 0, 0, 0})});
      }),
      "tip"));
  EXPECT_TRUE(contains(complaint([&] { DecoupledControl(floating, {.target = motion(floating, 1)}); }),
                       "is a floating joint"));
  EXPECT_TRUE(contains(complaint([&] { JointPd(model, {}); }), "waypoint"));
  JointPd fine(model, {.target = here});
  std::vector<double> tau(2);
  EXPECT_THROW(fine.torques(0, here.values[0], here.values[0], tau), std::invalid_argument);
}

}  // namespace sinew::test::controllers_test
