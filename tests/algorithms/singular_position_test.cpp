// Positions at which a sound robot has a joint that moves nothing.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "sinew/algorithms/forward_dynamics.hpp"
#include "tests/support/custom_joints.hpp"

namespace sinew {
namespace {

Model slider() {
  return Model({.name = "slider",
                .bodies = {{.name = "block",
                            .joint = {.name = "crank",
                                      .kind = JointKind::custom,
                                      .custom = std::make_shared<test::DeadCentre>()},
                            .inertial = {.mass = 2, .inertia = {1, 0, 0, 1, 0, 1}}}}});
}

TEST(ForwardDynamics, NamesTheJointThatMovesNothingAtThisPosition) {
  const Model model = slider();
  Workspace<double> work(model);
  std::vector<double> q{0}, v{0}, tau{1}, a{0};
  try {
    forward_dynamics(model, work, q, v, tau, a);
    FAIL() << "accelerated by " << a[0];
  } catch (const std::domain_error& error) {
    EXPECT_NE(std::string(error.what()).find("'crank'"), std::string::npos) << error.what();
  }
}

TEST(ForwardDynamics, GoesOnBesideTheSingularPosition) {
  const Model model = slider();
  Workspace<double> work(model);
  std::vector<double> q{0.5}, v{3}, tau{1}, a{0};
  forward_dynamics(model, work, q, v, tau, a);
  EXPECT_NEAR(2 * (0.5 * 0.5 * a[0] + 0.5 * 3 * 3), 1, 1e-14);  // m (q^2 q'' + q q'^2) = tau
}

}  // namespace
}  // namespace sinew
