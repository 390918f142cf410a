// Tests the page's engine for closed loops, several arms and assembly.
#include <gtest/gtest.h>

#include "sinew/sinew.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/decompositions.hpp"
#include "tests/support/files.hpp"
#include "tests/support/random_arms.hpp"
#include "tests/support/random_loops.hpp"
#include "tests/viewer/page_robots.hpp"

namespace sinew::test::engine_loops_test {

using viewer::DofTrace;
using viewer::Evaluation;
using viewer::Robot;

std::vector<bool> all_loops(const Robot& robot) {
  return std::vector<bool>(std::size_t(robot.loop_count()), true);
}
std::vector<Force<double>> loop_forces(const Evaluation& said) {
  std::vector<Force<double>> forces;
  for (const auto& loop : said.loops) forces.push_back(loop.force);
  return forces;
}
double largest_force(const Evaluation& said) {
  double most = 1;
  for (const auto& loop : said.loops) most = std::max(most, as_dense(loop.force).norm());
  return most;
}

struct ClosedSubject {
  explicit ClosedSubject(int index)
      : sample(random_closed_sample(index)),
        robot(page_robot(sample.description)),
        said(robot.evaluate(sample.q, sample.v, sample.tau, all_loops(robot))) {}
  ClosedSample sample;
  Robot robot;
  Evaluation said;
};

constexpr int samples = 200;

TEST(EngineLoops, HaveTheAccelerationsOfTheClosedChain) {
  for (int i = 0; i < samples; ++i) {
    const ClosedSubject subject(i);
    const Model model(subject.sample.description);
    ClosedChain<double> chain(model, Strategy::dense);
    Workspace<double> work(model);
    std::vector<double> a(subject.sample.v.size());
    chain.forward_dynamics(work, subject.sample.q, subject.sample.v, subject.sample.tau, a);
    ASSERT_LE(relative_error(subject.said.a, a), 1e-7) << i;
    for (std::size_t k = 0; k < subject.said.loops.size(); ++k) {
      const VectorXd difference = as_dense(subject.said.loops[k].force) - as_dense(chain.loop_force(int(k)));
      ASSERT_LE(difference.norm(), 1e-6 * largest_force(subject.said)) << i;
    }
  }
}

// The corrected innovations give the accelerations (R88 (8.4)-(8.5)), and the force across a joint projects to the
// joint torque along the axes.
TEST(EngineLoops, CorrectTheInnovationsAndTheJointForces) {
  for (int i = 0; i < samples; ++i) {
    const ClosedSubject subject(i);
    const Model& model = subject.robot.model();
    const auto& bodies = model.description().bodies;
    bool with_mimics = false;
    for (const Body& body : bodies) with_mimics |= body.joint.mimic.has_value();
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      if (bodies[k].joint.kind == JointKind::fixed) continue;
      const JointInfo& joint = model.joint(bodies[k].joint.name);
      const viewer::BodyTrace& body = subject.said.bodies[k];
      Motion<double> lambda = body.lambda_plus;
      const double scale = 1e-6 * (largest_force(subject.said) + as_dense(body.force).norm());
      for (int j = joint.v_index; j < joint.v_index + joint.v_size; ++j) {
        const DofTrace& dof = subject.said.dofs[std::size_t(j)];
        const double rate = dof.residual - dot(dof.G, lambda);
        ASSERT_NEAR(rate * dof.D, dof.acceleration * dof.D, scale) << i << " " << joint.name;
        lambda += dof.acceleration * dof.H;
        if (with_mimics || !model.description().couplings.empty()) continue;
        const double armature = model.dofs()[std::size_t(j)].armature;
        ASSERT_NEAR(dot(dof.H, body.force) + armature * dof.acceleration, dof.tau, scale) << i;
      }
    }
  }
}

TEST(EngineLoops, AreTheOnlyForcesInAdditionToTheTorquesOfTheMotion) {
  for (int i = 0; i < samples; ++i) {
    ClosedSubject subject(i);
    const auto& [description, q, v, tau] = subject.sample;
    std::vector<double> found(v.size());
    subject.robot.applied_torques(q, v, subject.said.a, loop_forces(subject.said), found);
    const Evaluation again = subject.robot.evaluate(q, v, found, all_loops(subject.robot));
    ASSERT_LE(relative_error(again.a, subject.said.a), 1e-6) << i;
  }
}

