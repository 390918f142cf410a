// Batches of robots with loops: forward dynamics closes them, state by state, as ConstrainedSystem does.
#include "sinew/batch/internal/closed_states.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sinew/chains/constrained_system.hpp"
#include "sinew/model/state.hpp"
#include "tests/support/linkages.hpp"

namespace sinew::test::closed_states_test {

struct Linkage {
  const Model model{n_four_bar(3, ConnectionKind::revolute)};
  const std::size_t n = std::size_t(model.velocity_size());
  static constexpr std::size_t count = 37;
  std::vector<double> q = std::vector<double>(n * count), v = q, tau = q, a = q;

  Linkage() {
    ConstrainedSystem system(model);
    for (std::size_t i = 0; i < count; ++i) {
      const State state = random_state(model, i);
      std::vector<double> closed = model.neutral_position();
      for (std::size_t j = 0; j < n; ++j) closed[j] = 1 + 0.1 * state.q[j] / 3;
      system.assemble(closed);
      std::copy(closed.begin(), closed.end(), q.begin() + std::ptrdiff_t(i * n));
      std::copy(state.tau.begin(), state.tau.end(), tau.begin() + std::ptrdiff_t(i * n));
    }
  }
  std::span<const double> part(const std::vector<double>& all, std::size_t i) const {
    return std::span(all).subspan(i * n, n);
  }
};

TEST(ClosedStates, HaveTheAccelerationsOfTheClosedMechanismBitForBit) {
  Linkage linkage;
  const FrameIndex frame = linkage.model.frame("rod1");
  const std::vector<double> push(6 * linkage.count, 0.5);
  for (const int threads : {1, 3}) {
    Batch<double> batch(linkage.model, {.threads = threads});
    const BatchReport report = batch.forward_dynamics(linkage.q, linkage.v, linkage.tau, linkage.a,
                                                      {.frames = {&frame, 1}, .forces = push});
    EXPECT_TRUE(report.all_computed());
    ConstrainedSystem system(linkage.model);
    std::vector<double> expected(linkage.n);
    const ExternalForce<double> force{frame, {{0.5, 0.5, 0.5}, {0.5, 0.5, 0.5}}};
    for (std::size_t i = 0; i < linkage.count; ++i) {
      system.forward_dynamics(linkage.part(linkage.q, i), linkage.part(linkage.v, i),
                              linkage.part(linkage.tau, i), expected, {.forces = {&force, 1}});
      for (std::size_t j = 0; j < linkage.n; ++j) ASSERT_EQ(linkage.part(linkage.a, i)[j], expected[j]) << i;
    }
  }
}

TEST(ClosedStates, OfFloatsAreRoundedFromDouble) {
  Linkage linkage;
  const std::vector<float> q(linkage.q.begin(), linkage.q.end()), v(q.size()),
      tau(linkage.tau.begin(), linkage.tau.end());
  std::vector<float> a(q.size());
  EXPECT_TRUE(Batch<float>(linkage.model).forward_dynamics(q, v, tau, a).all_computed());
  const std::vector<double> same(q.begin(), q.end()), torque(tau.begin(), tau.end());
  EXPECT_TRUE(
      Batch<double>(linkage.model).forward_dynamics(same, linkage.v, torque, linkage.a).all_computed());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i], float(linkage.a[i]));
}

TEST(ClosedStates, ThatCannotBeComputedDoNotAffectTheOthers) {
  Linkage linkage;
  linkage.q[5 * linkage.n + 1] = std::nan("");
  linkage.tau[9 * linkage.n] = std::numeric_limits<double>::infinity();
  Batch<double> batch(linkage.model);
  const BatchReport report = batch.forward_dynamics(linkage.q, linkage.v, linkage.tau, linkage.a);
  EXPECT_EQ(report.failed, 2u);
  EXPECT_EQ(report.first_failed, 5u);
  for (std::size_t i = 0; i < linkage.count; ++i) {
    const bool bad = i == 5 || i == 9;
    for (const double x : linkage.part(linkage.a, i)) EXPECT_EQ(std::isnan(x), bad) << i;
  }
}

}  // namespace sinew::test::closed_states_test
