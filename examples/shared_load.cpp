// Shares the load of a beam between the two arms that carry it: the joint torques that support it, the part of the
// contact forces that only squeezes it, and the joint velocities that lift it.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "sinew/sinew.hpp"

using namespace sinew;

double largest(const std::vector<double>& numbers) {
  return std::abs(*std::ranges::max_element(numbers, {}, [](double x) { return std::abs(x); }));
}

int main() {
  const Scene scene = load_scene("models/dual_arm_beam.yaml");
  ConstrainedSystem system(arms_and_object(scene));
  const std::vector<double> q = as_one_state(scene).q;
  const double weight = scene.object->model.mass() * 9.81;
  MultiArmKinematics<double> kinematics(*system.arms());
  kinematics.update(q);
  LoadSharing<double> sharing(kinematics);

  // The left arm takes twice the share of the right one. The force of an end effector on the beam acts on its arm with
  // the opposite sign.
  sharing.set_shares(std::vector<double>{2, 1});
  std::vector<double> forces(12), tau(20), v(20), a(20), weight_of_arm(7), reaction(7);
  sharing.share(std::vector<double>{0, 0, 0, 0, 0, weight}, forces);
  for (std::size_t i = 0; i < 2; ++i) {
    const SceneRobot& arm = scene.robots[i];
    const double* f = forces.data() + 6 * i;
    Workspace<double> work(arm.model);
    gravity_force(work, arm.state.q, weight_of_arm);
    jacobian_adjoint_times(work, arm.model.frame("tool"), Reference::body,
                           {{f[0], f[1], f[2]}, {f[3], f[4], f[5]}}, reaction);
    for (std::size_t j = 0; j < 7; ++j) tau[7 * i + j] = weight_of_arm[j] + reaction[j];
  }
  system.forward_dynamics(q, v, tau, a);
  const double rest = largest(a);
  std::printf("at rest: the largest acceleration is %.1e\n", rest);

  // More torque at the left elbow: part of the change in the contact forces squeezes the beam without moving it.
  tau[3] += 5;
  system.forward_dynamics(q, v, tau, a);
  std::vector<double> all(12), squeeze(12), slip(12);
  system.arms()->row_forces(all);
  kinematics.update(q);  // forward dynamics and kinematics use the same memory of the arms
  sharing.squeeze_part(all, squeeze);
  std::printf("5 N m more: the beam accelerates at %.3f m/s^2, squeezed by %.2f N\n", a[19],
              std::hypot(squeeze[3], squeeze[4], squeeze[5]));

  // Lift the beam at 0.1 m/s: joint velocities of least norm, for which the end effectors do not slip.
  v[19] = 0.1;
  kinematics.joint_velocities(v);
  kinematics.relative_velocity(v, slip);
  std::printf("lifting: left shoulder %.4f rad/s, slip %.1e m/s\n", v[1], largest(slip));
  return rest < 1e-9 && largest(slip) < 1e-12 ? 0 : 1;
}