TEST(EngineLoops, GiveTheResultsOfTheTreeWhenOpened) {
  int looked_at = 0;
  for (int i = 0; i < samples; ++i) {
    ClosedSubject subject(i);
    const auto& [description, q, v, tau] = subject.sample;
    bool coupled = !description.couplings.empty();
    for (const Body& body : description.bodies) coupled |= body.joint.mimic.has_value();
    if (coupled) continue;
    ++looked_at;
    const std::vector<bool> none(description.loops.size(), false);
    const Evaluation open = subject.robot.evaluate(q, v, tau, none);
    const Model model(description);
    Workspace<double> work(model);
    std::vector<double> a(v.size());
    forward_dynamics<double>(work, q, v, tau, a);
    ASSERT_LE(relative_error(open.a, a), 1e-12) << i;
    for (const auto& loop : open.loops) ASSERT_TRUE(!loop.closed && as_dense(loop.force).isZero(1e-12));
    const Evaluation closed = subject.robot.evaluate(q, v, tau, all_loops(subject.robot));
    ASSERT_LE(relative_error(closed.a, subject.said.a), 1e-12) << i;
  }
  EXPECT_GT(looked_at, 20);
}

// ---- Several arms --------------------------------------------------------------------------------

TEST(EngineArms, HaveTheAccelerationsOfTheMergedModel) {
  for (int i = 0; i < samples; ++i) {
    const ArmsSample sample = random_arms(i, {.regular = i % 2 == 0, .forces = false});
    Robot robot(page_robot(sample.arms(), sample.object(), sample.grasps));
    const Evaluation said = robot.evaluate(sample.q, sample.v, sample.tau, all_loops(robot));
    ASSERT_TRUE(said.arms) << i;
    ClosedChain<double> chain(robot.model(), Strategy::dense);
    Workspace<double> work(robot.model());
    std::vector<double> a(sample.v.size());
    chain.forward_dynamics(work, sample.q, sample.v, sample.tau, a);
    ASSERT_LE(relative_error(said.a, a), 1e-6) << i;
    for (std::size_t k = 0; k < said.loops.size(); ++k) {
      const VectorXd difference = as_dense(said.loops[k].force) - as_dense(chain.loop_force(int(k)));
      ASSERT_LE(difference.norm(), 1e-6 * largest_force(said)) << i;
    }
  }
}

// The traces come from the filter of the merged model, whose branches are the arms.
TEST(EngineArms, HaveTheResultsOfTheArmsFilters) {
  for (int i = 0; i < samples; ++i) {
    const ArmsSample sample = random_arms(i, {.regular = i % 2 == 0, .forces = false});
    Robot robot(page_robot(sample.arms(), sample.object(), sample.grasps));
    const Evaluation said = robot.evaluate(sample.q, sample.v, sample.tau, all_loops(robot));
    MultiArm<double> system(sample.arms(), sample.object(), sample.grasps);
    std::vector<double> a(sample.v.size());
    system.forward_dynamics(sample.q, sample.v, sample.tau, a);
    for (int arm = 0; arm < system.arm_count(); ++arm) {
      Workspace<double>& work = system.workspace(arm);
      for (const JointInfo& joint : system.model(arm).joints()) {
        if (joint.v_size != 1) continue;  // others may be chains of links with separate innovations
        const DofTrace& dof = said.dofs[std::size_t(system.v_index(arm) + joint.v_index)];
        const double D = innovation_variance(work, joint.v_index);
        ASSERT_NEAR(dof.D, D, 1e-9 * D) << i;
        ASSERT_NEAR(dof.innovation, innovation(work, joint.v_index), 1e-6 * largest_force(said)) << i;
      }
    }
  }
}

