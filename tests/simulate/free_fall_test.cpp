// Reports of bodies that fall because nothing supports them.
#include "sinew/simulate/run/free_fall.hpp"

#include "sinew/simulate/make_simulation.hpp"
#include "tests/simulate/blocks.hpp"

namespace sinew::test::free_fall_test {

Description floating_ball() {
  Body body{.name = "ball"};
  body.joint = {.name = "free", .kind = JointKind::floating};
  body.inertial = {2, {}, {0.1, 0, 0, 0.1, 0, 0.1}};
  return {.name = "ball", .bodies = {body}};
}

SimulationPlan short_plan() {
  SimulationPlan plan = plan_of(2);
  plan.integrator = {.kind = IntegratorKind::rk4, .step = 0.01};
  return plan;
}

bool warns_of_a_fall(const Description& description, const State& state, const SimulationPlan& plan) {
  for (const std::string& warning : run(description, state, plan).report.warnings) {
    if (warning.find("nothing supports it") != std::string::npos) return true;
  }
  return false;
}

TEST(FreeFall, IsReportedWithTheHeightAndARemedy) {
  const RunOutcome outcome = run(floating_ball(), {}, short_plan());
  ASSERT_EQ(outcome.report.warnings.size(), 1u);
  EXPECT_EQ(
      outcome.report.warnings[0],
      "'ball' fell 19.6 m: nothing supports it; sinew simulates no contacts between shapes. --base fixed "
      "(in a scene floating: false) fixes the robot");
}

// 20 m/s upwards, rotating: after 2 s the ball is above its start, but it has fallen 19.6 m from where it would be.
TEST(FreeFall, OfABodyThatIsThrownIsMeasuredFromItsInitialMotion) {
  const double s = std::sqrt(0.5);
  EXPECT_TRUE(
      warns_of_a_fall(floating_ball(), {.q = {0, 0, 0, s, s, 0, 0}, .v = {0, 0, 3, 0, 20, 0}}, short_plan()));
}

TEST(FreeFall, IsNotReportedWhereSomethingSupportsTheBody) {
  SimulationPlan supported = short_plan();
  supported.forces = {PushPlan{.at = {.body = "ball"}, .force = {0, 0, 2 * g}}};
  EXPECT_FALSE(warns_of_a_fall(floating_ball(), {}, supported));
  Description hanging = floating_ball();
  hanging.loops = {{.name = "rail",
                    .connection = {.kind = ConnectionKind::point_on_line},
                    .first = {},
                    .second = {"ball", {}}}};
  EXPECT_FALSE(warns_of_a_fall(hanging, {}, short_plan()));
  SimulationPlan open = short_plan();
  open.open = {"rail"};
  EXPECT_TRUE(warns_of_a_fall(hanging, {}, open));
  EXPECT_FALSE(warns_of_a_fall(blocks({block("block", "", 1, {0, 0, 1}, {})}), {}, short_plan()));
  Description weightless = floating_ball();
  weightless.gravity = {};
  EXPECT_FALSE(warns_of_a_fall(weightless, {}, short_plan()));
}

}  // namespace sinew::test::free_fall_test
