// `sinew compile`: writes the recursions of one robot as code.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "sinew/codegen/build/run_command.hpp"
#include "sinew/sinew.hpp"
#include "tests/support/files.hpp"
#include "tests/support/run_program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test::compile_test {

using nlohmann::json;

const std::string arm7 = model_path("arm7.urdf");

// A cache for the tests, separate from the user's.
class Compile : public testing::Test {
 protected:
  Compile() { ::setenv("XDG_CACHE_HOME", (folder / "cache").c_str(), 1); }
  ~Compile() override { ::unsetenv("XDG_CACHE_HOME"); }

  Outcome compile(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "compile");
    return run_program(arguments);
  }
  // Runs a compiler, which must print nothing.
  void build(const std::vector<std::string>& command) const {
    const CommandResult result = run_command(command);
    EXPECT_TRUE(result.succeeded);
    EXPECT_EQ(result.output, "");
  }

  TemporaryFolder folder;
};

const std::vector<std::string> strict_c = {
    "cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-Wno-unused-function"};

std::vector<std::string> with(std::vector<std::string> command, const std::vector<std::string>& more) {
  command.insert(command.end(), more.begin(), more.end());
  return command;
}

TEST_F(Compile, WritesCompleteFunctionsForCasadi) {
  const std::string file = folder / "arm.c";
  const Outcome outcome = compile(
      {arm7, "--for", "casadi", "--want", "gravity-force,pose:tool", "--states", "50", "-o", file, "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.notes;
  const json report = json::parse(outcome.output);
  EXPECT_EQ(report.at("language"), "c");
  EXPECT_EQ(report.at("functions").size(), 8);
  build(with(strict_c, {"-shared", "-fPIC", file, "-o", folder / "arm.so", "-lm"}));
  EXPECT_TRUE(contains(compile({arm7, "--for", "casadi", "--float", "-o", file}).notes,
                       "--for casadi writes C in double precision, one state per call"));
  EXPECT_TRUE(contains(compile({arm7, "--for", "cassadi", "-o", file}).notes, "did you mean"));
}

TEST_F(Compile, WritesCWithTheResultsOfTheLibrary) {
  const std::string header = folder / "arm.h", program = folder / "program";
  const Outcome outcome = compile({arm7, "--language", "c", "--name", "arm", "--states", "50", "-o", header});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.notes;
  EXPECT_TRUE(contains(outcome.output, "forward_dynamics"));
  EXPECT_TRUE(contains(outcome.output, "random states"));

  const Model model = load(arm7);
  const State state = random_state(model, 1);
  std::string text = "#include <stdio.h>\n#include \"arm.h\"\nint main(void) {\n  double a[7];\n  int i;\n";
  const auto list = [&](const char* name, const std::vector<double>& numbers) {
    text += std::string("  const double ") + name + "[7] = {";
    for (const double x : numbers) text += json(x).dump() + ", ";
    text += "};\n";
  };
  list("q", state.q), list("v", state.v), list("tau", state.tau);
  text +=
      "  arm_forward_dynamics(q, v, tau, a);\n  for (i = 0; i < 7; ++i) printf(\"%.17g\\n\", a[i]);\n  "
      "return 0;\n}\n";
  write(folder / "main.c", text);
  Workspace<double> work(model);
  std::vector<double> expected(7);
  forward_dynamics(work, state.q, state.v, state.tau, expected);
  for (const char* const flag : {"-O1", "-ffast-math"}) {  // the second may change sines
    build(with(strict_c, {"-O2", flag, folder / "main.c", "-o", program, "-lm"}));
    std::istringstream answer(run_command({program}).output);
    for (const double e : expected) {
      double a = 0;
      ASSERT_TRUE(answer >> a);
      EXPECT_NEAR(a, e, 1e-11 * (1 + std::abs(e))) << flag;
    }
  }
}

TEST_F(Compile, WritesAHeaderThatManyFilesMayInclude) {
  const std::string header = folder / "arm7.hpp";
  ASSERT_EQ(compile({arm7, "--want", "gravity-force,jacobian:tool,pose", "--frame", "tool", "-o", header})
                .exit_code,
            0);
  const std::string use =
      "#include \"arm7.hpp\"\nvoid NAME(const double* q, double* J) { arm7::jacobian_tool(q, J); }\n";
  write(folder / "one.cpp", std::string(use).replace(use.find("NAME"), 4, "one"));
  write(folder / "two.cpp", std::string(use).replace(use.find("NAME"), 4, "two") + "int main() {}\n");
  build({"c++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-pedantic", folder / "one.cpp",
         folder / "two.cpp", "-o", folder / "program"});
}

TEST_F(Compile, NeedsNoHeap) {
  const std::string header = folder / "arm7.h";
  ASSERT_EQ(compile({arm7, "--language", "c", "--want", "forward-dynamics,inverse-mass-matrix", "-o", header})
                .exit_code,
            0);
  write(folder / "use.c",
        "#include \"arm7.h\"\nvoid use(const double* q, const double* v, const double* tau, double* a, "
        "double* M) {\n"
        "  arm7_forward_dynamics(q, v, tau, a);\n  arm7_inverse_mass_matrix(q, M);\n}\n");
  build(with(strict_c, {"-O2", "-c", folder / "use.c", "-o", folder / "use.o"}));
  std::istringstream needed(run_command({"nm", "--undefined-only", folder / "use.o"}).output);
  for (std::string kind, name; needed >> kind >> name;)
    EXPECT_TRUE(name == "sin" || name == "cos" || name == "sincos" || name == "sqrt") << name;
}

TEST_F(Compile, ChecksLanesAndSinglePrecisionToo) {
  const Outcome outcome = compile({arm7, "--lanes", "8", "--float", "--json", "-o", folder / "arm7.hpp"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.notes;
  const json report = json::parse(outcome.output);
  EXPECT_EQ(report.at("lanes"), 8);
  EXPECT_EQ(report.at("precision"), "single");
  EXPECT_GE(report.at("check").at("states"), 1000);
  EXPECT_FALSE(report.at("check").at("compiler").is_null());
  EXPECT_LE(report.at("check").at("worst_error"), 1e-3);
  ASSERT_EQ(report.at("functions").size(), 1);
  EXPECT_GT(report["functions"][0].at("operations").at("multiplications"), 100);
}

TEST_F(Compile, LeavesParametersOpen) {
  const Outcome outcome = compile({arm7, "--want", "inverse-dynamics", "--parameters", "link7.mass,gravity.z",
                                   "--json", "-o", folder / "arm7.hpp"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.notes;
  const json report = json::parse(outcome.output);
  ASSERT_EQ(report.at("parameters").size(), 2);
  EXPECT_EQ(report["parameters"][1].at("name"), "gravity.z");
  EXPECT_EQ(report["parameters"][1].at("nominal"), -9.81);
  EXPECT_TRUE(contains(content_of(folder / "arm7.hpp"), "link7.mass"));
}

TEST_F(Compile, ReportsThatLoopsStayOpen) {
  const Outcome outcome = compile({model_path("four_bar.yaml"), "-o", folder / "four_bar.hpp"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(contains(outcome.notes,
                       "four_bar has 1 loop, ignored here (treated as open): the code is for the tree"));
}

TEST_F(Compile, UsesItsCache) {
  const std::vector<std::string> arguments = {arm7, "--want", "pose", "-o", folder / "arm7.hpp"};
  EXPECT_TRUE(contains(compile(arguments).output, " s: 1000 random states"));
  EXPECT_TRUE(contains(compile(arguments).output, "in an earlier run: 1000 random states"));
}

TEST_F(Compile, WritesCodeToStandardOutputAndTheReportToStandardError) {
  const Outcome outcome = compile({arm7, "--want", "gravity-force", "-o", "-"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(contains(outcome.output, "namespace arm7"));
  EXPECT_TRUE(contains(outcome.notes, "gravity_force"));
  EXPECT_EQ(compile({arm7, "--want", "gravity-force", "-o", "-", "--quiet"}).notes, "");
}

TEST_F(Compile, ChecksTheArithmeticWithoutACompiler) {
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", folder.path().c_str(), 1);
  const Outcome outcome = compile({arm7, "-o", folder / "arm7.hpp"});
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(contains(
      outcome.notes,
      "the code was not compiled; its expressions were evaluated instead: no C++ compiler runs here"));
  EXPECT_TRUE(contains(outcome.output, "by evaluating its expressions, without a compiler"));
  EXPECT_TRUE(contains(content_of(folder / "arm7.hpp"), "forward_dynamics"));
}

TEST_F(Compile, AbandonsACompilerThatHangs) {
  write(folder / "compiler", "#!/bin/sh\n[ \"$1\" = --version ] && exit 0\nsleep 1000\n");
  std::filesystem::permissions(folder / "compiler", std::filesystem::perms::owner_all);
  ::setenv("CXX", (folder / "compiler").c_str(), 1);
  const Outcome outcome = compile({arm7, "--compiler-seconds", "0.2", "-o", folder / "arm7.hpp"});
  ::unsetenv("CXX");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.notes, "cannot be compiled and run here: "));
  EXPECT_TRUE(contains(outcome.notes, "compiler failed: it did not end within 0.2 s\n"));
  EXPECT_FALSE(std::filesystem::exists(folder / "arm7.hpp"));
  EXPECT_EQ(compile({arm7, "--compiler-seconds", "0", "-o", "-"}).exit_code, 2);
}

TEST_F(Compile, ReportsThatTheUsersCompilerIsNotUsed) {
  ::setenv("CXX", "no-such-compiler", 1);
  const Outcome outcome = compile({arm7, "--want", "pose", "-o", folder / "arm7.hpp"});
  ::unsetenv("CXX");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.notes,
            "sinew: $CXX: no-such-compiler --version failed: No such file or directory; c++ is used in its "
            "place\n");
}

TEST_F(Compile, ReportsThatTheCodeIsNotCachedAndMakesNoHomeFolder) {
  const std::string caches = folder / "no/caches";
  const std::string before = std::getenv("XDG_CACHE_HOME");
  ::setenv("XDG_CACHE_HOME", caches.c_str(), 1);
  const Outcome outcome = compile({arm7, "--want", "pose", "-o", folder / "arm7.hpp"});
  ::setenv("XDG_CACHE_HOME", before.c_str(), 1);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.notes, "sinew: the compiled code was not cached: XDG_CACHE_HOME leads to " +
                               (folder / "no") + ", which is not a folder\n");
  EXPECT_FALSE(std::filesystem::exists(folder / "no"));
}

TEST_F(Compile, LeavesNothingBehindWhenItIsInterrupted) {
  write(folder / "compiler", "#!/bin/sh\n[ \"$1\" = --version ] && exit 0\ntouch '" + (folder / "compiles") +
                                 "'\nsleep 1000\nexit 1\n");
  std::filesystem::permissions(folder / "compiler", std::filesystem::perms::owner_all);
  ::setenv("CXX", (folder / "compiler").c_str(), 1);
  for (const int signal : {SIGINT, SIGTERM}) {
    std::filesystem::remove(folder / "compiles");
    RunningProgram program({"compile", arm7, "-o", folder / "arm7.hpp"});
    while (!std::filesystem::exists(folder / "compiles"))
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    program.send(signal);
    const Outcome outcome = program.wait();
    EXPECT_EQ(outcome.exit_code, 130);
    EXPECT_EQ(outcome.notes, "sinew: interrupted; nothing was written\n");
  }
  ::unsetenv("CXX");
  EXPECT_FALSE(std::filesystem::exists(folder / "arm7.hpp"));
  EXPECT_TRUE(std::filesystem::is_empty(folder / "cache/sinew"));
}

TEST_F(Compile, ReplacesOnlyItsOwnFiles) {
  const std::string file = folder / "arm7.hpp";
  write(file, "my own work\n");
  const Outcome refused = compile({arm7, "-o", file});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(contains(
      refused.notes,
      "arm7.hpp exists and is not a source file written by sinew; give another name, or remove it first"));
  EXPECT_EQ(content_of(file), "my own work\n");
  std::filesystem::remove(file);
  EXPECT_EQ(compile({arm7, "--want", "pose", "-o", file}).exit_code, 0);
  EXPECT_EQ(compile({arm7, "--want", "gravity-force", "-o", file}).exit_code, 0);
  EXPECT_TRUE(contains(content_of(file), "gravity_force"));
}

TEST_F(Compile, LeavesNothingBehindWhenItFails) {
  const std::string file = folder / "out.hpp";
  const std::vector<std::pair<std::vector<std::string>, std::string>> requests = {
      {{"--want", "foward-dynamics"}, "forward-dynamics, inverse-dynamics"},
      {{"--want", "jacobian:nowhere"}, "nowhere"},
      {{"--parameters", "link7.colour"}, "link7.colour"},
      {{"--language", "fortran"}, "unknown language 'fortran'"},
      {{"--lanes", "3"}, "--lanes: 3 was given; expected 1, 2, 4, 8 or 16"},
      {{"--states", "0"}, "--states: 0 was given"},
      {{"--want", "pose,pose"}, "pose of frame 'tool' is requested twice"},
      {{"--frame", "tool"}, "--frame: tool was given, but no requested quantity refers to a frame"},
      {{"--name", "gamma"}, "the code, in namespace gamma, cannot be compiled and run here"}};
  for (const auto& [arguments, message] : requests) {
    const Outcome outcome = compile(with({arm7, "-o", file}, arguments));
    EXPECT_EQ(outcome.exit_code, 2) << message;
    EXPECT_TRUE(contains(outcome.notes, message));
    EXPECT_EQ(outcome.output, "");
  }
  EXPECT_EQ(compile({arm7, "-o", folder / "no/such/folder.hpp"}).exit_code, 3);
  std::set<std::string> names = folder.names();
  names.erase("cache");
  EXPECT_TRUE(names.empty());
}

}  // namespace sinew::test::compile_test
