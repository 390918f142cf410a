#include <gtest/gtest.h>

#include "sinew/model/examples.hpp"
#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::jacobian_test {

TEST(Jacobian, OfAllFramesEqualsTheDenseFormOnRandomTrees) {
  for (int i = 0; i < sample_count(); ++i) {
    Subject s(random_sample(i));
    const auto dense = s.dense();
    update_poses(s.work, s.sample.q);
    for (const FrameIndex frame : all_frames(s.model)) {
      for (const Reference reference : all_references) {
        MatrixXd actual = MatrixXd::Constant(6, s.dofs(), 1e30);
        jacobian(s.work, frame, reference, actual);
        ASSERT_LE(relative_error(actual, dense.jacobian(s.model.frame(frame).name, reference)), 1e-10)
            << "sample " << i << " frame " << s.model.frame(frame).name << " reference " << int(reference);
      }
    }
  }
}

TEST(JacobianRateTimesVelocity, EqualsTheDenseFormOnRandomTrees) {
  for (int i = 0; i < sample_count(); ++i) {
    Subject s(random_sample(i));
    const auto dense = s.dense();
    update_velocities(s.work, s.sample.q, s.sample.v);
    const std::vector<double> no_acceleration = s.zeros();
    for (const FrameIndex frame : all_frames(s.model)) {
      const std::string& name = s.model.frame(frame).name;
      for (const Reference reference : all_references) {
        const Motion<double> actual = jacobian_rate_times_velocity(s.work, frame, reference);
        ASSERT_LE(relative_error(actual, dense.acceleration(name, reference, no_acceleration)), 1e-10)
            << "sample " << i << " frame " << name << " reference " << int(reference);
      }
    }
  }
}

TEST(Jacobian, TimesVelocityIsTheFramesVelocity) {
  for (int i = 0; i < std::min(300, sample_count()); ++i) {
    Subject s(random_sample(i));
    update_velocities(s.work, s.sample.q, s.sample.v);
    const FrameIndex frame = all_frames(s.model).back();
    for (const Reference reference : all_references) {
      Matrix<double> columns(6, s.dofs());
      jacobian(s.work, frame, reference, columns);
      const VectorXd product = as_dense(columns) * as_dense(s.sample.v);
      ASSERT_LE(relative_error(product, velocity(s.work, frame, reference)), 1e-12) << "sample " << i;
    }
  }
}

// At q = 0 the bob of a double pendulum moves by l1 + l2 and l2 along x per radian.
TEST(Jacobian, OfADoublePendulumEqualsTheHandComputedOne) {
  Description robot = double_pendulum(1, 1, 0.9, 0.6);
  robot.frames = {{.name = "bob", .body = "lower", .placement = {{}, {0, 0, -0.6}}}};
  const Model model(robot);
  Workspace<double> work(model);
  update_poses(work, std::vector{0.0, 0.0});
  Mat<double, 6, 2> actual, aligned, world;
  aligned << 0, 0, -1, -1, 0, 0, 1.5, 0.6, 0, 0, 0, 0;
  world << 0, 0, -1, -1, 0, 0, 0, -0.9, 0, 0, 0, 0;
  jacobian(work, model.frame("bob"), Reference::aligned, actual);
  EXPECT_LE(relative_error(actual, aligned), 1e-15);
  jacobian(work, model.frame("bob"), Reference::body, actual);
  EXPECT_LE(relative_error(actual, aligned), 1e-15);
  jacobian(work, model.frame("bob"), Reference::world, actual);
  EXPECT_LE(relative_error(actual, world), 1e-15);
}

}  // namespace sinew::test::jacobian_test
