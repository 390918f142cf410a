// Simulates a finger of two joints on one cable. Springs bend the joints; the cable runs over a wheel at each joint and
// stretches the finger. When a motor winds up 8 mm of the cable, both joints move until the springs balance the tension.
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "sinew/sinew.hpp"

using namespace sinew;

// Wheels of 8 and 5 mm. The points beside the wheels say that the cable runs over their tops.
std::string finger(double rest_length) {
  return R"(<mujoco model="finger"><compiler angle="radian"/><option gravity="0 0 0"/>
    <default><joint axis="0 1 0" springref="1.2" damping="0.002"/><site size="0.001"/></default>
    <worldbody><site name="motor" pos="-0.03 0 0.008"/><site name="top1" pos="0 0 0.016"/>
      <geom name="wheel1" type="cylinder" size="0.008 0.01" euler="-1.5707963267948966 0 0"/>
      <body name="proximal"><joint name="proximal_joint" stiffness="0.08"/>
        <inertial mass="0.02" pos="0.02 0 0" diaginertia="1e-6 3e-6 3e-6"/>
        <site name="middle" pos="0.02 0 0.008"/><site name="top2" pos="0.04 0 0.01"/>
        <geom name="wheel2" type="cylinder" size="0.005 0.01" pos="0.04 0 0" euler="-1.5707963267948966 0 0" mass="0"/>
        <body name="distal" pos="0.04 0 0"><joint name="distal_joint" stiffness="0.03"/>
          <inertial mass="0.02" pos="0.02 0 0" diaginertia="1e-6 3e-6 3e-6"/>
          <site name="end" pos="0.02 0 0.005"/></body></body></worldbody>
    <tendon><spatial name="cable" stiffness="5000" springlength="0 )" +
         std::to_string(rest_length) + R"(">
      <site site="motor"/><geom geom="wheel1" sidesite="top1"/><site site="middle"/>
      <geom geom="wheel2" sidesite="top2"/><site site="end"/></spatial></tendon></mujoco>)";
}

int main() {
  // The cable is as long as its path while both joints are bent by 1.2 rad, where the springs are at rest.
  Workspace<double> bent(load_text(finger(1), "finger.xml"));
  set_position(bent, std::vector<double>{1.2, 1.2});
  const double slack = tendon_length(bent, {0});
  double worst = 0;
  for (const double wound_up : {0.0, 0.004, 0.008}) {
    const Model robot = load_text(finger(slack - wound_up), "finger.xml");
    Simulation simulation =
        make_simulation({.whole = robot, .state = {.q = {1.2, 1.2}}}, {.options = {.duration = 4}});
    simulation.run();
    const std::vector<double>& q = simulation.state().q;

    Workspace<double> work(robot);
    std::vector<double> arms(2), bending(2), pull(2);
    tendon_springs(work, q, pull);
    tendon_moment_arms(work, robot.tendon("cable"), arms);
    joint_springs(robot, q, bending);
    std::printf("%g mm wound up: joints at %.4f and %.4f rad, tension %6.3f N, moment arms %g and %g mm\n",
                1000 * wound_up, q[0], q[1], -pull[0] / arms[0], 1000 * arms[0], 1000 * arms[1]);
    for (std::size_t i = 0; i < 2; ++i) worst = std::max(worst, std::fabs(bending[i] + pull[i]));
  }
  std::printf("largest torque that is not balanced: %.1e N m\n", worst);
  return worst < 1e-6 ? 0 : 1;
}
