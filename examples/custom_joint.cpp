// Defines a custom joint: a bead on a parabolic wire in a vertical plane, z = x^2 / (2 radius). The joint axis depends
// on its position, so that the recursions need its rate of change, the P-dot term (`motion.bias`). The Lagrange formula
// confirms the result.
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

#include "sinew/sinew.hpp"

using namespace sinew;

namespace {

constexpr double radius = 0.5;

// The bead slides without rotating, so its axes stay parallel to those of the wire's frame.
class ParabolicWire : public CustomJoint {
 public:
  int dofs() const override { return 1; }
  void evaluate(std::span<const double> q, std::span<const double> v, JointMotion& motion) const override {
    const double x = q[0], slope = x / radius;
    motion.pose = {.translation = {x, 0, x * slope / 2}};
    motion.axes[0] = {.angular = {0, 0, 0}, .linear = {1, 0, slope}};              // twist per unit of dx/dt
    motion.bias = {.angular = {0, 0, 0}, .linear = {0, 0, v[0] * v[0] / radius}};  // d(axis)/dt * dx/dt
  }
};

}  // namespace

int main() {
  const Description description{
      .name = "bead_on_a_wire",
      .bodies = {
          {.name = "bead",
           .joint = {.name = "wire", .kind = JointKind::custom, .custom = std::make_shared<ParabolicWire>()},
           .inertial = {.mass = 0.2, .inertia = {1e-5, 0, 0, 1e-5, 0, 1e-5}}}}};
  const Model robot(description);
  Workspace<double> work(robot);
  const std::vector<double> q = {0.3}, v = {-1.7}, tau = {0};
  std::vector<double> acceleration(1);
  forward_dynamics(work, q, v, tau, acceleration);

  // Lagrange: (1 + z'^2) x'' + z' z'' x'^2 + g z' = 0 with z' = x / radius, z'' = 1 / radius.
  const double slope = q[0] / radius;
  const double formula = -(slope / radius * v[0] * v[0] + 9.81 * slope) / (1 + slope * slope);
  std::printf("sinew   %.12f m/s^2\nformula %.12f m/s^2\n", acceleration[0], formula);
  return std::fabs(acceleration[0] - formula) < 1e-12 ? 0 : 1;
}
