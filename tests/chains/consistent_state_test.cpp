#include "sinew/chains/loops/consistent_state.hpp"

#include <gtest/gtest.h>

#include "tests/support/compare.hpp"
#include "tests/support/decompositions.hpp"
#include "tests/support/linkages.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_loops.hpp"

namespace sinew::test::consistent_state_test {

using Numbers = std::vector<double>;

Description four_bar() {
  const PlanarLink link{1, 0.1, 0, 0.01};
  return FourBar{0.3, 0.6, 0.5, 0.7, link, link, link, {0, 0, 0}}.description(ConnectionKind::spherical);
}

TEST(ConsistentState, OfAModelWithoutLoopsIsAnyState) {
  Description open = four_bar();
  open.loops.clear();
  const Model model(open);
  Numbers q{1, 2, 3}, v{4, 5, 6};
  EXPECT_TRUE(constraint_errors(model, q, v).fit());
  EXPECT_TRUE(make_consistent(model, q, v).fit());
  EXPECT_EQ(q, (Numbers{1, 2, 3}));
  EXPECT_EQ(v, (Numbers{4, 5, 6}));
}

TEST(ConsistentState, ResidualsNameTheWorstRow) {
  const Model model(four_bar());
  // All bodies lie on the x axis: the coupler ends at 0.9, the rocker at 1.2.
  const ConstraintErrors at_rest = constraint_errors(model, Numbers{0, 0, 0}, Numbers{0, 0, 0});
  EXPECT_NEAR(at_rest.position.size, 0.3, 1e-15);
  EXPECT_EQ(at_rest.position.row, "loop 'pin', row 1");
  EXPECT_FALSE(at_rest.position.fits());
  EXPECT_TRUE(at_rest.velocity.fits());
  EXPECT_FALSE(at_rest.fit());
  // The rocker rotates, so its end moves across the x axis.
  const ConstraintErrors moving = constraint_errors(model, Numbers{0, 0, 0}, Numbers{0, 0, 2});
  EXPECT_NEAR(moving.velocity.size, 1.0, 1e-15);
  EXPECT_EQ(moving.velocity.row, "loop 'pin', row 2");
}

TEST(ConsistentState, KeptCoordinatesDoNotChange) {
  const Model model(four_bar());
  Numbers q{0.7, 0, 1}, v{3, 0, 0};
  const int crank[] = {0};
  EXPECT_TRUE(make_consistent(model, q, v, crank).fit());
  EXPECT_EQ(q[0], 0.7);
  EXPECT_EQ(v[0], 3);
  EXPECT_NE(v[2], 0);
}

TEST(ConsistentState, ImpossibleRequestsAreReported) {
  const Model model(four_bar());
  Numbers q{0.7, 0, 1}, v{3, 0, 0};
  const int all[] = {0, 1, 2};
  const ConstraintErrors left = make_consistent(model, q, v, all);
  EXPECT_FALSE(left.fit());
  EXPECT_EQ(q, (Numbers{0.7, 0, 1}));
  const int none_such[] = {3};
  EXPECT_THROW(make_consistent(model, q, v, none_such), std::invalid_argument);
}

// v - W J^T (J W J^T)^+ J v by a rank-revealing decomposition.
VectorXd projected(const MatrixXd& J, const VectorXd& W, const VectorXd& v) {
  const MatrixXd JW = J * W.asDiagonal();
  return v - JW.transpose() * least_norm_solve(JW * J.transpose(), J * v);
}

TEST(ConsistentState, VelocitiesAreTheNearestByDenseProjection) {
  int compared = 0;
  for (int index = 0; index < 60; ++index) {
    const ClosedSample sample = random_closed_sample(index);
    const Model model(sample.description);
    Random random(std::uint64_t(index) + 7);
    Numbers q = sample.q, v = sample.v;
    for (double& x : v) x += random.uniform(-1, 1);
    Workspace<double> work(model);
    ClosedChain<double> chain(model);
    Matrix<double> J(chain.rows(), model.velocity_size());
    const VectorXd guess = as_dense(v);
    const ConstraintErrors left = make_consistent(model, q, v);
    chain.jacobian(work, q, J);
    EXPECT_TRUE(left.fit()) << index << " " << left.velocity.row << " " << left.velocity.size;
    const VectorXd ones = VectorXd::Ones(guess.size());
    EXPECT_LT((as_dense(v) - projected(as_dense(J), ones, guess)).norm(), 1e-7 * (1 + guess.norm())) << index;
    ++compared;
  }
  EXPECT_EQ(compared, 60);
}

}  // namespace sinew::test::consistent_state_test
