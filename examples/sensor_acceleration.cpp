// Computes what an accelerometer and a gyroscope measure: the acceleration of a sensor's frame minus gravity, and its
// angular velocity, in its own axes. A humanoid in free fall measures no weight.
#include <cmath>
#include <cstdio>
#include <vector>

#include "sinew/sinew.hpp"

using namespace sinew;

int main() {
  const Model robot = load("models/humanoid.urdf", {.base = Base::floating});
  const FrameIndex imu = robot.frame("imu");
  Workspace<double> work(robot);
  std::vector<double> a(std::size_t(robot.velocity_size()));

  // Forward dynamics leaves the accelerations of all bodies in the workspace. In the reference `aligned` the linear
  // part is the acceleration of the frame's origin, in world axes.
  const auto accelerometer = [&](const State& state) {
    forward_dynamics(work, state.q, state.v, state.tau, a);
    const Vector3<double> linear = acceleration(work, imu, Reference::aligned).linear;
    return transpose_times(pose(work, imu).rotation, linear - robot.gravity());
  };
  const State moving = random_state(robot, 3);
  const Vector3<double> measured = accelerometer(moving), rate = velocity(work, imu).angular;
  std::printf("moving:  accelerometer %8.3f %8.3f %8.3f m/s^2, gyroscope %6.3f %6.3f %6.3f rad/s\n",
              measured.x, measured.y, measured.z, rate.x, rate.y, rate.z);

  // The same by the reference `body`, whose linear part lacks angular velocity x velocity.
  const Motion<double> own = acceleration(work, imu), twist = velocity(work, imu);
  const Vector3<double> same = own.linear + cross(twist.angular, twist.linear) -
                               transpose_times(pose(work, imu).rotation, robot.gravity());
  const double difference = norm(same - measured);

  const std::vector<double> none(a.size());
  const double falling = norm(accelerometer({robot.neutral_position(), none, none, none}));
  std::printf("falling: accelerometer %.1e m/s^2\n", falling);
  return difference < 1e-9 * norm(measured) && falling < 1e-9 ? 0 : 1;
}
