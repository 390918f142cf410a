// Compares forces across fixed joints with those of the same robot with motionless hinges in their place.
#include <gtest/gtest.h>

#include "sinew/model/examples.hpp"
#include "tests/support/hinges_for_fixed_joints.hpp"
#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::fixed_joint_forces_test {

std::vector<Push> pushes_of(const Sample& sample) {
  std::vector<Push> pushes;
  for (const auto& [frame, w] : sample.environment.forces) {
    LoopEnd at{frame, {}};
    for (const Frame& f : sample.description.frames) {
      if (f.name == frame) at = {f.body, f.placement};
    }
    pushes.push_back({at, {{w[0], w[1], w[2]}, {w[3], w[4], w[5]}}});
  }
  return pushes;
}

TEST(FixedJointForces, EqualThoseOfMotionlessHingesOnRandomTrees) {
  int compared = 0, on_ground = 0;
  const int count = std::min(1000, sample_count());
  for (int i = 0; i < count; ++i) {
    Subject s(random_sample(i));
    std::vector<Force<double>> fixed(s.model.fixed_joints().size());
    forward_dynamics(s.work, s.sample.q, s.sample.v, s.sample.tau, s.sample.a, s.environment());
    fixed_joint_forces(s.work, fixed);
    const auto expected = forces_if_held(s.sample.description, s.sample.q, s.sample.v, s.sample.a,
                                         pushes_of(s.sample), s.environment().base_acceleration);
    double scale = 1;
    for (const auto& [body, force] : expected) scale = std::max(scale, as_dense(force).largest());
    for (std::size_t j = 0; j < fixed.size(); ++j) {
      const FixedJointInfo& joint = s.model.fixed_joints()[j];
      ++compared;
      on_ground += s.model.frame(joint.frame).link == 0;
      ASSERT_LE((as_dense(fixed[j]) - as_dense(expected.at(joint.body))).largest(), 1e-11 * scale)
          << "sample " << i << " " << joint.body;
    }
  }
  EXPECT_GT(compared, count / 2);
  EXPECT_GT(on_ground, count / 50);
}

TEST(FixedJointForces, FollowInverseDynamicsAndJointForces) {
  for (int i = 0; i < 100; ++i) {
    Subject s(random_sample(i));
    const auto count = s.model.fixed_joints().size();
    std::vector<Force<double>> forward(count), inverse(count), across(count);
    forward_dynamics(s.work, s.sample.q, s.sample.v, s.sample.tau, s.sample.a, s.environment());
    fixed_joint_forces(s.work, forward);
    std::vector<double> tau(s.sample.tau.size());
    inverse_dynamics(s.work, s.sample.q, s.sample.v, s.sample.a, tau, s.environment());
    fixed_joint_forces(s.work, inverse);
    std::vector<JointForce<double>> joints(s.model.joints().size());
    joint_forces(s.work, s.sample.q, s.sample.v, s.sample.a, joints, s.environment());
    fixed_joint_forces(s.work, across);
    const double tolerance = allowed_error(1e-9, s.dense().mass_matrix());
    for (std::size_t j = 0; j < count; ++j) {
      ASSERT_LE(relative_error(forward[j], inverse[j]), tolerance) << "sample " << i;
      ASSERT_LE(relative_error(across[j], inverse[j]), 1e-12) << "sample " << i;
    }
  }
}

// A pendulum whose mass is bolted to the end of a massless rod: the bolt carries its weight and m l v^2.
TEST(FixedJointForces, OfAMassBoltedToAPendulumEqualTheHandComputedOnes) {
  const double mass = 2, length = 0.7, speed = 3;
  Description robot{
      .bodies = {{.name = "rod", .joint = {.name = "hinge", .kind = JointKind::revolute, .axis = {0, 1, 0}}},
                 {.name = "bob",
                  .parent = "rod",
                  .placement = {{}, {0, 0, -length}},
                  .joint = {.name = "bolt"},
                  .inertial = {.mass = mass}}}};
  const Model model(robot);
  ASSERT_EQ(model.fixed_joints().size(), 1u);
  EXPECT_EQ(model.fixed_joints()[0].name, "bolt");
  EXPECT_EQ(model.fixed_joints()[0].body, "bob");
  Workspace<double> work(model);
  std::vector<double> a(1);
  std::vector<Force<double>> force(1);
  forward_dynamics(work, std::vector{0.0}, std::vector{speed}, std::vector{0.0}, a);
  fixed_joint_forces(work, force);
  EXPECT_NEAR(force[0].linear.z, mass * (9.81 + length * speed * speed), 1e-13);
  EXPECT_NEAR(norm(force[0].angular), 0, 1e-13);
  EXPECT_NEAR(std::hypot(force[0].linear.x, force[0].linear.y), 0, 1e-13);
}

TEST(FixedJointForces, AreRefusedIfTheirNumberIsWrongOrNoDynamicsWereComputed) {
  const Model model(planar_chain(2));
  Workspace<double> work(model);
  std::vector<Force<double>> none, one(1);
  EXPECT_THROW(fixed_joint_forces(work, none), std::logic_error);
  const std::vector<double> two(2);
  std::vector<double> a(2);
  forward_dynamics(work, two, two, two, a);
  EXPECT_THROW(fixed_joint_forces(work, one), std::invalid_argument);
  EXPECT_NO_THROW(fixed_joint_forces(work, none));
}

}  // namespace sinew::test::fixed_joint_forces_test
