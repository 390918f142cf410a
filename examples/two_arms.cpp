// Two arms carry a bar between them: computes the accelerations of the whole and the contact forces, first under the
// torques that hold each arm alone, then after one arm has released the bar.
#include <cmath>
#include <cstdio>
#include <vector>

#include "sinew/sinew.hpp"

using namespace sinew;

int main() {
  // The same arm twice, face to face, and a bar of 6 kg.
  const Model robot = load("models/arm7.urdf");
  const Transform<double> opposite{rotation_about(Vector3<double>{0, 0, 1}, std::acos(-1.0)), {1.2, 0, 0}};
  const std::vector<Model> arms{robot, Model(with_placement(robot.description(), opposite))};
  const Model bar = rigid_object({6, {}, {0.02, 0, 0, 0.4, 0, 0.4}});

  // Both arms take the same posture. The grasps are placed at the poses of the tools, and so the end effectors hold the
  // bar at its two ends.
  const std::vector<double> posture{0.2, 0.6, -0.3, 1.2, 0.4, 0.9, -0.2};
  std::vector<double> q, tau;
  std::vector<Transform<double>> tools;
  for (const Model& arm : arms) {
    Workspace<double> work(arm);
    std::vector<double> weight(7);
    gravity_force(work, posture, weight);
    tools.push_back(pose(work, arm.frame("tool")));
    q.insert(q.end(), posture.begin(), posture.end());
    tau.insert(tau.end(), weight.begin(), weight.end());
  }
  const Transform<double> middle{{}, 0.5 * (tools[0].translation + tools[1].translation)};
  const Vector3<double>& p = middle.translation;
  q.insert(q.end(), {p.x, p.y, p.z, 1, 0, 0, 0});  // the arms, then the bar
  std::vector<Grasp> grasps;
  for (int i = 0; i < 2; ++i)
    grasps.push_back({.name = i == 0 ? "left hand" : "right hand",
                      .arm = i,
                      .first = {"object", inverse(middle) * tools[std::size_t(i)]},
                      .second = {"tool", {}}});
  ConstrainedSystem system(
      {.arms = arms, .object = bar, .grasps = grasps, .names = {"left", "right", "bar"}});

  std::vector<double> v(20), a(20);
  tau.resize(20);
  system.forward_dynamics(q, v, tau, a);
  for (int i = 0; i < 2; ++i) {
    const Force<double> on_bar = system.arms()->contact_force_on_object(i);
    const double up = (tools[std::size_t(i)].rotation * on_bar.linear).z;
    std::printf("%-10s lifts with %6.2f N\n", grasps[std::size_t(i)].name.c_str(), up);
  }
  std::printf("the bar accelerates at %.3f m/s^2\n", a[19]);

  system.set_loop_closed("right hand", false);
  system.forward_dynamics(q, v, tau, a);
  std::printf("one hand: the bar falls at %.2f m/s^2, the right elbow accelerates at %.1e rad/s^2\n", -a[19],
              system.arm("right").acceleration[3]);
  return a[19] < 0 && std::fabs(system.arm("right").acceleration[3]) < 1e-9 ? 0 : 1;
}
