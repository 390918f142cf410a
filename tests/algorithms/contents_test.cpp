// A workspace answers for the state that it was given last, or refuses and says which call is missing.
#include "sinew/algorithms/contents.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "sinew/model/examples.hpp"
#include "sinew/sinew.hpp"

namespace sinew::test {
namespace {

struct Arm {
  const Model model{planar_chain(3)};
  Workspace<double> work{model};
  const FrameIndex tip = model.frame("link3");
  const std::vector<double> here{0.1, 0.2, 0.3}, there{0.3, 0.2, 0.1}, v{1, -1, 2}, tau{0.5, 0.2, -0.1};
  std::vector<double> a = std::vector<double>(3);
  Matrix<double> J{6, 3};

  void accelerate(const std::vector<double>& q) { forward_dynamics(model, work, q, v, tau, a); }
};

std::string complaint(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return "";
}

TEST(Contents, PosesOfAnEarlierPositionAreRefused) {
  Arm arm;
  EXPECT_EQ(complaint([&] { pose(arm.model, arm.work, arm.tip); }),
            "pose: this workspace has no poses yet: call update_poses first");
  update_poses(arm.model, arm.work, arm.here);
  EXPECT_NO_THROW(pose(arm.model, arm.work, arm.tip));
  arm.accelerate(arm.there);
  EXPECT_EQ(complaint([&] { pose(arm.model, arm.work, arm.tip); }),
            "pose: the poses in this workspace do not belong to its current state: call update_poses after "
            "forward_dynamics");
  EXPECT_THROW(jacobian(arm.model, arm.work, arm.tip, Reference::world, arm.J), std::logic_error);
  EXPECT_THROW(jacobian_times(arm.model, arm.work, arm.tip, Reference::world, arm.v), std::logic_error);
  EXPECT_THROW(first_moment(arm.model, arm.work), std::logic_error);
}

TEST(Contents, PosesStayWhereTheSamePositionIsGivenAgain) {
  Arm arm;
  update_poses(arm.model, arm.work, arm.here);
  arm.accelerate(arm.here);
  Matrix<double> M(3, 3);
  mass_matrix(arm.model, arm.work, arm.here, M);
  EXPECT_NO_THROW(pose(arm.model, arm.work, arm.tip));
  mass_matrix(arm.model, arm.work, arm.there, M);
  EXPECT_THROW(pose(arm.model, arm.work, arm.tip), std::logic_error);
  mass_matrix(arm.model, arm.work, arm.here, M);  // the poses are right, but nobody has looked after them
  EXPECT_THROW(pose(arm.model, arm.work, arm.tip), std::logic_error);
}

TEST(Contents, VelocitiesAndAccelerationsAreThoseOfTheLastUpdate) {
  Arm arm;
  update_poses(arm.model, arm.work, arm.here);
  EXPECT_THROW(velocity(arm.model, arm.work, arm.tip), std::logic_error);
  update_velocities(arm.model, arm.work, arm.here, arm.v);
  EXPECT_NO_THROW(velocity(arm.model, arm.work, arm.tip));
  EXPECT_NO_THROW(jacobian_rate_times_velocity(arm.model, arm.work, arm.tip));
  EXPECT_THROW(acceleration(arm.model, arm.work, arm.tip), std::logic_error);
  update_accelerations(arm.model, arm.work, arm.here, arm.v, arm.tau);
  EXPECT_NO_THROW(acceleration(arm.model, arm.work, arm.tip));
  EXPECT_THROW(jacobian_rate_times_velocity(arm.model, arm.work, arm.tip), std::logic_error);
  arm.accelerate(arm.here);  // leaves accelerations with gravity among them
  EXPECT_EQ(complaint([&] { acceleration(arm.model, arm.work, arm.tip); }),
            "acceleration: the accelerations in this workspace do not belong to its current state: call "
            "update_accelerations after forward_dynamics");
}

TEST(Contents, FilterResultsAreRefusedBeforeForwardDynamicsAndAtAnotherPosition) {
  Arm arm;
  const JointInfo& joint = arm.model.joints()[1];
  std::vector<JointForce<double>> forces(3);
  const std::vector<std::pair<const char*, std::function<void()>>> reads{
      {"articulated_inertia", [&] { articulated_inertia(arm.model, arm.work, arm.tip); }},
      {"filter_state", [&] { filter_state(arm.model, arm.work, arm.tip); }},
      {"costate", [&] { costate(arm.model, arm.work, arm.tip); }},
      {"innovation_variance", [&] { innovation_variance(arm.work, 1); }},
      {"innovation", [&] { innovation(arm.work, 1); }},
      {"residual", [&] { residual(arm.work, 1); }},
      {"gain", [&] { gain(arm.model, arm.work, 1, arm.tip); }},
      {"armstrong_form", [&] { armstrong_form(arm.model, arm.work, joint, arm.tau); }},
      {"joint_forces", [&] { joint_forces(arm.model, arm.work, forces); }},
  };
  for (const auto& [name, read] : reads)
    EXPECT_NE(complaint(read).find(" yet: call "), std::string::npos) << name;
  arm.accelerate(arm.here);
  for (const auto& [name, read] : reads) EXPECT_EQ(complaint(read), "") << name;
  update_poses(arm.model, arm.work, arm.there);
  for (const auto& [name, read] : reads) {
    const std::string said = complaint(read);
    EXPECT_EQ(said.find(std::string(name) + ": "), 0u) << said;
    EXPECT_NE(said.find("after update_poses"), std::string::npos) << said;
  }
}

TEST(Contents, WhatAnotherSweepOverwritesIsRefused) {
  Arm arm;
  arm.accelerate(arm.here);
  std::vector<double> y(3);
  solve_mass_matrix(arm.model, arm.work, arm.tau, y);
  EXPECT_EQ(
      complaint([&] { costate(arm.model, arm.work, arm.tip); }),
      "costate: the costates in this workspace do not belong to its current state: call forward_dynamics "
      "after solve_mass_matrix");
  EXPECT_THROW(filter_state(arm.model, arm.work, arm.tip), std::logic_error);
  EXPECT_NO_THROW(articulated_inertia(arm.model, arm.work, arm.tip));
  EXPECT_NO_THROW(innovation(arm.work, 0));
  arm.accelerate(arm.here);
  gravity_force(arm.model, arm.work, arm.here, y);
  EXPECT_THROW(costate(arm.model, arm.work, arm.tip), std::logic_error);
  std::vector<JointForce<double>> forces(3);
  EXPECT_THROW(joint_forces(arm.model, arm.work, forces), std::logic_error);
}

TEST(Contents, ProductsWithTheFilterNeedItAtThisPosition) {
  Arm arm;
  std::vector<double> y(3);
  Matrix<double> U(3, 3);
  const std::vector<std::pair<const char*, std::function<void()>>> products{
      {"factor_times", [&] { factor_times(arm.model, arm.work, arm.tau, y); }},
      {"square_root_solve", [&] { square_root_solve(arm.model, arm.work, arm.tau, y); }},
      {"solve_mass_matrix", [&] { solve_mass_matrix(arm.model, arm.work, arm.tau, y); }},
      {"inverse_mass_diagonal", [&] { inverse_mass_diagonal(arm.model, arm.work, y); }},
      {"force_response",
       [&] {
         const ExternalForce<double> push{arm.tip, {{}, {1, 0, 0}}};
         force_response<double>(arm.model, arm.work, {&push, 1}, y);
       }},
      {"udut", [&] { udut(arm.model, arm.work, U, y); }},
      {"log_determinant", [&] { log_determinant(arm.model, arm.work); }},
      {"OperationalSpace::update",
       [&] { OperationalSpace<double>(arm.model, arm.tip).update(arm.model, arm.work); }},
  };
  for (const auto& [name, product] : products) EXPECT_EQ(complaint(product).find(name), 0u) << name;
  update_filter(arm.model, arm.work, arm.here);
  bias_force(arm.model, arm.work, arm.here, arm.v, y);  // the same position: the filter stays
  for (const auto& [name, product] : products) EXPECT_EQ(complaint(product), "") << name;
  update_poses(arm.model, arm.work, arm.there);
  for (const auto& [name, product] : products) EXPECT_EQ(complaint(product).find(name), 0u) << name;
}

TEST(Contents, AnOperationalSpaceNoticesThatTheWorkspaceHasMovedOn) {
  Arm arm;
  OperationalSpace<double> space(arm.model, arm.tip);
  std::vector<double> forces(6), tau(3);
  EXPECT_THROW(space.jacobian_adjoint_times(arm.model, arm.work, forces, tau), std::logic_error);
  update_filter(arm.model, arm.work, arm.here);
  space.update(arm.model, arm.work);
  EXPECT_NO_THROW(space.jacobian_adjoint_times(arm.model, arm.work, forces, tau));
  update_filter(arm.model, arm.work, arm.there);
  EXPECT_EQ(
      complaint([&] { space.jacobian_adjoint_times(arm.model, arm.work, forces, tau); }),
      "OperationalSpace::jacobian_adjoint_times: update_filter has given the workspace another position: "
      "call OperationalSpace::update after it");
}

TEST(Contents, FreedomsThatDoNotExistAreRefused) {
  Arm arm;
  arm.accelerate(arm.here);
  for (const int freedom : {-1, 3}) {
    EXPECT_THROW(innovation_variance(arm.work, freedom), std::invalid_argument);
    EXPECT_THROW(innovation(arm.work, freedom), std::invalid_argument);
    EXPECT_THROW(residual(arm.work, freedom), std::invalid_argument);
    EXPECT_THROW(gain(arm.model, arm.work, freedom, arm.tip), std::invalid_argument);
  }
}

}  // namespace
}  // namespace sinew::test
