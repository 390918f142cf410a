// Loads a robot that cannot exist, uses what needs no possible inertia, and repairs it for forward dynamics.
#include <cstdio>
#include <vector>

#include "sinew/sinew.hpp"

// The principal moments of the finger, 1, 1 and 3, break the triangle inequality.
const char* const urdf = R"(<robot name="hand">
  <link name="palm"/>
  <link name="finger">
    <inertial>
      <origin xyz="0 0 0.5"/>
      <mass value="1"/>
      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="3"/>
    </inertial>
  </link>
  <joint name="knuckle" type="continuous">
    <parent link="palm"/>
    <child link="finger"/>
    <axis xyz="0 1 0"/>
  </joint>
</robot>)";

int main() {
  const sinew::Model hand = sinew::load_text(urdf, "hand.urdf");
  std::printf("%s", hand.physical_errors().to_string().c_str());

  const std::vector<double> q = {0.5}, v = {0}, tau = {0};
  std::vector<double> gravity(1), acceleration(1);
  sinew::Workspace work(hand);
  sinew::gravity_force(work, q, gravity);  // needs masses only
  std::printf("torque against gravity: %g Nm\n", gravity[0]);
  try {
    sinew::forward_dynamics(work, q, v, tau, acceleration);
    return 1;
  } catch (const sinew::ImpossibleRobot& error) {
    std::printf("%s\n", error.what());
  }

  const sinew::Model repaired = sinew::load_text(urdf, "hand.urdf", {.repair = sinew::Repair::inertia});
  std::printf("%s", repaired.warnings().to_string().c_str());
  sinew::Workspace repaired_work(repaired);
  sinew::forward_dynamics(repaired_work, q, v, tau, acceleration);
  std::printf("acceleration: %g rad/s^2\n", acceleration[0]);
}
