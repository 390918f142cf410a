// --state: valid and invalid files, and random states.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/places.hpp"
#include "tests/support/run_program.hpp"

namespace sinew::test::state_test {

using nlohmann::json;
using Numbers = std::vector<double>;

const std::string arm6 = model_path("arm6.urdf");

json report_of(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "compute");
  arguments.push_back("--json");
  const Outcome outcome = run_program(arguments);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.notes;
  return outcome.exit_code == 0 ? json::parse(outcome.output) : json();
}

// The message for a state file with this content, without the file's name.
std::string refusal(const std::string& content) {
  const TemporaryFile file(content);
  const Outcome outcome = run_program({"compute", "pose", arm6, "--state", file.path()});
  EXPECT_EQ(outcome.exit_code, 2) << content;
  EXPECT_EQ(outcome.output, "");
  const std::string start = "sinew: " + file.path() + ": ";
  EXPECT_TRUE(starts_with(outcome.notes, start));
  return outcome.notes.size() < start.size() ? "" : outcome.notes.substr(start.size());
}

TEST(StateFile, ProvidesEveryInput) {
  const TemporaryFile file(R"({"q": [0, 0, 0, 1, 0, 0, 0, 1, 2, 3, 4, 5, 6], "v": [0,0,0,0,0,0,1,1,1,1,1,1],
                               "a": [0,0,0,0,0,0,2,2,2,2,2,2], "base": "floating", "gravity": [0, 0, -1.62]})");
  const json inputs = report_of({"inverse-dynamics", arm6, "--state", file.path()}).at("inputs");
  EXPECT_EQ(inputs.at("q").get<Numbers>(), (Numbers{0, 0, 0, 1, 0, 0, 0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(inputs.at("v").get<Numbers>(), (Numbers{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(inputs.at("a").get<Numbers>(), (Numbers{0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2}));
  EXPECT_EQ(inputs.at("base"), "floating");
  EXPECT_EQ(inputs.at("gravity").get<Numbers>(), (Numbers{0, 0, -1.62}));
}

TEST(StateFile, IsOverriddenByTheCommandLine) {
  const TemporaryFile file(R"({"q": [1, 1, 1, 1, 1, 1], "base": "floating", "gravity": [1, 2, 3]})");
  const json inputs = report_of({"energy", arm6, "--state", file.path(), "--q=6,5,4,3,2,1", "--base=fixed",
                                 "--gravity", "0,0,-3.7"})
                          .at("inputs");
  EXPECT_EQ(inputs.at("q").get<Numbers>(), (Numbers{6, 5, 4, 3, 2, 1}));
  EXPECT_EQ(inputs.at("base"), "fixed");
  EXPECT_EQ(inputs.at("gravity").get<Numbers>(), (Numbers{0, 0, -3.7}));
}

TEST(StateFile, HasTheFormatOfTheInputsInAReport) {
  const std::string quadruped = model_path("quadruped.urdf");
  const json first = report_of({"forward-dynamics", quadruped, "--base=floating", "--state", "random:3"});
  const TemporaryFile file(first.at("inputs").dump());
  EXPECT_EQ(report_of({"forward-dynamics", quadruped, "--state", file.path()}).at("qdd"), first.at("qdd"));
}

TEST(StateFile, WithUnknownEntriesIsRefused) {
  EXPECT_EQ(
      refusal(R"({"qd": [1]})"),
      "unknown entry 'qd': did you mean 'q'? (expected one of q, v, tau, a, controls, base, gravity)\n");
}

TEST(StateFile, WithWrongSizesIsRefusedWithTheExpectedSizes) {
  EXPECT_TRUE(starts_with(refusal(R"({"tau": [1, 2]})"), "\"tau\": got 2 numbers, expected 6 (joint"));
  EXPECT_EQ(refusal(R"({"gravity": [1, 2]})"), "\"gravity\": got 2 numbers, expected 3 (x, y, z in m/s^2)\n");
}

TEST(StateFile, WithSomethingElseThanNumbersIsRefused) {
  EXPECT_EQ(refusal(R"({"q": "1,2,3"})"), "\"q\": expected an array of finite numbers\n");
  EXPECT_EQ(refusal(R"({"q": [1, null]})"), "\"q\": expected an array of finite numbers\n");
  EXPECT_EQ(refusal(R"({"q": [1, true]})"), "\"q\": expected an array of finite numbers\n");
  EXPECT_EQ(refusal(R"({"base": 1})"), "\"base\": expected \"fixed\" or \"floating\"\n");
  EXPECT_EQ(refusal("[1, 2]"), "expected an object with q, v, tau, a, controls, base, gravity\n");
}

TEST(StateFile, ThatIsNotJsonIsRefusedWithThePosition) {
  EXPECT_TRUE(starts_with(refusal("{\"q\": [1,\n2,,3]}"), "parse error at line 2, column 3: synt"));
  EXPECT_TRUE(starts_with(refusal(""), "parse error at line 1, "));
  EXPECT_TRUE(contains(refusal(R"({"q": [1e999]})"), "number overflow parsing '1e999'"));
}

TEST(StateFile, ThatIsMissingOrAFolderIsRefused) {
  for (const std::string& path : {std::string("/nowhere/state.json"), source_folder()}) {
    const Outcome outcome = run_program({"compute", "pose", arm6, "--state", path});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(starts_with(outcome.notes, "sinew: " + path));
  }
}

TEST(RandomState, IsTheSameForTheSameSeedAndAnotherForAnother) {
  const json first = report_of({"energy", arm6, "--state", "random:1"});
  EXPECT_EQ(report_of({"energy", arm6, "--state=random:1"}), first);
  EXPECT_NE(report_of({"energy", arm6, "--state=random:2"}).at("inputs"), first.at("inputs"));
}

TEST(RandomState, IsOverriddenByTheCommandLine) {
  const json inputs = report_of({"energy", arm6, "--state=random:1", "--v=1,2,3,4,5,6"}).at("inputs");
  EXPECT_EQ(inputs.at("v").get<Numbers>(), (Numbers{1, 2, 3, 4, 5, 6}));
}

TEST(RandomState, NeedsAWholeNumberAsSeed) {
  for (const char* seed : {"", "x", "-1", "1.5", "18446744073709551616"}) {
    const Outcome outcome = run_program({"compute", "pose", arm6, "--state", std::string("random:") + seed});
    EXPECT_EQ(outcome.exit_code, 2) << seed;
    EXPECT_EQ(outcome.notes, std::string("sinew: --state random:") + seed +
                                 ": expected a whole number from 0 to 2^64 - 1 as seed\n");
  }
}

}  // namespace sinew::test::state_test
