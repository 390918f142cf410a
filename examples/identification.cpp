// Identifies the payload that an arm carries from noisy torques, which are linear in its mass, first moment and inertia.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include "sinew/sinew.hpp"

int main() {
  const sinew::Model arm = sinew::load("models/arm7.urdf");
  const sinew::Payload payload{.name = "load",
                               .body = arm.joints().back().body,
                               .inertial = {1.5, {0.01, 0.02, 0.05}, {0.02, 0.001, 0, 0.015, 0.002, 0.01}}};
  const sinew::Model loaded(sinew::with_payload(arm.description(), payload));
  const std::vector<double> truth = sinew::inertial_parameters(loaded);

  // The ten columns of the load, in the order of Model::frames().
  int first = 0;
  for (const sinew::FrameInfo& frame : loaded.frames()) {
    if (frame.name == "load") break;
    if (frame.is_body) first += sinew::inertial_parameters_per_body;
  }

  // The normal equations of all measurements. The arm's own parameters are known: its torques are subtracted.
  constexpr int ten = sinew::inertial_parameters_per_body;
  const int n = loaded.velocity_size();
  sinew::Workspace<double> work(loaded), own_work(arm);
  sinew::Matrix<double> Y(n, int(truth.size())), tau(n, 1), own(n, 1), normal(ten, ten), right(ten, 1);
  std::mt19937 engine(1);
  std::normal_distribution<double> noise(0, 0.01);  // N m
  for (unsigned sample = 0; sample < 2000; ++sample) {
    const sinew::State s = sinew::random_state(loaded, sample);
    sinew::inverse_dynamics(own_work, s.q, s.v, s.a, {own.data(), s.v.size()});
    sinew::inverse_dynamics(work, s.q, s.v, s.a, {tau.data(), s.v.size()});
    sinew::torque_regressor(work, Y);  // at the state of inverse dynamics
    for (int k = 0; k < n; ++k) {
      const double measured = tau(k, 0) + noise(engine) - own(k, 0);
      for (int i = 0; i < ten; ++i) {
        right(i, 0) += Y(k, first + i) * measured;
        for (int j = 0; j < ten; ++j) normal(i, j) += Y(k, first + i) * Y(k, first + j);
      }
    }
  }
  sinew::SymmetricSolver<double> solver(ten);
  solver.factorise(normal);
  solver.solve_columns(right);  // in place

  double worst = 0;
  for (int i = 0; i < ten; ++i) {
    const double expected = truth[std::size_t(first + i)];
    std::printf("found %8.4f, expected %8.4f\n", right(i, 0), expected);
    worst = std::max(worst, std::abs(right(i, 0) - expected));
  }
  return worst < 0.01 ? 0 : 1;
}
