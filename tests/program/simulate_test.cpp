// `sinew simulate`: its results and reports, and that results survive failures and interrupts.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <thread>

#include "sinew/io/results/result_file.hpp"
#include "tests/support/file_size_limit.hpp"
#include "tests/support/files.hpp"
#include "tests/support/places.hpp"
#include "tests/support/run_program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test::simulate_test {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

// A falling 7-axis arm with small steps, so that the time between two records is noticeable.
constexpr const char* falling_arm = R"(
model: arm7.urdf
q: [0.1, 0.5, 0, -1, 0, 0.8, 0]
simulation:
  duration: 20
  integrator: {kind: rk4, step: 0.00001}
  record: {interval: 0.001, frames: [tool]}
  limits: none
  joint_damping: false
  dry_friction: false
)";

// A folder with a scene and its model.
struct Stage {
  TemporaryFolder folder;
  std::string scene = folder / "scene.yaml", result = folder / "run.h5", partial = folder / "run.partial.h5";

  explicit Stage(const std::string& text = falling_arm) {
    fs::copy_file(model_path("arm7.urdf"), folder / "arm7.urdf");
    std::ofstream(scene) << text;
  }
  std::vector<std::string> words(std::initializer_list<std::string> more = {}) const {
    std::vector<std::string> list = {"simulate", scene, "-o", result};
    list.insert(list.end(), more);
    return list;
  }
};

bool appears_one_of(const std::string& file, const std::string& other) {
  for (int i = 0; i < 30'000; ++i) {
    if (fs::exists(file) || fs::exists(other)) return true;
    std::this_thread::sleep_for(1ms);
  }
  return false;
}
bool appears(const std::string& file) {
  return appears_one_of(file, file);
}

TEST(Simulate, TheReportNamesWhatTheModelHasAndTheSimulationLeavesOut) {
  const Stage stage;
  const Outcome outcome = run_program(stage.words({"--duration=5ms", "--json"}));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.notes;
  const auto report = nlohmann::json::parse(outcome.output);
  EXPECT_EQ(report["duration"], 0.005);
  const std::vector<std::string> left_out = report["left_out"];
  EXPECT_EQ(left_out.at(1), "limits of 7 joints (limits: none)");
  EXPECT_EQ(left_out.at(2), "damping of 7 joints (joint_damping: false)");
  EXPECT_TRUE(report["start_moves"].empty());
  EXPECT_NE(run_program(stage.words({"--duration=5ms"})).output.find("\n  left out        contacts of "),
            std::string::npos);
}

// Each option gives the same motion as the key of the scene, bit by bit, and another motion than all forces.
TEST(Simulate, OptionsSwitchTheForcesOfTheModelAsKeysOfTheSceneDo) {
  const TemporaryFolder folder;
  const std::string robot = folder / "cart.xml", table = folder / "motion.csv";
  std::ofstream(robot) << R"(<mujoco><worldbody><body name="cart" gravcomp="0.5">
    <joint name="x" type="slide" axis="1 0 1" damping="1" stiffness="20" frictionloss="0.5" range="-0.05 1"/>
    <geom size=".1" mass="2" contype="0" conaffinity="0"/></body></worldbody>
    <tendon><fixed name="rope" stiffness="3" damping="1" springlength="0.02" range="-0.2 1">
    <joint joint="x" coef="2"/></fixed></tendon></mujoco>)";
  const auto motion_of = [&](std::vector<std::string> words, int exit_code = 0) {
    words.insert(words.begin(), "simulate");
    words.insert(words.end(), {"--quiet", "--duration=0.3", "--csv", table, "-o", folder / "run.h5"});
    EXPECT_EQ(run_program(words).exit_code, exit_code);
    return exit_code == 0 ? content_of(table) : "";
  };
  const std::string with_all = motion_of({robot});
  for (const std::string key : {"joint_damping", "joint_springs", "tendon_damping", "tendon_springs",
                                "dry_friction", "gravity_compensation"}) {
    std::ofstream(folder / "scene.yaml") << "model: cart.xml\nsimulation: {" << key << ": false}\n";
    const std::string motion = motion_of({robot, "--without", key});
    EXPECT_EQ(motion, motion_of({folder / "scene.yaml"})) << key;
    EXPECT_NE(motion, with_all) << key;
  }
  for (const std::string kind : {"none", "soft", "hard"}) {
    std::ofstream(folder / "scene.yaml") << "model: cart.xml\nsimulation: {limits: " << kind << "}\n";
    const std::string motion = motion_of({robot, "--limits", kind});
    EXPECT_EQ(motion, motion_of({folder / "scene.yaml"})) << kind;
    EXPECT_EQ(motion == with_all, kind == "hard");
  }
  EXPECT_EQ(motion_of({robot, "--without=joint_damping,joint_springs", "--without=dry_friction"}),
            motion_of({robot, "--without=dry_friction,joint_springs,joint_damping"}));
  motion_of({robot, "--without=friction"}, 2);
  motion_of({robot, "--limits=strong"}, 2);
}