// R88 (8.3) for each row: the free acceleration of the arm, minus the effect of the contact forces on the arm, is the
// acceleration of the object.
TEST(EngineArms, HaveTheAccelerationOfTheObjectAtTheGrasps) {
  const Scene scene = load_scene(model_path("three_arm_release.yaml"));
  std::vector<Model> arms;
  for (const SceneRobot& arm : scene.robots) arms.push_back(arm.model);
  const State state = as_one_state(scene);
  Robot robot(page_robot(arms, held_object(scene), scene.grasps));
  std::vector<double> tau(state.v.size());
  for (std::size_t i = 0; i < tau.size(); ++i) tau[i] = std::sin(double(i));
  const Evaluation said = robot.evaluate(state.q, state.v, tau, {true, true, true});
  ASSERT_TRUE(said.arms);
  ASSERT_EQ(said.arms->grasps.size(), 3u);
  ASSERT_EQ(said.arms->object_acceleration.size(), 6u);
  const Motion<double>& object = said.bodies.back().lambda;
  MultiArm<double> system(arms, held_object(scene), scene.grasps);
  std::vector<double> a(tau.size());
  system.forward_dynamics(state.q, state.v, tau, a);
  for (const viewer::GraspTrace& grasp : said.arms->grasps) {
    const std::size_t rows = grasp.force.size();
    ASSERT_EQ(rows, 6u);
    MatrixXd omega(6, 6);
    std::copy_n(grasp.omega.data(), 36, omega.data());
    EXPECT_GT(eigenvalues(omega).minCoeff(), 0);
    const VectorXd left = omega * as_dense(grasp.force);
    for (std::size_t j = 0; j < rows; ++j) {
      const double right = grasp.free_acceleration[j] - dot(system.contact(grasp.loop).on_object[j], object);
      EXPECT_NEAR(left[Index(j)], right, 1e-8 * (1 + std::abs(grasp.free_acceleration[j])));
    }
  }

  const Evaluation released = robot.evaluate(state.q, state.v, tau, {true, true, false});
  EXPECT_FALSE(released.loops[2].closed);
  EXPECT_TRUE(released.arms->grasps[2].force.empty());
  EXPECT_TRUE(as_dense(released.loops[2].force).isZero(1e-12));
  EXPECT_GT(relative_error(released.a, said.a), 1e-3);
  const Evaluation again = robot.evaluate(state.q, state.v, tau, {true, true, true});
  EXPECT_LE(relative_error(again.a, said.a), 1e-12);
}

TEST(EngineArms, AreOneMechanismIfTheyHaveLoops) {
  const Scene scene = load_scene(model_path("dual_arm_beam.yaml"));
  std::vector<Model> arms;
  for (const SceneRobot& arm : scene.robots) arms.push_back(arm.model);
  const State state = as_one_state(scene);
  const std::vector<double> tau(state.v.size());
  viewer::PageRobot parts = page_robot(arms, held_object(scene), scene.grasps);
  Robot by_arms(parts);
  parts.arm_of_loop[0] = -1;
  Robot by_loops(parts);
  const std::vector<bool> closed = all_loops(by_arms);
  const Evaluation one = by_arms.evaluate(state.q, state.v, tau, closed),
                   other = by_loops.evaluate(state.q, state.v, tau, closed);
  EXPECT_TRUE(one.arms);
  EXPECT_FALSE(other.arms);
  EXPECT_LE(relative_error(one.a, other.a), 1e-9);
}

// ---- Assembly ------------------------------------------------------------------------------------

TEST(EngineAssembly, FindsTheOtherJointsOfAFourBar) {
  const Description description = load(model_path("four_bar.urdf")).description();
  Robot robot(page_robot(description));
  const std::vector<double> neutral = robot.model().neutral_position();
  const auto start = robot.assemble(neutral, {});
  ASSERT_TRUE(start);
  std::vector<double> moved = *start;
  moved[0] += 0.1;
  const int keep[] = {0};
  const auto found = robot.assemble(moved, keep);
  ASSERT_TRUE(found);
  EXPECT_EQ((*found)[0], moved[0]);
  ClosedChain<double> chain(robot.model());
  Workspace<double> work(robot.model());
  std::vector<double> errors(std::size_t(chain.rows()));
  chain.position_errors(work, *found, errors);
  for (const double error : errors) EXPECT_NEAR(error, 0, 1e-10);
  const int all[] = {0, 1, 2};
  EXPECT_FALSE(robot.assemble(moved, all));
}

TEST(EngineAssembly, DoesNotChangeARobotWithoutLoops) {
  Robot robot(page_robot(load(model_path("arm6.urdf")).description()));
  const std::vector<double> q{0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
  EXPECT_EQ(robot.assemble(q, {}), q);
}

}  // namespace sinew::test::engine_loops_test
