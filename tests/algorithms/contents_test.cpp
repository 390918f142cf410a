// A workspace computes missing quantities for the state that it was given last. If that is impossible it throws and
// names the missing call.
#include "sinew/algorithms/workspace/contents.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "sinew/model/examples.hpp"
#include "sinew/sinew.hpp"

namespace sinew::test::contents_test {

struct Arm {
  const Model model{planar_chain(3)};
  Workspace<double> work{model};
  const FrameIndex tip = model.frame("link3");
  const std::vector<double> here{0.1, 0.2, 0.3}, there{0.3, 0.2, 0.1}, v{1, -1, 2}, tau{0.5, 0.2, -0.1};
  std::vector<double> a = std::vector<double>(3);
  Matrix<double> J{6, 3};

  void accelerate(const std::vector<double>& q) { forward_dynamics(work, q, v, tau, a); }
};

std::string complaint(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return "";
}

TEST(Contents, AllQuantitiesThrowBeforeAPositionIsGiven) {
  Arm arm;
  std::vector<double> y(3);
  Matrix<double> M(3, 3);
  const std::vector<std::pair<const char*, std::function<void()>>> reads{
      {"pose", [&] { pose(arm.work, arm.tip); }},
      {"velocity", [&] { velocity(arm.work, arm.tip); }},
      {"acceleration", [&] { acceleration(arm.work, arm.tip); }},
      {"jacobian", [&] { jacobian(arm.work, arm.tip, Reference::world, arm.J); }},
      {"first_moment", [&] { first_moment(arm.work); }},
      {"solve_mass_matrix", [&] { solve_mass_matrix(arm.work, arm.tau, y); }},
      {"mass_matrix", [&] { mass_matrix(arm.work, M); }},
      {"bias_force", [&] { bias_force(arm.work, y); }},
      {"OperationalSpace::omega", [&] { OperationalSpace<double>(arm.model, arm.tip).omega(arm.work); }},
  };
  for (const auto& [name, read] : reads) {
    EXPECT_EQ(complaint(read), std::string(name) +
                                   ": this workspace has no position yet: call set_position "
                                   "or set_state first");
  }
}

TEST(Contents, APositionOfZerosCountsAsGiven) {
  Arm arm;
  set_position(arm.work, std::vector<double>(3));
  EXPECT_NEAR(norm(pose(arm.work, arm.tip).translation), 2, 1e-15);
  const Model nothing(Description{.name = "nothing"});
  Workspace work(nothing);
  set_position(work, std::vector<double>{});
  EXPECT_EQ(pose(work, ground).translation.x, 0);
}

TEST(Contents, PosesFollowTheLastPositionOfAnyFunction) {
  Arm arm;
  const auto fresh = [&](const std::vector<double>& q) {
    Workspace work(arm.model);
    update_poses(work, q);
    return pose(work, arm.tip).translation.x;
  };
  update_poses(arm.work, arm.here);
  EXPECT_EQ(pose(arm.work, arm.tip).translation.x, fresh(arm.here));
  arm.accelerate(arm.there);
  EXPECT_EQ(pose(arm.work, arm.tip).translation.x, fresh(arm.there));
  Matrix<double> M(3, 3);
  mass_matrix(arm.work, arm.here, M);
  EXPECT_EQ(pose(arm.work, arm.tip).translation.x, fresh(arm.here));
}

TEST(Contents, VelocitiesBelongToThePositionTheyWereGivenWith) {
  Arm arm;
  set_position(arm.work, arm.here);
  EXPECT_EQ(complaint([&] { velocity(arm.work, arm.tip); }),
            "velocity: the velocities in this workspace do not belong to its current state: call set_state "
            "after set_position");
  set_state(arm.work, arm.here, arm.v);
  EXPECT_NO_THROW(velocity(arm.work, arm.tip));
  update_poses(arm.work, arm.here);  // the same position keeps its velocities
  EXPECT_NO_THROW(jacobian_rate_times_velocity(arm.work, arm.tip));
  update_poses(arm.work, arm.there);
  EXPECT_THROW(velocity(arm.work, arm.tip), std::logic_error);
}

TEST(Contents, AccelerationsOfFramesAreKnownAfterForwardAndInverseDynamics) {
  Arm arm;
  Workspace fresh(arm.model);
  arm.accelerate(arm.here);
  update_accelerations(fresh, arm.here, arm.v, arm.a);
  for (const Reference reference : {Reference::body, Reference::world, Reference::aligned}) {
    const Motion<double> expected = acceleration(fresh, arm.tip, reference);
    EXPECT_LE(norm(acceleration(arm.work, arm.tip, reference).linear - expected.linear), 1e-13);
    std::vector<double> tau(3);
    inverse_dynamics(arm.work, arm.here, arm.v, arm.a, tau);
    EXPECT_LE(norm(acceleration(arm.work, arm.tip, reference).linear - expected.linear), 1e-13);
    arm.accelerate(arm.here);
  }
  set_state(arm.work, arm.here, arm.v);
  EXPECT_EQ(complaint([&] { acceleration(arm.work, arm.tip); }),
            "acceleration: the accelerations in this workspace do not belong to its current state: call "
            "update_accelerations, forward_dynamics or inverse_dynamics after set_state");
}

TEST(Contents, ResultsOfForwardDynamicsAreRefusedBeforeItAndAtAnotherPosition) {
  Arm arm;
  const JointInfo& joint = arm.model.joints()[1];
  std::vector<JointForce<double>> forces(3);
  const std::vector<std::pair<const char*, std::function<void()>>> reads{
      {"filter_state", [&] { filter_state(arm.work, arm.tip); }},
      {"costate", [&] { costate(arm.work, arm.tip); }},
      {"innovation", [&] { innovation(arm.work, 1); }},
      {"residual", [&] { residual(arm.work, 1); }},
      {"armstrong_form", [&] { armstrong_form(arm.work, joint, arm.tau); }},
      {"joint_forces", [&] { joint_forces(arm.work, forces); }},
  };
  for (const auto& [name, read] : reads)
    EXPECT_NE(complaint(read).find(" yet: call "), std::string::npos) << name;
  arm.accelerate(arm.here);
  for (const auto& [name, read] : reads) EXPECT_EQ(complaint(read), "") << name;
  update_poses(arm.work, arm.there);
  for (const auto& [name, read] : reads) {
    const std::string said = complaint(read);
    EXPECT_EQ(said.find(std::string(name) + ": "), 0u) << said;
    EXPECT_NE(said.find("after update_poses"), std::string::npos) << said;
  }
}

TEST(Contents, ResultsThatAnotherSweepOverwroteAreRefused) {
  Arm arm;
  arm.accelerate(arm.here);
  std::vector<double> y(3);
  solve_mass_matrix(arm.work, arm.tau, y);
  EXPECT_EQ(
      complaint([&] { costate(arm.work, arm.tip); }),
      "costate: the costates in this workspace do not belong to its current state: call forward_dynamics "
      "after solve_mass_matrix");
  EXPECT_THROW(filter_state(arm.work, arm.tip), std::logic_error);
  EXPECT_NO_THROW(articulated_inertia(arm.work, arm.tip));
  EXPECT_NO_THROW(innovation(arm.work, 0));
  arm.accelerate(arm.here);
  gravity_force(arm.work, arm.here, y);
  EXPECT_THROW(costate(arm.work, arm.tip), std::logic_error);
  std::vector<JointForce<double>> forces(3);
  EXPECT_THROW(joint_forces(arm.work, forces), std::logic_error);
  arm.accelerate(arm.here);
  OperationalSpace<double> space(arm.model, arm.model.frame("link1"));
  std::vector<double> six(6);
  EXPECT_THROW(space.bias(arm.work, arm.here, arm.v, six), std::domain_error);
  EXPECT_THROW(innovation(arm.work, 0), std::logic_error);  // its innovations are those of zero torques
}

TEST(Contents, AnOperationalSpaceFollowsItsWorkspaceAndNoOther) {
  Arm arm;
  OperationalSpace<double> space(arm.model, arm.tip);
  const auto at = [&](const std::vector<double>& q) {
    Workspace work(arm.model);
    set_position(work, q);
    return OperationalSpace<double>(arm.model, arm.tip).omega(work)(5, 5);
  };
  set_position(arm.work, arm.here);
  EXPECT_EQ(space.omega(arm.work)(5, 5), at(arm.here));
  set_position(arm.work, arm.there);
  EXPECT_EQ(space.omega(arm.work)(5, 5), at(arm.there));
  Workspace other(arm.model), copy = arm.work;
  set_position(other, arm.there);
  set_position(other, arm.here);
  EXPECT_EQ(space.omega(other)(5, 5), at(arm.here));
  EXPECT_EQ(space.omega(copy)(5, 5), at(arm.there));
  set_position(copy, arm.here);
  EXPECT_EQ(space.omega(copy)(5, 5), at(arm.here));
  EXPECT_EQ(space.omega(arm.work)(5, 5), at(arm.there));
}

TEST(Contents, AStateThatIsNotFiniteIsAlsoRefusedByLaterCalls) {
  Arm arm;
  const std::vector<double> bad{0.1, std::nan(""), 0.3};
  EXPECT_THROW(arm.accelerate(bad), std::invalid_argument);
  EXPECT_THROW(pose(arm.work, arm.tip), std::invalid_argument);
  std::vector<double> y(3);
  EXPECT_THROW(solve_mass_matrix(arm.work, arm.tau, y), std::invalid_argument);
  set_position(arm.work, arm.here);
  EXPECT_NO_THROW(pose(arm.work, arm.tip));
}

TEST(Contents, DegreesOfFreedomThatDoNotExistAreRefused) {
  Arm arm;
  arm.accelerate(arm.here);
  for (const int dof : {-1, 3}) {
    EXPECT_THROW(innovation_variance(arm.work, dof), std::invalid_argument);
    EXPECT_THROW(innovation(arm.work, dof), std::invalid_argument);
    EXPECT_THROW(residual(arm.work, dof), std::invalid_argument);
    EXPECT_THROW(gain(arm.work, dof, arm.tip), std::invalid_argument);
  }
}

}  // namespace sinew::test::contents_test