TEST(Simulate, EffortLimitsBoundTheTorquesOfControllers) {
  const Stage stage(
      "model: arm7.urdf\nsimulation: {controllers: [{kind: joint_pd, stiffness: 1e5, damping: 0, "
      "target: {waypoints: [{time: 0.01, q: {joint1: 1}}]}}]}\n");
  const auto largest = [&](std::initializer_list<std::string> more) {
    EXPECT_EQ(run_program(stage.words(more)).exit_code, 0);
    const std::vector<double> torques = ResultFile(stage.result).column("actuation", "joint1");
    return std::max(*std::max_element(torques.begin(), torques.end()),
                    -*std::min_element(torques.begin(), torques.end()));
  };
  const double bound = load(model_path("arm7.urdf")).dofs()[0].max_effort;
  EXPECT_GT(largest({"--duration=0.3"}), bound);
  EXPECT_EQ(largest({"--duration=0.3", "--effort-limits"}), bound);
}

TEST(Simulate, ARobotThatFallsIsReportedAndStartsWithinItsLimits) {
  const TemporaryFolder folder;
  const Outcome outcome = run_program({"simulate", model_path("quadruped.urdf"), "--base=floating", "-o",
                                       folder / "run.h5", "--duration=1s", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.notes;
  const auto report = nlohmann::json::parse(outcome.output);
  const std::vector<std::string> warnings = report["warnings"];
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_TRUE(warnings[0].starts_with("the start was changed: joints were moved into their limits;"));
  EXPECT_TRUE(warnings[1].starts_with("'trunk' fell 4.9"));
  EXPECT_EQ(report["start_moves"].size(), 4u);
}

TEST(Simulate, AUnitOfTheWrongDimensionIsRefused) {
  const Stage stage;
  const Outcome outcome = run_program(stage.words({"--duration=3kg"}));
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.notes.find("'3kg' has the unit kg; expected s, as in 5ms or 0.5s"), std::string::npos)
      << outcome.notes;
}

TEST(Simulate, WritesAResultAndReportsItsErrors) {
  const Stage stage;
  const Outcome outcome = run_program(stage.words({"--duration", "0.05"}));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.notes;
  for (const char* part : {"simulation of scene: 0.05 s\n", "finished at t = 0.05 s", "rk4, steps of 1e-05 s",
                           "5000, with 2", "x real time)", "energy drift    ", " J range)", "51 records"}) {
    EXPECT_TRUE(contains(outcome.output, part));
  }
  EXPECT_EQ(outcome.notes, "");
  const ResultFile result(stage.result);
  EXPECT_EQ(result.status(), "finished");
  EXPECT_EQ(result.rows(), 51u);
  EXPECT_EQ(result.array("q").columns.size(), 7u);
  EXPECT_EQ(result.report("steps"), 5000);
  EXPECT_EQ(result.column("time", "time").back(), 0.05);
  EXPECT_EQ(result.column("q", "joint2").front(), 0.5);
  EXPECT_EQ(result.scene_file().text, falling_arm);
  ASSERT_EQ(result.models().size(), 1u);
  EXPECT_EQ(result.models()[0].text, content_of(model_path("arm7.urdf")));
}

TEST(Simulate, AlsoReportsInJson) {
  const Stage stage;
  const std::string csv = stage.folder / "run.csv";
  const Outcome outcome = run_program(stage.words({"--duration=0.01", "--json", "--csv", csv}));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.notes;
  const auto json = nlohmann::json::parse(outcome.output);
  EXPECT_EQ(json.at("end"), "finished");
  EXPECT_EQ(json.at("steps"), 1000);
  EXPECT_EQ(json.at("records"), 11);
  EXPECT_EQ(json.at("result"), stage.result);
  EXPECT_EQ(json.at("csv"), csv);
  EXPECT_EQ(json.at("integrator").at("kind"), "rk4");
  EXPECT_LT(json.at("energy_error").get<double>(), 1e-9);
  // Both formats contain the same numbers.
  std::istringstream lines(content_of(csv));
  std::string line, last;
  int count = -1;  // the header is not a record
  for (; std::getline(lines, line); ++count) last = line;
  EXPECT_EQ(count, 11);
  std::istringstream cells(last);
  std::getline(cells, line, ',');
  EXPECT_EQ(std::stod(line), 0.01);
  std::getline(cells, line, ',');
  EXPECT_EQ(std::stod(line), ResultFile(stage.result).column("q", "joint1").back());
}

TEST(Simulate, NamesTheResultAfterTheScene) {
  const Stage stage;
  RunningProgram program({"simulate", "scene.yaml", "--duration=0.002", "--quiet"}, Stdout::collected,
                         stage.folder.path().string());
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.exit_code, 0) << outcome.notes;
  EXPECT_EQ(outcome.output + outcome.notes, "");
  EXPECT_EQ(ResultFile(stage.folder / "scene.h5").rows(), 3u);
  EXPECT_EQ(stage.folder.names(), (std::set<std::string>{"arm7.urdf", "scene.h5", "scene.yaml"}));
}

