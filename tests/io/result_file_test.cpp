// Results of simulations: all data can be read back, at any time of a run, and failures to write are reported.
#include "sinew/io/results/result_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "sinew/io/results/result_csv.hpp"
#include "sinew/io/results/result_recorder.hpp"
#include "tests/support/artificial_run.hpp"
#include "tests/support/file_size_limit.hpp"
#include "tests/support/files.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test::result_file_test {

ResultOrigin made_up_origin() {
  return {.scene = "invented",
          .scene_file = {"scenes/invented.yaml", "model: ärm.urdf\n"},
          .models = {{"scenes/ärm.urdf", "<robot/>"}, {"other.xml", ""}},
          .xacro_arguments = {{"side", "left"}, {"prefix", ""}, {"path", "a:=b"}},
          .edits = {.lock = {"elbow=90deg", "wrist"}, .cut = {"gear"}},
          .integrator = {.kind = IntegratorKind::rkmk4, .step = 0.002}};
}

// Compares rows `first` to `last` of all arrays with the samples.
void expect_rows(const ResultFile& result, ArtificialRun& run, int first, int last) {
  const ResultArrays arrays(run.model, run.options.frames);
  std::vector<double> row(arrays.width());
  std::vector<std::vector<double>> read;
  for (const ResultArray& array : arrays.list())
    read.push_back(result.read(array.path, std::size_t(first), std::size_t(last - first)));
  for (int i = first; i < last; ++i) {
    arrays.fill(run.sample(i), row);
    std::vector<double> together;
    for (std::size_t k = 0; k < read.size(); ++k) {
      const std::size_t width = arrays.list()[k].columns.size();
      const auto begin = read[k].begin() + std::ptrdiff_t(width) * (i - first);
      together.insert(together.end(), begin, begin + std::ptrdiff_t(width));
    }
    ASSERT_EQ(together, row) << "row " << i;
  }
}

TEST(ResultFile, ReturnsEveryNumberOfAFinishedRun) {
  const TemporaryFolder folder;
  ArtificialRun run(10);
  {
    ResultRecorder recorder(folder / "run.h5", run.model, run.options, made_up_origin());
    for (int i = 0; i <= 1000; ++i) recorder.record(run.sample(i));
    recorder.event({0.5, "let_go", "of the pin"});
    EXPECT_EQ(recorder.finish({.t = 10, .steps = 1234, .warnings = {"beware", "of the dog"}}), "");
  }
  EXPECT_EQ(folder.names(), std::set<std::string>{"run.h5"});
  const ResultFile result(folder / "run.h5");
  EXPECT_EQ(result.rows(), 1001u);
  EXPECT_EQ(result.status(), "finished");
  expect_rows(result, run, 0, 1001);
  EXPECT_EQ(result.report("steps"), 1234);
  EXPECT_EQ(result.scene(), "invented");
  EXPECT_EQ(result.integrator(), "rkmk4, step 0.002 s");
  EXPECT_EQ(result.scene_file().text, made_up_origin().scene_file.text);
  EXPECT_EQ(result.xacro_arguments(), made_up_origin().xacro_arguments);
  EXPECT_EQ(result.edits().lock, made_up_origin().edits.lock);
  EXPECT_TRUE(result.edits().payload.empty());
  EXPECT_EQ(result.edits().cut, made_up_origin().edits.cut);
  ASSERT_EQ(result.models().size(), 2u);
  EXPECT_EQ(result.models()[0].file, "scenes/ärm.urdf");
  EXPECT_EQ(result.models()[1].text, "");
  ASSERT_EQ(result.events().size(), 1u);
  EXPECT_EQ(result.events()[0].t, 0.5);
  EXPECT_EQ(result.events()[0].name + "|" + result.events()[0].note, "let_go|of the pin");
}

