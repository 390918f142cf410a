#include "sinew/codegen/source/source.hpp"

#include <gtest/gtest.h>

#include <clocale>
#include <sstream>

#include "sinew/codegen/build/run_command.hpp"
#include "sinew/codegen/source/internal/source_names.hpp"
#include "tests/support/compiled_quantities.hpp"
#include "tests/support/files.hpp"
#include "tests/support/small_robots.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test::source_test {

std::string text_of(const Model& model, const SourceOptions& options = {},
                    const std::vector<std::string>& parameters = {}) {
  return write_source(model, trace(model, every_compiled_quantity(), parameters), options);
}

// All warnings are errors.
void expect_compiles(const std::string& text, const std::string& file, std::vector<std::string> words) {
  const TemporaryFolder folder;
  write(folder / file, text);
  words.insert(words.end(), {"-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-pedantic", "-Werror",
                             "-fsyntax-only", folder / file});
  const CommandResult result = run_command(words);
  EXPECT_TRUE(result.succeeded) << result.output;
}

// A header compiled by itself: the pragma is only for including it.
std::string in_a_file(std::string text) {
  const std::string pragma = "#pragma once\n";
  for (std::size_t at = 0; (at = text.find(pragma)) != std::string::npos;) text.erase(at, pragma.size());
  return text;
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

TEST(Source, OfAPendulumIsThatOfAHuman) {
  const Model model(pendulum(2.0, 0.5, 0.25));
  const QuantityRequest wanted[] = {{Quantity::gravity_force}};
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
      SourceOptions options{.lanes = lanes, .single_precision = single};
      expect_compiles(in_a_file(text_of(model, options, {"lower.mass"})), "robot.cpp", {"c++", "-std=c++11"});
      options.language = Language::c;
      expect_compiles(text_of(model, options, {"lower.mass"}), "robot.c", {"cc", "-std=c99"});
    }
  }
}

TEST(Source, OfTwoRobotsFitsInOneFile) {
  for (const int lanes : {1, 8}) {
    for (const Language language : {Language::cpp, Language::c}) {
      const std::string one = text_of(Model(pendulum(1, 1, 1)), {language, lanes, false, "one"});
      const std::string two = text_of(Model(pendulum(1, 1, 2)), {language, lanes, true, "two"});
      const bool is_c = language == Language::c;
      expect_compiles(in_a_file(one + two), is_c ? "robots.c" : "robots.cpp",
                      {is_c ? "cc" : "c++", is_c ? "-std=c99" : "-std=c++11"});
    }
  }
}

TEST(Source, DescribesItsArguments) {
  Description description = pendulum(1, 1, 1);
  description.bodies[0].joint.kind = JointKind::floating;
  description.bodies[0].joint.mimic.reset();
  const std::string text = text_of(Model(description), {}, {"rod.mass"});
  for (const char* const part :
       {"pendulum::forward_dynamics(q, v, tau, parameters, a);   // q[7], v[6], tau[6], parameters[1] -> "
        "a[6]\n",
        "q[0..6], v[0..5]   floating joint 'rod_joint', q: x y z, quaternion w x y z; v: twist in the body "
        "frame",
        "parameters[0]   rod.mass, in the model 1.0", "The model's gravity is 0.0 0.0 -9.81"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text.substr(0, 3000);
}

TEST(Source, StatesHowJointsFollowAndThatLoopsStayOpen) {
  Description description = double_pendulum(1, 1, 1, 1);
  EXPECT_EQ(text_of(Model(description)).find("left open"), std::string::npos);
  description.bodies[1].joint.mimic = Mimic{.joint = description.bodies[0].joint.name};
  const std::string followed = text_of(Model(description));
  EXPECT_NE(followed.find("Joints that follow others (mimics, couplings) are embedded"), std::string::npos);
  EXPECT_NE(followed.find("//   v[0]\n"), std::string::npos);
  EXPECT_EQ(followed.find("left open"), std::string::npos);
  description.loops = {{.name = "pin", .first = {"lower", {}}, .second = {"", {}}}};
  EXPECT_NE(text_of(Model(description)).find("Loops of the model are left open"), std::string::npos);
}

// A comment must not end within a name: the rest would be code.
TEST(Source, KeepsNamesInsideTheirComments) {
  const std::string evil = "rod\n#error a\r\nint b;\f\x7f\\";
  Description description = pendulum(1, 1, 1);
  description.name = evil;
  description.bodies[0].name = evil;
  description.bodies[0].joint.name = evil;
  const Model model(description);
  for (const Language language : {Language::cpp, Language::c}) {
    const std::string text = text_of(model, {language}, {evil + ".mass"});
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
      EXPECT_TRUE(line.find("#error") == std::string::npos || line.starts_with("//")) << line;
    expect_compiles(in_a_file(text), language == Language::c ? "robot.c" : "robot.cpp",
                    {language == Language::c ? "cc" : "c++"});
  }
}

TEST(Source, HasAnIdentifierForEveryName) {
  const std::pair<const char*, const char*> names[] = {
      {"arm7", "arm7"},     {"my robot", "my_robot"},     {"7dof", "robot_7dof"}, {"int", "robot_int"},
      {"std", "robot_std"}, {"gr\xc3\xb6\xc3\x9f", "gr"}, {"../x", "x"},          {"", "robot"},
      {"__a__b_", "a_b"}};
  for (const auto& [given, expected] : names) {
    EXPECT_EQ(identifier_alone(given), expected);
    Description description = pendulum(1, 1, 1);
    description.name = given;
    expect_compiles(in_a_file(text_of(Model(description))), "robot.cpp", {"c++"});
  }
}

TEST(Source, RefusesUnsupportedNumbersOfLanes) {
  const Model model(pendulum(1, 1, 1));
  EXPECT_THROW(text_of(model, {.lanes = 3}), std::invalid_argument);
  EXPECT_THROW(text_of(model, {.lanes = 0}), std::invalid_argument);
}

}  // namespace sinew::test::source_test
