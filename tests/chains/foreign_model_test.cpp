// Objects made for one robot refuse workspaces of another, whatever their sizes.
#include <gtest/gtest.h>

#include "sinew/algorithms/operational_space/operational_space.hpp"
#include "sinew/chains/arms/multi_arm_kinematics.hpp"
#include "sinew/chains/arms/predictor_corrector.hpp"
#include "sinew/chains/loops/assembly.hpp"
#include "sinew/chains/loops/closed_inverse_dynamics.hpp"
#include "sinew/chains/loops/impulse.hpp"
#include "sinew/chains/loops/well_posedness.hpp"
#include "sinew/model/examples.hpp"
#include "tests/support/closed_robot.hpp"
#include "tests/support/linkages.hpp"
#include "tests/support/messages.hpp"

namespace sinew::test::foreign_model_test {

const std::string foreign = "the closed chain was made for another model";

// Robots for which a closed chain was not made: with more links, with fewer, and a similar one.
class ForeignModel : public testing::TestWithParam<Strategy> {
 protected:
  template <class Check>
  void with_each_other(const Check& check) {
    for (const Description& description :
         {planar_chain(7), planar_chain(1), n_four_bar(2, ConnectionKind::revolute)}) {
      const Model other(description);
      Workspace<double> work(other);
      const auto n = std::size_t(other.velocity_size());
      check(other, work, std::vector<double>(n), std::vector<double>(n));
    }
  }

