#include "sinew/codegen/source.hpp"

#include <gtest/gtest.h>

#include <clocale>

#include "sinew/codegen/run_command.hpp"
#include "tests/support/files.hpp"
#include "tests/support/small_robots.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test {
namespace {

std::vector<Wanted> everything() {
  std::vector<Wanted> wanted;
  for (const QuantityInfo& entry : quantities()) wanted.push_back({entry.quantity});
  return wanted;
}

std::string text_of(const Model& model, const SourceOptions& options = {},
                    const std::vector<std::string>& parameters = {}) {
  return write_source(model, trace(model, everything(), parameters), options);
}

// Every warning is an error.
void expect_compiles(const std::string& text, const std::string& file, std::vector<std::string> words) {
  const TemporaryFolder folder;
  write(folder / file, text);
  words.insert(words.end(), {"-Wall", "-Wextra", "-Werror", "-fsyntax-only", folder / file});
  const CommandResult result = run_command(words);
  EXPECT_TRUE(result.succeeded) << result.output;
}

TEST(Source, IsTheSameTextForTheSameModel) {
  const Description description = double_pendulum(1.3, 0.8, 0.9, 0.6);
  EXPECT_EQ(text_of(Model(description)), text_of(Model(description)));
}

TEST(Source, IsTheSameTextInEveryLocale) {
  const Model model(pendulum(1.5, 0.7, 0.3));
  const std::string expected = text_of(model);
  if (!std::setlocale(LC_ALL, "de_DE.UTF-8")) GTEST_SKIP() << "no locale with a decimal comma";
  EXPECT_EQ(text_of(model), expected);
  std::setlocale(LC_ALL, "C");
}

TEST(Source, OfAPendulumIsWhatOneWouldWrite) {
  const Model model(pendulum(2.0, 0.5, 0.25));
  const Wanted wanted[] = {{Quantity::gravity_force}};
  const std::string text = write_source(model, trace(model, wanted));
  // m g l sin(q) = 2 * 9.81 * 0.5 sin(q)
  EXPECT_NE(text.find("9.81 * sine[0];"), std::string::npos) << text;
  EXPECT_NE(text.find("1 multiplications, 0 additions"), std::string::npos) << text;
  EXPECT_NE(text.find("q[0], v[0]   revolute joint 'rod_joint'"), std::string::npos) << text;
  EXPECT_NE(text.find("namespace pendulum {"), std::string::npos) << text;
}

TEST(Source, CompilesInBothLanguagesWithoutAWarning) {
  Description description = double_pendulum(1.3, 0.8, 0.9, 0.6);
  Body ball{.name = "ball", .parent = "lower"};
  ball.joint = {.name = "socket", .kind = JointKind::spherical};
  ball.inertial = {0.4, {0.1, 0.2, 0.3}, {0.01, 0, 0, 0.02, 0, 0.03}};
  description.bodies.push_back(ball);
  const Model model(description);
  for (const int lanes : {1, 4}) {
    for (const bool single : {false, true}) {
      SourceOptions options{.lanes = lanes, .single_precision = single, .exported = true};
      expect_compiles(text_of(model, options, {"lower.mass"}), "robot.cpp", {"c++", "-std=c++17"});
      options.language = Language::c;
      expect_compiles(text_of(model, options, {"lower.mass"}), "robot.c", {"cc", "-std=c99"});
    }
  }
}

TEST(Source, RefusesLanesThatNoVectorHas) {
  const Model model(pendulum(1, 1, 1));
  EXPECT_THROW(text_of(model, {.lanes = 3}), std::invalid_argument);
  EXPECT_THROW(text_of(model, {.lanes = 0}), std::invalid_argument);
}

}  // namespace
}  // namespace sinew::test
