// Positions at which a valid robot has a joint that moves no inertia.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "sinew/algorithms/dynamics/forward_dynamics.hpp"
#include "tests/support/custom_joints.hpp"
#include "tests/support/messages.hpp"

namespace sinew::test::singular_position_test {

Model slider() {
  return Model(
      {.name = "slider",
       .bodies = {
           {.name = "block",
            .joint = {.name = "crank", .kind = JointKind::custom, .custom = std::make_shared<DeadCentre>()},
            .inertial = {.mass = 2, .inertia = {1, 0, 0, 1, 0, 1}}}}});
}

TEST(ForwardDynamics, NamesTheJointThatMovesNoInertiaAtThisPosition) {
  const Model model = slider();
  Workspace<double> work(model);
  std::vector<double> q{0}, v{0}, tau{1}, a{0};
  EXPECT_TRUE(
      contains(complaint<std::domain_error>([&] { forward_dynamics(work, q, v, tau, a); }), "'crank'"));
}

TEST(ForwardDynamics, WorksNextToTheSingularPosition) {
  const Model model = slider();
  Workspace<double> work(model);
  std::vector<double> q{0.5}, v{3}, tau{1}, a{0};
  forward_dynamics(work, q, v, tau, a);
  EXPECT_NEAR(2 * (0.5 * 0.5 * a[0] + 0.5 * 3 * 3), 1, 1e-14);  // m (q^2 q'' + q q'^2) = tau
}

}  // namespace sinew::test::singular_position_test
