// Reading a damaged result either throws or returns the original data, and never crashes. SINEW_FULL=1 tries 5,000
// damages of each kind and every fifth byte.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "sinew/io/results/result_file.hpp"
#include "sinew/io/results/result_recorder.hpp"
#include "tests/support/artificial_run.hpp"
#include "tests/support/files.hpp"
#include "tests/support/in_child.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test::result_damage_test {

bool is_full_test() {
  return std::getenv("SINEW_FULL") != nullptr;
}

// All readable contents as one text.
std::string all_of(const std::string& file) {
  const ResultFile result(file);
  std::string text = result.status() + result.scene() + result.integrator() + result.scene_file().text;
  for (const ResultOrigin::TextFile& model : result.models()) text += model.file + model.text;
  for (const std::string& warning : result.warnings()) text += warning;
  for (const auto& [name, value] : result.report()) text += name + std::to_string(value);
  for (const EventRecord& event : result.events()) text += event.name + event.note + std::to_string(event.t);
  for (const ResultArray& array : result.arrays()) {
    text += array.path + array.label + array.description;
    for (const auto* list : {&array.columns, &array.units}) {
      for (const std::string& word : *list) text += word;
    }
    const std::vector<double> values = result.read(array.path, 0, result.rows());
    text.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
  }
  return text + name_of(result.base());
}

// A result to damage: of a finished run, and of a run in progress.
struct Results {
  TemporaryFolder folder;
  std::string packed, live;

  Results() {
    ArtificialRun run(0.3);
    const ResultOrigin origin{.scene = "invented",
                              .scene_file = {"invented.yaml", std::string(300, 's')},
                              .models = {{"arm.urdf", std::string(500, 'm')}}};
    ResultRecorder recorder(folder / "run.h5", run.model, run.options, origin);
    for (int i = 0; i <= 30; ++i) recorder.record(run.sample(i));
    recorder.event({0.1, "let_go", "of the pin"});
    recorder.flush();
    live = content_of(folder / "run.partial.h5");
    recorder.finish({.t = 0.3, .steps = 30, .warnings = {"beware"}});
    packed = content_of(folder / "run.h5");
  }
};

// Bit flips, sequences of bytes that are zero, 0xff or random, moved blocks, truncated ends.
std::string damaged(std::string bytes, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return random() % n; };
  const std::string before = bytes;
  while (bytes == before) {
    const std::size_t at = below(bytes.size()), run = std::min<std::size_t>(1 + below(64), bytes.size() - at);
    switch (below(6)) {
      case 0:
        bytes[at] = char(bytes[at] ^ (1 << below(8)));
        break;
      case 1:
        bytes[at] = char(random());
        break;
      case 2:
        for (std::size_t i = at; i < at + run; ++i) bytes[i] = char(random());
        break;
      case 3:
        std::fill_n(&bytes[at], run, below(2) == 0 ? '\0' : '\xff');
        break;
      case 4:
        bytes.replace(at, run, bytes, below(bytes.size() - run), run);
        break;
      default:
        bytes.resize(at);
    }
  }
  return bytes;
}

bool is_refused(const std::string& file) {
  try {
    all_of(file);
    return false;
  } catch (const std::runtime_error&) {
    return true;
  } catch (const std::invalid_argument&) {
    return true;
  }
}

constexpr int not_noticed = 7;  // exit code of a child

TEST(ResultDamage, OfAFinishedRunIsAlwaysDetected) {
  const Results results;
  const std::string file = results.folder / "bad.h5";
  ASSERT_FALSE(is_refused(results.folder / "run.h5"));
  const std::string problem = run_in_children(0, is_full_test() ? 5000 : 300, [&](int seed) {
    std::mt19937 random(unsigned(seed) + 1);
    write(file, damaged(results.packed, random));
    if (!is_refused(file)) _exit(not_noticed);  // all bytes are covered by checksums
  });
  EXPECT_EQ(problem, "");
}

TEST(ResultDamage, OfASingleByteIsAlwaysDetected) {
  const Results results;
  const std::string file = results.folder / "bad.h5";
  const int every = is_full_test() ? 5 : 127, count = int(results.packed.size()) / every;
  const std::string problem = run_in_children(0, count, [&](int i) {
    std::string bytes = results.packed;
    bytes[std::size_t(i * every)] = char(bytes[std::size_t(i * every)] ^ 0x40);
    write(file, bytes);
    if (!is_refused(file)) _exit(not_noticed);
  });
  EXPECT_EQ(problem, "");
}

TEST(ResultDamage, OfARunInProgressNeverCrashes) {
  const Results results;
  const std::string file = results.folder / "bad.h5";
  const std::string problem = run_in_children(0, is_full_test() ? 5000 : 300, [&](int seed) {
    std::mt19937 random(unsigned(seed) + 1);
    write(file, damaged(results.live, random));
    is_refused(file);  // either answer is right: its numbers have no checksums yet
  });
  EXPECT_EQ(problem, "");
}

TEST(ResultDamage, OfTheCountsOfARunInProgressIsRefused) {
  const Results results;
  const std::string file = results.folder / "bad.h5";
  // The rows and the events are counted in eight bytes each, which the checksum of the header does not cover.
  const hdf5::File good = [&] {
    write(results.folder / "live.h5", results.live);
    return hdf5::File::open(results.folder / "live.h5");
  }();
  for (const char* count : {"/rows", "/events/count"}) {
    std::string bytes = results.live;
    bytes[std::size_t(good.offset_of(count)) + 6] = '\x7f';
    write(file, bytes);
    EXPECT_TRUE(contains(complaint<std::exception>([&] { all_of(file); }), "rows")) << count;
  }
}

TEST(ResultDamage, OfNumbersIsReportedWithTheirName) {
  const Results results;
  const std::string file = results.folder / "bad.h5";
  std::string bytes = results.packed;
  const std::vector<detail::Stretch> places = hdf5::File::open(results.folder / "run.h5").stretches_of("/q");
  ASSERT_EQ(places.size(), 1u);
  bytes[std::size_t(places[0].offset + places[0].bytes / 2)] ^= 1;
  write(file, bytes);
  const ResultFile result(file);
  EXPECT_EQ(result.read("v", 0, 31).size(), 31u * 7u);
  const std::string message = complaint<std::runtime_error>([&] { result.read("q", 0, 1); });
  EXPECT_TRUE(starts_with(message, file + ": /q: ")) << message;
  EXPECT_TRUE(contains(message, "Fletcher32"));
}

TEST(ResultDamage, OfVariableLengthTextsCannotOccur) {
  const Results results;
  EXPECT_EQ(results.packed.find("GCOL"), std::string::npos);  // the heap in which the library keeps them
  EXPECT_EQ(results.live.find("GCOL"), std::string::npos);
}

}  // namespace sinew::test::result_damage_test
