// Stops, friction and damping together on random robots: limits are respected and the energy is balanced.
#include <gtest/gtest.h>

#include "tests/simulate/random_stops_and_friction.hpp"

namespace sinew::test::stops_and_friction_test {

TEST(Stops, RandomRobotsSettleWithinTheirLimitsAndBalanceTheirEnergy) {
  for (int i = 0; i < 36; ++i) {
    const RandomStopsAndFriction sample(i);
    const RunOutcome outcome = run(sample.robot, sample.state, sample.plan);
    EXPECT_LE(outcome.report.worst_energy_error, 1e-6 * (1 + outcome.report.energy_scale)) << i;
    EXPECT_LE(outcome.report.worst_position_error, 1e-12) << i;
    EXPECT_GE(outcome.report.impact_loss, -1e-12) << i;
    const Model model(sample.robot);
    for (std::size_t k = 0; k < outcome.phase.q.size(); ++k) {
      EXPECT_GE(outcome.phase.q[k], model.dofs()[k].lower - 1e-9) << i;
      EXPECT_LE(outcome.phase.q[k], model.dofs()[k].upper + 1e-9) << i;
    }
  }
}

}  // namespace sinew::test::stops_and_friction_test
