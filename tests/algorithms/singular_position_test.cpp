// Positions at which a sound robot has a joint that moves nothing.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "sinew/algorithms/forward_dynamics.hpp"

namespace sinew {
namespace {

// A slider on a crank, x = q^2 / 2: at q = 0, the dead centre, turning the crank does not move it.
class DeadCentre : public CustomJoint {
 public:
  int freedoms() const override { return 1; }
  void evaluate(std::span<const double> q, std::span<const double> v, JointMotion& motion) const override {
    motion.pose.translation = {q[0] * q[0] / 2, 0, 0};
    motion.axes[0] = {{}, {q[0], 0, 0}};
    motion.bias = {{}, {v[0] * v[0], 0, 0}};
  }
};

Model slider() {
  return Model(
      {.name = "slider",
       .bodies = {
           {.name = "block",
            .joint = {.name = "crank", .kind = JointKind::custom, .custom = std::make_shared<DeadCentre>()},
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
