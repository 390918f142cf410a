// Tests whether closed systems have a unique solution (SOA section 6), on systems whose undetermined forces are known.
#include "sinew/chains/loops/well_posedness.hpp"

#include <gtest/gtest.h>

#include "sinew/model/examples.hpp"
#include "tests/support/closed_robot.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/linkages.hpp"
#include "tests/support/maximal_coordinates.hpp"
#include "tests/support/random_loops.hpp"

namespace sinew::test::well_posedness_test {

WellPosedness posed(ClosedRobot<>& robot, const std::vector<double>& q) {
  return well_posedness(robot.work, robot.chain, q);
}

TEST(WellPosedness, OfAFourBarDependsOnHowItIsPinned) {
  const std::vector<double> q{0.9, -0.9, 0.9};
  ClosedRobot pin(n_four_bar(1, ConnectionKind::point_on_line)),
      hinge(n_four_bar(1, ConnectionKind::revolute));
  const WellPosedness of_pin = posed(pin, q), of_hinge = posed(hinge, q);
  EXPECT_TRUE(of_pin.forces_are_unique());
  EXPECT_TRUE(of_pin.accelerations_are_unique());
  EXPECT_EQ(of_pin.dofs, 1);
  EXPECT_EQ(of_hinge.rows, 5);
  EXPECT_EQ(of_hinge.rank, 2);
  EXPECT_EQ(of_hinge.dofs, 1);
  EXPECT_FALSE(of_hinge.forces_are_unique());
  EXPECT_TRUE(of_hinge.accelerations_are_unique());
  EXPECT_EQ(of_hinge.open_forces.cols(), 3);
}

// A plate that slides on four legs without friction: the loads of the legs are undetermined in one direction, in which
// opposite corners press equally and neighbours oppositely.
TEST(WellPosedness, OfATableOnFourLegsLeavesOneForceUndetermined) {
  Description table{.name = "table"};
  Body plate{.name = "plate", .inertial = {10, {}, {1, 0, 0, 1, 0, 1}}};
  plate.joint = {.name = "free", .kind = JointKind::floating};
  table.bodies = {plate};
  const Vector3<double> corners[] = {{1, 0.5, 0}, {-1, 0.5, 0}, {-1, -0.5, 0}, {1, -0.5, 0}};
  for (int i = 0; i < 4; ++i) {
    table.loops.push_back({.name = "leg" + std::to_string(i),
                           .connection = {.kind = ConnectionKind::point_on_plane},
                           .second = {"plate", {{}, corners[i]}}});
  }
  table.loops[0].first.body = "";
  ClosedRobot robot(table);
  const std::vector<double> q{0.3, -0.2, 0, 1, 0, 0, 0};
  const WellPosedness result = posed(robot, q);
  EXPECT_EQ(result.rank, 3);
  EXPECT_EQ(result.dofs, 3);
  ASSERT_EQ(result.open_forces.cols(), 1);
  const VectorXd open = as_dense(result.open_forces);
  EXPECT_LE(std::min((open - Vector4d(0.5, -0.5, 0.5, -0.5)).norm(),
                     (open + Vector4d(0.5, -0.5, 0.5, -0.5)).norm()),
            1e-12);
  // At rest each leg carries a quarter of the weight: the solution of least norm.
  robot.accelerate(q, std::vector<double>(6), std::vector<double>(6));
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(robot.chain.loop_force(i).linear.z, 10 * 9.81 / 4, 1e-10);
  for (const double a : robot.a) EXPECT_NEAR(a, 0, 1e-12);
}

// An arm of seven hinges whose end effector is held has one degree of freedom left, and unique forces unless stretched
// out.
TEST(WellPosedness, OfAHeldArmIsLostInSingularPositions) {
  Description arm = random_chain(7, 3);
  Random random(3);
  const std::vector<double> q = random_position(arm, random);
  arm.loops = {{.name = "grip", .second = {arm.bodies.back().name, {}}}};
  ClosedRobot robot(arm);
  const WellPosedness anywhere = posed(robot, q);
  EXPECT_EQ(anywhere.rank, 6);
  EXPECT_EQ(anywhere.dofs, 1);
  EXPECT_TRUE(anywhere.forces_are_unique());

  Description chain = planar_chain(3);  // rotates about y: cannot move along y or rotate about x and z
  chain.loops = {{.name = "grip", .second = {"link3", {{}, {0, 0, -1}}}}};
  ClosedRobot planar(chain);
  EXPECT_EQ(posed(planar, {0.3, 0.5, -0.9}).rank, 3);
  EXPECT_EQ(posed(planar, {0.3, 0, 0}).rank, 2);  // stretched out
}

TEST(WellPosedness, DetectsJointsThatMoveNoMass) {
  Matrix<double> M(3, 3), J(1, 3);
  M(0, 0) = 2, M(1, 1) = 1;  // the third degree of freedom is massless
  J(0, 0) = 1, J(0, 1) = -1;
  const WellPosedness open = well_posedness(M, J);
  EXPECT_TRUE(open.forces_are_unique());
  ASSERT_EQ(open.open_accelerations.cols(), 1);
  EXPECT_NEAR(std::abs(open.open_accelerations(2, 0)), 1, 1e-15);
  J(0, 2) = 1;  // the row constrains it
  EXPECT_TRUE(well_posedness(M, J).accelerations_are_unique());
}

TEST(WellPosedness, OfRandomLoopsNamesExactlyTheForcesWithoutEffect) {
  for (int i = 0; i < std::min(500, sample_count()); ++i) {
    const ClosedSample sample = random_closed_sample(i);
    ClosedRobot robot(sample.description);
    const WellPosedness result = posed(robot, sample.q);
    const MaximalCoordinates<double> reference(sample.description, sample.q);
    ASSERT_EQ(result.rank, reference.rank()) << "sample " << i;
    ASSERT_EQ(result.rows, reference.rows()) << "sample " << i;
    ASSERT_TRUE(result.accelerations_are_unique()) << "sample " << i;
    const MatrixXd open = as_dense(result.open_forces);
    ASSERT_EQ(open.cols(), result.rows - result.rank) << "sample " << i;
    if (open.cols() == 0) continue;
    Matrix<double> J(robot.chain.rows(), robot.model.velocity_size());
    robot.chain.jacobian(robot.work, sample.q, J);
    ASSERT_LE((as_dense(J).transpose() * open).largest(), 1e-9) << "sample " << i;
    ASSERT_LE((open.transpose() * open - MatrixXd::Identity(open.cols(), open.cols())).norm(), 1e-12);
  }
}

}  // namespace sinew::test::well_posedness_test
