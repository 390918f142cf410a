// MuJoCo 3 compiles the MJCF that sinew writes, and has the same mass matrix, bias force, springs and gravity
// compensation as the robot that it was written from.
#include "sinew/io/write.hpp"
#include "tests/peers/mujoco3_model.hpp"
#include "tests/support/same_robot.hpp"
#include "tests/support/shared_robots.hpp"

namespace sinew::test {
namespace {

using MujocoThreeReads = Mujoco3Files;

// Compares the written file with MuJoCo, and the file as sinew reads it with the robot itself.
void expect_mujoco_agrees(const Description& robot, const std::string& file) {
  try {
    Mujoco3Pair pair(file);
    pair.expect_same_dynamics();
    Random random(3);
    test::expect_same_dynamics(robot, pair.ours().description(), random, 1e-12);
  } catch (const std::exception& error) {
    ADD_FAILURE() << error.what();
  }
}

TEST_F(MujocoThreeReads, RandomRobots) {
  int count = 0;
  for (const SharedRobot& each : random_robots_without({JointKind::helical}, 40)) {
    SCOPED_TRACE(each.name);
    Description robot = each.description;
    for (Body& body : robot.bodies) {
      if (body.joint.kind != JointKind::floating && body.joint.kind != JointKind::spherical) continue;
      if (body.joint.kind == JointKind::floating) body.placement = {};
      body.joint.dofs.clear();  // MuJoCo's armature of free joints acts along world axes
    }
    expect_mujoco_agrees(robot, write("robot" + std::to_string(count++) + ".xml", write_mjcf(robot).text));
    if (HasFailure()) return;
  }
}

TEST_F(MujocoThreeReads, TheShippedRobotsWithTheirLoops) {
  int count = 0;
  for (const auto& file : shipped_models()) {
    for (const Base base : {Base::as_written, Base::floating}) {
      SCOPED_TRACE(file.string());
      const ReadResult read = read_description(file, {.base = base});
      const Description robot = with_plain_roots(read.description);
      if (floating_joint_count(robot) > 1) continue;  // one on another body, whose coordinates change
      expect_mujoco_agrees(robot, write("robot" + std::to_string(count++) + ".xml", write_mjcf(robot).text));
    }
  }
}

TEST_F(MujocoThreeReads, SpringsReferencesCouplingsLoopsAndPositions) {
  const std::string box = "<geom type='box' size='.1 .2 .3' pos='.1 -.2 .05' euler='10 20 30'/>";
  const std::string source =
      "<mujoco><worldbody><body name='a' pos='.1 .2 .3' gravcomp='.5'><joint name='j' axis='1 2 0' pos='.1 0 "
      ".2' "
      "ref='30' stiffness='3' springref='10' range='-50 60'/>" +
      box + "<body name='b' pos='0 0 1'><joint name='k' type='ball' pos='.1 .1 .1' stiffness='2'/>" + box +
      "<body name='c' pos='1 0 0'><joint name='l' type='slide' axis='1 1 0' ref='.2'/><joint name='m'/>" +
      box + "</body></body></body><body name='d' pos='0 1 0'><freejoint name='f'/>" + box +
      "</body></worldbody><equality><joint joint1='j' joint2='l' polycoef='.1 .2 .3 .4 .5'/><joint "
      "joint1='m'/>"
      "<connect body1='c' body2='d' anchor='.1 .2 .3'/><weld body1='a' body2='d' relpose='1 2 3 .5 .5 .5 .5' "
      "anchor='.3 .2 .1'/></equality><keyframe><key name='home' qpos='.1 1 0 0 0 .2 .3 1 2 3 1 0 0 "
      "0'/></keyframe>"
      "</mujoco>";
  const Mujoco3Pair original(write("source.xml", source));
  const WrittenRobot written = write_mjcf(original.ours().description());
  EXPECT_EQ(written.findings.to_string(), "");
  Mujoco3Pair pair(write("written.xml", written.text));
  pair.expect_same_dynamics();
  const mjModel &a = original.theirs(), &b = pair.theirs();
  ASSERT_EQ(a.neq, b.neq);
  ASSERT_EQ(a.nq, b.nq);
  for (int i = 0; i < a.nq; ++i) {
    EXPECT_NEAR(a.qpos0[i], b.qpos0[i], 1e-12);
    EXPECT_NEAR(a.qpos_spring[i], b.qpos_spring[i], 1e-12);
    EXPECT_NEAR(a.key_qpos[i], b.key_qpos[i], 1e-12);
  }
  for (int i = 0; i < 2 * a.njnt; ++i) EXPECT_NEAR(a.jnt_range[i], b.jnt_range[i], 1e-12);
  // The constraint errors of the equality constraints at another position.
  const auto errors_of = [](const mjModel& model) {
    const std::unique_ptr<mjData, DeleteMujoco3> data(mj_makeData(&model));
    for (int i = 0; i < model.nq; ++i) data->qpos[i] += 0.1 * i;
    mj_normalizeQuat(&model, data->qpos);
    mj_forward(&model, data.get());
    std::vector<double> errors;
    for (int i = 0; i < data->nefc; ++i) {
      if (data->efc_type[i] == mjCNSTR_EQUALITY) errors.push_back(data->efc_pos[i]);
    }
    std::sort(errors.begin(), errors.end());
    return errors;
  };
  const auto first = errors_of(a), second = errors_of(b);
  ASSERT_EQ(first.size(), second.size());
  ASSERT_EQ(first.size(), 11u);
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_NEAR(first[i], second[i], 1e-9);
}

TEST_F(MujocoThreeReads, MeshesWithoutVolume) {
  write("flat.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 .1\nv 0 1 0\nf 1 2 3\nf 1 3 5\n");
  const std::string source =
      "<mujoco><asset><mesh name='flat' file='flat.obj' inertia='shell'/></asset><worldbody><body name='a'>"
      "<joint axis='1 2 3'/><geom type='mesh' mesh='flat' mass='2'/></body></worldbody></mujoco>";
  const Mujoco3Pair original(write("source.xml", source));
  expect_mujoco_agrees(original.ours().description(),
                       write("written.xml", write_mjcf(original.ours().description()).text));
}

}  // namespace
}  // namespace sinew::test
