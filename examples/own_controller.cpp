// Defines a custom controller: one function of time and state. This one, sampled a hundred times a second, swings up a
// pendulum whose motor is too weak to lift it directly, by pumping energy into it.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "sinew/sinew.hpp"

using namespace sinew;

class SwingUp : public Controller {
 public:
  SwingUp(const Model& pendulum, double most) : pendulum_(pendulum), work_(pendulum), most_(most) {
    goal_ = potential_energy(work_, std::vector<double>{std::numbers::pi});  // when upright, at rest
  }
  void torques(double, In<double> q, In<double> v, Out<double> tau) override {
    const double energy = kinetic_energy(work_, q, v) + potential_energy(work_, q);
    tau[0] =
        std::clamp(2 * (goal_ - energy) * v[0], -most_, most_);  // along v, so as to add the missing energy
  }

 private:
  Model pendulum_;
  Workspace<double> work_;
  double most_, goal_;
};

int main() {
  const Model pendulum(planar_chain(1));  // a rod of 1 m and 1 kg, 4.9 N m of gravity torque when level
  Simulation simulation(pendulum, {}, {.duration = 20});
  simulation.set_integrator({.kind = IntegratorKind::rkmk4, .step = 5e-3});
  simulation.state().q = {0.1};
  simulation.add(std::make_unique<SwingUp>(pendulum, 0.5), 0.01);

  const SimulationReport report = simulation.run();
  const SimulationState& end = simulation.state();
  Workspace<double> work(pendulum);
  const double energy = kinetic_energy(work, end.q, end.v) + potential_energy(work, end.q);
  const double goal = potential_energy(work, std::vector<double>{std::numbers::pi});
  std::printf("%s after %.0f s: %.3f J, upside down has %.3f J; the motor gave %.3f J with at most 0.5 N m\n",
              name_of(report.end), end.t, energy, goal, end.work);
  return std::abs(energy - goal) < 0.01 ? 0 : 1;
}