TEST(Simulate, TakesAModelFileAndOtherIntegrators) {
  const TemporaryFolder folder;
  for (const char* kind : {"semi_implicit_euler", "rk4", "rkmk4", "variational", "adaptive", "stiff"}) {
    const Outcome outcome =
        run_program({"simulate", model_path("quadruped.urdf"), "--base=floating", "-o", folder / "run.h5",
                     "--duration=0.02", "--integrator", kind, "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << kind << outcome.notes;
    EXPECT_EQ(nlohmann::json::parse(outcome.output).at("integrator").at("kind"), kind);
    // Only gravity acts: it falls.
    const double fall = -0.5 * 9.81 * 0.02 * 0.02;
    const ResultFile result(folder / "run.h5");
    EXPECT_NEAR(result.column("q", "floating_base z").back(), fall, 0.06 * -fall) << kind;
  }
}

TEST(Simulate, RefusesInvalidArguments) {
  const Stage stage;
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {stage.words({"--duration=0"}), "--duration: 0 was given; expected a number above zero"},
      {stage.words({"--duration=nan"}), "expected a number above zero"},
      {stage.words({"--duration=1e15"}), "records"},
      {stage.words({"--step=-1"}), "--step: -1 was given"},
      {stage.words({"--integrator=rk5"}), "unknown integrator 'rk5': did you mean 'rk4'?"},
      {stage.words({"--tolerance=1e-9"}), "--tolerance: rk4 has fixed steps"},
      {stage.words({"--base=fixed"}), "is a scene"},
      {{"simulate", stage.scene, "-o", stage.scene}, "is an input file; give another name"},
      {stage.words({"--csv", stage.scene}), "is an input file; give another name"},
      {stage.words({"--csv", stage.result}), "is already used for -o"},
      {stage.words({"--csv", stage.folder / "./run.h5"}), "is already used for -o"},
      {{"simulate"}, "SCENE is required"}};
  for (const auto& [arguments, message] : cases) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(contains(outcome.notes, message));
  }
  EXPECT_EQ(content_of(stage.scene), falling_arm);
  EXPECT_EQ(stage.folder.names(), (std::set<std::string>{"arm7.urdf", "scene.yaml"}));
}