  ClosedRobot<> robot{n_four_bar(2, ConnectionKind::revolute), GetParam()};
};

TEST_P(ForeignModel, IsRefusedByAClosedChain) {
  with_each_other([&](const Model& other, Workspace<double>& work, const auto& zeros, auto out) {
    ClosedChain<double>& chain = robot.chain;
    std::vector<double> rows(std::size_t(chain.rows()));
    Matrix<double> J(chain.rows(), other.velocity_size());
    EXPECT_EQ(complaint([&] { chain.forward_dynamics(work, zeros, zeros, zeros, out); }), foreign);
    EXPECT_EQ(complaint([&] { chain.position_errors(work, zeros, rows); }), foreign);
    EXPECT_EQ(complaint([&] { chain.velocity_errors(work, zeros, zeros, rows); }), foreign);
    EXPECT_EQ(complaint([&] { chain.jacobian(work, zeros, J); }), foreign);
    EXPECT_EQ(complaint([&] { assemble(work, chain, out); }), foreign);
    EXPECT_EQ(complaint([&] { well_posedness(work, chain, zeros); }), foreign);
  });
}

TEST_P(ForeignModel, IsRefusedByObjectsMadeForAClosedChain) {
  ClosedKinematics<double> kinematics(robot.model, robot.chain);
  ClosedInverseDynamics<double> inverse(robot.model, robot.chain);
  Impulse<double> impulse(robot.model);
  with_each_other([&](const Model& other, Workspace<double>& work, const auto& zeros, auto out) {
    ClosedChain<double> others(other, GetParam());
    const std::vector<double> rows(std::size_t(others.rows()));
    Matrix<double> J(6, kinematics.independent_motions().cols());
    const std::string expected = "the kinematics of the closed chain was made for another model";
    EXPECT_EQ(complaint([&] { kinematics.update(work, others, zeros); }), expected);
    EXPECT_EQ(complaint([&] { kinematics.update(work, robot.chain, zeros); }), expected);
    EXPECT_EQ(complaint([&] { kinematics.jacobian(work, ground, Reference::body, J); }), expected);
    EXPECT_EQ(complaint([&] { inverse.solve(work, others, zeros, zeros, zeros, out); }), expected);
    EXPECT_EQ(complaint([&] { impulse.solve(work, others, zeros, rows, out); }),
              "the impulse was made for another model");
    // The right model with the chain of another one.
    const std::vector<double> q(std::size_t(robot.model.position_size()));
    EXPECT_EQ(complaint([&] { kinematics.update(robot.work, others, q); }), foreign);
    EXPECT_EQ(complaint([&] { inverse.solve(robot.work, others, q, q, q, robot.a); }), foreign);
    EXPECT_EQ(complaint([&] { ClosedKinematics<double>(robot.model, others); }), foreign);
  });
}

INSTANTIATE_TEST_SUITE_P(OfEveryStrategy, ForeignModel, testing::ValuesIn(all_strategies),
                         [](const auto& strategy) { return std::string(name_of(strategy.param)); });

TEST(ForeignModels, AreRefusedByCompoundBodies) {
  const Model model(n_four_bar(2, ConnectionKind::revolute)), other(n_four_bar(1, ConnectionKind::revolute));
  Workspace<double> work(model), others_work(other);
  Constraints<double> constraints(model), others(other);
  EmbeddedTree<double> tree(model, constraints);
  std::vector<double> q(std::size_t(model.position_size())), q_other(std::size_t(other.position_size()));
  Matrix<double> omega(6, 6);
  const std::string expected = "the tree of compound bodies was made for another model";
  EXPECT_EQ(complaint([&] { tree.update(others_work, others, q_other); }), expected);
  EXPECT_EQ(complaint([&] { tree.solve_mass_matrix(others_work, q, q); }), expected);
  EXPECT_EQ(complaint([&] { tree.omega(others_work, ground, omega); }), expected);
  EXPECT_EQ(complaint([&] { tree.update(work, others, q); }),
            "the set of constraints was made for another model");
  EXPECT_EQ(complaint([&] { EmbeddedTree<double>(model, others); }),
            "the set of constraints was made for another model");
  EXPECT_EQ(
      complaint([&] { constraints.update_position(other.tree<double>(), others_work, q_other.data()); }),
      "the workspace was made for another model");
}

TEST(ForeignModels, AreRefusedByOperationalSpaces) {
  const Model model(planar_chain(3)), other(planar_chain(7));
  Workspace<double> work(other);
  OperationalSpace<double> space(model, model.frame("tip"));
  std::vector<double> x(7), six(6);
  Matrix<double> J(7, 6);
  const std::string expected = "the operational space was made for another model";
  EXPECT_EQ(complaint([&] { space.omega(work); }), expected);
  EXPECT_EQ(complaint([&] { space.jacobian_times(work, x, six); }), expected);
  EXPECT_EQ(complaint([&] { space.jacobian_adjoint_times(work, six, x); }), expected);
  EXPECT_EQ(complaint([&] { space.bias(work, x, x, six); }), expected);
  EXPECT_EQ(complaint([&] { space.pseudo_inverse(work, J); }), expected);
  EXPECT_EQ(complaint([&] { space.project(work, x, x); }), expected);
}

// ---- Several arms --------------------------------------------------------------------------------

class Arms : public testing::Test {
 protected:
  static MultiArm<double> system(int arms) {
    const Model arm(planar_chain(3)), load = rigid_object({1, {}, {1, 0, 0, 1, 0, 1}}, arm.gravity());
    std::vector<Grasp> grasps;
    for (int i = 0; i < arms; ++i)
      grasps.push_back({.name = "grasp",
                        .arm = i,
                        .connection = {.kind = ConnectionKind::spherical},
                        .first = {.body = "object"},
                        .second = {.body = "tip"}});
    return MultiArm<double>(std::vector<Model>(std::size_t(arms), arm), load, grasps);
  }
  static std::string none(const char* what, int index, int count) {
    return std::string("there is no ") + what + " " + std::to_string(index) + ": expected 0 to " +
           std::to_string(count - 1);
  }
};

TEST_F(Arms, AndGraspsThatDoNotExistAreRefused) {
  MultiArm<double> two = system(2);
  for (const int index : {-1, 3}) {
    EXPECT_EQ(complaint([&] { two.model(index); }), none("part", index, 3));
    EXPECT_EQ(complaint([&] { two.part(index); }), none("part", index, 3));
    EXPECT_EQ(complaint([&] { two.workspace(index); }), none("part", index, 3));
    EXPECT_EQ(complaint([&] { two.q_index(index); }), none("part", index, 3));
    EXPECT_EQ(complaint([&] { two.v_index(index); }), none("part", index, 3));
  }
  for (const int index : {-1, 2}) {
    const std::string expected = none("grasp", index, 2);
    EXPECT_EQ(complaint([&] { two.grasp(index); }), expected);
    EXPECT_EQ(complaint([&] { two.contact(index); }), expected);
    EXPECT_EQ(complaint([&] { two.is_held(index); }), expected);
    EXPECT_EQ(complaint([&] { two.release(index); }), expected);
    EXPECT_EQ(complaint([&] { two.contact_force(index); }), expected);
    EXPECT_EQ(complaint([&] { two.row_forces(index); }), expected);
    EXPECT_EQ(complaint([&] { two.relative_pose(index); }), expected);
    EXPECT_EQ(complaint([&] { two.pulls(index); }), expected);
  }
}

TEST_F(Arms, HaveNoForcesBeforeTheirDynamics) {
  MultiArm<double> two = system(2);
  const std::vector<double> q = two.neutral_position(), v(std::size_t(two.velocity_size()));
  std::vector<double> forces(std::size_t(two.rows()));
  const std::string expected =
      "the forces of the arms are not available: call forward_dynamics successfully first";
  EXPECT_EQ(complaint<std::logic_error>([&] { two.contact_force(0); }), expected);
  EXPECT_EQ(complaint<std::logic_error>([&] { two.row_forces(0); }), expected);
  EXPECT_EQ(complaint<std::logic_error>([&] { two.row_forces(forces); }), expected);
  EXPECT_EQ(complaint<std::logic_error>([&] { two.object_acceleration(); }), expected);
  EXPECT_EQ(complaint<std::logic_error>([&] { two.mass_centre_acceleration(); }), expected);
  two.contact_forces(q, v, v);
  EXPECT_NO_THROW(two.contact_force(0));
}

TEST_F(Arms, OfAnotherSystemAreRefused) {
  MultiArm<double> two = system(2), three = system(3);
  PredictorCorrector<double> corrector(two);
  EXPECT_EQ(complaint([&] { corrector.update(three); }),
            "the predictor and corrector were made for another system of arms");
}

TEST_F(Arms, ThatWereMovedFromAreRefused) {
  MultiArm<double> two = system(2);
  const std::vector<double> q = two.neutral_position(), v(std::size_t(two.velocity_size()));
  std::vector<double> a = v;
  const MultiArm<double> moved = std::move(two);
  EXPECT_EQ(complaint<std::logic_error>([&] { two.forward_dynamics(q, v, v, a); }),
            "the system of arms was moved from and can no longer be used");
  EXPECT_NE(complaint<std::logic_error>([&] { two.object(); }), "no complaint");
  EXPECT_EQ(moved.arm_count(), 2);
}

TEST_F(Arms, WithNumbersThatOverflowAreRefused) {
  MultiArm<double> two = system(2);
  std::vector<double> q = two.neutral_position(), v(std::size_t(two.velocity_size())), fast = v, a = v;
  q[0] = 0.5, q[4] = -0.5;
  std::fill(fast.begin(), fast.end(), 1e200);
  EXPECT_EQ(complaint<std::overflow_error>([&] { two.forward_dynamics(q, fast, v, a); }),
            "forward dynamics of the arms overflows for these numbers");
  EXPECT_EQ(complaint<std::overflow_error>([&] { two.contact_forces(q, fast, v); }),
            "forward dynamics of the arms overflows for these numbers");
  MultiArmKinematics<double> kinematics(two);
  EXPECT_EQ(complaint<std::overflow_error>([&] { kinematics.update(q, fast); }),
            "the kinematics of the arms overflows for these numbers");
  EXPECT_NO_THROW(two.forward_dynamics(q, v, v, a));
  v[1] = std::nan("");
  EXPECT_EQ(complaint([&] { two.forward_dynamics(q, v, v, a); }), "v[1] is nan, expected a finite number");
}

// ---- Overflow and moves of closed chains ----------------------------------------------------------

class LargeNumbers : public testing::TestWithParam<Strategy> {};

TEST_P(LargeNumbers, InAClosedChainAreRefused) {
  ClosedRobot<> robot(n_four_bar(1, ConnectionKind::revolute), GetParam());
  ClosedInverseDynamics<double> inverse(robot.model, robot.chain);
  const std::vector<double> q{1, -1, 1}, zero(3), fast(3, 1e200);
  std::vector<double> rows(std::size_t(robot.chain.rows()));
  const auto said = [&](auto&& call) { return complaint<std::overflow_error>(call); };
  EXPECT_TRUE(contains(said([&] { robot.accelerate(q, fast, zero); }), "overflows for these numbers"));
  EXPECT_TRUE(contains(said([&] { robot.chain.velocity_errors(robot.work, q, fast, rows); }),
                       "overflows for these numbers"));
  EXPECT_TRUE(contains(said([&] { inverse.solve(robot.work, robot.chain, q, fast, zero, robot.a); }),
                       "overflows for these numbers"));
  EXPECT_NO_THROW(robot.accelerate(q, zero, zero));
  rows[1] = std::nan("");
  EXPECT_EQ(complaint([&] { robot.chain.set_demand(rows); }),
            "the demand on the rows[1] is nan, expected a finite number");
}

// A rod between two coincident points has no direction: its row would be ignored silently.
TEST_P(LargeNumbers, DoNotResultFromADistanceOfZero) {
  Description robot = planar_mechanism("rod");
  robot.bodies = {planar_link("link", "", {}, {1, 0.5, 0, 0.1})};
  robot.loops = {{.name = "rod",
                  .connection = {.kind = ConnectionKind::distance, .distance = 1},
                  .second = {"link", {}}}};
  ClosedRobot<> closed(robot, GetParam());
  EXPECT_EQ(complaint<std::domain_error>([&] { closed.accelerate({0.3}, {1}, {0}); }),
            "loop 'rod': its ends coincide, so the direction between them is undefined");
}

TEST_P(LargeNumbers, AreNotLeftInAChainThatWasMovedFrom) {
  ClosedRobot<> robot(n_four_bar(1, ConnectionKind::revolute), GetParam());
  ClosedChain<double> moved = std::move(robot.chain);
  EXPECT_EQ(complaint<std::logic_error>([&] {
              robot.accelerate({1, -1, 1}, {0, 0, 0}, {0, 0, 0});
            }),
            "the closed chain was moved from and can no longer be used");
  EXPECT_NO_THROW(moved.forward_dynamics(robot.work, std::vector<double>{1, -1, 1}, std::vector<double>(3),
                                         std::vector<double>(3), robot.a));
}

INSTANTIATE_TEST_SUITE_P(OfEveryStrategy, LargeNumbers, testing::ValuesIn(all_strategies),
                         [](const auto& strategy) { return std::string(name_of(strategy.param)); });

TEST(Strategies, ThatDoNotExistAreRefused) {
  const Model model(n_four_bar(1, ConnectionKind::revolute));
  EXPECT_EQ(complaint([&] { ClosedChain<double>(model, Strategy(99)); }),
            "there is no strategy 99: expected 0 to 3");
}

}  // namespace sinew::test::foreign_model_test
