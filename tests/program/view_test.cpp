// `sinew view` and `sinew simulate --html`: served and written pages, refusals, and the end by Ctrl-C.
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "sinew/io/results/result_file.hpp"
#include "tests/support/files.hpp"
#include "tests/support/http_client.hpp"
#include "tests/support/run_program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test::view_test {

using namespace std::chrono_literals;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

const std::string arm7 = model_path("arm7.urdf");
constexpr const char* without_page = "sinew: this sinew was built without the page (SINEW_VIEWER=OFF)\n";

template <class Condition>
bool becomes_true(const Condition& condition) {
  for (int i = 0; i < 20'000 && !condition(); ++i) std::this_thread::sleep_for(1ms);
  return condition();
}

class View : public testing::Test {
 protected:
  void SetUp() override {
    const Outcome outcome = run_program({"view", "no_such_file.urdf"});
    if (outcome.notes == without_page) GTEST_SKIP() << "built without the page";
    unsetenv("DISPLAY");
    unsetenv("WAYLAND_DISPLAY");
  }
  std::string result(double duration = 0.05) const {
    const std::string file = folder_ / "run.h5";
    const Outcome outcome =
        run_program({"simulate", arm7, "--quiet", "--duration", std::to_string(duration), "-o", file});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.notes;
    return file;
  }
  TemporaryFolder folder_;
};

// A running `sinew view`.
class Served {
 public:
  explicit Served(std::vector<std::string> words) : program_(with_view(std::move(words))) {
    EXPECT_TRUE(becomes_true([&] { return program_.output().ends_with('\n'); }));
    const std::string line = program_.output(), begin = "http://127.0.0.1:", end = "  (Ctrl-C stops)\n";
    EXPECT_TRUE(line.starts_with(begin) && line.ends_with(end)) << line;
    port = std::atoi(line.c_str() + begin.size());
    address = line.substr(0, line.size() - end.size());
    query = address.substr(address.find_last_of('/') + 1);
  }
  // With the token, if there is one.
  HttpReply get(const std::string& target) const {
    const bool is_first = target.find('?') == std::string::npos;
    return fetch(port, is_first || query.empty() ? target + query : target + "&" + query.substr(1));
  }
  HttpReply get_without_token(const std::string& target) const { return fetch(port, target); }
  Outcome stop(int signal) {
    const auto begin = Clock::now();
    program_.send(signal);
    const Outcome outcome = program_.wait();
    EXPECT_LT(Clock::now() - begin, 1s);
    return outcome;
  }
  int port = 0;
  std::string address, query;

 private:
  static std::vector<std::string> with_view(std::vector<std::string> words) {
    words.insert(words.begin(), "view");
    return words;
  }
  RunningProgram program_;
};

TEST_F(View, ServesAPageAndStopsOnCtrlC) {
  for (const int signal : {SIGINT, SIGTERM}) {
    Served served({arm7});
    const HttpReply page = served.get("/");
    EXPECT_EQ(page.status, 200);
    EXPECT_TRUE(contains(page.body, "/page.js"));
    EXPECT_GT(served.get("/page.js").body.size(), 100'000u);
    EXPECT_EQ(served.get("/page.css").fields.at("Content-Type"), "text/css; charset=utf-8");
    EXPECT_TRUE(nlohmann::json::parse(served.get("/document.json").body).is_object());
    HttpClient left_open(served.port);
    EXPECT_EQ(left_open.get("/page.css").status, 200);
    for (const char* const target : {"/", "/document.json"})
      EXPECT_EQ(served.get_without_token(target).status, 403) << target;
    const Outcome outcome = served.stop(signal);
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.notes, "");
  }
}

TEST_F(View, ServesTheNumbersOfAResult) {
  const std::string file = result();
  Served served({file, "--no-open"});
  const std::vector<double> expected = ResultFile(file).read("q", 1, 2);
  const std::string bytes = served.get("/rows?track=0&array=q&first=1&count=2").body;
  ASSERT_EQ(bytes.size(), expected.size() * sizeof(double));
  EXPECT_EQ(bytes, std::string(reinterpret_cast<const char*>(expected.data()), bytes.size()));
  EXPECT_EQ(served.get("/run.h5").status, 404);
  EXPECT_EQ(served.stop(SIGINT).exit_code, 0);
}

TEST_F(View, HasANewTokenEachTimeAndNoneIfDisabled) {
  Served first({arm7}), second({arm7}), open({arm7, "--no-token"});
  EXPECT_TRUE(starts_with(first.query, "?token="));
  EXPECT_EQ(first.query.size(), 7u + 48u);
  EXPECT_NE(first.query, second.query);
  EXPECT_EQ(fetch(first.port, "/document.json" + second.query).status, 403);
  EXPECT_EQ(open.query, "");
  EXPECT_EQ(open.get_without_token("/document.json").status, 200);
}

TEST_F(View, TwoAtOnceHaveDifferentPortsAndAPortInUseIsRefused) {
  Served first({arm7}), second({arm7});
  EXPECT_NE(first.port, second.port);
  const std::string port = std::to_string(first.port);
  const Outcome third = run_program({"view", arm7, "--port", port});
  EXPECT_EQ(third.exit_code, 3);
  EXPECT_EQ(third.output, "");
  EXPECT_EQ(third.notes, "sinew: port " + port + " is taken by another program\n");
  first.stop(SIGINT);
  Served fourth({arm7, "--port", port});
  EXPECT_EQ(fourth.port, first.port);
}

TEST_F(View, OpensTheBrowserIfThereIsADesktop) {
  const std::string seen = folder_ / "seen", words = folder_ / "words", opener = folder_ / "xdg-open";
  setenv("XDG_RUNTIME_DIR", folder_.path().c_str(), 1);
  std::ofstream(opener) << "#!/bin/sh\necho \"$@\" > '" << words << "'\nls -ld \"$@\" $(dirname \"$@\") >> '"
                        << words << "'\ncat \"$@\" > '" << seen << "'\necho noise\necho noise >&2\n";
  fs::permissions(opener, fs::perms::owner_all);
  const std::string path = std::getenv("PATH");
  setenv("PATH", (folder_.path().string() + ":" + path).c_str(), 1);
  setenv("DISPLAY", ":77", 1);
  {
    Served served({arm7});
    EXPECT_TRUE(becomes_true([&] { return content_of(seen).ends_with("</a>\n"); }));
    EXPECT_TRUE(contains(content_of(seen), "content=\"0; url=" + served.address + "\""));
    // All users can read the arguments of a program: they name a file that only this user can read.
    const std::string named = content_of(words);
    EXPECT_TRUE(starts_with(named, folder_.path().string() + "/sinew-view-"));
    EXPECT_TRUE(contains(named, "\ndrwx------"));
    EXPECT_EQ(named.find("token"), std::string::npos);
    const Outcome outcome = served.stop(SIGINT);
    EXPECT_EQ(outcome.notes, "");
    EXPECT_FALSE(outcome.output.find("noise") != std::string::npos);
    EXPECT_EQ(folder_.names(), (std::set<std::string>{"seen", "words", "xdg-open"}));
  }
  fs::remove(seen);
  {
    Served served({arm7, "--no-open"});
    served.get("/");
    std::this_thread::sleep_for(50ms);
    EXPECT_FALSE(fs::exists(seen));
  }
  setenv("PATH", "/nowhere", 1);
  EXPECT_EQ(Served({arm7}).stop(SIGINT).notes, "");
  setenv("PATH", path.c_str(), 1);
  unsetenv("DISPLAY");
  unsetenv("XDG_RUNTIME_DIR");
}

TEST_F(View, WritesThePageAsOneFile) {
  const std::string file = result(), page = folder_ / "page.html";
  const Outcome outcome = run_program({"view", file, "--export", page});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.notes;
  EXPECT_TRUE(starts_with(outcome.output, page + ", "));
  EXPECT_TRUE(outcome.output.ends_with(" MB\n")) << outcome.output;
  const std::string html = content_of(page);
  EXPECT_TRUE(starts_with(html, "<!doctype html>"));
  EXPECT_EQ(html.find("src=\"/"), std::string::npos);
  EXPECT_EQ(folder_.names(), (std::set<std::string>{"page.html", "run.h5"}));
}

TEST_F(View, RefusesInvalidArguments) {
  const std::string file = result(), scene = model_path("four_bar.yaml"), page = folder_ / "page.html",
                    foreign = folder_ / "foreign.html";
  std::ofstream(foreign) << "<!doctype html><title>My own</title>";
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {{"no_such.urdf"}, "no_such.urdf"},
      {{"no_such.h5"}, "no_such.h5"},
      {{arm7, "--port", "65536"}, "--port: 65536 was given; expected 1 to 65535, or 0 for a free one"},
      {{arm7, "--port", "-1"}, "--port"},
      {{arm7, "--port", "http"}, "--port"},
      {{arm7, "--base", "flying"}, "unknown base 'flying'"},
      {{scene, "--base", "fixed"}, "expected a model file"},
      {{file, "--base", "fixed"}, "expected a model file"},
      {{file, "--lock", "joint1"}, "--lock, --payload and --cut: expected a model file"},
      {{arm7, "--lock", "joint9"}, "lock: unknown joint 'joint9'"},
      {{arm7, arm7}, "sinew: "},
      {{file, file, file}, "sinew: "},
      {{file, "--export", file}, "is an input file"},
      {{file, "--export", foreign}, "foreign.html exists and is not a page written by sinew"},
      {{file, "--export", folder_ / "page.h5"}, "expected a name that ends in .html"},
      {{}, "FILE"}};
  for (auto [words, part] : cases) {
    words.insert(words.begin(), "view");
    const Outcome outcome = run_program(words);
    EXPECT_EQ(outcome.exit_code, 2) << part;
    EXPECT_EQ(outcome.output, "");
    EXPECT_TRUE(contains(outcome.notes, part));
    EXPECT_EQ(std::count(outcome.notes.begin(), outcome.notes.end(), '\n'), 1) << outcome.notes;
  }
  EXPECT_FALSE(fs::exists(page));
  EXPECT_EQ(content_of(foreign), "<!doctype html><title>My own</title>");
  EXPECT_EQ(run_program({"view", file, "--export", folder_ / "no/page.html"}).exit_code, 3);
  EXPECT_EQ(run_program({"view", arm7}, Stdout::full_disk).exit_code, 3);
}

