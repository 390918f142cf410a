// Throws a ball with a two-joint arm: finds joint torques at ten knots that bring the hand to the point of release with the
// velocity that a hit needs, by gradient descent with the gradient of the whole run.
#include <cmath>
#include <cstdio>

#include "sinew/sinew.hpp"

using namespace sinew;

int main() {
  const Model robot = load("models/classics/double_pendulum.urdf");
  RunGradientPlan plan{.duration = 0.6, .step = 0.01, .interpolation = ControlInterpolation::linear};
  for (int k = 0; k < 10; ++k) plan.knots.push_back(plan.duration * k / 9);
  const std::vector<double> release{2, 0.4}, speed{5, 3}, q(2), v(2);
  plan.final = [&](double, In<double> at, In<double> rate, Out<double> by_q, Out<double> by_v) {
    double cost = 0;
    for (std::size_t i = 0; i < 2; ++i) {
      const double e = at[i] - release[i], w = 0.2 * (rate[i] - speed[i]);
      cost += 0.5 * (e * e + w * w);
      by_q[i] += e;
      by_v[i] += 0.2 * w;
    }
    return cost;
  };
  RunGradient run(robot, plan);
  Matrix<double> controls(run.knots(), run.motors());
  RunGradientResult now = run.gradient(q, v, controls);
  std::printf("cost %.4f at the beginning; %ld steps with their adjoint, %ld without\n", now.cost,
              now.recorded, now.advanced);
  int iterations = 0;
  for (double length = 1; now.cost > 1e-8 && iterations < 500; ++iterations) {
    const auto moved = [&](double by) {
      Matrix<double> next = controls;
      for (int i = 0; i < run.knots() * run.motors(); ++i) next.data()[i] -= by * now.by_controls.data()[i];
      return next;
    };
    while (run.cost(q, v, moved(length)) > now.cost) length /= 2;
    controls = moved(length);
    const RunGradientResult next = run.gradient(q, v, controls);
    double square = 0, curvature = 0;
    for (int i = 0; i < run.knots() * run.motors(); ++i) {
      const double step = -length * now.by_controls.data()[i];
      square += step * step;
      curvature += step * (next.by_controls.data()[i] - now.by_controls.data()[i]);
    }
    length = std::abs(square / curvature);  // of Barzilai and Borwein
    now = next;
  }
  std::printf("cost %.1e after %d iterations\n", now.cost, iterations);
  run.run(q, v, controls, [&](double t, In<double> at, In<double> rate) {
    if (t == plan.duration)
      std::printf("released at (%.3f, %.3f) rad with (%.3f, %.3f) rad/s\n", at[0], at[1], rate[0], rate[1]);
  });
  return now.cost < 1e-4 ? 0 : 1;
}
