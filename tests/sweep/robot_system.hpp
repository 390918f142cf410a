// A serial robot at a state as a linear system along its links (R87 Table I), from its Description in dense matrices:
// the steps are the bodies, tip first.
#pragma once

#include "sinew/sweep/linear_system.hpp"
#include "tests/support/dense_spatial.hpp"
#include "tests/support/random_robot.hpp"
#include "tests/sweep/random_system.hpp"

namespace sinew::test {

// Without external forces. The acceleration of the ground, gravity's included, is part of the root's n.
inline sweep::LinearSystem<double> robot_system(const Sample& sample) {
  const Description& robot = sample.description;
  sweep::LinearSystem<double> system;  // base first
  Vec6<double> twist = Vec6<double>::Zero(), ground = sample.environment.base_acceleration;
  ground.tail(3) -= to_dense<double>(robot.gravity);
  Mat6<double> to_body = Mat6<double>::Identity();
  std::size_t q = 0, v = 0;
  for (const std::string& name : DenseReference<double>::coordinate_order(robot)) {
    const Body& body = *std::find_if(robot.bodies.begin(), robot.bodies.end(),
                                     [&](const Body& b) { return b.name == name; });
    const auto q_size = static_cast<std::size_t>(position_size(body.joint)),
               v_size = static_cast<std::size_t>(velocity_size(body.joint));
    const auto velocity = std::span(sample.v).subspan(v, v_size);
    const auto motion = move<double>(body.joint, std::span(sample.q).subspan(q, q_size), velocity);
    to_body = motion_inward(to_dense<double>(body.placement) * motion.pose);
    const Mat6<double> M = spatial_inertia<double>(body.inertial);
    const Vec6<double> joint_twist = motion.axes * to_dense<double>(velocity);
    twist = to_body * twist + joint_twist;
    const Vec6<double> b = -motion_cross(twist).transpose() * M * twist;  // R87 (7)
    Vec6<double> n = motion_cross(twist) * joint_twist + motion.bias;     // R87 (15)
    if (system.empty())
      n += to_body * ground;
    else
      system.back().phi = to_matrix(to_body.transpose());
    sweep::Step<double> step{.M = to_matrix(M),
                             .b = {b.begin(), b.end()},
                             .H = to_matrix(motion.axes.transpose()),
                             .tau = {sample.tau.begin() + static_cast<std::ptrdiff_t>(v),
                                     sample.tau.begin() + static_cast<std::ptrdiff_t>(v + v_size)},
                             .n = {n.begin(), n.end()}};
    const auto& dofs = body.joint.dofs;
    if (!dofs.empty()) {  // the rotors' inertia is the measurement noise
      step.R = Matrix<double>(static_cast<int>(v_size), static_cast<int>(v_size));
      for (std::size_t i = 0; i < v_size; ++i)
        step.R(static_cast<int>(i), static_cast<int>(i)) = dofs[dofs.size() == 1 ? 0 : i].armature;
    }
    system.push_back(step);
    q += q_size;
    v += v_size;
  }
  std::reverse(system.begin(), system.end());
  return system;
}

}  // namespace sinew::test
