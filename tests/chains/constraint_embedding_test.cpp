// Loops embedded into compound bodies, against the same robots as loose bodies in maximal coordinates, against dense
// matrices, and against the open chain where there is nothing to embed.
#include "sinew/chains/constraint_embedding.hpp"

#include <gtest/gtest.h>

#include "sinew/chains/closed_chain.hpp"
#include "tests/support/maximal_coordinates.hpp"
#include "tests/support/random_loops.hpp"
#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test {
namespace {

template <class T = double>
struct Embedded {
  explicit Embedded(ClosedSample s)
      : sample(std::move(s)),
        model(sample.description),
        work(model),
        constraints(model),
        tree(model, constraints),
        a(static_cast<std::size_t>(model.velocity_size())) {}

  void forward_dynamics(const Environment<T>& environment = {}) {
    const auto cast = [](const std::vector<double>& x) { return std::vector<T>(x.begin(), x.end()); };
    tree.forward_dynamics(model, work, constraints, cast(sample.q), cast(sample.v), cast(sample.tau), a,
                          environment);
  }
  void update() { tree.update(model, work, constraints, sample.q); }
  // On the second end, in its axes.
  Force<T> loop_force(std::size_t loop) const {
    const auto& state = constraints.loops()[loop];
    Force<T> sum{};
    for (int i = 0; i < state.row_count; ++i)
      sum += tree.multipliers()[static_cast<std::size_t>(state.row + i)] * state.rows.direction[i];
    return sum;
  }
  // S, column by column.
  Eigen::MatrixXd basis() const {
    Eigen::MatrixXd S(model.velocity_size(), tree.size());
    for (int c = 0; c < tree.size(); ++c) {
      const Eigen::VectorXd unit = Eigen::VectorXd::Unit(tree.size(), c);
      Eigen::VectorXd column(model.velocity_size());
      tree.expand(unit, column);
      S.col(c) = column;
    }
    return S;
  }

  ClosedSample sample;
  Model model;
  Workspace<T> work;
  Constraints<T> constraints;
  EmbeddedTree<T> tree;
  std::vector<T> a;
};

TEST(ConstraintEmbedding, GivesTheAccelerationsForcesAndRankOfLooseBodiesTiedTogether) {
  int redundant = 0, compounds = 0;
  const int count = std::min(1000, sample_count());
  for (int i = 0; i < count; ++i) {
    Embedded<> s(random_closed_sample(i));
    const MaximalCoordinates<long double> reference(s.sample.description, s.sample.q, s.sample.v);
    const auto answer = reference.forward_dynamics(s.sample.tau);
    s.forward_dynamics();
    ASSERT_LE(relative_error(s.a, answer.acceleration), 1e-10) << "sample " << i;
    ASSERT_EQ(s.tree.rank(), reference.rank()) << "sample " << i;
    redundant += s.tree.rank() < s.constraints.size() ? 1 : 0;
    compounds += static_cast<int>(s.tree.compounds().size());
    for (std::size_t l = 0; l < s.constraints.loops().size(); ++l)
      ASSERT_LE(relative_error(s.loop_force(l), answer.loop_force[l]), 1e-9)
          << "sample " << i << " loop " << l;
    for (std::size_t c = 0; c < s.constraints.couplings().size(); ++c) {
      const auto row = static_cast<std::size_t>(s.constraints.couplings()[c].row);
      const double expected = static_cast<double>(answer.coupling_moment[c]);
      ASSERT_NEAR(s.tree.multipliers()[row], expected, 1e-9 * std::max(1.0, std::abs(expected)))
          << "sample " << i;
    }
  }
  EXPECT_GE(redundant, count / 5);
  EXPECT_GE(compounds, count);
}

}  // namespace
}  // namespace sinew::test
