// Compares compiled robots with the general recursions, and tests what happens if they cannot be compiled.
#include "sinew/codegen/compile.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "sinew/algorithms/dynamics/forward_dynamics.hpp"
#include "sinew/chains/constrained_system.hpp"
#include "sinew/codegen/build/internal/general_robot.hpp"
#include "sinew/codegen/compiled_batch.hpp"
#include "sinew/codegen/trace/internal/open_parameters.hpp"
#include "sinew/model/examples.hpp"
#include "sinew/model/state.hpp"
#include "tests/support/compiled_quantities.hpp"
#include "tests/support/custom_joints.hpp"
#include "tests/support/files.hpp"
#include "tests/support/linkages.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/random_robot.hpp"
#include "tests/support/small_robots.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test::compile_test {

namespace fs = std::filesystem;
using Numbers = std::vector<double>;

const std::vector<QuantityRequest> everything = every_compiled_quantity();

// A tree with joints of several kinds.
Model small_robot() {
  test::Random random(7);
  return Model(test::random_description(random, {.bodies = 4, .custom_joints = false}));
}

Numbers general(const Model& model, Quantity quantity, const State& state) {
  GeneralRobot robot(model);
  const auto n = std::size_t(model.velocity_size());
  Numbers answer(std::max<std::size_t>({n * n, 36, 6 * n}));
  const bool is_inverse = quantity == Quantity::inverse_dynamics;
  const double* const inputs[] = {state.q.data(), state.v.data(),
                                  is_inverse ? state.a.data() : state.tau.data()};
  robot.evaluate(quantity, frame_of(model, {quantity}), inputs, answer.data());
  return answer;
}

void expect_near(const double* x, const Numbers& reference, std::size_t count, const std::string& what) {
  double size = 1, error = 0;
  for (std::size_t i = 0; i < count; ++i) {
    size = std::max(size, std::abs(reference[i]));
    error = std::max(error, std::abs(x[i] - reference[i]));
  }
  EXPECT_LE(error, 1e-12 * size) << what;
}

// All calls of a robot at one state.
void expect_general_answers(const CompiledRobot& robot, const State& state) {
  const Model& model = robot.model();
  const int n = model.velocity_size();
  Numbers vector(std::size_t(n), 0.0), pose(12);
  Matrix<double> square(n, n), six(6, 6), jacobian(6, n);
  const auto expect = [&](Quantity quantity, const double* x, std::size_t count) {
    expect_near(x, general(model, quantity, state), count, std::string(info(quantity).name));
  };
  robot.forward_dynamics(state.q, state.v, state.tau, vector);
  expect(Quantity::forward_dynamics, vector.data(), vector.size());
  robot.inverse_dynamics(state.q, state.v, state.a, vector);
  expect(Quantity::inverse_dynamics, vector.data(), vector.size());
  robot.bias_force(state.q, state.v, vector);
  expect(Quantity::bias_force, vector.data(), vector.size());
  robot.gravity_force(state.q, vector);
  expect(Quantity::gravity_force, vector.data(), vector.size());
  robot.mass_matrix(state.q, square);
  expect(Quantity::mass_matrix, square.data(), std::size_t(n * n));
  robot.inverse_mass_matrix(state.q, square);
  expect(Quantity::inverse_mass_matrix, square.data(), std::size_t(n * n));
  robot.omega(state.q, six);
  expect(Quantity::omega, six.data(), 36);
  robot.jacobian(state.q, jacobian);
  expect(Quantity::jacobian, jacobian.data(), std::size_t(6 * n));
  robot.pose(state.q, pose);
  expect(Quantity::pose, pose.data(), 12);
}

TEST(Compile, EqualsTheGeneralRecursions) {
  const TemporaryFolder cache;
  const Model model = small_robot();
  const CompiledRobot robot = compile(model, {.wanted = everything, .batches = false, .cache = cache.path()});
  ASSERT_TRUE(robot.is_compiled()) << robot.remark();
  EXPECT_EQ(robot.remark(), "");
  EXPECT_GE(robot.report().verified_states, 16);
  EXPECT_LE(robot.report().worst_error, 1e-12);
  for (std::uint64_t seed = 100; seed < 110; ++seed) expect_general_answers(robot, random_state(model, seed));
}