TEST(Simulate, ReplacesOnlyFilesOfSinew) {
  const Stage stage;
  const std::string model = stage.folder / "arm7.urdf", notes = stage.folder / "notes.txt",
                    link = stage.folder / "link", table = stage.folder / "run.csv";
  std::ofstream(notes) << "time,my own numbers\n";
  fs::create_symlink(notes, link);
  const std::string model_before = content_of(model), notes_before = content_of(notes);
  for (const std::string& foreign : {model, notes, link}) {
    for (const char* const option : {"-o", "--csv"}) {
      std::vector<std::string> words = {"simulate", stage.scene, "--duration=0.01", option, foreign};
      if (option != std::string("-o")) words.insert(words.end(), {"-o", stage.result});
      const Outcome outcome = run_program(words);
      EXPECT_EQ(outcome.exit_code, 2);
      EXPECT_TRUE(contains(outcome.notes, std::string(option) + ": " + foreign + " exists and is not a "));
      EXPECT_TRUE(contains(outcome.notes, " written by sinew; give another name, or remove it first\n"));
    }
  }
  EXPECT_EQ(content_of(model), model_before);
  EXPECT_EQ(content_of(notes), notes_before);
  EXPECT_EQ(stage.folder.names(), (std::set<std::string>{"arm7.urdf", "link", "notes.txt", "scene.yaml"}));
  // A result is not replaced by a table, nor a table by a result.
  ASSERT_EQ(run_program(stage.words({"--duration=0.01", "--csv", table})).exit_code, 0);
  EXPECT_EQ(run_program({"simulate", stage.scene, "--duration=0.01", "-o", stage.folder / "other.h5", "--csv",
                         stage.result})
                .exit_code,
            2);
  EXPECT_EQ(run_program({"simulate", stage.scene, "--duration=0.01", "-o", table}).exit_code, 2);
  EXPECT_EQ(ResultFile(stage.result).rows(), 11u);
  // It replaces its own files.
  ASSERT_EQ(run_program(stage.words({"--duration=0.02", "--csv", table})).exit_code, 0);
  EXPECT_EQ(ResultFile(stage.result).rows(), 21u);
}

TEST(Simulate, StartsInThePoseOfAnMjcfFile) {
  const TemporaryFolder folder;
  const std::string model = folder / "arm.xml";
  // A crank on a rod whose other end is pinned to the ground: closed in the pose of the file, at q = -45 and 30
  // degrees.
  std::ofstream(model)
      << "<mujoco><worldbody><body name='crank'><joint name='a' axis='0 1 0' ref='-45'/>"
         "<geom type='capsule' size='0.05' fromto='0 0 0 1 0 0'/><body name='rod' pos='1 0 0'>"
         "<joint name='b' axis='0 1 0' ref='30'/>"
         "<geom type='capsule' size='0.05' fromto='0 0 0 1 0 -1'/></body></body></worldbody>"
         "<equality><connect body1='rod' anchor='1 0 -1'/></equality></mujoco>";
  const Outcome outcome = run_program({"simulate", model, "-o", folder / "run.h5", "--duration=0.01"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.notes;
  const ResultFile result(folder / "run.h5");
  EXPECT_NEAR(result.column("q", "a").front(), -0.785398, 1e-6);
  EXPECT_NEAR(result.column("q", "b").front(), 0.523599, 1e-6);
  EXPECT_LT(result.column("constraints", "position_error").front(), 1e-14);
  const Outcome computed = run_program({"compute", "pose", model, "--frame", "rod", "--json"});
  ASSERT_EQ(computed.exit_code, 0) << computed.notes;
  EXPECT_NEAR(nlohmann::json::parse(computed.output).at("inputs").at("q").at(0).get<double>(), -0.785398,
              1e-6);
  std::ofstream(folder / "scene.yaml") << "model: arm.xml\nq: {a: -0.785398163397448}\n";
  EXPECT_TRUE(contains(run_program({"check", folder / "scene.yaml"}).output, "scene.yaml: no findings\n"));
  const Outcome floating = run_program({"info", model, "--base", "floating"});
  EXPECT_EQ(floating.exit_code, 1);
  EXPECT_TRUE(contains(floating.notes, "body 'crank': cannot have a floating base"));
}

TEST(Simulate, OfASceneWithErrorsListsThem) {
  const Stage stage("model: arm7.urdf\nsimulation: {duration: 1, intgrator: rk4}\n");
  const Outcome outcome = run_program(stage.words());
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.notes, "scene.yaml:2: error:"));
}

