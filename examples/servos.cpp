// Moves a two-joint arm by servos that are part of its model, to the controls of a named position, and reads its sensors.
#include <cmath>
#include <cstdio>
#include <vector>

#include "sinew/sinew.hpp"

using namespace sinew;

namespace {

// An arm that hangs from a shoulder; both joints turn about y. Each servo pulls with
// force = kp (control - angle) - kv rate, but no more than 60 N m.
Description arm() {
  const Inertial link{2, {0, 0, -0.25}, {0.05, 0, 0, 0.05, 0, 0.01}};
  const Joint hinge{.kind = JointKind::revolute, .axis = {0, 1, 0}};
  Description robot{.name = "arm",
                    .bodies = {{.name = "upper", .joint = hinge, .inertial = link},
                               {.name = "lower",
                                .parent = "upper",
                                .placement = {{}, {0, 0, -0.5}},
                                .joint = hinge,
                                .inertial = link}}};
  const double kp = 200, kv = 15;
  for (Body& body : robot.bodies) {
    body.joint.name = body.name + "_joint";
    robot.actuators.push_back({.name = body.name + "_servo",
                               .transmission = {.target = body.joint.name},
                               .gain = {kp, 0, 0},
                               .bias = {0, -kp, -kv},
                               .force_range = {-60, 60}});
  }
  robot.named_positions = {{.name = "raised", .controls = {{"upper_servo", 1.2}, {"lower_servo", -0.6}}}};
  robot.sensors = {
      {.name = "load", .kind = SensorKind::joint_actuator_force, .object = "upper_joint"},
      {.name = "hand", .kind = SensorKind::frame_position, .frame = {"lower", {{}, {0, 0, -0.5}}}}};
  return robot;
}

// Prints two of the sensors five times, and keeps the last values.
class Printer : public Recorder {
 public:
  void record(const Sample& sample) override {
    load = sample.sensors[0];
    std::printf("%5.2f s  load %7.3f N m  hand at x = %6.3f m, z = %6.3f m\n", sample.t, load,
                sample.sensors[1], sample.sensors[3]);
    q.assign(sample.q.begin(), sample.q.end());
  }
  double load = 0;
  std::vector<double> q;
};

}  // namespace

int main() {
  const Model robot(arm());
  const std::vector<double> controls = robot.named_controls("raised");
  ActuatorPlan plan;
  for (std::size_t i = 0; i < controls.size(); ++i)
    plan.controls.emplace_back(robot.description().actuators[i].name, controls[i]);

  Simulation simulation(robot, {}, {.duration = 4, .record_interval = 1});
  simulation.add(std::make_unique<ActuatorControl>(robot, plan));
  Printer printer;
  Recorder* const recorders[] = {&printer};
  simulation.run(recorders);

  // At rest the servos sag until they hold the weight.
  Workspace<double> work(robot);
  std::vector<double> weight(2);
  gravity_force(work, printer.q, weight);
  std::printf("weight at the shoulder: %.3f N m, sag of the shoulder: %.4f rad\n", weight[0],
              controls[0] - printer.q[0]);
  return std::abs(printer.load - weight[0]) < 1e-3 * std::abs(weight[0]) ? 0 : 1;
}
