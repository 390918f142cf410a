// Compares all quantities of a batch with the recursions for single states, with all instruction sets of this machine.
#include "sinew/batch/batch.hpp"

#include <gtest/gtest.h>

#include "sinew/model/examples.hpp"
#include "tests/support/batch_quantities.hpp"
#include "tests/support/batch_states.hpp"

namespace sinew::test::batch_test {

// Compares results of single states, one after another, with those of the batch in its layout.
template <class T>
class Comparison {
 public:
  Comparison(const Model& model, const States<T>& states, Layout layout, InstructionSet instructions,
             double tolerance)
      : model_(model),
        states_(states),
        layout_(layout),
        tolerance_(tolerance),
        work_(model),
        batch_(model, {.layout = layout, .instructions = instructions}),
        q_(in_layout(states.q, states.count, layout)),
        v_(in_layout(states.v, states.count, layout)),
        x_(in_layout(states.x, states.count, layout)) {}

  // single(q, v, x, out) computes one state, batch(q, v, x, out) all of them; `numbers` results for each.
  template <class Single, class Many>
  void expect_same(const char* name, std::size_t numbers, const Single& single, const Many& many) {
    SCOPED_TRACE(name);
    std::vector<T> actual(numbers * states_.count), expected(numbers);
    const BatchReport report = many(batch_, q_, v_, x_, VectorView<T>(actual));
    EXPECT_TRUE(report.all_computed()) << report.first_failed;
    actual = by_state(actual, states_.count, layout_);
    for (std::size_t i = 0; i < states_.count; ++i) {
      single(work_, state(states_.q, i), state(states_.v, i), state(states_.x, i), VectorView<T>(expected));
      const std::vector<T> own(actual.begin() + std::ptrdiff_t(i * numbers),
                               actual.begin() + std::ptrdiff_t((i + 1) * numbers));
      ASSERT_LE(relative_error(own, expected), tolerance_) << "state " << i << " of " << states_.count;
    }
  }

  void expect_same_of_everything() {
    for_each_batch_quantity<T>(model_, [&](const char* name, std::size_t numbers, const auto& single,
                                           const auto& many) { expect_same(name, numbers, single, many); });
  }

 private:
  VectorView<const T> state(const std::vector<T>& all, std::size_t i) const {
    const std::size_t numbers = all.size() / states_.count;
    return {all.data() + i * numbers, numbers};
  }

