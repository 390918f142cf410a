// Smooths a noisy track in the plane with the Kalman filter and the Bryson-Frazier smoother, without any robot. A vehicle
// moves with a velocity that changes at random; its position is measured, except while the view is blocked.
#include <cmath>
#include <cstdio>
#include <numbers>
#include <random>
#include <vector>

#include "sinew/sinew.hpp"

using sinew::sweep::LinearSystem, sinew::sweep::Step;

constexpr std::size_t steps = 120;
constexpr double dt = 0.1, agility = 2, noise = 0.5;  // s; growth of velocity variance per s; m, of a reading

int main() {
  std::mt19937_64 bits(7);
  const auto uniform = [&] { return 0x1p-53 * (static_cast<double>(bits() >> 11) + 0.5); };
  const auto gaussian = [&] {  // the same numbers on every machine
    return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform());
  };

  // State: x y vx vy. One step is x' = phi x + noise of covariance M; a reading is tau = H x + noise of covariance R.
  const double p = agility * dt * dt * dt / 3, c = agility * dt * dt / 2, s = agility * dt;
  const Step<double> first{.M = {{9, 0, 0, 0}, {0, 9, 0, 0}, {0, 0, 4, 0}, {0, 0, 0, 4}}, .b = {0, 0, 3, 1}};
  const Step<double> next{.phi = {{1, 0, dt, 0}, {0, 1, 0, dt}, {0, 0, 1, 0}, {0, 0, 0, 1}},
                          .M = {{p, 0, c, 0}, {0, p, 0, c}, {c, 0, s, 0}, {0, c, 0, s}}};
  LinearSystem<double> system;
  std::vector<std::vector<double>> truth;
  std::vector<double> x{1, -2, 2.5, 1.5};
  for (std::size_t k = 0; k < steps; ++k) {
    Step<double> step = k == 0 ? first : next;
    for (std::size_t axis = 0; axis < 2 && k > 0; ++axis) {
      const double one = gaussian(), two = gaussian();
      x[axis] += dt * x[axis + 2] + std::sqrt(p) * one;
      x[axis + 2] += c / std::sqrt(p) * one + std::sqrt(s - c * c / p) * two;
    }
    if (k < 2 * steps / 5 || k >= 3 * steps / 5) {
      step.H = {{1, 0, 0, 0}, {0, 1, 0, 0}};
      step.R = {{noise * noise, 0}, {0, noise * noise}};
      step.tau = {x[0] + noise * gaussian(), x[1] + noise * gaussian()};
    }
    system.push_back(step);
    truth.push_back(x);
  }

  const auto filtered = sinew::sweep::kalman_filter(system);
  const auto smoothed = sinew::sweep::bryson_frazier_smoother(system, filtered);
  double filter = 0, smoother = 0, predicted = 0;  // mean squares of the errors
  for (std::size_t i = 0; i < 2 * steps; ++i) {
    const std::size_t k = i / 2, axis = i % 2;
    filter += std::pow(filtered[k].z_plus[axis] - truth[k][axis], 2) / steps;
    smoother += std::pow(smoothed[k].x[axis] - truth[k][axis], 2) / steps;
    predicted += smoothed[k].S(int(axis), int(axis)) / steps;
  }
  std::printf("position errors: one reading %.3f m, filter %.3f m, smoother %.3f m (predicted %.3f m)\n",
              std::sqrt(2.0) * noise, std::sqrt(filter), std::sqrt(smoother), std::sqrt(predicted));
  return smoother < filter && std::fabs(smoother / predicted - 1) < 0.5 ? 0 : 1;
}
