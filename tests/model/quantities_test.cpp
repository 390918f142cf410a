// The table of quantities: its names, and that batches and compiled robots compute what it says in the sizes it says.
// tests/program/quantities_test.cpp does the same for the program.
#include "sinew/model/quantities.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "sinew/batch/batch.hpp"
#include "sinew/codegen/build/internal/general_robot.hpp"
#include "sinew/codegen/trace/function.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::quantities_test {

constexpr std::span<const Quantity> front_ends[] = {offered::by_compute, offered::by_count,
                                                    offered::by_batches, offered::by_compiled_robots};

// A tree with joints of several kinds.
Model branched_robot() {
  Random random(7);
  return Model(random_description(random, {.bodies = 4, .custom_joints = false}));
}

std::vector<double> unset(std::size_t count) {
  return std::vector<double>(count, std::numeric_limits<double>::quiet_NaN());
}
bool all_set(const std::vector<double>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

TEST(Quantities, HaveNamesThatCanBeParsed) {
  std::set<std::string_view> names;
  for (const QuantityInfo& row : QuantityInfo::all) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(find_quantity(std::array{row.quantity}, row.name), &row);
    EXPECT_FALSE(row.also_known_as.empty() || row.meaning.empty()) << row.name;
  }
  EXPECT_EQ(find_quantity(offered::by_compute, "forward_dynamics"), nullptr);
  EXPECT_EQ(complaint([] { info(Quantity(1000)); }), "there is no quantity number 1000");
}

TEST(Quantities, AreEachOfferedOnceByAFrontEnd) {
  for (const QuantityInfo& row : QuantityInfo::all) {
    int offers = 0;
    for (const auto& list : front_ends) {
      const auto count = std::count(list.begin(), list.end(), row.quantity);
      EXPECT_LE(count, 1) << row.name;
      EXPECT_EQ(is_among(list, row.quantity), count == 1) << row.name;
      offers += int(count);
    }
    EXPECT_GE(offers, 1) << row.name;
    EXPECT_EQ(is_among(offered::by_compiled_robots, row.quantity), !row.symbol.empty()) << row.name;
    EXPECT_EQ(row.symbol.empty(), row.contents.empty()) << row.name;
  }
}

BatchReport compute(Batch<double>& batch, Quantity quantity, const State& s,
                    std::span<const FrameIndex> frames, const BatchEnvironment<double>& environment,
                    VectorView<double> out) {
  switch (quantity) {
    case Quantity::forward_dynamics:
      return batch.forward_dynamics(s.q, s.v, s.tau, out, environment);
    case Quantity::inverse_dynamics:
      return batch.inverse_dynamics(s.q, s.v, s.a, out, environment);
    case Quantity::bias_force:
      return batch.bias_force(s.q, s.v, out, environment);
    case Quantity::gravity_force:
      return batch.gravity_force(s.q, out);
    case Quantity::mass_matrix:
      return batch.mass_matrix(s.q, out);
    case Quantity::inverse_mass_matrix:
      return batch.inverse_mass_matrix(s.q, out);
    case Quantity::pose:
      return batch.poses(s.q, frames, out);
    case Quantity::velocity:
      return batch.velocities(s.q, s.v, frames, Reference::body, out);
    case Quantity::jacobian:
      return batch.jacobian(s.q, frames[0], Reference::body, out);
    case Quantity::omega:
      return batch.omega(s.q, frames[0], Reference::body, out);
    default:
      throw std::invalid_argument("batches do not compute this");
  }
}

TEST(Quantities, OfBatchesAreComputedInTheirSizes) {
  const Model model = branched_robot();
  const State state = random_state(model, 3);
  const std::vector<FrameIndex> frames{model.last_body(), {1}, model.last_body()};
  const double force[] = {1, 2, 3, 4, 5, 6};
  const BatchEnvironment<double> pushed{.frames = std::span(frames).first(1), .forces = {force, 6}};
  Batch<double> batch(model);
  for (const Quantity quantity : offered::by_batches) {
    SCOPED_TRACE(info(quantity).name);
    const std::size_t times = is_per_frame(info(quantity).shape) ? frames.size() : 1;
    const std::size_t numbers = result_size(quantity, model).numbers() * times;
    std::vector<double> result = unset(numbers), under_force = unset(numbers), longer(numbers + 1);
    EXPECT_TRUE(compute(batch, quantity, state, frames, {}, result).all_computed());
    EXPECT_TRUE(all_set(result));
    EXPECT_TRUE(compute(batch, quantity, state, frames, pushed, under_force).all_computed());
    EXPECT_EQ(result != under_force, info(quantity).takes(QuantityInfo::forces));
    EXPECT_THROW(compute(batch, quantity, state, frames, {}, longer), std::invalid_argument);
  }
}

TEST(Quantities, OfCompiledRobotsAreComputedInTheirSizes) {
  const Model model = branched_robot();
  const State state = random_state(model, 3);
  GeneralRobot general(model);
  for (const QuantityInfo& row : QuantityInfo::all) {
    SCOPED_TRACE(row.name);
    const std::vector<QuantityRequest> wanted{{row.quantity}};
    std::vector<const double*> inputs{state.q.data()};
    if (row.takes(QuantityInfo::v)) inputs.push_back(state.v.data());
    if (row.takes(QuantityInfo::tau)) inputs.push_back(state.tau.data());
    if (row.takes(QuantityInfo::a)) inputs.push_back(state.a.data());
    if (row.takes(QuantityInfo::rates))
      inputs.insert(inputs.end(), {state.v.data(), state.a.data(), state.tau.data()});
    if (row.takes(QuantityInfo::weights)) inputs.push_back(state.tau.data());
    std::vector<double> result = unset(result_size(row.quantity, model).numbers());
    const auto evaluate = [&] { general.evaluate(row.quantity, model.last_body(), inputs, result.data()); };
    if (!is_among(offered::by_compiled_robots, row.quantity)) {
      const std::string expected = "compiled robots do not compute " + std::string(row.name);
      EXPECT_EQ(complaint(evaluate), expected);
      EXPECT_EQ(complaint([&] { trace(model, wanted); }), expected);
      continue;
    }
    evaluate();
    EXPECT_TRUE(all_set(result));
    const SymbolicFunction function = trace(model, wanted).functions.at(0);
    EXPECT_EQ(function.inputs.size(), inputs.size());
    EXPECT_EQ(function.outputs.at(0).entries.size(), result.size());
    EXPECT_EQ(wanted_from(row.name).quantity, row.quantity);
  }
}

}  // namespace sinew::test::quantities_test