  const Model& model_;
  const States<T>& states_;
  Layout layout_;
  double tolerance_;
  Workspace<T> work_;
  Batch<T> batch_;
  std::vector<T> q_, v_, x_;
};

// Random trees with all kinds of joints. If the mass matrix is badly conditioned, so are the accelerations.
template <class T>
void expect_same_on_random_trees(int samples, double tolerance) {
  for (int i = 0; i < samples && !testing::Test::HasFailure(); ++i) {
    const Sample sample = random_sample(i);
    const Model model(sample.description);
    const States<T> states(sample.description, std::size_t(1 + i % 37), i);
    const double allowed = tolerance * std::max(1.0, worst_condition(model, states));
    if (allowed > 1e-2) continue;
    for (const InstructionSet instructions : available_instruction_sets()) {
      SCOPED_TRACE(testing::Message() << "sample " << i << ", " << name_of(instructions));
      const Layout layout = i % 2 == 0 ? Layout::by_state : Layout::by_coordinate;
      Comparison<T>(model, states, layout, instructions, allowed).expect_same_of_everything();
    }
  }
}

TEST(Batch, EqualsTheRecursionsForSingleStates) {
  expect_same_on_random_trees<double>(std::min(120, sample_count()), 1e-14);
}

TEST(Batch, WorksInSinglePrecision) {
  expect_same_on_random_trees<float>(std::min(120, sample_count()), 5e-6);
}

TEST(Batch, TakesAnyNumberOfStatesInBothLayouts) {
  const Description description = random_chain(7, 3);
  const Model model(description);
  for (const InstructionSet instructions : available_instruction_sets()) {
    for (const Layout layout : {Layout::by_state, Layout::by_coordinate}) {
      for (std::size_t count = 1; count <= 33; ++count) {
        const States<double> states(description, count, int(count));
        Comparison<double>(model, states, layout, instructions, 1e-11).expect_same_of_everything();
        if (HasFailure()) return;
      }
    }
  }
}

TEST(Batch, OfNoStatesIsEmpty) {
  const Model model(random_chain(3, 1));
  Batch<double> batch(model);
  const std::vector<double> none;
  std::vector<double> out;
  EXPECT_TRUE(batch.forward_dynamics(none, none, none, out).all_computed());
  EXPECT_TRUE(batch.mass_matrix(none, out).all_computed());
}

TEST(Batch, ComputesLongChains) {
  const Description description = random_chain(1000, 2);
  const Model model(description);
  const States<double> states(description, 11, 1);
  Workspace<double> work(model);
  Batch<double> batch(model);
  std::vector<double> actual(states.v.size()), expected(1000), moments(states.v.size());
  EXPECT_TRUE(batch.forward_dynamics(states.q, states.v, states.x, actual).all_computed());
  EXPECT_TRUE(batch.inverse_dynamics(states.q, states.v, actual, moments).all_computed());
  // Velocities that accumulate over a thousand joints leave few digits.
  const std::vector<double> q(states.q.begin(), states.q.begin() + 1000),
      v(states.v.begin(), states.v.begin() + 1000), tau(states.x.begin(), states.x.begin() + 1000);
  forward_dynamics(work, q, v, tau, expected);
  EXPECT_LE(relative_error(std::vector(actual.begin(), actual.begin() + 1000), expected), 1e-6);
  inverse_dynamics(work, q, v, std::vector(actual.begin(), actual.begin() + 1000), expected);
  EXPECT_LE(relative_error(std::vector(moments.begin(), moments.begin() + 1000), expected), 1e-6);
}

TEST(Batch, AppliesTheForcesAndTheBaseOfEachState) {
  for (int i = 0; i < 40; ++i) {
    const Subject s(random_sample(i));
    const std::size_t count = 5, n = std::size_t(s.dofs());
    const States<double> states(s.sample.description, count, i);
    const std::vector<FrameIndex> frames{all_frames(s.model).back(), all_frames(s.model)[1]};
    Random random{std::uint64_t(i)};
    std::vector<double> base(6 * count), forces(12 * count);
    for (double& x : base) x = random.uniform(-1, 1);
    for (double& x : forces) x = random.uniform(-1, 1);
    for (const Layout layout : {Layout::by_state, Layout::by_coordinate}) {
      Batch<double> batch(s.model, {.layout = layout});
      const auto laid = [&](const std::vector<double>& x) { return in_layout(x, count, layout); };
      const std::vector<double> q = laid(states.q), v = laid(states.v), x = laid(states.x), b = laid(base),
                                f = laid(forces);
      const BatchEnvironment<double> environment{.base_acceleration = b, .frames = frames, .forces = f};
      std::vector<double> a(n * count), tau(n * count), bias(n * count), expected(n);
      EXPECT_TRUE(batch.forward_dynamics(q, v, x, a, environment).all_computed());
      EXPECT_TRUE(batch.inverse_dynamics(q, v, x, tau, environment).all_computed());
      EXPECT_TRUE(batch.bias_force(q, v, bias, environment).all_computed());
      Workspace<double> work(s.model);
      for (std::size_t k = 0; k < count; ++k) {
        const double* const w = forces.data() + 12 * k;
        const double* const g = base.data() + 6 * k;
        const ExternalForce<double> single[] = {{frames[0], {{w[0], w[1], w[2]}, {w[3], w[4], w[5]}}},
                                                {frames[1], {{w[6], w[7], w[8]}, {w[9], w[10], w[11]}}}};
        const Environment<double> own{.base_acceleration = {{g[0], g[1], g[2]}, {g[3], g[4], g[5]}},
                                      .forces = single};
        const auto qk = state_of(states.q, count, k), vk = state_of(states.v, count, k),
                   xk = state_of(states.x, count, k);
        const auto of = [&](const std::vector<double>& all) {
          return state_of(by_state(all, count, layout), count, k);
        };
        inverse_dynamics(work, qk, vk, xk, expected, own);
        ASSERT_LE(relative_error(of(tau), expected), 1e-12) << i;
        bias_force(work, qk, vk, expected, own);
        ASSERT_LE(relative_error(of(bias), expected), 1e-12) << i;
        forward_dynamics(work, qk, vk, xk, expected, own);
        ASSERT_LE(relative_error(of(a), expected), 1e-14 * std::max(1e2, worst_condition(s.model, states)))
            << i;
      }
    }
  }
}

}  // namespace sinew::test::batch_test
