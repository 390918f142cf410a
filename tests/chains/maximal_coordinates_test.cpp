// Checks the reference of the loop tests itself: against the dense reference of trees, and against differences of
// positions in time.
#include "tests/support/maximal_coordinates.hpp"

#include <gtest/gtest.h>

#include "sinew/model/model.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/random_loops.hpp"

namespace sinew::test::maximal_coordinates_test {

using Reference80 = MaximalCoordinates<long double>;

TEST(MaximalCoordinates, WithoutLoopsGiveTheAccelerationsOfTheTree) {
  for (int i = 0; i < sample_count() / 10; ++i) {
    Sample sample = random_sample(i);
    if (sample.description.bodies.size() > 10) continue;
    const DenseReference<long double> tree(sample.description, sample.q, sample.v);
    const auto answer = Reference80(sample.description, sample.q, sample.v).forward_dynamics(sample.tau);
    ASSERT_LE(relative_error(answer.acceleration, tree.forward_dynamics(sample.tau)), 1e-12)
        << "sample " << i;
  }
}

// The robot after a short time of motion with v + a t.
Reference80 moved(const Model& model, const ClosedSample& sample, const VectorXd& v, const VectorXd& a,
                  double time) {
  const auto numbers = [](const VectorXd& x) { return std::vector<double>(x.begin(), x.end()); };
  std::vector<double> q(sample.q.size());
  model.integrate(sample.q, numbers(v + time / 2 * a), time, q);
  return {sample.description, q, numbers(v + time * a)};
}

TEST(MaximalCoordinates, FindTheLoopsOfEverySampleClosed) {
  int kinds[13] = {}, redundant = 0, couplings = 0, mimics = 0, moving = 0;
  const int count = std::min(500, sample_count());
  for (int i = 0; i < count; ++i) {
    const ClosedSample sample = random_closed_sample(i);
    const Reference80 reference(sample.description, sample.q, sample.v);
    ASSERT_LE(reference.closure().largest(), 1e-12) << "sample " << i;
    ASSERT_LE(reference.rate().largest(), 1e-12) << "sample " << i;
    ASSERT_LE(reference.forward_dynamics(sample.tau).disagreement, 1e-10) << "sample " << i;
    for (const Loop& loop : sample.description.loops) ++kinds[static_cast<int>(loop.connection.kind)];
    couplings += static_cast<int>(sample.description.couplings.size());
    for (const Body& body : sample.description.bodies) mimics += body.joint.mimic ? 1 : 0;
    redundant += reference.rank() < reference.rows() ? 1 : 0;
    moving += reference.rank() < static_cast<int>(sample.v.size()) ? 1 : 0;
  }
  for (int k = 0; k < 13; ++k) EXPECT_GE(kinds[k], count / 50) << name_of(static_cast<ConnectionKind>(k));
  EXPECT_GE(redundant, count / 5);
  EXPECT_GE(couplings, count / 10);
  EXPECT_GE(mimics, count / 20);
  EXPECT_GE(moving, count / 2);
}

// Constraint rows on velocities alone: the spin of a soft finger, and directions.
std::vector<bool> holonomic_rows(const Description& description, int rows) {
  std::vector<bool> holonomic;
  for (const Loop& loop : description.loops) {
    const int count = row_count(loop.connection);
    for (int i = 0; i < count; ++i) {
      holonomic.push_back(loop.connection.kind != ConnectionKind::directions &&
                          !(loop.connection.kind == ConnectionKind::soft_finger && i == 0));
    }
  }
  holonomic.resize(static_cast<std::size_t>(rows), true);
  return holonomic;
}

TEST(MaximalCoordinates, HaveRowsThatAreTheDerivativesOfTheErrors) {
  for (int i = 0; i < sample_count() / 20; ++i) {
    const ClosedSample sample = random_closed_sample(i);
    const Model model(sample.description);
    // Any velocity, not a consistent one: no row is zero by itself.
    Random random(static_cast<std::uint64_t>(i));
    const std::vector<double> v = random_velocity(sample.description, random),
                              a = random_velocity(sample.description, random);
    const Reference80 now(sample.description, sample.q, v);
    const VectorXd rate = now.rate().cast<double>(), change = now.rate_change(a).cast<double>();
    ASSERT_LE(relative_error(now.jacobian() * as_dense(v).cast<long double>(), rate), 1e-12)
        << "sample " << i;
    const double h = 1e-4;
    const Reference80 later = moved(model, sample, as_dense(v), as_dense(a), h),
                      before = moved(model, sample, as_dense(v), as_dense(a), -h);
    ASSERT_LE(relative_error((later.rate() - before.rate()) / (2 * h), change), 1e-5) << "sample " << i;
    const VectorXd slope = ((later.closure() - before.closure()) / (2 * h)).cast<double>();
    const std::vector<bool> holonomic = holonomic_rows(sample.description, now.rows());
    for (int row = 0; row < now.rows(); ++row)
      ASSERT_NEAR(slope[row], holonomic[row] ? rate[row] : 0, 1e-5) << "sample " << i << " row " << row;
  }
}

}  // namespace sinew::test::maximal_coordinates_test
