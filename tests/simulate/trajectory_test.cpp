// Compares trajectories with finite differences and scalar splines, and checks their properties at waypoints.
#include "sinew/simulate/controllers/trajectory.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sinew/model/joints/configuration_group.hpp"
#include "sinew/model/state.hpp"
#include "tests/support/random.hpp"

namespace sinew::test::trajectory_test {

Body body(const std::string& name, const std::string& parent, JointKind kind) {
  Body made{.name = name, .parent = parent, .placement = {{}, {0.1, 0.2, 0.3}}};
  made.joint = {.name = name + "_joint", .kind = kind};
  made.inertial = {1, {}, {1, 0, 0, 1, 0, 1}};
  return made;
}

// Plain coordinates, several to a joint, and quaternions with and without a position.
Model mixed() {
  return Model(
      {.name = "mixed",
       .bodies = {body("base", "", JointKind::floating), body("arm", "base", JointKind::revolute),
                  body("ball", "arm", JointKind::spherical), body("tray", "ball", JointKind::planar)}});
}

TrajectoryPlan random_plan(const Model& model, Interpolation interpolation, int waypoints,
                           std::uint64_t seed) {
  Random random(seed);
  TrajectoryPlan plan{.interpolation = interpolation};
  double t = random.uniform(-1, 1);
  for (int i = 0; i < waypoints; ++i) {
    plan.times.push_back(t);
    plan.values.push_back(random_state(model, seed * 100 + std::uint64_t(i)).q);
    t += random.uniform(0.5, 2);
  }
  return plan;
}

struct Point {
  explicit Point(const Model& model)
      : q(std::size_t(model.position_size())), v(std::size_t(model.velocity_size())), a(v) {}
  std::vector<double> q, v, a;
};
Point at(const Model& model, const Trajectory& trajectory, double t) {
  Point point(model);
  trajectory.at(t, point.q, point.v, point.a);
  return point;
}

double largest(const std::vector<double>& x) {
  double most = 0;
  for (const double number : x) most = std::max(most, std::abs(number));
  return most;
}
double distance(const std::vector<double>& x, const std::vector<double>& y) {
  double most = 0;
  for (std::size_t i = 0; i < x.size(); ++i) most = std::max(most, std::abs(x[i] - y[i]));
  return most;
}

TEST(Trajectory, VelocitiesAndAccelerationsAreDerivativesOfThePositions) {
  const Model model = mixed();
  for (const Interpolation interpolation : {Interpolation::minimum_jerk, Interpolation::spline}) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const TrajectoryPlan plan = random_plan(model, interpolation, 5, seed);
      const Trajectory trajectory(model, plan);
      Random random(seed);
      for (int i = 0; i < 20; ++i) {
        const double t = random.uniform(plan.times.front(), plan.times.back()), h = 1e-5;
        const Point before = at(model, trajectory, t - h), now = at(model, trajectory, t),
                    behind = at(model, trajectory, t + h);
        std::vector<double> v(now.v.size()), a(now.v.size());
        difference(model, before.q, behind.q, v);
        for (std::size_t k = 0; k < v.size(); ++k) {
          v[k] /= 2 * h;
          a[k] = (behind.v[k] - before.v[k]) / (2 * h);
        }
        EXPECT_LT(distance(v, now.v), 1e-7 * (1 + largest(now.v) + largest(now.a)));
        EXPECT_LT(distance(a, now.a), 1e-4 * (1 + largest(now.a)));
      }
    }
  }
}

TEST(Trajectory, PassesItsWaypointsAndIsConstantOutside) {
  const Model model = mixed();
  for (const Interpolation interpolation : {Interpolation::minimum_jerk, Interpolation::spline}) {
    const TrajectoryPlan plan = random_plan(model, interpolation, 6, 3);
    const Trajectory trajectory(model, plan);
    std::vector<double> apart(std::size_t(model.velocity_size()));
    for (std::size_t i = 0; i < plan.times.size(); ++i) {
      difference(model, at(model, trajectory, plan.times[i]).q, plan.values[i], apart);
      EXPECT_LT(largest(apart), 1e-13);
    }
    for (const double t : {plan.times.front() - 1e9, plan.times.front(), plan.times.back(), 1e300}) {
      const Point there = at(model, trajectory, t);
      EXPECT_EQ(largest(there.v), 0);
      EXPECT_EQ(largest(there.a), 0);
    }
    EXPECT_EQ(trajectory.duration(), plan.times.back());
  }
}

TEST(Trajectory, VelocitiesAndAccelerationsAreContinuousAtEveryWaypoint) {
  const Model model = mixed();
  for (const Interpolation interpolation : {Interpolation::minimum_jerk, Interpolation::spline}) {
    const TrajectoryPlan plan = random_plan(model, interpolation, 6, 4);
    const Trajectory trajectory(model, plan);
    for (const double t : plan.times) {
      const Point before = at(model, trajectory, std::nextafter(t, -1e9)),
                  behind = at(model, trajectory, std::nextafter(t, 1e9));
      EXPECT_LT(distance(before.v, behind.v), 1e-11);
      EXPECT_LT(distance(before.a, behind.a), 1e-10);
    }
  }
}