TEST(Compile, FallsBackToTheGeneralRecursionsWithoutACompiler) {
  const TemporaryFolder cache;
  const Model model = small_robot();
  const CompiledRobot robot =
      compile(model, {.wanted = everything, .cache = cache.path(), .compiler = "no-such-compiler"});
  EXPECT_FALSE(robot.is_compiled());
#ifdef SINEW_EMULATED
  const std::string why = "";
#else
  const std::string why = ": No such file or directory";
#endif
  EXPECT_EQ(
      robot.remark(),
      "using the general recursions: no C compiler runs here (tried no-such-compiler); no-such-compiler "
      "--version failed" +
          why);
  for (std::uint64_t seed = 1; seed < 4; ++seed) expect_general_answers(robot, random_state(model, seed));
}

TEST(Compile, FallsBackIfNoCompilerOnThePathWorks) {
  const TemporaryFolder folder;
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", folder.path().c_str(), 1);
  const CompiledRobot robot = compile(Model(test::pendulum(1, 1, 1)), {.cache = folder / "cache"});
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_FALSE(robot.is_compiled());
  EXPECT_NE(robot.remark().find("cc, gcc, clang"), std::string::npos) << robot.remark();
}

// A program in place of a compiler.
std::string pretended_compiler(const TemporaryFolder& folder, const std::string& script) {
  const std::string file = folder / "compiler";
  write(file, "#!/bin/sh\n" + script);
  fs::permissions(file, fs::perms::owner_all);
  return file;
}

TEST(Compile, ReportsTheMessageOfAFailingCompiler) {
  const TemporaryFolder folder;
  const std::string compiler = pretended_compiler(
      folder, "[ \"$1\" = --version ] && exit 0\necho 'internal compiler error: out of luck' >&2\nexit 1\n");
  const CompiledRobot robot =
      compile(Model(test::pendulum(1, 1, 1)), {.cache = folder / "cache", .compiler = compiler});
  EXPECT_FALSE(robot.is_compiled());
  EXPECT_NE(robot.remark().find("out of luck"), std::string::npos) << robot.remark();
  EXPECT_TRUE(fs::is_empty(folder / "cache"));
}

TEST(Compile, ReportsThatTheUsersCompilerIsNotUsedAndItsMessage) {
  const TemporaryFolder folder;
  const std::string compiler = pretended_compiler(folder, "echo 'licence expired' >&2\nexit 1\n");
  ::setenv("CC", compiler.c_str(), 1);
  const CompiledRobot robot = compile(Model(test::pendulum(1, 1, 1)), {.cache = folder / "cache"});
  ::unsetenv("CC");
  EXPECT_TRUE(robot.is_compiled());
  EXPECT_EQ(robot.remark(),
            "$CC: " + compiler + " --version failed: licence expired; cc is used in its place");
}

TEST(Compile, AbandonsACompilerThatHangs) {
  const TemporaryFolder folder;
  for (const std::string before : {"", "[ \"$1\" = --version ] && exit 0\n"}) {
    const std::string compiler = pretended_compiler(folder, before + "echo thinking\nsleep 1000\n");
    const CompiledRobot robot =
        compile(Model(test::pendulum(1, 1, 1)),
                {.cache = folder / "cache", .compiler = compiler, .compiler_seconds = 0.3});
    EXPECT_FALSE(robot.is_compiled());
    EXPECT_NE(robot.remark().find("failed: it did not end within 0.3 s, and said: thinking"),
              std::string::npos)
        << robot.remark();
    EXPECT_TRUE(!fs::exists(folder / "cache") || fs::is_empty(folder / "cache"));
  }
}

TEST(Compile, RunsCompiledEvenIfAFolderBlocksItsCacheEntry) {
  const TemporaryFolder folder;
  const Model model(test::pendulum(1, 1, 1));
  ASSERT_TRUE(compile(model, {.batches = false, .cache = folder.path()}).is_compiled());
  const std::string entry = folder / *folder.names().begin();
  fs::remove(entry);
  fs::create_directories(entry + "/inner");
  const CompiledRobot robot = compile(model, {.batches = false, .cache = folder.path()});
  EXPECT_TRUE(robot.is_compiled());
  EXPECT_EQ(robot.remark(), "not cached: " + entry + " cannot be replaced: Is a directory");
}

