// Computes the statics and dynamics of two arms that carry a bar between them: the joint torques that support it with a
// shared load, the contact forces, the joint velocities that lift the bar, and the motion after one arm releases it.
#include <cmath>
#include <cstdio>
#include <vector>

#include "sinew/sinew.hpp"

using namespace sinew;

int main() {
  // The same arm twice, face to face, and a bar of 6 kg.
  const Model robot = load("models/arm7.urdf");
  const std::vector<Model> arms{
      robot, Model(with_placement(robot.description(),
                                  {rotation_about(Vector3<double>{0, 0, 1}, std::acos(-1.0)), {1.2, 0, 0}}))};
  const Model bar = rigid_object({6, {}, {0.02, 0, 0, 0.4, 0, 0.4}});

  // Both arms take the same posture. The grasps are placed at the poses of the tools: the end effectors hold the bar
  // at its two ends.
  const std::vector<double> posture{0.2, 0.6, -0.3, 1.2, 0.4, 0.9, -0.2};
  Transform<double> tool[2];
  std::vector<double> q;
  for (int i = 0; i < 2; ++i) {
    Workspace<double> work(arms[std::size_t(i)]);
    set_position(work, posture);
    tool[i] = pose(work, arms[std::size_t(i)].frame("tool"));
    q.insert(q.end(), posture.begin(), posture.end());
  }
  const Transform<double> middle{{}, 0.5 * (tool[0].translation + tool[1].translation)};
  for (const double x :
       {middle.translation.x, middle.translation.y, middle.translation.z, 1.0, 0.0, 0.0, 0.0})
    q.push_back(x);
  const std::vector<Grasp> grasps{
      {.name = "left hand", .arm = 0, .first = {"object", inverse(middle) * tool[0]}, .second = {"tool", {}}},
      {.name = "right hand",
       .arm = 1,
       .first = {"object", inverse(middle) * tool[1]},
       .second = {"tool", {}}}};
  // Constructed once; its calls allocate nothing. `contacts` has what only arms have: the forces of their grasps.
  ConstrainedSystem system(
      {.arms = arms, .object = bar, .grasps = grasps, .names = {"left", "right", "bar"}});
  MultiArm<double>& contacts = *system.arms();
  const auto dofs = static_cast<std::size_t>(system.model().velocity_size());

  // The left arm takes twice the share of the right one. The force of an end effector on the bar acts on its arm with
  // opposite sign.
  MultiArmKinematics<double> kinematics(contacts);
  LoadSharing<double> sharing(kinematics);
  kinematics.update(q);
  sharing.set_shares(std::vector<double>{2, 1});
  std::vector<double> forces(12), tau(dofs), v(dofs), a(dofs);
  sharing.share(std::vector<double>{0, 0, 0, 0, 0, 6 * 9.81}, forces);
  for (int i = 0; i < 2; ++i) {
    const Model& arm = arms[std::size_t(i)];
    Workspace<double> work(arm);
    std::vector<double> weight(7), reaction(7);
    gravity_force(work, posture, weight);
    const double* f = forces.data() + 6 * i;
    jacobian_adjoint_times(work, arm.frame("tool"), Reference::body, {{f[0], f[1], f[2]}, {f[3], f[4], f[5]}},
                           reaction);
    for (std::size_t j = 0; j < 7; ++j) tau[std::size_t(7 * i) + j] = weight[j] + reaction[j];
  }

  // Forward dynamics of the whole system: nothing accelerates, and the end effectors carry the planned forces.
  system.forward_dynamics(q, v, tau, a);
  double fastest = 0;
  for (const double x : a) fastest = std::max(fastest, std::abs(x));
  std::printf("at rest: the largest acceleration is %.1e\n", fastest);
  for (int g = 0; g < 2; ++g) {
    const Force<double> on_bar = contacts.contact_force_on_object(g);
    const Vector3<double> world = (inverse(middle) * tool[g]).rotation * on_bar.linear;
    std::printf("%-10s lifts with %6.2f N\n", contacts.grasp(g).name.c_str(), world.z);
  }

  // More torque at the left elbow: part of the change in the contact forces squeezes the bar without moving it.
  tau[3] += 5;
  system.forward_dynamics(q, v, tau, a);
  std::vector<double> all(12), squeeze(12);
  contacts.row_forces(all);
  const Motion<double> bar_acceleration = contacts.mass_centre_acceleration();
  kinematics.update(q);  // forward dynamics and kinematics use the same memory of the arms
  sharing.squeeze_part(all, squeeze);
  std::printf("5 Nm more at the left elbow: the bar accelerates at %.3f m/s^2, squeezed by %.2f N\n",
              norm(bar_acceleration.linear), std::hypot(squeeze[3], squeeze[4], squeeze[5]));

  // Lift the bar at 0.1 m/s: joint velocities of least norm, for which the end effectors do not slip.
  v[dofs - 1] = 0.1;
  kinematics.joint_velocities(v);
  std::vector<double> slip(12);
  kinematics.relative_velocity(v, slip);
  double most = 0;
  for (const double x : slip) most = std::max(most, std::abs(x));
  std::printf("lifting: left shoulder %.4f rad/s, the hands slip by %.1e m/s\n", v[1], most);

  // The right arm releases the bar and moves on its own; the whole bar acts on the left arm.
  system.set_loop_closed("right hand", false);
  std::fill(v.begin(), v.end(), 0.0);
  tau[3] -= 5;
  system.forward_dynamics(q, v, tau, a);
  std::printf("one hand: the bar falls at %.2f m/s^2, the right elbow accelerates at %.2f rad/s^2\n",
              -contacts.mass_centre_acceleration().linear.z, system.arm("right").acceleration[3]);
  return fastest < 1e-9 && most < 1e-12 ? 0 : 1;
}
