#include <gtest/gtest.h>

#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::kinematics_test {

TEST(Poses, OfAllFramesEqualTheDenseFormOnRandomTrees) {
  for (int i = 0; i < sample_count(); ++i) {
    Subject s(random_sample(i));
    const auto dense = s.dense();
    update_poses(s.work, s.sample.q);
    for (const FrameIndex frame : all_frames(s.model)) {
      const Transform<double> actual = pose(s.work, frame);
      const Pose<double> expected = dense.pose(s.model.frame(frame).name);
      ASSERT_LE(relative_error(actual.rotation, expected.rotation), 1e-10)
          << "sample " << i << " " << frame.value;
      ASSERT_LE(relative_error(actual.translation, expected.translation), 1e-10)
          << "sample " << i << " " << frame.value;
    }
  }
}

TEST(Velocities, OfAllFramesEqualTheDenseFormOnRandomTrees) {
  for (int i = 0; i < sample_count(); ++i) {
    Subject s(random_sample(i));
    const auto dense = s.dense();
    update_velocities(s.work, s.sample.q, s.sample.v);
    for (const FrameIndex frame : all_frames(s.model)) {
      for (const Reference reference : all_references) {
        const Motion<double> actual = velocity(s.work, frame, reference);
        ASSERT_LE(relative_error(actual, dense.velocity(s.model.frame(frame).name, reference)), 1e-10)
            << "sample " << i << " frame " << s.model.frame(frame).name << " reference " << int(reference);
      }
    }
  }
}

TEST(Accelerations, OfAllFramesEqualTheDenseFormOnRandomTrees) {
  for (int i = 0; i < sample_count(); ++i) {
    Subject s(random_sample(i));
    const auto dense = s.dense();
    update_accelerations(s.work, s.sample.q, s.sample.v, s.sample.a);
    for (const FrameIndex frame : all_frames(s.model)) {
      const std::string& name = s.model.frame(frame).name;
      for (const Reference reference : all_references) {
        const Motion<double> actual = acceleration(s.work, frame, reference);
        ASSERT_LE(relative_error(actual, dense.acceleration(name, reference, s.sample.a)), 1e-10)
            << "sample " << i << " frame " << name << " reference " << int(reference);
      }
    }
  }
}

// Acceleration means the derivative of the six numbers called velocity, in each reference.
TEST(Accelerations, AreTimeDerivativesOfVelocities) {
  for (int i = 0; i < 100; ++i) {
    Subject s(random_sample(i));
    const double step = 1e-5;
    const FrameIndex frame = s.model.frame(s.sample.description.bodies.back().name);
    for (const Reference reference : all_references) {
      const auto velocity_after = [&](double time) {
        std::vector<double> q = s.sample.q, v = s.sample.v;
        s.model.integrate(s.sample.q, s.sample.v, time, q);
        for (std::size_t k = 0; k < v.size(); ++k) v[k] += time * s.sample.a[k];
        update_velocities(s.work, q, v);
        return as_dense(velocity(s.work, frame, reference));
      };
      const Vec6<double> slope = (velocity_after(step) - velocity_after(-step)) / (2 * step);
      const double speed = std::max(1.0, velocity_after(0).norm());
      update_accelerations(s.work, s.sample.q, s.sample.v, s.sample.a);
      const Vec6<double> actual = as_dense(acceleration(s.work, frame, reference));
      ASSERT_LE((actual - slope).norm(), 1e-6 * speed * speed * speed)
          << "sample " << i << " " << int(reference);
    }
  }
}

TEST(Poses, OfADoublePendulumEqualTheHandComputedOnes) {
  Description robot = double_pendulum(1, 1, 0.9, 0.6);
  robot.frames = {{.name = "bob", .body = "lower", .placement = {{}, {0, 0, -0.6}}}};
  const Model model(robot);
  Workspace<double> work(model);
  update_accelerations(work, std::vector{0.3, 0.5}, std::vector{1.0, 2.0}, std::vector{0.0, 0.0});
  const FrameIndex bob = model.frame("bob");
  const Vector3<double> at = pose(work, bob).translation;
  EXPECT_NEAR(at.x, 0.9 * std::sin(0.3) + 0.6 * std::sin(0.8), 1e-15);
  EXPECT_NEAR(at.y, 0, 1e-15);
  EXPECT_NEAR(at.z, -0.9 * std::cos(0.3) - 0.6 * std::cos(0.8), 1e-15);
  const Motion<double> rate = velocity(work, bob, Reference::aligned);
  EXPECT_NEAR(rate.angular.y, -3, 1e-15);
  EXPECT_NEAR(rate.linear.x, 0.9 * std::cos(0.3) + 3 * 0.6 * std::cos(0.8), 1e-14);
  EXPECT_NEAR(rate.linear.z, 0.9 * std::sin(0.3) + 3 * 0.6 * std::sin(0.8), 1e-14);
  const Motion<double> growth = acceleration(work, bob, Reference::aligned);
  EXPECT_NEAR(growth.linear.x, -0.9 * std::sin(0.3) - 9 * 0.6 * std::sin(0.8), 1e-14);
  EXPECT_NEAR(growth.linear.z, 0.9 * std::cos(0.3) + 9 * 0.6 * std::cos(0.8), 1e-14);
}

TEST(Model, OrdersItsCoordinatesDepthFirstWithChildrenAsWritten) {
  for (int i = 0; i < std::min(500, sample_count()); ++i) {
    const Sample sample = random_sample(i);
    const Model model(sample.description);
    int q = 0, v = 0;
    std::size_t joint = 0;
    for (const std::string& name : DenseReference<double>::coordinate_order(sample.description)) {
      const auto body = std::find_if(sample.description.bodies.begin(), sample.description.bodies.end(),
                                     [&](const Body& b) { return b.name == name; });
      if (body->joint.kind == JointKind::fixed) continue;
      ASSERT_LT(joint, model.joints().size());
      const JointInfo& info = model.joints()[joint++];
      ASSERT_EQ(info.body, name);
      ASSERT_EQ(info.name, body->joint.name);
      ASSERT_EQ(info.kind, body->joint.kind);
      ASSERT_EQ(info.q_index, q);
      ASSERT_EQ(info.v_index, v);
      q += position_size(body->joint);
      v += velocity_size(body->joint);
    }
    ASSERT_EQ(joint, model.joints().size());
    ASSERT_EQ(model.position_size(), q);
    ASSERT_EQ(model.velocity_size(), v);
  }
}

}  // namespace sinew::test::kinematics_test