TEST(Compile, RefusesACompilerThatMakesNoLibrary) {
  const TemporaryFolder folder;
  const std::string compiler = pretended_compiler(folder,
                                                  "while [ \"$1\" != -o ] && [ $# -gt 0 ]; do shift; done\n[ "
                                                  "$# -gt 0 ] && echo nonsense > \"$2\"\nexit 0\n");
  const CompiledRobot robot =
      compile(Model(test::pendulum(1, 1, 1)), {.cache = folder / "cache", .compiler = compiler});
  EXPECT_FALSE(robot.is_compiled());
  EXPECT_NE(robot.remark(), "");
}

TEST(Compile, UsesTheGeneralRecursionsForVeryLongRobots) {
  const TemporaryFolder cache;
  const Model model(random_chain(300, 1));
  const CompiledRobot robot = compile(model, {.cache = cache.path()});
  EXPECT_FALSE(robot.is_compiled());
  EXPECT_TRUE(starts_with(robot.remark(), "using the general recursions: forward_dynamics takes 1"));
  EXPECT_TRUE(cache.names().empty());
}

TEST(Compile, UsesTheCacheTheSecondTime) {
  const TemporaryFolder cache;
  const Model model(test::double_pendulum(1, 2, 0.5, 0.7));
  EXPECT_FALSE(compile(model, {.cache = cache.path()}).report().was_cached);
  EXPECT_EQ(cache.names().size(), 2u);  // for one state, and for several
  EXPECT_TRUE(compile(model, {.cache = cache.path()}).report().was_cached);
  const Model other(test::double_pendulum(1, 2, 0.5, 0.8));
  EXPECT_FALSE(compile(other, {.cache = cache.path()}).report().was_cached);
  EXPECT_EQ(cache.names().size(), 4u);
}

TEST(Compile, RebuildsADamagedEntryOfTheCache) {
  const TemporaryFolder cache;
  const Model model(test::pendulum(1, 1, 1));
  const CompileOptions options{.batches = false, .cache = cache.path()};
  ASSERT_TRUE(compile(model, options).is_compiled());
  const std::string file = cache / *cache.names().begin(), whole = content_of(file);
  for (const std::string& damaged :
       {whole.substr(0, whole.size() / 2), std::string("nonsense"), std::string()}) {
    write(file, damaged);
    const CompiledRobot robot = compile(model, options);
    EXPECT_TRUE(robot.is_compiled()) << robot.remark();
    EXPECT_FALSE(robot.report().was_cached);
    EXPECT_EQ(content_of(file).size(), whole.size());
  }
}