TEST_F(View, OfAModelWithErrorsListsThem) {
  const TemporaryFile broken("<robot name=\"r\"><link name=\"a\"/><link name=\"a\"/></robot>", ".urdf");
  const Outcome outcome = run_program({"view", broken.path()});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.notes, ": error: "));
}

TEST_F(View, IsAlsoWrittenAfterASimulation) {
  const std::string run = folder_ / "run.h5", page = folder_ / "run.html";
  const std::vector<std::string> words = {"simulate", arm7, "--duration", "0.05", "-o", run, "--html", page};
  const Outcome outcome = run_program(words);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.notes;
  EXPECT_TRUE(contains(outcome.output, "  page            " + page + ", "));
  EXPECT_TRUE(starts_with(content_of(page), "<!doctype html>"));
  fs::remove(page);
  std::vector<std::string> as_json = words;
  as_json.push_back("--json");
  EXPECT_EQ(nlohmann::json::parse(run_program(as_json).output).at("html"), page);
  EXPECT_TRUE(fs::exists(page));
}

TEST_F(View, IsAlsoWrittenAfterAnInterruptedSimulation) {
  const std::string run = folder_ / "run.h5", page = folder_ / "run.html";
  RunningProgram program({"simulate", arm7, "--duration", "600", "--integrator", "rk4", "--step", "0.0001",
                          "-o", run, "--html", page});
  ASSERT_TRUE(becomes_true([&] { return fs::exists(folder_ / "run.partial.h5"); }));
  std::this_thread::sleep_for(100ms);
  program.send(SIGINT);
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.exit_code, 130) << outcome.notes;
  EXPECT_TRUE(contains(outcome.output, page));
  EXPECT_TRUE(starts_with(content_of(page), "<!doctype html>"));
}

