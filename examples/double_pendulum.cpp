// Simulates the double pendulum with every integrator and compares cost and accuracy. Two point masses of 1 kg on rods
// of 1 m are released with both rods horizontal; their angles after two seconds are known to many digits.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "sinew/sinew.hpp"

using namespace sinew;

namespace {

Model double_pendulum() {
  Body upper{.name = "upper"}, lower{.name = "lower", .parent = "upper", .placement = {{}, {0, 0, -1}}};
  upper.joint = {.name = "shoulder", .kind = JointKind::revolute, .axis = {0, 1, 0}};
  lower.joint = {.name = "elbow", .kind = JointKind::revolute, .axis = {0, 1, 0}};
  upper.inertial = lower.inertial = {.mass = 1, .com = {0, 0, -1}};
  return Model(Description{.name = "double pendulum", .bodies = {upper, lower}});
}

struct Outcome {
  long evaluations;
  double angle_error, energy_error;
};

Outcome swing(const IntegratorOptions& integrator) {
  constexpr double upper = -0.48297153425175437745, lower = -1.3240487123023625488;  // in quadruple precision
  Simulation simulation(double_pendulum(), {}, {.duration = 2, .record_interval = 2});
  simulation.set_integrator(integrator);
  simulation.state().q = {std::numbers::pi / 2, 0};
  const SimulationReport report = simulation.run();
  const std::vector<double>& q = simulation.state().q;
  return {report.evaluations, std::max(std::abs(q[0] - upper), std::abs(q[0] + q[1] - lower)),
          report.worst_energy_error};
}

}  // namespace

int main() {
  std::printf("integrator                          evaluations  angle error    energy error\n");
  const auto tell = [](const IntegratorOptions& options, const char* what, double value) {
    const Outcome outcome = swing(options);
    std::printf("%-20s %9s %-6g %10ld  %9.1e rad  %12.1e J\n", name_of(options.kind), what, value,
                outcome.evaluations, outcome.angle_error, outcome.energy_error);
    return outcome;
  };
  for (const auto kind : {IntegratorKind::semi_implicit_euler, IntegratorKind::variational,
                          IntegratorKind::rk4, IntegratorKind::rkmk4}) {
    for (const double step : {1e-2, 1e-3, 1e-4}) tell({.kind = kind, .step = step}, "step", step);
  }
  Outcome last{};
  for (const auto kind : {IntegratorKind::stiff, IntegratorKind::adaptive}) {
    for (const double tolerance : {1e-6, 1e-9, 1e-12})
      last = tell({.kind = kind, .relative_tolerance = tolerance, .absolute_tolerance = tolerance},
                  "tolerance", tolerance);
  }
  return last.angle_error < 1e-10 ? 0 : 1;
}
