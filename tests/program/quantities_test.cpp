// The program computes and counts what the table of quantities says that it does, in the sizes that the table says.
#include "sinew/model/quantities.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sinew/sinew.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/run_program.hpp"

namespace sinew::test::quantities_test {

using nlohmann::json;

std::size_t numbers_in(const json& value) {
  if (value.is_number()) return 1;
  std::size_t count = 0;
  if (value.is_structured()) {
    for (const json& item : value) count += numbers_in(item);
  }
  return count;
}

// The keys of the result in JSON.
std::vector<std::string> keys_of(const QuantityInfo& quantity) {
  switch (quantity.shape) {
    case ResultShape::joint_factors:
      return {"U", "D"};
    case ResultShape::joint_derivatives:
      return quantity.quantity == Quantity::inverse_dynamics_derivatives
                 ? std::vector<std::string>{"dtau_dq", "dtau_dv", "mass_matrix"}
                 : std::vector<std::string>{"dqdd_dq", "dqdd_dv", "dqdd_dtau"};
    case ResultShape::joint_forces:
      return {"constraint_forces"};
    case ResultShape::energies:
      return {"kinetic", "potential"};
    case ResultShape::linearization:
      return {"A", "B", "A_discrete", "B_discrete"};
    default:
      return {std::string(quantity.key)};
  }
}

TEST(QuantitiesOfTheProgram, AreComputedFromTheirInputsInTheirSizes) {
  const std::string file = model_path("quadruped.urdf");
  const Model model = load(file);
  for (const Quantity quantity : offered::by_compute) {
    const QuantityInfo& row = info(quantity);
    SCOPED_TRACE(row.name);
    const bool is_of_scene = row.shape == ResultShape::arms;
    const std::vector<std::string> arguments{"compute", std::string(row.name),
                                             is_of_scene ? model_path("dual_arm_beam.yaml") : file};
    std::vector<std::string> with_json = arguments;
    with_json.push_back("--json");
    const Outcome text = run_program(arguments), outcome = run_program(with_json);
    EXPECT_EQ(text.exit_code, 0) << text.notes;
    EXPECT_TRUE(starts_with(text.output, std::string(row.name) + " of "));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.notes;
    const json report = json::parse(outcome.output);
    EXPECT_EQ(report.at("what"), row.name);
    if (is_of_scene) continue;
    const json& inputs = report.at("inputs");
    EXPECT_EQ(inputs.contains("v"), row.takes(QuantityInfo::v));
    EXPECT_EQ(inputs.contains("tau"), row.takes(QuantityInfo::tau));
    EXPECT_EQ(inputs.contains("a"), row.takes(QuantityInfo::a));
    EXPECT_EQ(inputs.contains("gravity"), row.takes(QuantityInfo::gravity));
    EXPECT_EQ(report.contains("friction"), row.takes(QuantityInfo::friction));
    EXPECT_EQ(report.contains("reference"), row.takes(QuantityInfo::reference));
    std::size_t numbers = 0;
    for (const std::string& key : keys_of(row)) numbers += numbers_in(report.at(key));
    const std::size_t frames = model.frames().size() - 1, in_quaternion = 4;  // of all frames but the ground
    EXPECT_EQ(numbers, row.shape == ResultShape::pose
                           ? frames * (result_size(quantity, model).numbers() + in_quaternion)
                           : result_size(quantity, model).numbers());
  }
}

TEST(QuantitiesOfTheProgram, AreCounted) {
  const Outcome outcome = run_program({"count", model_path("arm7.urdf"), "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.notes;
  const json counted = json::parse(outcome.output).at("algorithms");
  ASSERT_EQ(counted.size(), std::size(offered::by_count));
  for (std::size_t i = 0; i < counted.size(); ++i) {
    EXPECT_EQ(counted[i].at("name"), info(offered::by_count[i]).name);
    EXPECT_GT(counted[i].at("executed").at("additions"), 0) << counted[i].at("name");
  }
}

TEST(QuantitiesOfTheProgram, AreInItsHelp) {
  const auto expect_all = [](const char* command, std::span<const Quantity> quantities) {
    const std::string help = run_program({command, "--help"}).output;
    for (const std::string& name : names_of(quantities)) EXPECT_TRUE(contains(help, "  " + name)) << command;
  };
  expect_all("compute", offered::by_compute);
  expect_all("count", offered::by_count);
  expect_all("compile", offered::by_compiled_robots);
}

}  // namespace sinew::test::quantities_test