TEST(ResultFile, KeepsRowsThatWereFilledBefore) {
  const TemporaryFolder folder;
  ArtificialRun run(10);
  const ResultArrays arrays(run.model, run.options.frames);
  ResultRecorder recorder(folder / "run.h5", run.model, run.options, {});
  std::vector<double> row(arrays.width());
  EXPECT_THROW(recorder.record_row(std::span(row).first(row.size() - 1)), std::invalid_argument);
  for (int i = 0; i <= 1000; ++i) {
    arrays.fill(run.sample(i), row);
    recorder.record_row(row);
  }
  recorder.finish({.left_out = {"contacts of 2 shapes"}});
  const ResultFile result(folder / "run.h5");
  expect_rows(result, run, 0, 1001);
  EXPECT_EQ(result.left_out(), std::vector<std::string>{"contacts of 2 shapes"});
  EXPECT_EQ(result.duration(), run.options.duration);
  EXPECT_EQ(result.record_interval(), run.options.record_interval);
}

TEST(ResultFile, NamesColumnsAndUnits) {
  const TemporaryFolder folder;
  ArtificialRun run(1);
  ResultRecorder recorder(folder / "run.h5", run.model, run.options, {});
  recorder.finish({});
  const ResultFile result(folder / "run.h5");
  const ResultArray& q = result.array("q");
  EXPECT_EQ(q.columns[2], "free z");
  EXPECT_EQ(q.columns[3], "free qw");
  EXPECT_EQ(q.columns[7], "rail, the \"long\" one");
  EXPECT_EQ(q.units, (std::vector<std::string>{"m", "m", "m", "1", "1", "1", "1", "m"}));
  EXPECT_EQ(result.array("actuation").units[0], "Nm");
  EXPECT_EQ(result.array("a").units[6], "m/s^2");
  EXPECT_EQ(result.array("loops/left.pin").label, "left/pin");
  EXPECT_EQ(result.array("frames/slider").columns.size(), 7u);
  for (const ResultArray& array : result.arrays()) EXPECT_FALSE(array.description.empty()) << array.path;
  EXPECT_TRUE(
      contains(complaint<std::exception>([&] { result.array("loop/pin"); }), "did you mean 'loops/pin'"));
  EXPECT_TRUE(contains(complaint<std::exception>([&] { result.column("q", "free"); }), "free x"));
  EXPECT_TRUE(contains(complaint<std::exception>([&] { result.read("q", 0, 1); }), "there are 0"));
}

TEST(ResultFile, CanBeReadDuringTheRun) {
  const TemporaryFolder folder;
  ArtificialRun run(10);
  ResultRecorder recorder(folder / "run.h5", run.model, run.options, made_up_origin());
  recorder.record(run.sample(0));
  EXPECT_EQ(folder.names(), std::set<std::string>{"run.partial.h5"});
  EXPECT_EQ(ResultFile(folder / "run.partial.h5").rows(), 1u);
  for (int i = 1; i < 300; ++i) recorder.record(run.sample(i));
  recorder.event({0.25, std::string(100, 'n'), std::string(127, 'm') + "ü"});
  recorder.flush();
  const ResultFile result(recorder.output().current());
  EXPECT_EQ(result.rows(), 300u);
  EXPECT_EQ(result.status(), "running");
  expect_rows(result, run, 0, 300);
  EXPECT_EQ(result.column("loops/pin", "nx")[299], 299);
  EXPECT_EQ(result.events().at(0).name, std::string(64, 'n'));
  EXPECT_EQ(result.events().at(0).note, std::string(127, 'm'));  // cut between characters
  EXPECT_THROW(result.report("steps"), std::runtime_error);
  // Rows that are not yet recorded are NaN.
  for (const double value : hdf5::File::open(folder / "run.partial.h5").read_rows("/q", 300, 701))
    ASSERT_TRUE(std::isnan(value));
}

