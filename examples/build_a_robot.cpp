// Builds a robot in code, a cart that slides along x with a pendulum hinged to it, and checks its forward dynamics
// against the textbook formula.
#include <cmath>
#include <cstdio>
#include <vector>

#include "sinew/sinew.hpp"

using namespace sinew;

int main() {
  const double cart_mass = 2, bob_mass = 0.5, length = 0.8;
  const Description description{
      .name = "cart_pendulum",
      .bodies = {{.name = "cart",
                  .joint = {.name = "rail", .kind = JointKind::prismatic, .axis = {1, 0, 0}},
                  .inertial = {.mass = cart_mass, .inertia = {0.01, 0, 0, 0.01, 0, 0.01}}},
                 {.name = "rod",
                  .parent = "cart",
                  .joint = {.name = "hinge", .kind = JointKind::continuous, .axis = {0, 1, 0}},
                  .inertial = {.mass = bob_mass,
                               .com = {0, 0, -length}}}},  // a point mass: no inertia of its own
      .frames = {{.name = "bob", .body = "rod", .placement = {.translation = {0, 0, -length}}}},
  };

  // `validate` returns all findings at once, here a warning about the point mass. If there were errors, the constructor
  // of Model would throw them.
  const Findings findings = validate(description);
  for (const Finding& finding : findings.list) std::printf("%s\n", to_string(finding).c_str());
  if (findings.has_errors()) return 1;

  const Model robot(description);
  Workspace<double> work(robot);
  const std::vector<double> q = {0, 0.6}, v = {0.3, -1.1}, tau = {1.5, 0};
  std::vector<double> acceleration(2);
  forward_dynamics(work, q, v, tau, acceleration);

  // The textbook: (M + m) x'' - m l cos(th) th'' = F - m l sin(th) th'^2,  l th'' - cos(th) x'' = -g sin(th).
  // A positive rotation about y moves the bob towards -x.
  const double s = std::sin(q[1]), c = std::cos(q[1]), g = 9.81;
  const double x =
      (tau[0] - bob_mass * length * s * v[1] * v[1] - bob_mass * g * s * c) / (cart_mass + bob_mass * s * s);
  const double angle = (c * x - g * s) / length;
  std::printf("cart  %9.6f m/s^2    formula %9.6f\n", acceleration[0], x);
  std::printf("hinge %9.6f rad/s^2  formula %9.6f\n", acceleration[1], angle);
  const bool equal = std::fabs(acceleration[0] - x) < 1e-12 && std::fabs(acceleration[1] - angle) < 1e-12;
  return equal ? 0 : 1;
}
