// Stops, friction and damping all at once, on random robots: whatever happens, limits hold and the energy is accounted for.
#include <gtest/gtest.h>

#include "tests/simulate/clatter.hpp"

namespace sinew::test {
namespace {

TEST(Stops, WhateverClattersSettlesWithinItsLimitsAndBalancesItsEnergy) {
  for (int i = 0; i < 36; ++i) {
    const Clatter clatter(i);
    const RunOutcome outcome = run(clatter.robot, clatter.state, clatter.plan);
    EXPECT_LE(outcome.report.worst_energy_error, 1e-6 * (1 + outcome.report.energy_scale)) << i;
    EXPECT_LE(outcome.report.worst_position_error, 1e-12) << i;
    EXPECT_GE(outcome.report.impact_loss, -1e-12) << i;
    const Model model(clatter.robot);
    for (std::size_t k = 0; k < outcome.phase.q.size(); ++k) {
      EXPECT_GE(outcome.phase.q[k], model.freedoms()[k].lower - 1e-9) << i;
      EXPECT_LE(outcome.phase.q[k], model.freedoms()[k].upper + 1e-9) << i;
    }
  }
}

}  // namespace
}  // namespace sinew::test
