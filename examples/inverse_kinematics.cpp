// Solves inverse kinematics of a redundant arm: for a pose, for a straight line at a given speed, and for joint motion
// that leaves the tool at rest (null-space motion).
#include <cmath>
#include <cstdio>
#include <vector>

#include "sinew/sinew.hpp"

using namespace sinew;

int main() {
  const Model arm = load("models/arm7.urdf");
  Workspace<double> work(arm);
  const FrameIndex tool = arm.frame("tool");

  // A pose: the tool points down, half a metre in front of the base.
  const Transform<double> target{rotation_about(Vector3<double>{0, 1, 0}, M_PI), {0.5, 0.1, 0.3}};
  const auto found = inverse_kinematics(work, tool, target, arm.neutral_position(), {.restarts = 20});
  std::printf("%s after %d steps, %.1e rad and %.1e m left\n", found.converged ? "found" : "not found",
              found.iterations, found.angle_error, found.position_error);

  // A line: one second along y at 0.2 m/s, with joint velocities of least norm. The error of the finite steps is fed
  // back.
  std::vector<double> q = found.q, v(q.size());
  const int steps = 200;
  const double dt = 1.0 / steps;
  for (int i = 0; i < steps; ++i) {
    set_position(work, q);
    const Transform<double> at = pose(work, tool);
    const Vector3<double> wanted = target.translation + Vector3<double>{0, 0.2 * i * dt, 0};
    const Vector3<double> turned = rotation_vector_of(target.rotation * transpose(at.rotation));
    const Motion<double> twist{10.0 * turned, Vector3<double>{0, 0.2, 0} + 10.0 * (wanted - at.translation)};
    minimum_norm_velocity(work, tool, twist, v, {.reference = Reference::aligned, .damping = 1e-3});
    arm.integrate(q, v, dt, q);
  }
  set_position(work, q);
  const Vector3<double> end = pose(work, tool).translation;
  std::printf("after the line  %.4f %.4f %.4f m\n", end.x, end.y, end.z);

  // The elbow swings while the tool is at rest: v is the projection of `swing` onto the joint velocities that do not
  // move the tool.
  const std::vector<double> swing = {0.5, 0, 0, 0, 0, 0, 0};
  const int rank = minimum_norm_velocity(work, tool, {}, v, {.preferred = swing});
  const Motion<double> felt = jacobian_times(work, tool, Reference::body, v);
  std::printf("rank %d; joints move with ", rank);
  for (const double x : v) std::printf("%.3f ", x);
  std::printf("rad/s, the tool with %.1e m/s\n", norm(felt.linear));

  const bool on_line = norm(end - (target.translation + Vector3<double>{0, 0.2, 0})) < 2e-3;
  return found.converged && on_line && rank == 6 && norm(felt.linear) < 1e-12 ? 0 : 1;
}