TEST(Trajectory, MinimumJerkRotatesAboutAFixedAxisAndMovesStraight) {
  const Model model = pose_model();
  const TrajectoryPlan plan = random_plan(model, Interpolation::minimum_jerk, 2, 5);
  const Trajectory trajectory(model, plan);
  const auto pose = [](const std::vector<double>& q) {
    return Transform<double>{rotation_from_quaternion(q[3], q[4], q[5], q[6]), {q[0], q[1], q[2]}};
  };
  const Transform<double> from = pose(plan.values[0]), to = pose(plan.values[1]);
  const Vector3<double> rotation = rotation_vector_of(transpose(from.rotation) * to.rotation);
  const Vector3<double> line = to.translation - from.translation;
  for (const double x : {0.1, 0.5, 0.8}) {
    const double s = x * x * x * (10 - x * (15 - 6 * x));
    const Transform<double> there =
        pose(at(model, trajectory, plan.times[0] + x * (plan.times[1] - plan.times[0])).q);
    EXPECT_LT(norm(rotation_vector_of(transpose(from.rotation) * there.rotation) - s * rotation), 1e-14);
    EXPECT_LT(norm(there.translation - from.translation - s * line), 1e-14);
  }
}

TEST(Trajectory, TheSplineOfAJointIsCubic) {
  const Model model({.name = "hinge", .bodies = {body("rod", "", JointKind::revolute)}});
  const TrajectoryPlan plan = random_plan(model, Interpolation::spline, 6, 6);
  const Trajectory trajectory(model, plan);
  for (std::size_t i = 1; i + 2 < plan.times.size(); ++i) {
    const double h = plan.times[i + 1] - plan.times[i];
    const auto a = [&](double x) { return at(model, trajectory, plan.times[i] + x * h).a[0]; };
    EXPECT_NEAR(a(0.25) - 2 * a(0.5) + a(0.75), 0, 1e-10);
  }
}

TEST(Trajectory, ABallJointRotatingAboutOneAxisFollowsTheSplineOfTheAngle) {
  const Model hinge({.name = "hinge", .bodies = {body("rod", "", JointKind::revolute)}});
  const Model ball({.name = "ball", .bodies = {body("rod", "", JointKind::spherical)}});
  TrajectoryPlan angles{.interpolation = Interpolation::spline,
                        .times = {0, 1, 1.5, 3, 4},
                        .values = {{0}, {2}, {1}, {3.5}, {3}}};
  TrajectoryPlan rotations = angles;
  const Vector3<double> axis{0.48, 0.6, 0.64};
  for (std::size_t i = 0; i < angles.times.size(); ++i) {
    const double half = 0.5 * angles.values[i][0], sign = i % 2 == 0 ? 1 : -1;  // one of the two quaternions
    const Vector3<double> p = (sign * std::sin(half)) * axis;
    rotations.values[i] = {sign * std::cos(half), p.x, p.y, p.z};
  }
  const Trajectory angle(hinge, angles), rotation(ball, rotations);
  for (double t = 0.05; t < 4; t += 0.1) {
    const Point one = at(hinge, angle, t), other = at(ball, rotation, t);
    EXPECT_NEAR(std::abs(other.q[0]), std::abs(std::cos(0.5 * one.q[0])), 1e-13);
    EXPECT_NEAR(other.v[1], one.v[0] * axis.y, 1e-12);
    EXPECT_NEAR(other.a[2], one.a[0] * axis.z, 1e-11);
  }
}

TEST(Trajectory, ADenselySampledMotionIsReproduced) {
  const Model model = pose_model();
  TrajectoryPlan plan{.interpolation = Interpolation::spline};
  const auto motion = [](double t) {
    const Vector3<double> angles{std::sin(t), 0.7 * std::sin(1.3 * t), 0.5 * t};
    const auto [w, x, y, z] = quaternion_of(rotation_from_rpy(angles));
    return std::vector<double>{std::cos(t), std::sin(2 * t), t, w, x, y, z};
  };
  for (int i = 0; i <= 1000; ++i) {
    plan.times.push_back(0.01 * i);
    plan.values.push_back(motion(0.01 * i));
  }
  const Trajectory trajectory(model, plan);
  std::vector<double> apart(6);
  for (double t = 1.003; t < 9; t += 0.17) {
    difference(model, at(model, trajectory, t).q, motion(t), apart);
    EXPECT_LT(largest(apart), 1e-8) << t;
  }
}

TEST(Trajectory, RefusesInvalidPlans) {
  const Model model = mixed();
  const TrajectoryPlan good = random_plan(model, Interpolation::spline, 3, 7);
  const auto refused = [&](auto spoil) {
    TrajectoryPlan plan = good;
    spoil(plan);
    EXPECT_THROW(Trajectory(model, plan), std::invalid_argument);
  };
  refused([](TrajectoryPlan& plan) { plan = {}; });
  refused([](TrajectoryPlan& plan) { plan.times.pop_back(); });
  refused([](TrajectoryPlan& plan) { plan.times[2] = plan.times[1]; });
  refused([](TrajectoryPlan& plan) { plan.times[1] = std::nan(""); });
  refused([](TrajectoryPlan& plan) { plan.values[1].pop_back(); });
  refused([](TrajectoryPlan& plan) { plan.values[1][0] = infinity; });
  refused([](TrajectoryPlan& plan) {
    for (std::size_t i = 3; i < 7; ++i) plan.values[1][i] = 0;
  });
}

}  // namespace sinew::test::trajectory_test
