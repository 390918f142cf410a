// Compares joint motions of minimum norm with the pseudo-inverse from singular values, and checks poses found by
// inverse kinematics.
#include "sinew/algorithms/kinematics/inverse_kinematics.hpp"

#include <gtest/gtest.h>

#include "sinew/model/examples.hpp"
#include "tests/support/decompositions.hpp"
#include "tests/support/files.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::inverse_kinematics_test {

constexpr Task all_tasks[] = {Task::pose, Task::orientation, Task::position};

MatrixXd rows_of(const MatrixXd& six, Task task) {
  if (task == Task::pose) return six;
  return task == Task::orientation ? six.topRows(3) : six.bottomRows(3);
}

Motion<double> as_motion(const Vec6<double>& m) {
  return {{m[0], m[1], m[2]}, {m[3], m[4], m[5]}};
}

Vec6<double> random_twist(Random& random) {
  return Vec6<double>::filled_by([&] { return random.uniform(-2, 2); });
}

// One test case: a robot, one of its frames, a reference and a task, and the dense Jacobian of these.
struct Case {
  FrameIndex frame;
  Reference reference;
  Task task;
  MatrixXd J;         // rows of the task
  VectorXd singular;  // its singular values, as many as rows
};

template <class Check>
void for_all_cases(Check&& check) {
  for (int i = 0; i < sample_count() / 4; ++i) {
    Subject s(random_sample(i));
    if (s.dofs() == 0) continue;
    const auto dense = s.dense();
    update_velocities(s.work, s.sample.q, s.sample.v);
    const std::vector<FrameIndex> frames = all_frames(s.model);
    for (const FrameIndex frame : {frames.front(), frames[frames.size() / 2], frames.back()}) {
      for (const Task task : all_tasks) {
        const Reference reference = all_references[i % 3];
        const MatrixXd J = rows_of(dense.jacobian(s.model.frame(frame).name, reference), task);
        VectorXd singular = VectorXd::Zero(J.rows());
        const VectorXd values = singular_values(J);
        singular.head(values.size()) = values;
        SCOPED_TRACE("sample " + std::to_string(i) + " frame " + s.model.frame(frame).name + " task " +
                     std::to_string(int(task)));
        check(s, Case{frame, reference, task, J, singular});
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

bool is_regular(const Case& c) {
  return c.singular.tail(1)[0] > std::max(1e-9, 1e-2 * c.singular[0]);
}
bool is_singular(const Case& c) {
  return c.singular.tail(1)[0] <= 1e-9 * std::max(1e-3, c.singular[0]);
}

TEST(MinimumNormVelocity, IsThePseudoInverseTimesTheTwist) {
  Random random(2);
  int solved = 0;
  for_all_cases([&](Subject<>& s, const Case& c) {
    if (!is_regular(c)) return;
    const Vec6<double> twist = random_twist(random);
    std::vector<double> v(s.zeros().size(), 1e30);
    const int rank = minimum_norm_velocity(s.work, c.frame, as_motion(twist), v,
                                           {.reference = c.reference, .task = c.task});
    EXPECT_EQ(rank, c.J.rows());
    const VectorXd expected = least_norm_solve(c.J, rows_of(twist, c.task));
    EXPECT_LE(relative_error(v, expected), 1e-9);
    ++solved;
  });
  EXPECT_GT(solved, sample_count() / 5);
}

TEST(MinimumNormVelocity, IsNearestToThePreferredOneInTheWeightedNorm) {
  Random random(3);
  for_all_cases([&](Subject<>& s, const Case& c) {
    if (!is_regular(c)) return;
    const Vec6<double> twist = random_twist(random);
    std::vector<double> v = s.zeros(), preferred = s.zeros(), weights = s.zeros();
    for (double& x : preferred) x = random.uniform(-2, 2);
    for (double& x : weights) x = random.uniform(0.5, 2);
    minimum_norm_velocity(
        s.work, c.frame, as_motion(twist), v,
        {.reference = c.reference, .task = c.task, .weights = weights, .preferred = preferred});
    // In the coordinates W^(1/2) v the weighted norm is the plain one.
    const VectorXd scale = as_dense(weights).cwiseSqrt().cwiseInverse();
    const MatrixXd scaled = c.J * scale.asDiagonal();
    const VectorXd missing = rows_of(twist, c.task) - c.J * as_dense(preferred);
    const VectorXd expected = as_dense(preferred) + scale.cwiseProduct(least_norm_solve(scaled, missing));
    EXPECT_LE(relative_error(v, expected), 1e-9);
    // The result may overwrite the preferred motion.
    minimum_norm_velocity(
        s.work, c.frame, as_motion(twist), preferred,
        {.reference = c.reference, .task = c.task, .weights = weights, .preferred = preferred});
    EXPECT_EQ(preferred, v);
  });
}

TEST(MinimumNormVelocity, WithDampingMakesErrorAndMotionSmallTogetherAtAnyPosition) {
  Random random(4);
  int singular = 0;
  for_all_cases([&](Subject<>& s, const Case& c) {
    singular += is_singular(c);
    const Vec6<double> twist = random_twist(random);
    const double damping = random.uniform(0.05, 0.5), length = random.uniform(0.2, 3);
    std::vector<double> v = s.zeros();
    const int rank = minimum_norm_velocity(
        s.work, c.frame, as_motion(twist), v,
        {.reference = c.reference, .task = c.task, .damping = damping, .length = length});
    if (is_regular(c)) {
      EXPECT_EQ(rank, c.J.rows());
    }
    if (is_singular(c)) {
      EXPECT_LT(rank, c.J.rows());
    }
    // The least-squares solution of the stacked errors and damped velocities.
    Vec6<double> unit;
    unit << 1, 1, 1, 1 / length, 1 / length, 1 / length;
    const VectorXd units = rows_of(unit, c.task);
    MatrixXd stacked(c.J.rows() + c.J.cols(), c.J.cols());
    stacked << units.asDiagonal() * c.J, damping * MatrixXd::Identity(c.J.cols(), c.J.cols());
    VectorXd right = VectorXd::Zero(stacked.rows());
    right.head(c.J.rows()) = units.cwiseProduct(rows_of(twist, c.task));
    EXPECT_LE(relative_error(v, least_norm_solve(stacked, right)), 1e-9);
  });
  EXPECT_GT(singular, sample_count() / 5);
}

TEST(MinimumNormVelocity, WithoutDampingIsRefusedWithTheRankAtSingularPositions) {
  for_all_cases([&](Subject<>& s, const Case& c) {
    if (!is_singular(c)) return;
    std::vector<double> v = s.zeros();
    const auto rank = std::count_if(c.singular.begin(), c.singular.end(),
                                    [&](double x) { return x > 1e-9 * std::max(1e-3, c.singular[0]); });
    const std::string message = complaint<std::domain_error>(
        [&] { minimum_norm_velocity(s.work, c.frame, {}, v, {.reference = c.reference, .task = c.task}); });
    EXPECT_TRUE(contains(message, "frame '" + s.model.frame(c.frame).name + "'"));
    EXPECT_TRUE(
        contains(message, "rank " + std::to_string(rank) + ", expected " + std::to_string(c.J.rows())));
  });
}

// Axes that meet in a point rotate a frame at this point and do not move it, except for rounding, which grows with the
// distances along the chain.
TEST(MinimumNormVelocity, IgnoresDirectionsThatAreRoundingAlone) {
  Random random(6);
  Description wrist;
  Vector3<double> centre_in_parent{0.3, -0.2, 0.7};
  for (int i = 0; i < 5; ++i) {
    const Vector3<double> axis = random.unit_vector(), away = random.uniform(1000, 4000) * axis;
    Body body{.name = "body" + std::to_string(i), .parent = i == 0 ? "" : "body" + std::to_string(i - 1)};
    body.placement = {{}, centre_in_parent + away};
    body.joint = {.name = "joint" + std::to_string(i), .kind = JointKind::revolute, .axis = axis};
    body.inertial = {1, {}, {1, 0, 0, 1, 0, 1}};
    wrist.bodies.push_back(body);
    centre_in_parent = -away;
  }
  wrist.frames = {{.name = "centre", .body = "body4", .placement = {{}, centre_in_parent}}};
  const Model model(wrist);
  Workspace<double> work(model);
  bool rounds = false;
  for (int i = 0; i < 50; ++i) {
    std::vector<double> q(5);
    for (double& angle : q) angle = random.uniform(-3, 3);
    update_poses(work, q);
    const FrameIndex centre = model.frame("centre");
    for (const Reference reference : {Reference::body, Reference::aligned}) {
      Matrix<double> J(6, 5);
      jacobian(work, centre, reference, J);
      const double moved = as_dense(J).bottomRows(3).norm();
      ASSERT_LT(moved, 1e-11);
      rounds = rounds || moved > 0;
      std::vector<double> v(5);
      for (const Task task : {Task::pose, Task::position}) {
        const int rank = minimum_norm_velocity(work, centre, {{0.1, 0.2, 0.3}, {}}, v,
                                               {.reference = reference, .task = task, .damping = 0.1});
        ASSERT_EQ(rank, task == Task::pose ? 3 : 0) << i;
      }
    }
  }
  EXPECT_TRUE(rounds);
}

TEST(MinimumNormAcceleration, GivesTheFrameTheRequestedAcceleration) {
  Random random(5);
  int solved = 0;
  for_all_cases([&](Subject<>& s, const Case& c) {
    if (!is_regular(c)) return;
    const Vec6<double> wanted = random_twist(random);
    std::vector<double> a = s.zeros();
    minimum_norm_acceleration(s.work, c.frame, as_motion(wanted), a,
                              {.reference = c.reference, .task = c.task});
    const auto dense = s.dense();
    const Vec6<double> given = dense.acceleration(s.model.frame(c.frame).name, c.reference, a);
    EXPECT_LE(relative_error(rows_of(given, c.task), rows_of(wanted, c.task)), 1e-9);
    // Of minimum norm: it has no component in the null space of the Jacobian.
    const VectorXd projected = least_norm_solve(c.J, c.J * as_dense(a));
    EXPECT_LE(relative_error(a, projected), 1e-9);
    ++solved;
  });
  EXPECT_GT(solved, sample_count() / 5);
}

// A robot in millimetres moves its joints like the same robot in metres.
TEST(MinimumNormVelocity, WithDampingDoesNotDependOnTheUnitOfLength) {
  Description metres = random_chain(7, 8), millimetres = metres;
  for (Body& body : millimetres.bodies) body.placement.translation = 1000.0 * body.placement.translation;
  for (Frame& frame : millimetres.frames) frame.placement.translation = 1000.0 * frame.placement.translation;
  const auto answer = [](const Description& description, double unit) {
    const Model model(description);
    Workspace<double> work(model);
    update_poses(work, random_state(model, 1).q);
    std::vector<double> v(7);
    minimum_norm_velocity(work, model.frame("tip"), {{0.1, 0.2, 0.3}, unit * Vector3<double>{1, 2, 3}}, v,
                          {.damping = 0.3, .length = 0.5 * unit});
    return v;
  };
  EXPECT_LE(relative_error(answer(millimetres, 1000), answer(metres, 1)), 1e-12);
}

TEST(MinimumNormVelocity, RefusesInvalidArguments) {
  const Model model(random_chain(7, 8));
  Workspace<double> work(model);
  update_poses(work, random_state(model, 1).q);
  const FrameIndex tip = model.frame("tip");
  std::vector<double> v(7), short_v(6), weights(7, 1.0);
  const double nothing = std::nan("");
  EXPECT_THROW(minimum_norm_velocity(work, tip, {}, short_v), std::invalid_argument);
  EXPECT_THROW(minimum_norm_velocity(work, FrameIndex{99}, {}, v), std::invalid_argument);
  EXPECT_THROW(minimum_norm_velocity(work, tip, {{nothing, 0, 0}, {}}, v), std::invalid_argument);
  EXPECT_THROW(minimum_norm_velocity(work, tip, {}, v, {.damping = -1}), std::invalid_argument);
  EXPECT_THROW(minimum_norm_velocity(work, tip, {}, v, {.damping = nothing}), std::invalid_argument);
  EXPECT_THROW(minimum_norm_velocity(work, tip, {}, v, {.length = 0}), std::invalid_argument);
  EXPECT_THROW(minimum_norm_velocity(work, tip, {}, v, {.preferred = short_v}), std::invalid_argument);
  weights[3] = 0;
  EXPECT_THROW(minimum_norm_velocity(work, tip, {}, v, {.weights = weights}), std::invalid_argument);
}

// From a start nearby, the solution may be another position, but the frame must reach its target.
void expect_reached(const Model& model, FrameIndex frame, const InverseKinematicsResult& result,
                    const Transform<double>& target, double tolerance) {
  Workspace<double> work(model);
  update_poses(work, result.q);
  const Transform<double> reached = pose(work, frame);
  EXPECT_TRUE(result.converged);
  EXPECT_LE((as_dense(reached.rotation) - as_dense(target.rotation)).norm(), 3 * tolerance);
  EXPECT_LE(norm(reached.translation - target.translation), 2 * tolerance);
}

TEST(InverseKinematics, FindsPosesNearTheStartOnRandomTrees) {
  Random random(6);
  int found = 0, tried = 0;
  for (int i = 0; i < 300; ++i) {
    Subject s(random_sample(i));
    const std::vector<double> away = random_velocity(s.sample.description, random);
    std::vector<double> start(s.sample.q.size());
    s.model.integrate(s.sample.q, away, 0.1, start);
    for (const FrameIndex frame : {ground, all_frames(s.model).back()}) {
      update_poses(s.work, s.sample.q);
      const Transform<double> target = pose(s.work, frame);
      const auto result = inverse_kinematics(s.work, frame, target, start);
      ++tried;
      if (!result.converged) continue;
      ++found;
      expect_reached(s.model, frame, result, target, 1e-8);
    }
  }
  EXPECT_GE(found, 0.99 * tried) << found << " of " << tried;
}

TEST(InverseKinematics, FindsMostPosesOfAnArmFromAnywhereWithRestarts) {
  const Model arm = load(model_path("arm7.urdf"));
  Workspace<double> work(arm);
  const FrameIndex tool = arm.frame("tool");
  for (int i = 0; i < 50; ++i) {
    update_poses(work, random_state(arm, 100 + i).q);
    const Transform<double> target = pose(work, tool);
    const auto result = inverse_kinematics(work, tool, target, arm.neutral_position(), {.restarts = 20});
    expect_reached(arm, tool, result, target, 1e-8);
    for (int j = 0; j < arm.velocity_size(); ++j) {
      EXPECT_GE(result.q[j], arm.dofs()[j].lower);
      EXPECT_LE(result.q[j], arm.dofs()[j].upper);
    }
  }
}

// A planar arm of three rods cannot rotate its tip out of the plane, but reaches all points within three metres.
TEST(InverseKinematics, OfThePositionAloneLeavesTheOrientationFree) {
  const Model model(planar_chain(3));
  Workspace<double> work(model);
  const FrameIndex tip = model.frame("tip");
  const Transform<double> target{rotation_about(Vector3<double>{1, 0, 0}, 1.0), {1.2, 0, 0.7}};
  const std::vector<double> start = {0.3, 0.4, 0.5};
  EXPECT_FALSE(inverse_kinematics(work, tip, target, start).converged);
  const auto result = inverse_kinematics(work, tip, target, start, {.task = Task::position});
  EXPECT_TRUE(result.converged);
  EXPECT_EQ(result.angle_error, 0);
  update_poses(work, result.q);
  EXPECT_LE(norm(pose(work, tip).translation - target.translation), 1e-8);
}

// The nearest pose is stretched out towards the target.
TEST(InverseKinematics, OutOfReachEndsNearestToTheTarget) {
  const Model model(planar_chain(2));
  Workspace<double> work(model);
  const Transform<double> target{{}, {5, 0, 0}};
  const auto result =
      inverse_kinematics(work, model.frame("tip"), target, std::vector{0.3, 0.4}, {.task = Task::position});
  EXPECT_FALSE(result.converged);
  EXPECT_NEAR(result.position_error, 3, 1e-6);
}

TEST(InverseKinematics, StaysWithinLimitsUnlessDisabled) {
  Description robot = planar_chain(2);
  for (Body& body : robot.bodies) body.joint.dofs = {{.lower = -0.5, .upper = 0.5}};
  const Model model(robot);
  Workspace<double> work(model);
  update_poses(work, std::vector{0.9, 0.4});
  const FrameIndex tip = model.frame("tip");
  const Transform<double> target = pose(work, tip);
  const auto within = inverse_kinematics(work, tip, target, std::vector{0.0, 0.1});
  EXPECT_FALSE(within.converged);
  for (const double q : within.q) EXPECT_LE(std::abs(q), 0.5);
  const auto free = inverse_kinematics(work, tip, target, std::vector{0.0, 0.1}, {.within_limits = false});
  EXPECT_TRUE(free.converged);
  EXPECT_LE(relative_error(free.q, std::vector{0.9, 0.4}), 1e-7);
}

TEST(InverseKinematics, RefusesInvalidArguments) {
  const Model model(planar_chain(2));
  Workspace<double> work(model);
  const std::vector<double> q(2);
  EXPECT_THROW(inverse_kinematics(work, model.frame("tip"), {}, std::vector{0.0}), std::invalid_argument);
  EXPECT_THROW(inverse_kinematics(work, FrameIndex{99}, {}, q), std::invalid_argument);
  EXPECT_THROW(inverse_kinematics(work, model.frame("tip"), {{}, {std::nan(""), 0, 0}}, q),
               std::invalid_argument);
  EXPECT_THROW(inverse_kinematics(work, model.frame("tip"), {}, q, {.length = -1}), std::invalid_argument);
}

// A planar arm of three hinges whose middle joint follows the first, with the hand at the end of the third.
Description coupled_arm() {
  Description robot{.name = "coupled arm"};
  for (int i = 0; i < 3; ++i) {
    robot.bodies.push_back(hinged("b" + std::to_string(i), i == 0 ? "" : "b" + std::to_string(i - 1),
                                  {0, 0, i == 0 ? 0 : -0.5},
                                  {1, {0, 0, -0.25}, {0.01, 0, 0, 0.01, 0, 0.01}}));
  }
  robot.bodies[1].joint.mimic = {"b0_joint", 0.5, 0.2};
  robot.frames = {{.name = "hand", .body = "b2", .placement = {{}, {0, 0, -0.5}}}};
  return robot;
}

TEST(InverseKinematics, OfFollowersMovesThemWithTheirLeaders) {
  const Model model(coupled_arm());
  Workspace work(model);
  const FrameIndex hand = model.frame("hand");
  const std::vector<double> there{0.6, 0.5, -0.9}, start{0.2, 7, 0.3};
  update_poses(work, there);
  const Transform<double> target = pose(work, hand);
  const auto found = inverse_kinematics(work, hand, target, start, {.task = Task::position});
  ASSERT_TRUE(found.converged);
  EXPECT_NEAR(found.q[1], 0.5 * found.q[0] + 0.2, 1e-15);
  EXPECT_LE(norm(pose(work, hand).translation - target.translation), 1e-8);
  const auto free = inverse_kinematics(work, hand, target, std::vector{0.2, -0.3, 0.3},
                                       {.task = Task::position, .followers = Followers::free});
  ASSERT_TRUE(free.converged);
  EXPECT_GT(std::abs(free.q[1] - 0.5 * free.q[0] - 0.2), 1e-3);
}

TEST(InverseKinematics, KeepsFollowersWithinTheirOwnLimits) {
  Description robot = coupled_arm();
  robot.bodies[1].joint.dofs = {{.lower = -1, .upper = 0.45}};  // of the follower: its leader stays below 0.5
  const Model model(robot);
  Workspace work(model);
  const FrameIndex hand = model.frame("hand");
  update_poses(work, std::vector{0.6, 0.5, -0.9});
  const Transform<double> target = pose(work, hand);
  const auto found = inverse_kinematics(work, hand, target, model.neutral_position(),
                                        {.task = Task::position, .restarts = 3});
  EXPECT_LE(found.q[0], 0.5 + 1e-12);
  EXPECT_LE(found.q[1], 0.45 + 1e-12);
}

// The weights of followers count: with a heavy follower its leader moves less.
TEST(InverseKinematics, WeighsLeadersTogetherWithTheirFollowers) {
  const Model model(coupled_arm());
  Workspace work(model);
  const FrameIndex hand = model.frame("hand");
  const std::vector<double> start{0.2, 0.3, 0.3}, heavy{1, 1000, 1}, even{1, 1, 1};
  update_poses(work, start);
  Transform<double> target = pose(work, hand);
  target.translation.x += 1e-4;  // the first step is small enough to be accepted as it is
  const auto moved = [&](std::span<const double> weights) {
    const auto found = inverse_kinematics(work, hand, target, start,
                                          {.task = Task::position, .iterations = 1, .weights = weights});
    return std::abs(found.q[0] - start[0]);
  };
  EXPECT_LT(moved(heavy), moved(even));
}

}  // namespace sinew::test::inverse_kinematics_test
