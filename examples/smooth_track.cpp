// Smooths a noisy track in the plane with the Kalman filter and the Bryson-Frazier smoother, without any robot, and
// compares the result with batch least squares.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <random>
#include <vector>

#include "sinew/sinew.hpp"

using namespace sinew;
using sweep::LinearSystem, sweep::Step;

constexpr int steps = 120;
constexpr double dt = 0.1, agility = 2, noise = 0.5;  // s; growth of velocity variance per s; m, of a reading

// Returns Gaussian random numbers that are the same on every machine.
double gaussian(std::mt19937_64& bits) {
  const auto uniform = [&] { return 0x1p-53 * (static_cast<double>(bits() >> 11) + 0.5); };
  const double radius = std::sqrt(-2 * std::log(uniform()));
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

// A vehicle moves with a velocity that changes at random. State: x y vx vy. Its position is measured at every step
// except in the middle fifth, where the view is blocked.
struct Track {
  LinearSystem<double> system;
  std::vector<std::vector<double>> truth;
};
Track drive() {
  std::mt19937_64 bits(7);
  const double p = agility * dt * dt * dt / 3, c = agility * dt * dt / 2, s = agility * dt;
  const Step<double> next{.phi = {{1, 0, dt, 0}, {0, 1, 0, dt}, {0, 0, 1, 0}, {0, 0, 0, 1}},
                          .M = {{p, 0, c, 0}, {0, p, 0, c}, {c, 0, s, 0}, {0, c, 0, s}}};
  const Step<double> prior{.M = {{9, 0, 0, 0}, {0, 9, 0, 0}, {0, 0, 4, 0}, {0, 0, 0, 4}}, .b = {0, 0, 3, 1}};
  Track track;
  std::vector<double> x{1, -2, 2.5, 1.5};
  for (int k = 0; k < steps; ++k) {
    Step<double> step = k == 0 ? prior : next;
    for (std::size_t axis = 0; axis < 2 && k > 0; ++axis) {
      const double first = gaussian(bits), second = gaussian(bits);
      x[axis] += dt * x[axis + 2] + std::sqrt(p) * first;
      x[axis + 2] += c / std::sqrt(p) * first + std::sqrt(s - c * c / p) * second;
    }
    if (k < 2 * steps / 5 || k >= 3 * steps / 5) {
      step.H = {{1, 0, 0, 0}, {0, 1, 0, 0}};
      step.R = {{noise * noise, 0}, {0, noise * noise}};
      step.tau = {x[0] + noise * gaussian(bits), x[1] + noise * gaussian(bits)};
    }
    track.system.push_back(step);
    track.truth.push_back(x);
  }
  return track;
}

// Computes all states at once: minimises the weighted squares of process and measurement noise by the normal equations.
std::vector<double> batch_least_squares(const LinearSystem<double>& system) {
  Matrix<double> normal(4 * steps, 4 * steps);  // its lower triangle
  std::vector<double> x(4 * steps);
  SymmetricSolver<double> small(4), large(4 * steps);
  Matrix<double> weight(4, 4), carried, both;
  for (int k = 0; k < steps; ++k) {
    const Step<double>& step = system[static_cast<std::size_t>(k)];
    const int at = 4 * k;
    small.factorise(step.M);
    small.inverse(weight);
    if (k > 0) {  // (x - phi x_before)^T M^-1 (x - phi x_before)
      multiply(weight, step.phi, carried);
      transposed_multiply(step.phi, carried, both);
    }
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) {
        normal(at + i, at + j) += weight(i, j);
        if (!step.b.empty())
          x[static_cast<std::size_t>(at + i)] += weight(i, j) * step.b[static_cast<std::size_t>(j)];
        if (k == 0) continue;
        normal(at + i, at - 4 + j) -= carried(i, j);
        normal(at - 4 + i, at - 4 + j) += both(i, j);
      }
    }
    for (int i = 0; i < step.measurement_size();
         ++i) {  // (tau - H x)^T R^-1 (tau - H x), where H x is the position
      normal(at + i, at + i) += 1 / step.R(i, i);
      x[static_cast<std::size_t>(at + i)] += step.tau[static_cast<std::size_t>(i)] / step.R(i, i);
    }
  }
  large.factorise(normal);
  large.solve(x);
  return x;
}

int main() {
  const auto [system, truth] = drive();
  const auto filtered = sweep::kalman_filter(system);
  const auto smoothed = sweep::bryson_frazier_smoother(system, filtered);
  const std::vector<double> batch = batch_least_squares(system);

  // Root-mean-square errors of the positions.
  double filter = 0, smoother = 0, least_squares = 0, foreseen = 0, difference = 0;
  for (std::size_t k = 0; k < steps; ++k) {
    for (std::size_t i = 0; i < 4; ++i)
      difference = std::max(difference, std::fabs(smoothed[k].x[i] - batch[4 * k + i]));
    for (std::size_t i = 0; i < 2; ++i) {
      filter += std::pow(filtered[k].z_plus[i] - truth[k][i], 2) / steps;
      smoother += std::pow(smoothed[k].x[i] - truth[k][i], 2) / steps;
      least_squares += std::pow(batch[4 * k + i] - truth[k][i], 2) / steps;
      foreseen += smoothed[k].S(static_cast<int>(i), static_cast<int>(i)) / steps;
    }
  }
  std::printf("position errors over %d steps, the view blocked in a fifth of them\n", steps);
  std::printf("  one reading    %.4f m\n", std::sqrt(2.0) * noise);
  std::printf("  filter         %.4f m\n", std::sqrt(filter));
  std::printf("  smoother       %.4f m (predicted %.4f m)\n", std::sqrt(smoother), std::sqrt(foreseen));
  std::printf("  least squares  %.4f m\n", std::sqrt(least_squares));
  std::printf("largest difference of smoother and least squares: %.1e\n", difference);
  return difference < 1e-8 && smoother < filter ? 0 : 1;
}