TEST(Compile, MayBeDoneByManyProcessesAtOnce) {
  const TemporaryFolder cache;
  const Model model(test::double_pendulum(1, 2, 0.5, 0.7));
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      const CompiledRobot robot = compile(model, {.batches = false, .cache = cache.path()});
      ::_exit(robot.is_compiled() ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(cache.names().size(), 1u);
}

TEST(Compile, WorksWithoutACache) {
  const TemporaryFolder folder;
  write(folder / "file", "");
  const CompiledRobot robot = compile(Model(test::pendulum(1, 1, 1)), {.cache = folder / "file"});
  EXPECT_TRUE(robot.is_compiled());
  EXPECT_EQ(robot.remark(), "not cached: " + (folder / "file") + " is not a folder");
  Numbers a(1);
  robot.forward_dynamics(Numbers{0.1}, Numbers{0}, Numbers{0}, a);
  EXPECT_LT(a[0], 0);
}

TEST(Compile, RefusesUnsupportedRequests) {
  const TemporaryFolder cache;
  const Model model(random_chain(7, 1));
  const CompiledRobot robot =
      compile(model, {.wanted = {{Quantity::gravity_force}}, .batches = false, .cache = cache.path()});
  Numbers q(7), tau(7), short_q(6);
  EXPECT_EQ(complaint<std::exception>([&] { robot.gravity_force(short_q, tau); }),
            complaint<std::exception>([&] { edge::wrong_size("q", 6, 7); }));
  EXPECT_EQ(complaint<std::exception>([&] { robot.bias_force(q, q, tau); }),
            model.name() + " was compiled without bias-force; it has gravity_force");
  EXPECT_NE(complaint<std::exception>([&] { robot.gravity_force(q, tau, Numbers{1}); }), "no complaint");
  EXPECT_THROW(compile(model, {.wanted = {{Quantity::pose, "no such frame"}}}), std::invalid_argument);
  EXPECT_THROW(compile(model, {.parameters = {"no such parameter"}}), std::invalid_argument);
}

// The general recursions close the loops; all other quantities are those of the tree, and compiled.
TEST(Compile, ClosesTheLoopsInForwardDynamics) {
  const Model linkage(n_four_bar(2, ConnectionKind::revolute));
  const TemporaryFolder folder;
  const CompiledRobot robot = compile(linkage, {.wanted = everything, .cache = folder.path()});
  EXPECT_TRUE(robot.is_compiled()) << robot.remark();
  EXPECT_TRUE(contains(robot.remark(), "forward dynamics of a robot with loops uses the general recursions"));
  ConstrainedSystem system(linkage);
  State state = random_state(linkage, 1);
  state.q = {1, 0.9, 1.1, 1, 0.8};
  system.assemble(state.q);
  std::fill(state.v.begin(), state.v.end(), 0.0);
  Numbers expected(state.v.size()), actual(state.v.size());
  system.forward_dynamics(state.q, state.v, state.tau, expected);
  robot.forward_dynamics(state.q, state.v, state.tau, actual);
  EXPECT_EQ(actual, expected);
  CompiledBatch(robot).forward_dynamics(state.q, state.v, state.tau, actual);
  EXPECT_EQ(actual, expected);
  expect_general_answers(robot, state);
  const CompiledRobot only(
      compile(linkage, {.wanted = {{Quantity::forward_dynamics}}, .cache = folder.path()}));
  EXPECT_FALSE(only.is_compiled());
  only.forward_dynamics(state.q, state.v, state.tau, actual);
  EXPECT_EQ(actual, expected);
}

TEST(Compile, RefusesCustomJoints) {
  Description description = test::pendulum(1, 1, 1);
  description.bodies[0].joint = {
      .name = "cam", .kind = JointKind::custom, .custom = std::make_shared<test::Cam>()};
  EXPECT_NE(complaint<std::exception>([&] { compile(Model(description)); }).find("custom joint"),
            std::string::npos);
}

TEST(Compile, LeavesParametersOpen) {
  const TemporaryFolder cache;
  const Model model(test::double_pendulum(1, 2, 0.5, 0.7));
  const std::vector<std::string> names = {"lower.mass", "upper.com.z", "gravity.z", "lower_joint.armature"};
  const Numbers values = {2.5, -0.45, -3.7, 0.02};
  const Model changed = with_parameters(model, names, values);
  for (const char* const compiler : {"", "no-such-compiler"}) {
    const CompiledRobot robot =
        compile(model, {.parameters = names, .batches = false, .cache = cache.path(), .compiler = compiler});
    EXPECT_EQ(robot.is_compiled(), *compiler == '\0') << robot.remark();
    EXPECT_EQ(Numbers(robot.nominal_parameters().begin(), robot.nominal_parameters().end()),
              (Numbers{2, -0.5, -9.81, 0}));
    const State state = random_state(model, 5);
    Numbers a(2);
    robot.forward_dynamics(state.q, state.v, state.tau, a);
    expect_near(a.data(), general(model, Quantity::forward_dynamics, state), 2, "nominal");
    robot.forward_dynamics(state.q, state.v, state.tau, a, values);
    expect_near(a.data(), general(changed, Quantity::forward_dynamics, state), 2, "changed");
  }
}

TEST(Compile, GivesTheCodeToCallersThatCheckThemselves) {
  const TemporaryFolder cache;
  const Model model = small_robot();
  const std::vector<QuantityRequest> wanted{{Quantity::forward_dynamics},
                                            {Quantity::jacobian, model.frames()[1].name}};
  const std::vector<std::string> open{"gravity.z"};
  const auto compiled = [&](const char* compiler) {
    return compile(model, {.wanted = wanted,
                           .parameters = open,
                           .batches = false,
                           .cache = cache.path(),
                           .compiler = compiler});
  };
  const CompiledRobot robot = compiled("");
  const State state = random_state(model, 3);
  const Numbers gravity{-3.7};
  const void* const inputs[] = {state.q.data(), state.v.data(), state.tau.data(), gravity.data()};
  Numbers a(state.v.size()), expected(state.v.size());
  robot.code(Quantity::forward_dynamics)(inputs, a.data());
  robot.forward_dynamics(state.q, state.v, state.tau, expected, gravity);
  EXPECT_EQ(a, expected);
  EXPECT_NE(robot.code(Quantity::jacobian), nullptr);
  EXPECT_THROW((void)robot.code(Quantity::omega), std::invalid_argument);
  EXPECT_EQ(compiled("no-such-compiler").code(Quantity::forward_dynamics), nullptr);
}

TEST(Compile, MayBeCalledFromSeveralThreads) {
  const TemporaryFolder cache;
  const Model model(test::double_pendulum(1, 2, 0.5, 0.7));
  for (const char* const compiler : {"", "no-such-compiler"}) {
    const CompiledRobot robot =
        compile(model, {.batches = false, .cache = cache.path(), .compiler = compiler});
    std::vector<std::thread> threads;
    std::vector<int> wrong(4);
    for (std::size_t t = 0; t < wrong.size(); ++t) {
      threads.emplace_back([&, t] {
        const State state = random_state(model, t);
        const Numbers expected = general(model, Quantity::forward_dynamics, state);
        Numbers a(2);
        for (int i = 0; i < 200; ++i) {
          robot.forward_dynamics(state.q, state.v, state.tau, a);
          wrong[t] += std::abs(a[0] - expected[0]) > 1e-9 * (1 + std::abs(expected[0]));
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(wrong, std::vector<int>(4));
  }
}

// One state after another, as columns, or coordinate by coordinate.
Numbers arranged(const std::vector<Numbers>& states, Layout layout) {
  const std::size_t size = states.empty() ? 0 : states[0].size();
  Numbers all(states.size() * size);
  for (std::size_t s = 0; s < states.size(); ++s) {
    for (std::size_t i = 0; i < size; ++i)
      all[layout == Layout::by_state ? s * size + i : i * states.size() + s] = states[s][i];
  }
  return all;
}

TEST(CompiledBatch, ComputesEveryStateForAnyCountLayoutAndNumberOfThreads) {
  const TemporaryFolder cache;
  const Model model(test::double_pendulum(1, 2, 0.5, 0.7));
  const std::vector<QuantityRequest> wanted = {{Quantity::forward_dynamics}, {Quantity::mass_matrix}};
  const CompiledRobot compiled = compile(model, {.wanted = wanted, .cache = cache.path()});
  const CompiledRobot one_by_one =
      compile(model, {.wanted = wanted, .batches = false, .cache = cache.path()});
  const CompiledRobot fallen_back = compile(model, {.wanted = wanted, .compiler = "no-such-compiler"});
  ASSERT_TRUE(compiled.is_compiled() && one_by_one.is_compiled() && !fallen_back.is_compiled());
  for (const std::size_t count : {0, 1, 7, 8, 9, 600}) {
    std::vector<Numbers> q, v, tau, a, M;
    for (std::size_t s = 0; s < count; ++s) {
      const State state = random_state(model, s);
      q.push_back(state.q), v.push_back(state.v), tau.push_back(state.tau);
      a.push_back(general(model, Quantity::forward_dynamics, state)), a.back().resize(2);
      M.push_back(general(model, Quantity::mass_matrix, state)), M.back().resize(4);
    }
    for (const Layout layout : {Layout::by_state, Layout::by_coordinate}) {
      for (const CompiledRobot* robot : {&compiled, &one_by_one, &fallen_back}) {
        Numbers first;
        for (const int threads : {1, 3}) {
          CompiledBatch batch(*robot, {.layout = layout, .threads = threads});
          Numbers all_a(2 * count), all_M(4 * count);
          batch.forward_dynamics(arranged(q, layout), arranged(v, layout), arranged(tau, layout), all_a);
          expect_near(all_a.data(), arranged(a, layout), all_a.size(), "forward dynamics");
          batch.mass_matrix(arranged(q, layout), all_M);
          expect_near(all_M.data(), arranged(M, layout), all_M.size(), "mass matrix");
          if (threads == 1) first = all_a;
          EXPECT_EQ(all_a, first) << "the same bits for any number of threads";
        }
      }
    }
  }
}

TEST(CompiledBatch, MayOverwriteAnArgumentButNotOverlapIt) {
  const Model model(test::double_pendulum(1, 2, 0.5, 0.7));
  CompiledBatch batch(
      compile(model, {.wanted = {{Quantity::forward_dynamics}}, .compiler = "no-such-compiler"}));
  Numbers q(18, 0.1), v(18, 0.2), tau(18, 0.3), a(18);
  batch.forward_dynamics(q, v, tau, a);
  batch.forward_dynamics(q, v, tau, tau);
  EXPECT_EQ(tau, a);
  EXPECT_THROW(
      batch.forward_dynamics(VectorView<const double>(q.data(), 10), VectorView<const double>(v.data(), 10),
                             VectorView<const double>(a.data(), 10), VectorView<double>(&v[2], 10)),
      std::invalid_argument);
}

TEST(CompiledBatch, TakesOneSetOfParametersForAllStatesOrOneForEach) {
  const TemporaryFolder cache;
  const Model model(test::double_pendulum(1, 2, 0.5, 0.7));
  const std::vector<std::string> names = {"lower.mass", "gravity.z"};
  const CompiledRobot robot = compile(model, {.parameters = names, .cache = cache.path()});
  ASSERT_TRUE(robot.is_compiled()) << robot.remark();
  constexpr std::size_t count = 11;
  std::vector<Numbers> q, v, tau, values;
  for (std::size_t s = 0; s < count; ++s) {
    const State state = random_state(model, s);
    q.push_back(state.q), v.push_back(state.v), tau.push_back(state.tau);
    values.push_back({1 + 0.1 * double(s), -9 - 0.2 * double(s)});
  }
  for (const Layout layout : {Layout::by_state, Layout::by_coordinate}) {
    CompiledBatch batch(robot, {.layout = layout});
    for (const bool each : {false, true}) {
      std::vector<Numbers> expected;
      for (std::size_t s = 0; s < count; ++s) {
        const Model changed = with_parameters(model, names, values[each ? s : 3]);
        expected.push_back(general(changed, Quantity::forward_dynamics, {q[s], v[s], tau[s], v[s]}));
        expected.back().resize(2);
      }
      Numbers a(2 * count);
      batch.forward_dynamics(arranged(q, layout), arranged(v, layout), arranged(tau, layout), a,
                             each ? arranged(values, layout) : values[3]);
      expect_near(a.data(), arranged(expected, layout), a.size(), each ? "one for each" : "one for all");
    }
    Numbers a(2 * count);
    EXPECT_THROW(batch.forward_dynamics(arranged(q, layout), arranged(v, layout), arranged(tau, layout), a,
                                        Numbers(3)),
                 std::invalid_argument);
  }
}

TEST(CompiledRobot, RefusesNaNAndOverflow) {
  const Model model(planar_chain(3));
  const CompiledRobot compiled = compile(model, {.wanted = everything}),
                      general = compile(model, {.wanted = everything, .compiler = "no-such-compiler"});
  for (const CompiledRobot* robot : {&compiled, &general}) {
    const Numbers zeros(3), fast(3, 1e200), none(3, std::nan(""));
    Numbers a(3);
    EXPECT_EQ(complaint([&] { robot->forward_dynamics(none, zeros, zeros, a); }),
              "q[0] is nan, expected a finite number");
    EXPECT_EQ(complaint([&] { robot->inverse_dynamics(zeros, zeros, none, a); }),
              "a[0] is nan, expected a finite number");
    EXPECT_EQ(complaint<std::overflow_error>([&] { robot->forward_dynamics(zeros, fast, zeros, a); }),
              "forward dynamics overflows for these numbers");
    EXPECT_NO_THROW(robot->forward_dynamics(zeros, zeros, zeros, a));
    // In a batch the other states are computed.
    CompiledBatch batch(*robot);
    Numbers v(9), all(9);
    v[4] = std::nan("");
    batch.forward_dynamics(Numbers(9), v, Numbers(9), all);
    for (std::size_t i = 0; i < 9; ++i) {
      if (i / 3 != 1) {
        EXPECT_NEAR(all[i], a[i % 3], 1e-12) << i;
      }
    }
    EXPECT_FALSE(std::isfinite(all[3]));
    CompiledBatch moved = std::move(batch);
    EXPECT_EQ(complaint<std::logic_error>([&] { batch.forward_dynamics(v, v, v, all); }),
              "the batch was moved from and can no longer be used");
  }
  CompiledRobot first = compiled;
  const CompiledRobot second = std::move(first);
  EXPECT_EQ(first.is_compiled(), second.is_compiled());
}

}  // namespace sinew::test::compile_test
