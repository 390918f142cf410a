// Robots that are driven by their own actuators: motions with a closed form, activations, records, saving.
#include "sinew/simulate/controllers/actuator_control.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/simulate/blocks.hpp"

namespace sinew::test::actuator_control_test {

constexpr double mass = 2;

// A block that slides without gravity, driven by one actuator.
Description driven_block(const Actuator& actuator) {
  Description robot = blocks({block("x", "", mass, {1, 0, 0}, {})});
  robot.gravity = {};
  robot.actuators = {actuator};
  robot.actuators[0].name = "drive";
  robot.actuators[0].transmission.target = "x";
  return robot;
}

Simulation simulation_of(const Description& robot, double control, double duration = 1, double period = 0) {
  SimulationPlan plan = plan_of(duration);
  plan.integrator = {.kind = IntegratorKind::rkmk4, .step = 0.002};
  plan.controllers = {{.period = period, .law = ActuatorPlan{{{"drive", control}}}}};
  return make_simulation({.whole = Model(robot)}, plan);
}

class LastSample : public Recorder {
 public:
  void record(const sinew::Sample& sample) override {
    controls.assign(sample.controls.begin(), sample.controls.end());
    forces.assign(sample.actuator_forces.begin(), sample.actuator_forces.end());
    sensors.assign(sample.sensors.begin(), sample.sensors.end());
  }
  std::vector<double> controls, forces, sensors;
};

TEST(ActuatorControl, AServoOscillatesAboutItsControl) {
  // m x'' = k (u - x):  x = u (1 - cos(sqrt(k / m) t))
  const double k = 8, u = 0.5;
  Simulation simulation = simulation_of(driven_block({.gain = {k, 0, 0}, .bias = {0, -k, 0}}), u);
  simulation.run();
  EXPECT_NEAR(simulation.state().q[0], u * (1 - std::cos(2.0)), 1e-9);
}

TEST(ActuatorControl, AFilterApproachesTheControlExponentially) {
  // m x'' = u (1 - exp(-t / T)):  v = u / m (t - T (1 - exp(-t / T)))
  const double T = 0.3, u = 4;
  Simulation simulation =
      simulation_of(driven_block({.activation = ActivationKind::filter, .time_constant = T}), u);
  simulation.run();
  EXPECT_NEAR(simulation.state().v[0], u / mass * (1 - T * (1 - std::exp(-1 / T))), 1e-9);
}

TEST(ActuatorControl, AnIntegratorStopsAtTheEndOfItsRange) {
  // The activation is t until 0.25, then 0.25; m v = integral of it.
  Simulation simulation = simulation_of(
      driven_block({.activation = ActivationKind::integrator, .activation_range = {-1, 0.25}}), 1);
  simulation.run();
  EXPECT_NEAR(simulation.state().v[0], (0.25 * 0.25 / 2 + 0.25 * 0.75) / mass, 1e-9);
}

TEST(ActuatorControl, ControlsChangeDuringTheRun) {
  const Model model(driven_block({.activation = ActivationKind::filter, .time_constant = 0.5}));
  ActuatorControl control(model, {.controls = {{"drive", 2}}});
  std::vector<double> tau(1);
  const std::vector<double> zero(1);
  control.torques(1, zero, zero, tau);
  const double before = 2 * (1 - std::exp(-2.0));
  EXPECT_NEAR(tau[0], before, 1e-14);
  control.set_controls(1, std::vector<double>{-1});
  control.torques(1, zero, zero, tau);
  EXPECT_NEAR(tau[0], before, 1e-14);
  control.torques(1.5, zero, zero, tau);
  EXPECT_NEAR(tau[0], -1 + (before + 1) * std::exp(-1.0), 1e-14);
}

TEST(ActuatorControl, RecordsControlsForcesAndSensors) {
  Description robot = driven_block({.gain = {3, 0, 0}, .force_range = {-5, 5}});
  robot.sensors = {{.name = "force", .kind = SensorKind::actuator_force, .object = "drive"},
                   {.name = "feel", .kind = SensorKind::accelerometer, .frame = {"x", {}}},
                   {.name = "when", .kind = SensorKind::clock}};
  LastSample last;
  Recorder* const recorders[] = {&last};
  Simulation simulation = simulation_of(robot, 7);
  simulation.run(recorders);
  EXPECT_EQ(last.controls, std::vector<double>{7});
  EXPECT_EQ(last.forces, std::vector<double>{5});
  ASSERT_EQ(last.sensors.size(), 5u);
  EXPECT_EQ(last.sensors[0], 5);
  EXPECT_NEAR(last.sensors[1], 5 / mass, 1e-12);
  EXPECT_NEAR(last.sensors[2], 0, 1e-12);
  EXPECT_EQ(last.sensors[4], 1);
}

TEST(ActuatorControl, SensorsFeelTheForcesOfLoops) {
  // A block that hangs on a loop: the accelerometer shows no fall, the force sensor the whole weight above the loop.
  Description robot = blocks({block("x", "", mass, {0, 0, 1}, {}), block("y", "x", mass, {0, 0, 1}, {})});
  robot.loops = {{.name = "hook", .first = {"", {}}, .second = {"y", {}}}};
  robot.sensors = {{.name = "feel", .kind = SensorKind::accelerometer, .frame = {"x", {}}},
                   {.name = "rope", .kind = SensorKind::force, .frame = {"x", {}}}};
  LastSample last;
  Recorder* const recorders[] = {&last};
  make_simulation({.whole = Model(robot)}, plan_of(0.1, {})).run(recorders);
  ASSERT_EQ(last.sensors.size(), 6u);
  // Both slide along z: y hangs, x falls freely on its own joint.
  EXPECT_NEAR(last.sensors[2], 0, 1e-9);
  EXPECT_NEAR(last.sensors[5], 0, 1e-9);
}

TEST(ActuatorControl, ChangesItsControlsBetweenSteps) {
  // x'' = u / m with u = 2 for a second and -4 for another
  for (const IntegratorKind kind : {IntegratorKind::adaptive, IntegratorKind::stiff, IntegratorKind::rk4}) {
    Simulation simulation = simulation_of(driven_block({}), 2);
    simulation.set_integrator({.kind = kind});
    simulation.advance_to(1);
    ASSERT_EQ(simulation.dynamics().controllers().size(), 1u);
    auto* const control = dynamic_cast<ActuatorControl*>(simulation.dynamics().controllers()[0]);
    ASSERT_NE(control, nullptr);
    control->set_controls(simulation.time(), std::vector<double>{-4});
    simulation.forces_changed();
    simulation.advance_to(2);
    EXPECT_NEAR(simulation.state().v[0], (2 - 4) / mass, 1e-7);
  }
}

TEST(ActuatorControl, ASavedSimulationContinuesBitForBit) {
  const Description robot = driven_block({.activation = ActivationKind::integrator});
  Simulation one = simulation_of(robot, 2, 1, 0.01), other = simulation_of(robot, 2, 1, 0.01);
  one.advance_to(0.4);
  other.restore(one.save());
  one.advance_to(1);
  other.advance_to(1);
  EXPECT_EQ(one.state(), other.state());
}

TEST(ActuatorControl, RefusesRobotsWithoutActuatorsAndUnknownNames) {
  const Model none(blocks({block("x", "", 1, {1, 0, 0}, {})}));
  EXPECT_THROW(ActuatorControl(none, {}), std::invalid_argument);
  const Model model(driven_block({}));
  EXPECT_THROW(ActuatorControl(model, {{{"drove", 1}}}), std::invalid_argument);
  EXPECT_THROW(ActuatorControl(model, {{{"drive", 1}, {"drive", 2}}}), std::invalid_argument);
  EXPECT_THROW(ActuatorControl(model, {{{"drive", NAN}}}), std::invalid_argument);
}

}  // namespace sinew::test::actuator_control_test