TEST_F(View, ThatCannotBeWrittenIsRefusedBeforeTheRun) {
  const std::string run = folder_ / "run.h5", table = folder_ / "table.html";
  const std::tuple<std::string, int, const char*> cases[] = {
      {run, 2, "is already used for -o"},
      {arm7, 2, "is an input file"},
      {table, 2, "is already used for --csv"},
      {folder_ / "page.csv", 2, "expected a name that ends in .html"},
      {folder_ / "no/page.html", 3, "there is no folder"}};
  for (const auto& [page, code, part] : cases) {
    const Outcome outcome =
        run_program({"simulate", arm7, "--duration=0.05", "-o", run, "--csv", table, "--html", page});
    EXPECT_EQ(outcome.exit_code, code) << outcome.notes;
    EXPECT_TRUE(contains(outcome.notes, part));
    EXPECT_EQ(folder_.names(), std::set<std::string>{});
  }
}

TEST(ViewWithoutPage, IsRefusedInOneLine) {
  const Outcome first = run_program({"view", "no_such_file.urdf"});
  if (first.notes != without_page) GTEST_SKIP() << "built with the page";
  const TemporaryFolder folder;
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"view", arm7},
        {"view", arm7, "--export", folder / "page.html"},
        {"simulate", arm7, "-o", folder / "run.h5", "--html", folder / "page.html"}}) {
    const Outcome outcome = run_program(words);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_EQ(outcome.output, "");
    EXPECT_EQ(outcome.notes, without_page);
  }
  EXPECT_EQ(folder.names(), std::set<std::string>{});
}

}  // namespace sinew::test::view_test