TEST(Simulate, ThatCannotWriteItsResultFailsBeforeTheRunAndLeavesNothing) {
  const Stage stage;
  fs::create_directory(stage.folder / "folder");
  std::ofstream(stage.folder / "file") << "";
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {{"-o", stage.folder / "no/run.h5"}, "there is no folder"},
      {{"-o", stage.folder / "folder"}, "it is a folder"},
      {{"-o", stage.folder / "file/run.h5"}, "Not a directory"},
      {{"-o", "/proc/run.h5"}, "cannot write /proc/run.h5"},
      {{"-o", stage.result, "--csv", stage.folder / "no/run.csv"}, "there is no folder"},
      {{"-o", stage.result, "--csv", "/dev/full"}, "No space left on device"}};
  const std::set<std::string> before = stage.folder.names();
  for (const auto& [outputs, message] : cases) {
    std::vector<std::string> arguments = {"simulate", stage.scene};
    arguments.insert(arguments.end(), outputs.begin(), outputs.end());
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_TRUE(contains(outcome.notes, message));
    EXPECT_EQ(outcome.output, "");
    EXPECT_EQ(stage.folder.names(), before);
  }
}

TEST(Simulate, TooLargeForTheDiskFailsBeforeTheRun) {
  const Stage stage;
  const FileSizeLimit limit(1'000'000);
  const Outcome outcome = run_program(stage.words());
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_TRUE(contains(outcome.notes, "File too large (it needs"));
  EXPECT_EQ(stage.folder.names(), (std::set<std::string>{"arm7.urdf", "scene.yaml"}));
}

TEST(Simulate, OnAFullDiskKeepsTheResultSoFar) {
  const Stage stage;
  const FileSizeLimit limit(6'000'000);
  const Outcome outcome = run_program(stage.words({"--step=0.001"}));
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_TRUE(contains(outcome.notes, "run.h5: File too large (it needs"));
  EXPECT_TRUE(contains(outcome.notes, "the records so far are in " + stage.result));
  const ResultFile result(stage.result);
  EXPECT_TRUE(starts_with(result.status(), "failed: cannot write"));
  EXPECT_GT(result.rows(), 5000u);
}

TEST(Simulate, StoppedEarlyByAnEventTakesLittleDiskSpace) {
  const Stage stage(
      "model: arm7.urdf\n"
      "simulation: {duration: 400000, record: {interval: 0.01}, events: [{at: 0.5, stop: true}]}\n");
  const FileSizeLimit limit(5'000'000);
  const Outcome outcome = run_program(stage.words());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.notes;
  EXPECT_EQ(ResultFile(stage.result).rows(), 51u);
  EXPECT_LT(fs::file_size(stage.result), 100'000u);
}

TEST(Simulate, ProlongedByAnOptionRecordsLessOftenUnlessTheSceneSetsTheInterval) {
  const Stage brief("model: arm7.urdf\nsimulation: {duration: 1e-12}\n");
  EXPECT_EQ(run_program(brief.words({"--duration=1"})).exit_code, 0);
  EXPECT_EQ(ResultFile(brief.result).rows(), 101u);
  const Stage exact("model: arm7.urdf\nsimulation: {duration: 1e-12, record: {interval: 1e-12}}\n");
  const Outcome outcome = run_program(exact.words({"--duration=1"}));
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.notes, "a record every 1e-12 s makes 1e+12 records"));
}

TEST(Simulate, WhoseTableDoesNotFitTheDiskKeepsTheResultSoFar) {
  const Stage stage;
  const FileSizeLimit limit(2'000'000);
  const Outcome outcome =
      run_program(stage.words({"--duration=4", "--csv", stage.folder / "run.csv", "--step=0.001"}));
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_TRUE(contains(outcome.notes, "run.csv: File too large"));
  const ResultFile result(stage.result);
  EXPECT_TRUE(starts_with(result.status(), "failed: cannot write"));
  EXPECT_GT(result.rows(), 1000u);
}

TEST(Simulate, StoppedByAnEventNamesIt) {
  const Stage stage(std::string(falling_arm) +
                    "  events: [{name: low, joint: joint2, rises_to: 0.51, stop: true}]\n");
  const Outcome outcome = run_program(stage.words({"--step=0.001"}));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.notes;
  EXPECT_TRUE(contains(outcome.output, "stopped by event 'low' at t = "));
  const ResultFile result(stage.result);
  EXPECT_EQ(result.status(), "stopped by event: low");
  ASSERT_EQ(result.events().size(), 1u);
  EXPECT_EQ(result.events()[0].t, result.column("time", "time").back());
  EXPECT_NEAR(result.column("q", "joint2").back(), 0.51, 1e-9);
}

