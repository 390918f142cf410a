// Compares MuJoCo on the same robots. Its free joint differs: qvel is the origin's velocity in world axes, then the
// angular velocity in body axes; and its qpos is the pose in the world, whatever the body's placement.
#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include "tests/peers/mujoco_model.hpp"
#include "tests/support/mjcf_writer.hpp"
#include "tests/support/peer_comparison.hpp"
#include "tests/support/shared_robots.hpp"

namespace sinew::test {
namespace {

struct MujocoRobot {
  explicit MujocoRobot(const Description& description)
      : model(mujoco_from_text(to_mjcf(description))), data(model ? mj_makeData(model.get()) : nullptr) {}
  MujocoModel model;
  MujocoData data;
};

PeerAnswers ask_mujoco(MujocoRobot& robot, const std::vector<double>& qpos, const VectorXd& qvel,
                       const VectorXd& moments) {
  const mjModel* m = robot.model.get();
  mjData* d = robot.data.get();
  const int n = m->nv;
  std::copy(qpos.begin(), qpos.end(), d->qpos);
  std::copy(qvel.begin(), qvel.end(), d->qvel);
  std::copy(moments.begin(), moments.end(), d->qfrc_applied);
  mj_forward(m, d);
  PeerAnswers answers{MatrixXd(n, n), DensePart<double>(d->qfrc_bias, n), DensePart<double>(d->qacc, n)};
  mj_fullM(m, answers.mass.data(), d->qM);
  return answers;
}

void compare(const Description& description, std::uint64_t seed) {
  const Model model(description);
  const State state = random_state(model, seed);
  MujocoRobot robot(lumped(description));
  ASSERT_TRUE(robot.model && robot.data);
  ASSERT_EQ(robot.model->nq, model.position_size());
  ASSERT_EQ(robot.model->nv, model.velocity_size());
  std::vector<double> qpos = state.q;
  PeerVelocities u(model.velocity_size());
  Workspace<double> work(model);
  update_poses(work, state.q);
  for (const JointInfo& joint : model.joints()) {
    if (joint.kind != JointKind::floating) continue;
    const Transform<double> in_world = pose(work, model.frame(joint.body));
    const auto [w, x, y, z] = quaternion_of(in_world.rotation);
    const auto& p = in_world.translation;
    const double numbers[] = {p.x, p.y, p.z, w, x, y, z};
    std::copy_n(numbers, 7, qpos.begin() + joint.q_index);
    // u = (R v_linear, omega), u' = (R (v_linear' + omega x v_linear), omega')
    const Matrix3d rotation = as_dense(in_world.rotation);
    const VectorXd twist = as_dense(state.v).segment(joint.v_index, 6);
    u.S.block(joint.v_index, joint.v_index, 6, 6).setZero();
    u.S.block(joint.v_index, joint.v_index + 3, 3, 3) = rotation;
    u.S.block(joint.v_index + 3, joint.v_index, 3, 3).setIdentity();
    u.c.segment(joint.v_index, 3) = rotation * Vector3d(twist.head(3)).cross(Vector3d(twist.tail(3)));
  }
  expect_agreement(model, state, u, ask_mujoco(robot, qpos, u.S * as_dense(state.v), u.moments(state.tau)));
}

TEST(Mujoco, AgreesOnTheSharedRobots) {
  for (const SharedRobot& robot : shared_robots()) {
    SCOPED_TRACE(robot.name);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) compare(robot.description, seed);
  }
}

TEST(Mujoco, AgreesOnRandomRobots) {
  for (SharedRobot& robot : random_robots_without({JointKind::helical}, 200)) {
    SCOPED_TRACE(robot.name);
    for (Body& body :
         robot.description.bodies) {  // a free joint has no rotors, a ball joint one value for all
      if (body.joint.kind == JointKind::floating) body.joint.dofs.clear();
      if (body.joint.kind == JointKind::spherical && body.joint.dofs.size() > 1) body.joint.dofs.resize(1);
    }
    compare(robot.description, 1);
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace sinew::test
