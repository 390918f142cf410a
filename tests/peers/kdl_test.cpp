// Compares Orocos KDL on serial chains of revolute, prismatic and fixed joints, and its inverse dynamics of trees.
#include <gtest/gtest.h>

#include <kdl/chaindynparam.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <kdl/treeidsolver_recursive_newton_euler.hpp>

#include "sinew/sinew.hpp"
#include "tests/peers/kdl_model.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/eigen_map.hpp"
#include "tests/support/random_robot.hpp"
#include "tests/support/shared_robots.hpp"

namespace sinew::test {
namespace {

bool is_serial(const Description& robot) {
  std::string below;
  for (const Body& body : robot.bodies) {
    if (body.parent != below) return false;
    below = body.name;
  }
  return true;
}

bool has_single_joints_only(const Description& robot) {
  for (const Body& body : robot.bodies) {
    if (velocity_size(body.joint.kind) > 1) return false;
  }
  return true;
}

void compare_chain(const Description& robot, std::uint64_t seed) {
  const Model model(robot);
  const State state = random_state(model, seed);
  KDL::Chain chain;
  for (const Body& body : robot.bodies) chain.addSegment(kdl_segment(body));
  const auto n = chain.getNrOfJoints();
  ASSERT_EQ(static_cast<int>(n), model.velocity_size());
  const KDL::JntArray q = to_array(state.q), v = to_array(state.v), a = to_array(state.a);

  KDL::ChainDynParam solver(chain, to_kdl(robot.gravity));
  KDL::JntSpaceInertiaMatrix mass(n);
  KDL::JntArray coriolis(n), gravity(n), moments(n);
  ASSERT_EQ(solver.JntToMass(q, mass), 0);
  ASSERT_EQ(solver.JntToCoriolis(q, v, coriolis), 0);
  ASSERT_EQ(solver.JntToGravity(q, gravity), 0);
  KDL::ChainIdSolver_RNE recursion(chain, to_kdl(robot.gravity));
  ASSERT_EQ(recursion.CartToJnt(q, v, a, KDL::Wrenches(chain.getNrOfSegments()), moments), 0);

  Workspace<double> work(model);
  MatrixXd own_mass(n, n);
  VectorXd bias(n), own_gravity(n), tau(n);
  mass_matrix(work, state.q, own_mass);
  bias_force(work, state.q, state.v, bias);
  gravity_force(work, state.q, own_gravity);
  inverse_dynamics(work, state.q, state.v, state.a, tau);
  EXPECT_LE(relative_error(own_mass, from_eigen<double>(mass.data)), 1e-8);
  EXPECT_LE(relative_error(bias, from_eigen<double>(coriolis.data + gravity.data)), 1e-8);
  EXPECT_LE(relative_error(own_gravity, from_eigen<double>(gravity.data)), 1e-8);
  EXPECT_LE(relative_error(tau, from_eigen<double>(moments.data)), 1e-8);
}

void compare_tree(const Description& robot, std::uint64_t seed) {
  const Model model(robot);
  const State state = random_state(model, seed);
  KDL::Tree tree("ground");
  for (const std::string& name : DenseReference<double>::coordinate_order(robot)) {
    const auto body =
        std::find_if(robot.bodies.begin(), robot.bodies.end(), [&](const Body& b) { return b.name == name; });
    ASSERT_TRUE(tree.addSegment(kdl_segment(*body), body->parent.empty() ? "ground" : body->parent));
  }
  // Both number the joints in the order of the bodies.
  const auto n = tree.getNrOfJoints();
  ASSERT_EQ(static_cast<int>(n), model.velocity_size());
  KDL::JntArray moments(n);
  KDL::TreeIdSolver_RNE solver(tree, to_kdl(robot.gravity));
  ASSERT_EQ(solver.CartToJnt(to_array(state.q), to_array(state.v), to_array(state.a), {}, moments), 0);
  Workspace<double> work(model);
  VectorXd tau(n);
  inverse_dynamics(work, state.q, state.v, state.a, tau);
  EXPECT_LE(relative_error(tau, from_eigen<double>(moments.data)), 1e-8);
}

TEST(Kdl, AgreesOnTheSharedRobots) {
  int chains = 0, trees = 0;
  for (const SharedRobot& robot : shared_robots()) {
    if (!has_single_joints_only(robot.description)) continue;
    SCOPED_TRACE(robot.name);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      compare_tree(robot.description, seed);
      if (is_serial(robot.description)) compare_chain(robot.description, seed);
    }
    trees += 1;
    chains += is_serial(robot.description) ? 1 : 0;
  }
  EXPECT_GE(chains, 4);
  EXPECT_GE(trees, 6);
}

TEST(Kdl, AgreesOnRandomChains) {
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(i);
    Random random(static_cast<std::uint64_t>(i));
    Description robot = random_description(
        random, {.bodies = 1 + random.below(10), .custom_joints = false, .massless_bodies = false});
    for (std::size_t k = 0; k < robot.bodies.size(); ++k) {
      Body& body = robot.bodies[k];
      body.parent = k == 0 ? "" : robot.bodies[k - 1].name;
      if (body.joint.kind != JointKind::fixed && velocity_size(body.joint.kind) > 1)
        body.joint.kind = JointKind::prismatic;
      if (body.joint.kind == JointKind::helical) body.joint.kind = JointKind::revolute;
      if (body.joint.dofs.size() > 1) body.joint.dofs.resize(1);
    }
    compare_chain(robot, 1);
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace sinew::test
