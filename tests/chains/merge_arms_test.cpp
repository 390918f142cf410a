// Several arms and their object merged into one model with loops are the same system.
#include <gtest/gtest.h>

#include "sinew/chains/arms/merge_arms.hpp"
#include "sinew/chains/loops/well_posedness.hpp"
#include "sinew/model/examples.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/decompositions.hpp"
#include "tests/support/random_arms.hpp"

namespace sinew::test::merge_arms_test {

TEST(OneModel, HasTheAccelerationsOfTheArmsAndTheObject) {
  int compared = 0;
  const int count = sample_count() / 10;
  for (int index = 0; index < count; ++index) {
    SCOPED_TRACE(index);
    const ArmsSample sample = random_arms(index, {.forces = false});
    MultiArm<double> system(sample.arms(), sample.object(), sample.grasps);
    const Model whole = merge_arms(system);
    ASSERT_EQ(whole.velocity_size(), system.velocity_size());
    ASSERT_EQ(whole.position_size(), system.position_size());
    std::vector<double> apart(sample.v.size()), together(sample.v.size());
    system.forward_dynamics(sample.q, sample.v, sample.tau, apart);
    Workspace<double> work(whole);
    ClosedChain<double> chain(whole, Strategy::dense);
    chain.forward_dynamics(work, sample.q, sample.v, sample.tau, together);
    EXPECT_EQ(chain.rows(), system.rows());
    // Grasps that are not closed make redundant rows contradictory; such samples are not compared.
    if (chain.rank() < chain.rows() || system.rank() < system.rows()) continue;
    const DenseArms dense(sample);
    const double condition = condition_of(dense.omega());
    if (condition > 1e8) continue;
    ++compared;
    const double allowed = 1e-10 * (1 + condition / 1e3);
    EXPECT_LT(relative_error(as_dense(apart), as_dense(together)), allowed);
    for (int grasp = 0; grasp < system.grasp_count(); ++grasp) {
      const auto force = as_dense(chain.loop_force(grasp));
      const auto on_object = as_dense(system.contact_force(grasp));
      EXPECT_LT((force + on_object).norm(), allowed * (1 + force.norm())) << grasp;
    }
  }
  EXPECT_GT(compared, count / 4);
}

// SOA section 6: several arms with one object are well posed if Omega has full rank.
TEST(OneModel, IsWellPosedIfTheContactForcesAreUnique) {
  int unique = 0, open = 0;
  const int count = sample_count() / 20;
  for (int index = 0; index < count; ++index) {
    SCOPED_TRACE(index);
    const ArmsSample sample = random_arms(index, {.forces = false});
    MultiArm<double> system(sample.arms(), sample.object(), sample.grasps);
    const Model whole = merge_arms(system);
    Workspace<double> work(whole);
    ClosedChain<double> chain(whole);
    const WellPosedness posed = well_posedness(work, chain, sample.q);
    if (posed.rows == 0) continue;
    const DenseArms dense(sample);
    // Only samples in which rounding does not decide.
    MatrixXd rows = dense.J;
    for (int i = 0; i < rows.rows(); ++i) rows.row(i) /= std::max(rows.row(i).norm(), 1e-300);
    const VectorXd sizes = singular_values(rows);
    bool doubtful = false;
    int rank = 0;
    for (const double s : sizes) {
      doubtful |= s < 1e-4 && s > 1e-10;
      rank += s > 1e-7;
    }
    if (doubtful) continue;
    EXPECT_EQ(posed.rank, rank);
    EXPECT_TRUE(posed.accelerations_are_unique());
    EXPECT_EQ(posed.forces_are_unique(), rank == posed.rows);
    EXPECT_EQ(posed.dofs, whole.velocity_size() - rank);
    if (!posed.forces_are_unique()) {
      const MatrixXd directions = as_dense(posed.open_forces);
      EXPECT_LT((dense.J.transpose() * directions).norm(), 1e-6 * dense.J.norm());
    }
    ++(posed.forces_are_unique() ? unique : open);
  }
  EXPECT_GT(unique, count / 10);
  EXPECT_GT(open, 0);
}

TEST(OneModel, GivesGraspsWithoutNamesUnusedNames) {
  const ArmsSample sample = random_arms(3, {.regular = true});
  ASSERT_GT(sample.grasps.size(), 1u);
  std::vector<Grasp> grasps = sample.grasps;
  grasps[0].name = "grasp2";
  grasps[1].name.clear();
  const auto arms = sample.arms();
  const Model whole = merge_arms(arms, sample.object(), grasps);
  EXPECT_EQ(whole.description().loops.end()[-std::ptrdiff_t(grasps.size()) + 1].name, "grasp2_2");
}

TEST(OneModel, RefusesGraspsOfArmsThatDoNotExist) {
  const std::vector<Model> arms{Model(planar_chain(2))};
  const Model object = rigid_object({1, {}, {1, 0, 0, 1, 0, 1}}, arms[0].gravity());
  for (const int arm : {-1, 1, 1000000}) {
    const std::vector<Grasp> grasps{{.arm = arm, .first = {"object", {}}, .second = {"link2", {}}}};
    EXPECT_THROW((void)merge_arms(arms, object, grasps), std::invalid_argument) << arm;
  }
}

TEST(OneModel, NamesItsPartsAndOmitsReleasedGrasps) {
  const ArmsSample sample = random_arms(3, {.regular = true});
  MultiArm<double> system(sample.arms(), sample.object(), sample.grasps);
  ASSERT_GT(system.grasp_count(), 0);
  EXPECT_EQ(merge_arms(system).description().loops.size(), std::size_t(system.grasp_count()));
  system.release(0);
  const Model whole = merge_arms(system);
  EXPECT_EQ(whole.description().loops.size(), std::size_t(system.grasp_count() - 1));
  const std::string body = system.model(0).description().bodies[0].name;
  EXPECT_NO_THROW(whole.frame("arm1/" + body));
  EXPECT_NO_THROW(whole.frame("object/" + system.object().description().bodies[0].name));
}

TEST(OneModel, IsNamedAfterTheObjectAndItsPartsAsTheCallerChooses) {
  const std::vector<Model> arms{Model(planar_chain(2)), Model(planar_chain(2))};
  const Model object = rigid_object({1, {}, {1, 0, 0, 1, 0, 1}}, arms[0].gravity(), "tray");
  const std::vector<Grasp> grasps{{.name = "hand", .arm = 1, .first = {"tray", {}}, .second = {"link2", {}}}};
  const auto body_names = [](const Model& model) {
    std::vector<std::string> names;
    for (const Body& body : model.description().bodies) names.push_back(body.name);
    return names;
  };
  using Names = std::vector<std::string>;
  const Model numbered = merge_arms(arms, object, grasps);
  EXPECT_EQ(numbered.name(), "tray and arms");
  EXPECT_EQ(body_names(numbered),
            (Names{"arm1/link1", "arm1/link2", "arm2/link1", "arm2/link2", "object/tray"}));
  const Model named = merge_arms(arms, object, grasps, Names{"left", "right", "load"});
  EXPECT_EQ(body_names(named),
            (Names{"left/link1", "left/link2", "right/link1", "right/link2", "load/tray"}));
  EXPECT_EQ(named.description().loops[0].second.body, "right/link2");
  EXPECT_THROW(merge_arms(arms, object, grasps, Names{"left"}), std::invalid_argument);
  EXPECT_THROW(merge_arms(arms, object, grasps, Names{"left", "right", "load", "more"}),
               std::invalid_argument);
}

}  // namespace sinew::test::merge_arms_test
