// Loops, couplings, mimics and screws that are written and read again constrain the robot as before, or a warning says
// what changed.
#include <gtest/gtest.h>

#include "sinew/chains/loops/closed_chain.hpp"
#include "tests/io/written_robots.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/same_robot.hpp"

namespace sinew::test::write_constraints_test {

// The acceleration of the first joint while all mimics and couplings hold.
double closed_acceleration(const Description& description, double q, double v, double tau) {
  const Model model(description);
  Workspace<double> work(model);
  ClosedChain<double> chain(model);
  const auto n = std::size_t(model.velocity_size());
  std::vector<double> position = model.neutral_position(), velocity(n), torque(n), acceleration(n);
  position[0] = q;
  velocity[0] = v;
  torque[0] = tau;
  const double pitch = description.bodies[1].joint.pitch;
  if (n == 2) {
    const Joint& slide = description.bodies.back().joint;
    const double lead = slide.mimic ? slide.mimic->multiplier : description.couplings.at(0).polynomial[1];
    position[1] = lead * q;
    velocity[1] = lead * v;
  }
  EXPECT_EQ(n == 1, pitch != 0);
  chain.forward_dynamics(work, position, velocity, torque, acceleration);
  return acceleration[0];
}

TEST(WriteConstraints, AScrewIsAHingeAndASlideThatFollowsIt) {
  const Description robot = one_joint({.kind = JointKind::helical, .axis = {0, 0.6, 0.8}, .pitch = 0.3});
  const double expected = closed_acceleration(robot, 0.4, 1.5, 2);
  for (const RobotFormat format : {RobotFormat::urdf, RobotFormat::mjcf}) {
    SCOPED_TRACE(name_of(format));
    EXPECT_TRUE(
        contains(warnings(robot, format), " has no helical joints; each becomes a hinge and a slide"));
    EXPECT_NEAR(closed_acceleration(again(robot, format), 0.4, 1.5, 2), expected, 1e-12);
  }
  EXPECT_EQ(warnings(robot, RobotFormat::sdf), "");
}

Description with_loop(ConnectionKind kind) {
  Description robot = one_joint({.kind = JointKind::revolute, .axis = {0, 0, 1}});
  robot.bodies[1].placement = {};
  robot.bodies[1].joint.dofs = {{.lower = -3, .upper = 3}};
  robot.bodies.push_back({.name = "c",
                          .parent = "base",
                          .placement = {{}, {1, 0, 0}},
                          .joint = {.name = "k", .kind = JointKind::continuous, .axis = {1, 0, 0}},
                          .inertial = some_inertia});
  const Rotation<double> rotation = rotation_from_rpy(Vector3<double>{0.4, 0.5, 0.6});
  robot.loops = {{.name = "closing",
                  .connection = {.kind = kind},
                  .first = {"b", {rotation, {0.2, 0.3, 0.4}}},
                  .second = {"c", {rotation, {-0.8, 0.3, 0.4}}}}};
  if (kind == ConnectionKind::universal)  // z of the first is perpendicular to x of the second
    robot.loops[0].second.placement.rotation = rotation * rotation_about(Vector3<double>{0, 0, 1}, 0.7);
  return robot;
}

// The number of constraint rows, and the norm of their errors where the first joint is at `q`.
std::pair<int, double> of_loops(const Description& description, double q) {
  const Model model(description);
  Workspace<double> work(model);
  ClosedChain<double> chain(model);
  std::vector<double> position = model.initial_position(), errors(std::size_t(chain.rows()));
  position[0] = q;
  chain.position_errors(work, position, errors);
  double sum = 0;
  for (const double error : errors) sum += error * error;
  return {chain.rows(), std::sqrt(sum)};
}

TEST(WriteConstraints, LoopsThatAFormatHasStayClosed) {
  const std::pair<RobotFormat, std::vector<ConnectionKind>> kept[] = {
      {RobotFormat::urdf,
       {ConnectionKind::weld, ConnectionKind::revolute, ConnectionKind::cylindrical,
        ConnectionKind::distance}},
      {RobotFormat::mjcf, {ConnectionKind::weld, ConnectionKind::spherical}},
      {RobotFormat::sdf,
       {ConnectionKind::weld, ConnectionKind::revolute, ConnectionKind::prismatic, ConnectionKind::universal,
        ConnectionKind::spherical}}};
  for (const auto& [format, kinds] : kept) {
    for (const ConnectionKind kind : kinds) {
      for (const bool grounded : {false, true}) {
        SCOPED_TRACE(std::string(name_of(format)) + " " + name_of(kind));
        Description robot = with_loop(kind);
        if (grounded)
          robot.loops[0].second = {"", {robot.loops[0].second.placement.rotation, {0.2, 0.3, 0.4}}};
        if (kind == ConnectionKind::distance) robot.loops[0].connection.distance = 1;
        EXPECT_EQ(warnings(robot, format), "");
        const Description read = again(robot, format);
        ASSERT_EQ(read.loops.size(), 1u);
        EXPECT_EQ(read.loops[0].connection.kind, kind);
        // Exchanged ends measure the errors in each other's frames, which differ where the loop is open.
        const double q = grounded ? 1e-4 : 0.3, tolerance = grounded ? 1e-7 : 1e-12;
        const auto [rows, error] = of_loops(robot, q);
        const auto [rows_again, error_again] = of_loops(read, q);
        EXPECT_EQ(rows, rows_again);
        EXPECT_GT(error, 1e-5);
        EXPECT_NEAR(error, error_again, tolerance);
      }
    }
  }
}

TEST(WriteConstraints, ARevoluteLoopIsTwoPointsOnItsAxisInMjcf) {
  const Description robot = with_loop(ConnectionKind::revolute);
  EXPECT_TRUE(contains(warnings(robot, RobotFormat::mjcf),
                       "MJCF has no revolute loops; each becomes two spherical ones on its axis: 'closing'"));
  const Description read = again(robot, RobotFormat::mjcf);
  ASSERT_EQ(read.loops.size(), 2u);
  const Vector3<double> axis =
      read.loops[1].first.placement.translation - read.loops[0].first.placement.translation;
  EXPECT_LT(norm(cross(axis, robot.loops[0].first.placement.rotation.column_z())), 1e-14);
  EXPECT_NEAR(norm(axis), 0.1, 1e-14);
  EXPECT_LT(of_loops(read, 0).second, 1e-14);
  EXPECT_GT(of_loops(read, 0.3).second, 1e-2);
}

TEST(WriteConstraints, LoopsThatAreOpenEndAtSitesInMjcfAndAreLeftOutInSdf) {
  Description robot = with_loop(ConnectionKind::spherical);
  robot.loops[0].second.placement.translation.x += 0.01;
  EXPECT_TRUE(contains(warnings(robot, RobotFormat::mjcf), "between sites only; these are added: 'closing'"));
  const Description read = again(robot, RobotFormat::mjcf);
  ASSERT_EQ(read.loops.size(), 1u);
  EXPECT_EQ(read.loops[0].second.placement.translation, robot.loops[0].second.placement.translation);
  EXPECT_EQ(read.frames.size(), 2u);
  EXPECT_TRUE(contains(warnings(robot, RobotFormat::sdf), "these are left out: 'closing'"));
  EXPECT_TRUE(again(robot, RobotFormat::sdf).loops.empty());
  EXPECT_TRUE(contains(warnings(with_loop(ConnectionKind::cylindrical), RobotFormat::mjcf),
                       "MJCF has no loops of kind cylindrical; they are left out: 'closing'"));
}

TEST(WriteConstraints, MimicsAndLinearCouplingsReplaceEachOther) {
  Description robot = with_loop(ConnectionKind::weld);
  robot.loops.clear();
  robot.bodies[2].joint = {.name = "k", .kind = JointKind::continuous, .mimic = Mimic{"j", 2, 0.5}};
  EXPECT_TRUE(contains(warnings(robot, RobotFormat::mjcf), "each becomes an equality constraint: 'k'"));
  const Description coupled = again(robot, RobotFormat::mjcf);
  ASSERT_EQ(coupled.couplings.size(), 1u);
  EXPECT_EQ(coupled.couplings[0].polynomial, (std::array<double, 5>{0.5, 2, 0, 0, 0}));
  EXPECT_TRUE(contains(warnings(coupled, RobotFormat::sdf), "these become mimics of their joints: 'k'"));
  const Description mimicking = again(coupled, RobotFormat::sdf);
  ASSERT_TRUE(mimicking.bodies[2].joint.mimic);
  EXPECT_EQ(mimicking.bodies[2].joint.mimic->multiplier, 2);
  EXPECT_EQ(mimicking.bodies[2].joint.mimic->offset, 0.5);
  robot.bodies[2].joint.mimic.reset();
  robot.couplings = {{.name = "cam", .joint = "k", .leader = "j", .polynomial = {0, 0, 1, 0, 0}}};
  EXPECT_TRUE(contains(warnings(robot, RobotFormat::sdf), "these are left out: 'cam'"));
  EXPECT_EQ(differences_in_words(robot, again(robot, RobotFormat::mjcf)), "");
}

}  // namespace sinew::test::write_constraints_test