TEST(Simulate, ThatFailsKeepsTheResultSoFar) {
  const Stage stage;
  const Outcome outcome = run_program(stage.words({"--integrator=adaptive", "--tolerance=1e-200"}));
  EXPECT_EQ(outcome.exit_code, 4);
  EXPECT_TRUE(contains(outcome.output, "FAILED at t = "));
  EXPECT_TRUE(contains(outcome.notes, "sinew: the simulation failed at t = "));
  const ResultFile result(stage.result);
  EXPECT_TRUE(starts_with(result.status(), "failed: "));
  EXPECT_GE(result.rows(), 1u);
}

TEST(Simulate, ShowsAProgressBarOnATerminal) {
  const Stage stage;
  const std::string shown = stage.folder / "shown",
                    command = "script -qec '" + program_path() + " simulate " + stage.scene + " -o " +
                              stage.result + " --duration 2' " + shown + " > /dev/null 2>&1 < /dev/null";
  if (std::system("command -v script > /dev/null") != 0) GTEST_SKIP() << "no terminal to be had";
  ASSERT_EQ(std::system(command.c_str()), 0);
  EXPECT_TRUE(contains(content_of(shown), " %  "));
  EXPECT_TRUE(contains(content_of(shown), " of 2 s  "));
  EXPECT_TRUE(contains(content_of(shown), " left"));
  EXPECT_TRUE(contains(content_of(shown), "finished at t = 2 s"));
}

TEST(Simulate, ThatIsInterruptedKeepsTheResultSoFar) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const Stage stage;
    RunningProgram program(stage.words());
    ASSERT_TRUE(appears(stage.partial));
    std::this_thread::sleep_for(50ms);
    program.send(signal);
    const Outcome outcome = program.wait();
    EXPECT_EQ(outcome.exit_code, 130);
    EXPECT_TRUE(contains(outcome.output, "interrupted at t = "));
    const ResultFile result(stage.result);
    EXPECT_EQ(result.status(), "interrupted");
    EXPECT_GT(result.rows(), 1u);
    EXPECT_EQ(result.column("time", "time").back(), result.report("time_reached"));
    EXPECT_EQ(hdf5::File::open(stage.result).dimensions("/q")[0], result.rows());
    EXPECT_EQ(stage.folder.names(), (std::set<std::string>{"arm7.urdf", "run.h5", "scene.yaml"}));
  }
}

TEST(Simulate, ThatDoesNotFinishKeepsAnOlderResult) {
  const Stage stage;
  const std::string csv = stage.folder / "run.csv";
  ASSERT_EQ(run_program(stage.words({"--duration=0.01", "--csv", csv})).exit_code, 0);
  const std::string older = content_of(stage.result), older_table = content_of(csv);

  const Outcome failed =
      run_program(stage.words({"--integrator=adaptive", "--tolerance=1e-200", "--csv", csv}));
  EXPECT_EQ(failed.exit_code, 4);
  EXPECT_TRUE(contains(failed.output, stage.folder / "run.failed.h5"));
  EXPECT_TRUE(contains(failed.output, stage.result + ", from an earlier run, is unchanged"));
  EXPECT_TRUE(starts_with(ResultFile(stage.folder / "run.failed.h5").status(), "failed: "));

  RunningProgram program(stage.words({"--json"}));
  ASSERT_TRUE(appears(stage.partial));
  std::this_thread::sleep_for(50ms);
  program.send(SIGINT);
  const Outcome interrupted = program.wait();
  EXPECT_EQ(interrupted.exit_code, 130);
  const std::string kept = nlohmann::json::parse(interrupted.output).at("result");
  EXPECT_EQ(kept, stage.folder / "run.interrupted.h5");
  EXPECT_EQ(ResultFile(kept).status(), "interrupted");

  EXPECT_EQ(content_of(stage.result), older);
  EXPECT_EQ(content_of(csv), older_table);
  EXPECT_EQ(stage.folder.names(),
            (std::set<std::string>{"arm7.urdf", "run.csv", "run.failed.csv", "run.failed.h5", "run.h5",
                                   "run.interrupted.h5", "scene.yaml"}));
}