TEST(ResultFile, TakesAtMostOneAndAHalfTimesTheDiskSpaceItNeeds) {
  const TemporaryFolder folder;
  ArtificialRun run(1e6);  // 46 GB
  ResultRecorder recorder(folder / "run.h5", run.model, run.options, made_up_origin());
  const double row = 8.0 * double(ResultArrays(run.model, run.options.frames).width());
  const auto size = [&] { return double(std::filesystem::file_size(folder / "run.partial.h5")); };
  for (const int rows : {0, 100, 20'000, 30'000}) {
    for (int i = int(ResultFile(folder / "run.partial.h5").rows()); i < rows; ++i)
      recorder.record(run.sample(i));
    recorder.flush();
    EXPECT_LT(size(), 4.5e6 + 1.5 * rows * row) << rows;
  }
  recorder.event({1, "late", "after it grew"});
  {
    const ResultFile live(folder / "run.partial.h5");
    EXPECT_EQ(live.rows(), 30'000u);
    expect_rows(live, run, 0, 30'000);
    EXPECT_EQ(live.events().at(0).note, "after it grew");
  }
  EXPECT_EQ(recorder.finish({.end = RunEnd::stopped_by_event, .why = "far"}), "");
  expect_rows(ResultFile(folder / "run.h5"), run, 0, 30'000);
  EXPECT_EQ(folder.names(), std::set<std::string>{"run.h5"});
}

TEST(ResultFile, ThatGrowsKeepsItsEvents) {
  const TemporaryFolder folder;
  ArtificialRun run(1e6);
  ResultRecorder recorder(folder / "run.h5", run.model, run.options, {});
  recorder.event({0.5, "early", "before it grew"});
  const auto size = std::filesystem::file_size(folder / "run.partial.h5");
  int rows = 0;
  while (std::filesystem::file_size(folder / "run.partial.h5") == size) recorder.record(run.sample(rows++));
  recorder.flush();
  const ResultFile live(folder / "run.partial.h5");
  EXPECT_EQ(live.events().at(0).note, "before it grew");
  EXPECT_EQ(live.rows(), std::size_t(rows));
  expect_rows(live, run, 0, rows);
}

TEST(ResultFile, OnAFullDiskKeepsTheRecordsWritten) {
  const TemporaryFolder folder;
  ArtificialRun run(1000);
  ResultRecorder recorder(folder / "run.h5", run.model, run.options, {});
  const FileSizeLimit limit(6'000'000);
  int rows = 0;
  const std::string message = complaint<OutputError>([&] {
    for (;; ++rows) recorder.record(run.sample(rows));
  });
  EXPECT_EQ(message, "cannot write " + (folder / "run.h5") + ": File too large (it needs 9 MB)");
  EXPECT_GT(rows, 1000);
  recorder.finish({.end = RunEnd::failed, .why = message});
  const ResultFile result(folder / "run.h5");
  EXPECT_EQ(result.status(), "failed: " + message);
  EXPECT_EQ(result.rows(), std::size_t(rows));
  expect_rows(result, run, 0, rows);
  EXPECT_EQ(folder.names(), std::set<std::string>{"run.h5"});
}

TEST(ResultFile, OfARunThatStoppedEarlyIsAsLongAsTheRun) {
  const TemporaryFolder folder;
  ArtificialRun run(100);
  ResultRecorder recorder(folder / "run.h5", run.model, run.options, {});
  for (int i = 0; i < 40; ++i) recorder.record(run.sample(i));
  recorder.finish({.end = RunEnd::stopped_by_event, .why = "far"});
  const ResultFile result(folder / "run.h5");
  EXPECT_EQ(result.status(), "stopped by event: far");
  EXPECT_EQ(hdf5::File::open(folder / "run.h5").dimensions("/v"), (std::vector<hdf5::Size>{40, 7}));
  expect_rows(result, run, 0, 40);
}

TEST(ResultFile, KeepsAllEventsOfARunThatEnded) {
  const TemporaryFolder folder;
  ArtificialRun run(1);
  ResultRecorder recorder(folder / "run.h5", run.model, run.options, {});
  for (int i = 0; i < 2500; ++i) recorder.event({i * 1e-3, std::string(80, 'e') + std::to_string(i), "ü"});
  EXPECT_EQ(ResultFile(folder / "run.partial.h5").events().size(), 1000u);
  recorder.finish({});
  const std::vector<EventRecord> events = ResultFile(folder / "run.h5").events();
  ASSERT_EQ(events.size(), 2500u);
  EXPECT_EQ(events[2499].name, std::string(80, 'e') + "2499");
  EXPECT_EQ(events[2499].note, "ü");
}

TEST(ResultFile, AcceptsNamesThatWouldBreakItsStructure) {
  for (const char* name : {"pin", "..", "/", "q", "ü/ä"}) {
    const TemporaryFolder folder;
    ArtificialRun run(1);
    Description twin = run.model.description();
    twin.loops[1].name = name;
    // Two loops of one name are refused by the model; a dot and a slash are not.
    if (std::string(name) == "pin") twin.loops[0].name = "left/x", twin.loops[1].name = "left.x";
    run.model = Model(twin);
    ResultRecorder recorder(folder / "run.h5", run.model, run.options, {});
    recorder.record(run.sample(0));
    recorder.finish({});
    EXPECT_EQ(ResultFile(folder / "run.h5").arrays().size(), 10u) << name;
  }
}

TEST(ResultFile, OfAModelWithThousandsOfJointsNamesThemAll) {
  const TemporaryFolder folder;
  Description chain{.name = "long"};
  for (int i = 0; i < 6000; ++i) {
    const std::string number = std::to_string(i);
    chain.bodies.push_back(
        {.name = "a link with a long name, of number " + number,
         .joint = {.name = "a joint with a long name, of number " + number, .kind = JointKind::revolute},
         .inertial = {.mass = 1, .inertia = {1, 0, 0, 1, 0, 1}}});
  }
  ResultRecorder recorder(folder / "run.h5", Model(chain), {.duration = 0.02}, {});
  recorder.finish({});
  EXPECT_EQ(ResultFile(folder / "run.h5").array("q").columns[5999],
            "a joint with a long name, of number 5999");
}

TEST(ResultFile, ThatCannotBeWrittenIsRefusedBeforeTheRunAndLeavesNothing) {
  const TemporaryFolder folder;
  ArtificialRun run(1);
  std::ofstream(folder / "file") << "precious";
  std::filesystem::create_directory(folder / "folder");
  const auto record_to = [&](const std::string& file) {
    return complaint<std::exception>([&] { ResultRecorder(file, run.model, run.options, {}); });
  };
  EXPECT_EQ(record_to(folder / "no/run.h5"),
            "cannot write " + (folder / "no/run.h5") + ": there is no folder " + (folder / "no"));
  EXPECT_EQ(record_to(folder / "folder"), "cannot write " + (folder / "folder") + ": it is a folder");
  EXPECT_EQ(record_to("").find("cannot write a file without a name"), 0u);
  EXPECT_NE(record_to(folder / "file/run.h5").find("Not a directory"), std::string::npos);
  EXPECT_EQ(record_to("/proc/run.h5").find("cannot write /proc/run.h5: "), 0u);
  EXPECT_EQ(record_to("/dev/null"), "cannot write /dev/null: it is not a regular file");
  EXPECT_EQ(folder.names(), (std::set<std::string>{"file", "folder"}));
  EXPECT_EQ(content_of(folder / "file"), "precious");
}

TEST(ResultFile, TooLargeForTheDiskIsRefusedBeforeTheRunAndTheOldOneStays) {
  const TemporaryFolder folder;
  ArtificialRun run(1000);
  std::ofstream(folder / "run.h5") << "precious";
  const FileSizeLimit limit(1'000'000);
  const std::string message = complaint<std::exception>(
      [&] { ResultRecorder(folder / "run.h5", run.model, run.options, made_up_origin()); });
  EXPECT_EQ(message, "cannot write " + (folder / "run.h5") + ": File too large (it needs 5 MB)");
  EXPECT_EQ(folder.names(), std::set<std::string>{"run.h5"});
  EXPECT_EQ(content_of(folder / "run.h5"), "precious");
}

// Writes a result with this number of records to `file`.
void make_result(const std::string& file, int records) {
  ArtificialRun run(1);
  ResultRecorder recorder(file, run.model, run.options, {});
  for (int i = 0; i < records; ++i) recorder.record(run.sample(i));
  recorder.finish({});
}

TEST(ResultFile, ThatWasThereBeforeStaysUntilARunHasFinished) {
  const std::tuple<RunEnd, const char*, std::size_t> cases[] = {
      {RunEnd::finished, "run.h5", 2},
      {RunEnd::stopped_by_event, "run.h5", 2},
      {RunEnd::interrupted, "run.interrupted.h5", 5},
      {RunEnd::failed, "run.failed.h5", 5}};
  for (const auto& [end, name, rows_then] : cases) {
    const TemporaryFolder folder;
    ArtificialRun run(1);
    make_result(folder / "run.h5", 5);
    { const ResultRecorder recorder(folder / "run.h5", run.model, run.options, {}); }
    EXPECT_EQ(folder.names(), std::set<std::string>{"run.h5"});
    for (int repetition = 0; repetition < 2; ++repetition) {  // the second one replaces the first
      ResultRecorder recorder(folder / "run.h5", run.model, run.options, {});
      for (int i = 0; i < 2; ++i) recorder.record(run.sample(i));
      if (repetition == 0) {
        EXPECT_EQ(ResultFile(folder / "run.h5").rows(), 5u);
      }
      recorder.finish({.end = end, .why = "why"});
      EXPECT_EQ(recorder.output().current(), folder / name);
      EXPECT_EQ(ResultFile(folder / "run.h5").rows(), rows_then) << name;
      EXPECT_EQ(ResultFile(folder / name).rows(), 2u) << name;
      EXPECT_EQ(folder.names(), (std::set<std::string>{"run.h5", name}));
    }
  }
}

TEST(ResultFile, OfAnUnfinishedRunGetsAnUnusedName) {
  const TemporaryFolder folder;
  ArtificialRun run(1);
  ResultRecorder recorder(folder / "run.h5", run.model, run.options, {});
  recorder.finish({.end = RunEnd::interrupted});
  EXPECT_TRUE(recorder.output().is_in_place());
  EXPECT_EQ(ResultFile(folder / "run.h5").status(), "interrupted");
}

TEST(ResultFile, OfAnAbandonedRunStaysNextToItsFinalName) {
  const TemporaryFolder folder;
  ArtificialRun run(1);
  make_result(folder / "run.h5", 5);
  { ResultRecorder(folder / "run.h5", run.model, run.options, {}).record(run.sample(0)); }
  EXPECT_EQ(ResultFile(folder / "run.h5").rows(), 5u);
  EXPECT_EQ(ResultFile(folder / "run.partial.h5").rows(), 1u);
  EXPECT_EQ(ResultFile(folder / "run.partial.h5").status(), "running");
}

TEST(ResultFile, IsNotDisturbedByAnotherRunWithTheSameName) {
  const TemporaryFolder folder;
  ArtificialRun run(1e6), other(1e6);
  ResultRecorder first(folder / "run.h5", run.model, run.options, {}),
      second(folder / "run.h5", other.model, other.options, {});
  for (int i = 0; i < 10'000; ++i) {  // both grow
    first.record(run.sample(i));
    second.record(other.sample(i + 1));
  }
  first.flush(), second.flush();
  EXPECT_EQ(folder.names(), (std::set<std::string>{"run.partial-2.h5", "run.partial.h5"}));
  EXPECT_EQ(ResultFile(folder / "run.partial.h5").column("energy", "kinetic")[9999], 9999);
  EXPECT_EQ(ResultFile(folder / "run.partial-2.h5").column("energy", "kinetic")[9999], 10'000);
  first.finish({});
  EXPECT_EQ(ResultFile(folder / "run.h5").column("energy", "kinetic")[9999], 9999);
  second.finish({});
  EXPECT_EQ(ResultFile(folder / "run.h5").column("energy", "kinetic")[9999], 10'000);
  EXPECT_EQ(folder.names(), std::set<std::string>{"run.h5"});
}

TEST(ResultFile, HasThePermissionsOfTheOneItReplacesFromTheBeginning) {
  using std::filesystem::perms;
  for (const perms wanted : {perms(0600), perms(0640), perms(0666)}) {
    const TemporaryFolder folder;
    ArtificialRun run(1);
    make_result(folder / "run.h5", 5);
    std::filesystem::permissions(folder / "run.h5", wanted);
    ResultRecorder recorder(folder / "run.h5", run.model, run.options, {});
    EXPECT_EQ(std::filesystem::status(folder / "run.partial.h5").permissions(), wanted);
    recorder.finish({});
    EXPECT_EQ(std::filesystem::status(folder / "run.h5").permissions(), wanted);
  }
}

TEST(ResultFile, ThroughALinkIsWrittenToItsTarget) {
  const TemporaryFolder folder;
  ArtificialRun run(1);
  std::filesystem::create_directory(folder / "far");
  std::ofstream(folder / "far/run.h5") << "";
  std::filesystem::create_symlink(folder / "far/run.h5", folder / "link.h5");
  ResultRecorder(folder / "link.h5", run.model, run.options, {}).finish({});
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.h5"));
  EXPECT_EQ(ResultFile(folder / "far/run.h5").status(), "finished");
}

TEST(ResultFile, ThroughADanglingLinkIsWrittenToItsTarget) {
  const TemporaryFolder folder;
  ArtificialRun run(1);
  std::filesystem::create_directory(folder / "far");
  std::filesystem::create_symlink("second.h5", folder / "link.h5");
  std::filesystem::create_symlink("far/run.h5", folder / "second.h5");
  ResultRecorder recorder(folder / "link.h5", run.model, run.options, {});
  EXPECT_EQ(recorder.output().current(), folder / "far/run.partial.h5");
  recorder.finish({});
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.h5"));
  EXPECT_EQ(ResultFile(folder / "far/run.h5").status(), "finished");
  EXPECT_EQ(folder.names(), (std::set<std::string>{"far", "link.h5", "second.h5"}));
}

TEST(ResultFile, ThroughCyclicLinksIsRefused) {
  const TemporaryFolder folder;
  ArtificialRun run(1);
  std::filesystem::create_symlink("b.h5", folder / "a.h5");
  std::filesystem::create_symlink("a.h5", folder / "b.h5");
  EXPECT_EQ(complaint<OutputError>([&] { ResultRecorder(folder / "a.h5", run.model, run.options, {}); }),
            "cannot write " + (folder / "a.h5") + ": Too many levels of symbolic links");
}

TEST(ResultFile, ThatCannotBePackedStaysComplete) {
  const TemporaryFolder folder;
  ArtificialRun run(100);
  ResultRecorder recorder(folder / "run.h5", run.model, run.options, made_up_origin());
  for (int i = 0; i < 5000; ++i) recorder.record(run.sample(i));
  recorder.flush();
  const FileSizeLimit limit(4'500'000);
  const std::string warning = recorder.finish({.end = RunEnd::interrupted, .why = "interrupted"});
  EXPECT_EQ(warning, "");
  EXPECT_EQ(ResultFile(folder / "run.h5").status(), "interrupted");

  ResultRecorder again(folder / "again.h5", run.model, {.duration = 10, .frames = {"slider"}}, {});
  for (int i = 0; i < 1000; ++i) again.record(run.sample(i));
  again.flush();
  const FileSizeLimit tighter(400'000);
  EXPECT_NE(again.finish({}).find("complete but not compressed"), std::string::npos);
  const ResultFile result(folder / "again.h5");
  EXPECT_EQ(result.status(), "finished");
  expect_rows(result, run, 0, 1000);
  EXPECT_EQ(folder.names(), (std::set<std::string>{"again.h5", "run.h5"}));
}

TEST(ResultFile, RefusesRecordsOfOtherSizes) {
  const TemporaryFolder folder;
  ArtificialRun run(0.02);
  ResultRecorder recorder(folder / "run.h5", run.model, run.options, {});
  sinew::Sample wrong = run.sample(0);
  wrong.q = wrong.q.first(7);
  EXPECT_THROW(recorder.record(wrong), std::invalid_argument);
  for (int i = 0; i < 3; ++i) recorder.record(run.sample(i));
  EXPECT_THROW(recorder.record(run.sample(3)), OutputError);
}

TEST(ResultFile, IsNotMistakenForAnother) {
  const TemporaryFolder folder;
  std::ofstream(folder / "text.h5") << "no HDF5";
  hdf5::File foreign = hdf5::File::create(folder / "foreign.h5");
  foreign.add_whole_number("/rows", 3);
  foreign.close();
  hdf5::File old = hdf5::File::create(folder / "old.h5");
  old.describe("/", "format", "sinew result 1");
  old.close();
  hdf5::File sealed = hdf5::File::create(folder / "sealed.h5");
  sealed.describe("/", "format", "sinew result 77");
  sealed.close();
  make_result(folder / "cut.h5", 5);
  std::filesystem::resize_file(folder / "cut.h5", std::filesystem::file_size(folder / "cut.h5") - 1);
  detail::add_seal(folder / "sealed.h5", {});
  const auto opening = [&](const std::string& file) {
    return complaint<std::exception>([&] { ResultFile{file}; });
  };
  EXPECT_NE(opening(folder / "none.h5").find("No such file"), std::string::npos)
      << opening(folder / "none.h5");
  EXPECT_EQ(opening(folder / "text.h5"), (folder / "text.h5") + " is not a simulation result");
  EXPECT_EQ(opening(folder / "foreign.h5"), (folder / "foreign.h5") + " is not a simulation result");
  EXPECT_EQ(opening(folder.path()), folder.path().string() + ": is not a regular file");
  EXPECT_TRUE(
      contains(opening(folder / "sealed.h5"), "its format is 'sinew result 77'; expected 'sinew result 2'"));
  EXPECT_TRUE(contains(opening(folder / "old.h5"), "was written by sinew 0.1"));
  EXPECT_TRUE(contains(opening(folder / "cut.h5"), "the checksum at its end is missing"));
  for (const char* name : {"none.h5", "text.h5", "foreign.h5"})
    EXPECT_FALSE(is_result(folder / name)) << name;
  for (const char* name : {"old.h5", "cut.h5"}) EXPECT_TRUE(is_result(folder / name)) << name;
}

TEST(ResultFile, CanBeReadByOtherTools) {
  if (std::system("/usr/bin/python3 -c 'import h5py' 2>/dev/null") != 0) GTEST_SKIP() << "no h5py here";
  const TemporaryFolder folder;
  ArtificialRun run(10);
  ResultRecorder recorder(folder / "live.h5", run.model, run.options, made_up_origin());
  ResultRecorder packed(folder / "packed.h5", run.model, run.options, made_up_origin());
  for (int i = 0; i < 500; ++i) recorder.record(run.sample(i)), packed.record(run.sample(i));
  for (ResultRecorder* each : {&recorder, &packed}) each->event({0.5, "let_gö", "note"}), each->flush();
  packed.finish({.steps = 77});
  std::ofstream(folder / "look.py") << R"(
import sys, h5py, numpy as np
for name in sys.argv[1:]:
    with h5py.File(name, "r") as f:
        n = int(f["rows"][()])
        assert n == 500, n
        assert f["status"].asstr()[()] == ("running" if "live" in name else "finished")
        assert f.attrs["format"].decode() == "sinew result 2"
        q = f["q"][:n]
        assert q.shape == (n, 8) and np.all(q[:, 0] == 1 + np.arange(n) * 1e-3)
        assert np.all(np.isnan(f["q"][n:]))
        assert [c.decode() for c in f["q"].attrs["columns"]][3] == "free qw", f["q"].attrs["columns"]
        assert f["v"].attrs["units"][0].decode() == "rad/s"
        assert np.all(f["frames/slider"][:n, 1] == 2 * np.arange(n))
        assert f["events/name"].asstr()[0] == "let_gö"
        assert f["scene/text"].asstr()[()] == "model: ärm.urdf\n"
        assert ("steps" in f.attrs) == ("packed" in name)
)";
  const std::string command = "/usr/bin/python3 " + (folder / "look.py") + " " +
                              (folder / "live.partial.h5") + " " + (folder / "packed.h5");
  EXPECT_EQ(std::system(command.c_str()), 0);
}

TEST(ResultCsv, HasALineOfNamesAndOneForEachRecord) {
  const TemporaryFolder folder;
  ArtificialRun run(10);
  CsvRecorder recorder(folder / "run.csv", run.model, run.options);
  for (int i = 0; i <= 1000; ++i) recorder.record(run.sample(i));
  recorder.finish();
  std::ifstream file(folder / "run.csv");
  std::string line;
  std::getline(file, line);
  EXPECT_EQ(line.find("time,q:free x,q:free y,q:free z,q:free qw"), 0u) << line;
  EXPECT_NE(line.find(",\"q:rail, the \"\"long\"\" one\",v:free wx"), std::string::npos) << line;
  EXPECT_NE(line.find(",energy:error,constraints:position_error,"), std::string::npos) << line;
  EXPECT_NE(line.find(",left/pin:fz,slider:x,"), std::string::npos) << line;
  const ResultArrays arrays(run.model, run.options.frames);
  std::vector<double> row(arrays.width());
  int count = 0;
  for (; std::getline(file, line); ++count) {
    arrays.fill(run.sample(count), row);
    std::istringstream cells(line);
    std::vector<double> read;
    for (std::string cell; std::getline(cells, cell, ',');) read.push_back(std::stod(cell));
    ASSERT_EQ(read, row);
  }
  EXPECT_EQ(count, 1001);
}

TEST(ResultCsv, ThatCannotBeWrittenIsAnError) {
  const TemporaryFolder folder;
  ArtificialRun run(1);
  const auto record_to = [&](const std::string& file) {
    return complaint<std::exception>([&] { CsvRecorder(file, run.model, run.options); });
  };
  EXPECT_EQ(record_to("/dev/full"), "cannot write /dev/full: No space left on device");
  EXPECT_NE(record_to(folder / "no/run.csv").find("there is no folder"), std::string::npos);
  EXPECT_NE(record_to(folder.path().string()).find("it is a folder"), std::string::npos);
}

TEST(ResultCsv, ThatWasThereBeforeStaysUntilARunHasFinished) {
  const TemporaryFolder folder;
  ArtificialRun run(1);
  write(folder / "run.csv", "precious");
  { const CsvRecorder unused(folder / "run.csv", run.model, run.options); }
  EXPECT_EQ(folder.names(), std::set<std::string>{"run.csv"});
  CsvRecorder interrupted(folder / "run.csv", run.model, run.options);
  interrupted.record(run.sample(0));
  EXPECT_EQ(folder.names(), (std::set<std::string>{"run.csv", "run.partial.csv"}));
  interrupted.finish(RunEnd::interrupted);
  EXPECT_EQ(content_of(folder / "run.csv"), "precious");
  EXPECT_EQ(interrupted.output().current(), folder / "run.interrupted.csv");
  CsvRecorder finished(folder / "run.csv", run.model, run.options);
  finished.finish();
  EXPECT_TRUE(starts_with(content_of(folder / "run.csv"), "time,"));
  EXPECT_EQ(folder.names(), (std::set<std::string>{"run.csv", "run.interrupted.csv"}));
}

}  // namespace sinew::test::result_file_test
