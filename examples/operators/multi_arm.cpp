// Computes the joint accelerations of arms that hold one object, without velocities and gravity, by R88 (8.7),
//
//   (I - L*) D^(-1/2) (I - K Omega^-1 K*) D^(-1/2) (I - L) T,   L = H psi K of SOA, K = D^(-1/2) H psi B,
//   Omega = K* K + A* M(C)^-1 A.
//
// The simplification combines the square roots of D. A humanoid floats in space with a box in its hands.
#include "examples/operators/common.hpp"

int main() {
  Description description = load("models/humanoid.urdf", {.base = Base::floating}).description();
  description.gravity = {};
  const Model robot(description);
  const Model box = rigid_object({4, {}, {0.05, 0, 0, 0.06, 0, 0.04}}, {});
  State state = random_state(robot, 8);
  Workspace<double> work(robot);
  set_position(work, state.q);

  // The box is between the hands, which grasp it at their current poses. A maps the forces of the hands to the box.
  const FrameIndex hands[] = {robot.frame("left_hand"), robot.frame("right_hand")};
  const Transform<double> box_pose{
      {}, 0.5 * (pose(work, hands[0]).translation + pose(work, hands[1]).translation)};
  std::vector<Grasp> grasps;
  std::vector<double> A_columns;
  for (const FrameIndex hand : hands) {
    const Transform<double> placement = inverse(box_pose) * pose(work, hand);
    grasps.push_back({.name = robot.frame(hand).name,
                      .first = {"object", placement},
                      .second = {robot.frame(hand).name, {}}});
    const std::array<double, 36> columns = force_columns(placement);
    A_columns.insert(A_columns.end(), columns.begin(), columns.end());
  }
  const operators::Space object{"object", 6};
  const Expression A = operators::constant("A", object, operators::frame_space, A_columns);
  const Expression M_C = operators::constant("M_C", object, object,
                                             {0.05, 0, 0, 0, 0, 0, 0, 0.06, 0, 0, 0, 0, 0, 0, 0.04, 0, 0, 0,
                                              0,    0, 0, 4, 0, 0, 0, 0,    0, 0, 4, 0, 0, 0, 0,    0, 0, 4});

  const Expression L = H * psi * operators::names::K, K_0 = inv(D_half) * H * psi * B;  // K of the paper
  const Expression Omega_0 = ~K_0 * K_0 + ~A * inv(M_C) * A;
  Configuration at(robot, {hands[0], hands[1]});
  at.set(state.q);
  std::vector<double> computed(state.v.size());
  Prepared((I - ~L) * inv(D_half) * (I - K_0 * inv(Omega_0) * ~K_0) * inv(D_half) * (I - L), at)
      .apply(state.tau, computed);

  MultiArm<double> system({robot}, box, grasps);
  std::vector<double> q = state.q, v(state.v.size() + 6), tau = state.tau, expected(v.size());
  for (const double x :
       {box_pose.translation.x, box_pose.translation.y, box_pose.translation.z, 1.0, 0.0, 0.0, 0.0})
    q.push_back(x);
  tau.resize(v.size());
  system.forward_dynamics(q, v, tau, expected);
  std::printf("left shoulder acceleration: %.4f rad/s^2\n",
              computed[std::size_t(robot.joint("left_shoulder_pitch").v_index)]);
  return report(difference(computed.data(), expected.data(), computed.size()));
}