TEST(Simulate, OverADamagedResultReplacesIt) {
  const Stage stage;
  ASSERT_EQ(run_program(stage.words({"--duration=0.01"})).exit_code, 0);
  std::string bytes = content_of(stage.result);
  bytes[bytes.size() / 2] ^= 1;
  write(stage.result, bytes.substr(0, bytes.size() - 3));
  EXPECT_EQ(run_program(stage.words({"--duration=0.02"})).exit_code, 0);
  EXPECT_EQ(ResultFile(stage.result).rows(), 21u);
}

TEST(Simulate, NextToTheFileOfAKilledRunReportsItAndKeepsIt) {
  const Stage stage;
  RunningProgram program(stage.words());
  ASSERT_TRUE(appears(stage.partial));
  program.send(SIGKILL);
  program.wait();
  const std::string left = content_of(stage.partial);
  const Outcome outcome = run_program(stage.words({"--duration=0.01"}));
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(contains(outcome.notes, stage.partial + " belongs to another run (running or killed)"));
  EXPECT_EQ(ResultFile(stage.result).rows(), 11u);
  EXPECT_EQ(content_of(stage.partial), left);
}

TEST(Simulate, ThatIsInterruptedBeforeItStartsWritesNothing) {
  const Stage stage;
  const std::string pipe = stage.folder / "pipe.urdf";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  RunningProgram program({"simulate", pipe, "-o", stage.result});
  {
    std::ofstream robot(pipe);  // blocks until the program opens it; then the program waits for the robot
    program.send(SIGINT);
    std::this_thread::sleep_for(20ms);
    robot << content_of(model_path("arm7.urdf"));
  }
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.exit_code, 130);
  EXPECT_TRUE(contains(outcome.notes, "interrupted; nothing was written"));
  EXPECT_EQ(stage.folder.names(), (std::set<std::string>{"arm7.urdf", "pipe.urdf", "scene.yaml"}));
}

// Compares the result of a killed run with an undisturbed one: all its records must be right. Returns the number of
// rows.
std::size_t check_remains(const Stage& stage, const ResultFile& reference) {
  const std::string left = fs::exists(stage.result) ? stage.result : stage.partial;
  if (!fs::exists(left)) return 0;
  const ResultFile result(left);
  const std::size_t common = std::min(result.rows(), reference.rows());
  for (const ResultArray& array : result.arrays())
    EXPECT_EQ(result.read(array.path, 0, common), reference.read(array.path, 0, common)) << array.path;
  const std::vector<double> time = result.column("time", "time");
  for (std::size_t i = 1; i < time.size(); ++i) EXPECT_NEAR(time[i] - time[i - 1], 0.001, 1e-12);
  EXPECT_EQ(result.scene_file().text, falling_arm);
  EXPECT_TRUE(result.status() == "running" || result.status() == "finished") << result.status();
  return result.rows();
}

TEST(Simulate, ThatIsKilledAtAnyTimeLeavesAReadableCorrectResult) {
  const Stage in_peace;
  ASSERT_EQ(run_program(in_peace.words({"--duration=1"})).exit_code, 0);
  const ResultFile reference(in_peace.result);

  std::mt19937 random(5);
  int runs = 0, with_rows = 0;
  const auto kill_one = [&](std::chrono::microseconds longest, bool wait_for_file, const char* duration) {
    const Stage stage;
    RunningProgram program(stage.words({std::string("--duration=") + duration}));
    if (wait_for_file) {
      ASSERT_TRUE(appears_one_of(stage.partial, stage.result));
    }
    std::this_thread::sleep_for(std::chrono::microseconds(random() % std::uint32_t(longest.count())));
    program.send(SIGKILL);
    program.wait();
    ++runs;
    if (check_remains(stage, reference) > 0) ++with_rows;
  };
  for (int i = 0; i < 10; ++i) kill_one(60ms, false, "20");   // while it starts
  for (int i = 0; i < 30; ++i) kill_one(250ms, true, "20");   // while it runs
  for (int i = 0; i < 10; ++i) kill_one(60ms, true, "0.05");  // around its end
  EXPECT_EQ(runs, 50);
  EXPECT_GE(with_rows, 30);
}

}  // namespace sinew::test::simulate_test
