// The states of a batch do not affect one another, nor the memory around their results: for all quantities, instruction
// sets, layouts and precisions.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "sinew/model/examples.hpp"
#include "tests/support/batch_states.hpp"
#include "tests/support/messages.hpp"

namespace sinew::test::batch_apart_test {

template <class T>
struct BatchQuantity {
  const char* name;
  std::size_t numbers;  // of one state
  std::function<BatchReport(Batch<T>&, const States<T>&, VectorView<T>)> compute;
};

// More frames than are written at once.
std::vector<FrameIndex> many_frames(const Model& model) {
  std::vector<FrameIndex> frames;
  for (int i = 0; i < 75; ++i) frames.push_back(FrameIndex{i % int(model.frames().size())});
  return frames;
}

template <class T>
std::vector<BatchQuantity<T>> all_quantities(const Model& model) {
  using B = Batch<T>;
  using S = States<T>;
  using O = VectorView<T>;
  const auto n = std::size_t(model.velocity_size());
  const std::vector<FrameIndex> frames = many_frames(model);
  const FrameIndex tip = all_frames(model).back();
  constexpr Reference aligned = Reference::aligned;
  return {
      {"forward dynamics", n, [](B& b, const S& s, O out) { return b.forward_dynamics(s.q, s.v, s.x, out); }},
      {"inverse dynamics", n, [](B& b, const S& s, O out) { return b.inverse_dynamics(s.q, s.v, s.x, out); }},
      {"bias force", n, [](B& b, const S& s, O out) { return b.bias_force(s.q, s.v, out); }},
      {"gravity force", n, [](B& b, const S& s, O out) { return b.gravity_force(s.q, out); }},
      {"mass matrix", n * n, [](B& b, const S& s, O out) { return b.mass_matrix(s.q, out); }},
      {"inverse mass matrix", n * n, [](B& b, const S& s, O out) { return b.inverse_mass_matrix(s.q, out); }},
      {"poses", 12 * 75, [=](B& b, const S& s, O out) { return b.poses(s.q, frames, out); }},
      {"velocities", 6 * 75,
       [=](B& b, const S& s, O out) { return b.velocities(s.q, s.v, frames, aligned, out); }},
      {"Jacobian", 6 * n, [=](B& b, const S& s, O out) { return b.jacobian(s.q, tip, aligned, out); }},
      {"Omega", 36, [=](B& b, const S& s, O out) { return b.omega(s.q, tip, aligned, out); }},
  };
}

// Calls check(batch, quantity, layout) for each combination.
template <class T, class Check>
void for_each_method(const Model& model, const Check& check) {
  for (const InstructionSet instructions : available_instruction_sets()) {
    for (const Layout layout : {Layout::by_state, Layout::by_coordinate}) {
      Batch<T> batch(model, {.layout = layout, .instructions = instructions});
      for (const BatchQuantity<T>& quantity : all_quantities<T>(model)) {
        SCOPED_TRACE(testing::Message() << quantity.name << ", " << name_of(instructions) << ", "
                                        << (layout == Layout::by_state ? "by state" : "by coordinate"));
        check(batch, quantity, layout);
      }
    }
  }
}

template <class T>
States<T> laid_out(States<T> states, Layout layout) {
  for (auto* x : {&states.q, &states.v, &states.x}) *x = in_layout(*x, states.count, layout);
  return states;
}

template <class T>
void expect_one_bad_state_to_stay_alone(std::size_t count, std::size_t bad) {
  const Description description = random_chain(6, 4);
  const Model model(description);
  const States<T> good(description, count, 5);
  States<T> wrong = good;
  wrong.q[bad * good.q.size() / count + 2] = std::numeric_limits<T>::quiet_NaN();
  for_each_method<T>(model, [&](Batch<T>& batch, const BatchQuantity<T>& quantity, Layout layout) {
    std::vector<T> expected(quantity.numbers * count), actual(expected);
    EXPECT_TRUE(quantity.compute(batch, laid_out(good, layout), expected).all_computed());
    const BatchReport report = quantity.compute(batch, laid_out(wrong, layout), actual);
    EXPECT_EQ(report.failed, 1u);
    EXPECT_EQ(report.first_failed, bad);
    expected = by_state(expected, count, layout);
    actual = by_state(actual, count, layout);
    for (std::size_t i = 0; i < actual.size(); ++i) {
      if (i / quantity.numbers == bad) {
        ASSERT_TRUE(std::isnan(actual[i])) << "number " << i % quantity.numbers;
      } else {
        ASSERT_EQ(actual[i], expected[i]) << "state " << i / quantity.numbers;
      }
    }
  });
}

TEST(BatchApart, AStateThatFailsLeavesTheBitsOfAllOthers) {
  expect_one_bad_state_to_stay_alone<double>(21, 10);
  expect_one_bad_state_to_stay_alone<double>(21, 20);  // in the last block, which is full
  expect_one_bad_state_to_stay_alone<double>(1, 0);
  expect_one_bad_state_to_stay_alone<float>(37, 9);
}

TEST(BatchApart, NothingIsWrittenOutsideTheResults) {
  const Description description = random_chain(5, 6);
  const Model model(description);
  for (const std::size_t count : {0, 1, 7, 8, 9}) {
    const States<double> states(description, count, 7);
    for_each_method<double>(model, [&](Batch<double>& batch, const auto& quantity, Layout layout) {
      constexpr std::size_t margin = 64;
      constexpr double untouched = 12345;
      const std::size_t size = quantity.numbers * count;
      std::vector<double> memory(size + 2 * margin, untouched);
      const States<double> given = count == 0 ? states : laid_out(states, layout);
      EXPECT_TRUE(quantity.compute(batch, given, {memory.data() + margin, size}).all_computed());
      for (std::size_t i = 0; i < margin; ++i) {
        ASSERT_EQ(memory[i], untouched);
        ASSERT_EQ(memory[margin + size + i], untouched);
      }
    });
  }
}

TEST(BatchApart, AMillionEqualStatesGiveEqualResults) {
  const Model model(random_chain(2, 8));
  constexpr std::size_t count = 1'000'000, different = 7;
  std::vector<double> q(2 * count), moments(2 * count), few(2 * different);
  for (std::size_t i = 0; i < q.size(); ++i) q[i] = 0.1 * double(i % (2 * different));
  Batch<double> batch(model, {.threads = 2});
  EXPECT_TRUE(batch.gravity_force(q, moments).all_computed());
  q.resize(few.size());
  EXPECT_TRUE(batch.gravity_force(q, few).all_computed());
  for (std::size_t i = 0; i < moments.size(); ++i) ASSERT_EQ(moments[i], few[i % few.size()]) << i;
}

TEST(BatchApart, AResultMayOverwriteAnArgument) {
  const Description description = random_chain(4, 9);
  const Model model(description);
  const States<double> states(description, 19, 10);
  for (const Layout layout : {Layout::by_state, Layout::by_coordinate}) {
    for (const int threads : {1, 3}) {
      Batch<double> batch(model, {.layout = layout, .threads = threads});
      States<double> given = laid_out(states, layout);
      std::vector<double> expected(4 * 19);
      batch.forward_dynamics(given.q, given.v, given.x, expected);
      const States<double> kept = given;
      batch.forward_dynamics(given.q, given.v, given.x, given.x);
      EXPECT_EQ(given.x, expected);
      batch.forward_dynamics(given.q, given.v, kept.x, given.v);
      EXPECT_EQ(given.v, expected);
      batch.forward_dynamics(given.q, kept.v, kept.x, given.q);
      EXPECT_EQ(given.q, expected);
    }
  }
}

TEST(BatchApart, AResultThatOverlapsAnArgumentIsRefused) {
  const Model model(random_chain(4, 9));
  Batch<double> batch(model);
  std::vector<double> memory(400, 0.1);
  const auto at = [&](std::size_t first, std::size_t size) {
    return VectorView<double>(&memory[first], size);
  };
  const auto in = [&](std::size_t first, std::size_t size) {
    return VectorView<const double>(&memory[first], size);
  };
  EXPECT_NO_THROW(batch.forward_dynamics(in(0, 8), in(8, 8), in(16, 8), at(24, 8)));
  EXPECT_NO_THROW(batch.forward_dynamics(in(8, 8), in(16, 8), in(24, 8), at(0, 8)));
  for (const std::size_t first : {1, 7, 9, 12, 15, 17, 23}) {
    EXPECT_THROW(batch.forward_dynamics(in(0, 8), in(8, 8), in(16, 8), at(first, 8)), std::invalid_argument);
  }
  EXPECT_THROW(batch.mass_matrix(in(0, 8), at(0, 32)), std::invalid_argument);
  EXPECT_THROW(batch.bias_force(in(0, 8), in(8, 8), at(20, 8), {.base_acceleration = in(16, 12)}),
               std::invalid_argument);
  EXPECT_EQ(complaint([&] { batch.gravity_force(in(0, 8), at(4, 8)); }),
            "the result gravity overlaps q: expected memory of its own, or the same array as q");
}

TEST(BatchApart, FramesMayBeManyAndRepeated) {
  const Description description = random_chain(12, 11);
  const Model model(description);
  const States<double> states(description, 11, 12);
  const std::vector<FrameIndex> frames = many_frames(model);
  Workspace<double> work(model);
  Batch<double> batch(model);
  std::vector<double> poses(12 * 75 * 11), twists(6 * 75 * 11);
  EXPECT_TRUE(batch.poses(states.q, frames, poses).all_computed());
  EXPECT_TRUE(batch.velocities(states.q, states.v, frames, Reference::world, twists).all_computed());
  for (std::size_t k = 0; k < 11; ++k) {
    update_velocities(work, state_of(states.q, 11, k), state_of(states.v, 11, k));
    for (std::size_t f = 0; f < frames.size(); ++f) {
      const Vector3<double> origin = pose(work, frames[f]).translation;
      const double* const at = poses.data() + 12 * (75 * k + f) + 9;
      EXPECT_NEAR(at[0], origin.x, 1e-12);
      EXPECT_NEAR(at[1], origin.y, 1e-12);
      EXPECT_NEAR(at[2], origin.z, 1e-12);
      const auto expected = components(velocity(work, frames[f], Reference::world));
      for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(twists[6 * (75 * k + f) + i], expected[i], 1e-11);
    }
  }
}

TEST(BatchApart, ComputesInNeonRegistersOnArm64) {
  EXPECT_EQ(is_available(InstructionSet::neon), processor::is_arm64);
  if (!processor::is_arm64) GTEST_SKIP() << "this is another processor";
  const Model model(random_chain(2, 1));
  const Batch<double> batch(model);
  EXPECT_EQ(name_of(batch.instructions()), "NEON");
  EXPECT_EQ(batch.lanes(), 2);
  EXPECT_EQ(Batch<float>(model).lanes(), 4);
}

TEST(BatchApart, EveryInstructionSetHasItsOwnWidth) {
  const Model model(random_chain(2, 1));
  for (const InstructionSet instructions : available_instruction_sets()) {
    const int bytes = instructions == InstructionSet::avx512 ? 64
                      : instructions == InstructionSet::avx2 ? 32
                                                             : 16;
    const Batch<double> batch(model, {.instructions = instructions});
    EXPECT_EQ(batch.instructions(), instructions);
    EXPECT_EQ(batch.lanes(), bytes / int(sizeof(double)));
    EXPECT_EQ(Batch<float>(model, {.instructions = instructions}).lanes(), bytes / int(sizeof(float)));
  }
}

}  // namespace sinew::test::batch_apart_test
