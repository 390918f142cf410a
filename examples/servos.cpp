// Moves a two-joint arm by servos that are part of its model, to the controls of a named position, and reads its sensors.
#include <cmath>
#include <cstdio>
#include <vector>

#include "sinew/sinew.hpp"

using namespace sinew;

// An arm that hangs from a shoulder; both joints turn about y. Each servo pulls with force = 200 (control - angle) -
// 15 rate, but no more than 60 N m.
const char* const mjcf = R"(<mujoco model="arm"><compiler angle="radian"/>
  <worldbody><body name="upper"><joint name="upper_joint" axis="0 1 0"/>
    <inertial mass="2" pos="0 0 -0.25" diaginertia="0.05 0.05 0.01"/>
    <body name="lower" pos="0 0 -0.5"><joint name="lower_joint" axis="0 1 0"/>
      <inertial mass="2" pos="0 0 -0.25" diaginertia="0.05 0.05 0.01"/>
      <site name="hand" pos="0 0 -0.5"/></body></body></worldbody>
  <actuator><position name="upper_servo" joint="upper_joint" kp="200" kv="15" forcerange="-60 60"/>
    <position name="lower_servo" joint="lower_joint" kp="200" kv="15" forcerange="-60 60"/></actuator>
  <sensor><jointactuatorfrc name="load" joint="upper_joint"/>
    <framepos name="hand" objtype="site" objname="hand"/></sensor>
  <keyframe><key name="raised" ctrl="1.2 -0.6"/></keyframe></mujoco>)";

// Prints the sensors, and keeps the last values.
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

int main() {
  const Model robot = load_text(mjcf, "arm.xml");
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
  std::printf("weight at the shoulder: %.3f N m, sag: %.4f rad\n", weight[0], controls[0] - printer.q[0]);
  return std::abs(printer.load - weight[0]) < 1e-3 * std::abs(weight[0]) ? 0 : 1;
}
