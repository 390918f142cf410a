// The converter between sinew and KDL: robots whose KDL trees list the joints alphabetically, as those made from URDF files
// do, have the same joint torques, mass matrices and Jacobians after conversion.
#include <gtest/gtest.h>

#include <kdl/chaindynparam.hpp>
#include <kdl/treeidsolver_recursive_newton_euler.hpp>
#include <kdl/treejnttojacsolver.hpp>

#include "sinew/interop.hpp"
#include "sinew/sinew.hpp"
#include "tests/peers/kdl_model.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/eigen_map.hpp"
#include "tests/support/places.hpp"

namespace sinew::test {
namespace {

using interop::Convention;
using interop::Converter;

// Adds the bodies below `parent` depth first, in the alphabetical order of their joints.
void add_children(const Description& robot, const std::string& parent, KDL::Tree& tree) {
  std::vector<const Body*> children;
  for (const Body& body : robot.bodies) {
    if (body.parent == parent) children.push_back(&body);
  }
  std::sort(children.begin(), children.end(),
            [](const Body* a, const Body* b) { return a->joint.name < b->joint.name; });
  for (const Body* child : children) {
    ASSERT_TRUE(tree.addSegment(kdl_segment(*child), parent.empty() ? "ground" : parent));
    add_children(robot, child->name, tree);
  }
}

// The names of the moving joints, by their number in KDL.
std::vector<std::string> joints_of(const KDL::Tree& tree) {
  std::vector<std::string> names(tree.getNrOfJoints());
  for (const auto& [name, element] : tree.getSegments()) {
    const KDL::Joint& joint = GetTreeElementSegment(element).getJoint();
    if (joint.getType() != KDL::Joint::None) names[GetTreeElementQNr(element)] = joint.getName();
  }
  return names;
}

class InteropKdl : public testing::TestWithParam<const char*> {
 protected:
  const Description robot =
      read_description(source_folder() + "/models/" + GetParam(), {.base = Base::fixed}).description;
  const Model model{robot};
  const State state = random_state(model, 1);
  const int n = model.velocity_size();
};

TEST_P(InteropKdl, AgreesOnTorquesAndJacobians) {
  KDL::Tree tree("ground");
  add_children(robot, "", tree);
  const std::vector<std::string> names = joints_of(tree);
  EXPECT_EQ(names, joint_names(model, Convention::kdl.order));
  const Converter peer(model, Convention::kdl, names);

  const auto& [q, v, tau, a] = state;
  VectorXd their_q(n), their_v(n), their_a(n), converted(n), own(n);
  peer.q_from_sinew(q, their_q);
  peer.v_from_sinew(q, v, their_v);
  peer.a_from_sinew(q, v, a, their_a);
  KDL::TreeIdSolver_RNE solver(tree, to_kdl(robot.gravity));
  KDL::JntArray torques(tree.getNrOfJoints());
  ASSERT_EQ(solver.CartToJnt(to_array(their_q), to_array(their_v), to_array(their_a), {}, torques), 0);
  Workspace<double> work(model);
  inverse_dynamics(work, q, v, a, own);
  const VectorXd theirs = from_eigen<double>(torques.data);
  peer.tau_to_sinew(q, theirs, converted);
  EXPECT_LT(relative_error(converted, own), 1e-9);
  peer.tau_from_sinew(q, own, converted);
  EXPECT_LT(relative_error(converted, theirs), 1e-9);

  set_state(work, q, v);
  KDL::TreeJntToJacSolver jacobians(tree);
  for (const Body& body : robot.bodies) {
    SCOPED_TRACE(body.name);
    KDL::Jacobian theirs_of_body(tree.getNrOfJoints());
    theirs_of_body.data.setZero();
    ASSERT_EQ(jacobians.JntToJac(to_array(their_q), theirs_of_body, body.name), 0);
    const MatrixXd their_J = from_eigen<double>(theirs_of_body.data);
    MatrixXd J(6, n), converted_J(6, n);
    jacobian(work, model.frame(body.name), Reference::aligned, J);
    peer.jacobian_to_sinew(q, their_J, converted_J);
    EXPECT_LT(relative_error(converted_J, J), 1e-9);
    peer.jacobian_from_sinew(q, J, converted_J);
    EXPECT_LT(relative_error(converted_J, their_J), 1e-9);
    // KDL's Twist has vel, then rot.
    const VectorXd twist = their_J * their_v;
    EXPECT_LT(relative_error(as_dense(peer.twist_to_sinew(twist)),
                             as_dense(velocity(work, model.frame(body.name), Reference::aligned))),
              1e-9);
  }
}

// Chains have mass matrices in KDL. Bodies that are not between the ground and the tip are not part of a chain.
TEST_P(InteropKdl, AgreesOnMassMatricesOfChains) {
  KDL::Tree tree("ground");
  add_children(robot, "", tree);
  double whole = 0;
  for (const Body& body : robot.bodies) whole += body.inertial.mass;
  int chains = 0;
  for (const Body& tip : robot.bodies) {
    KDL::Chain chain;
    ASSERT_TRUE(tree.getChain("ground", tip.name, chain));
    std::vector<std::string> names;
    double mass_of_chain = 0;
    for (const KDL::Segment& segment : chain.segments) {
      mass_of_chain += segment.getInertia().getMass();
      if (segment.getJoint().getType() != KDL::Joint::None) names.push_back(segment.getJoint().getName());
    }
    if (int(names.size()) < n || std::abs(mass_of_chain - whole) > 1e-9) continue;
    chains += 1;
    const Converter peer(model, Convention::kdl, names);
    VectorXd their_q(n);
    peer.q_from_sinew(state.q, their_q);
    KDL::ChainDynParam solver(chain, to_kdl(robot.gravity));
    KDL::JntSpaceInertiaMatrix mass(n);
    ASSERT_EQ(solver.JntToMass(to_array(their_q), mass), 0);
    Workspace<double> work(model);
    MatrixXd own(n, n), converted(n, n);
    mass_matrix(work, state.q, own);
    peer.mass_matrix_to_sinew(state.q, from_eigen<double>(mass.data), converted);
    EXPECT_LT(relative_error(converted, own), 1e-9);
  }
  EXPECT_EQ(chains > 0, std::string(GetParam()).starts_with("arm"));
}

INSTANTIATE_TEST_SUITE_P(Robots, InteropKdl,
                         testing::Values("arm6.urdf", "arm7.urdf", "quadruped.urdf", "humanoid.urdf"),
                         [](const auto& info) {
                           const std::string file = info.param;
                           return file.substr(0, file.find('.'));
                         });

}  // namespace
}  // namespace sinew::test
