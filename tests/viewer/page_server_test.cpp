// The addresses of a page: their contents, and that there are no others.
#include "apps/viewer/server/page_server.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "sinew/io/results/result_file.hpp"
#include "sinew/io/results/result_recorder.hpp"
#include "sinew/io/scene.hpp"
#include "sinew/simulate/make_simulation.hpp"
#include "tests/support/http_client.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/viewer/serving.hpp"

namespace sinew::viewer::page_server_test {

using sinew::test::fetch;
using sinew::test::HttpReply;

constexpr const char* pendulum = R"(<robot name="pendulum">
  <link name="ground"/>
  <link name="arm">
    <inertial><origin xyz="0 0 -1"/><mass value="1"/>
      <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><geometry><mesh filename="arm.stl"/></geometry></visual>
  </link>
  <joint name="hinge" type="continuous">
    <parent link="ground"/><child link="arm"/><axis xyz="0 1 0"/>
  </joint>
</robot>)";

constexpr const char* swinging = R"(
model: pendulum.urdf
q: [0.5]
simulation: {duration: 1, integrator: {kind: rk4, step: 0.01}, record: {interval: 0.01}}
)";

constexpr const char* triangle =
    "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
    "endsolid a\n";

// A result and the page that shows it, served.
struct Stage {
  sinew::test::TemporaryFolder folder{};
  std::string result = folder / "run.h5";
  Bundle bundle{.html = "<!doctype html>\n", .script = "export {};\n", .style = "a{}\n"};
  std::optional<Page> page{};
  std::optional<Serving> serving{};

  Stage() {
    std::ofstream(folder / "pendulum.urdf") << pendulum;
    std::ofstream(folder / "arm.stl") << triangle;
    const std::string file = folder / "scene.yaml";
    std::ofstream(file) << swinging;
    const Scene scene = load_scene(file);
    Simulation simulation = make_simulation(simulated(scene), scene.simulation);
    ResultRecorder recorder(result, simulation.mechanism().model(), scene.simulation.options,
                            origin_of(file, scene));
    Recorder* const recorders[] = {&recorder};
    recorder.finish(simulation.run(recorders));
    const std::filesystem::path files[] = {result};
    page.emplace(files);
    serving.emplace(page_handler(*page, bundle));
  }
  HttpReply get(const std::string& target) const { return fetch(serving->port(), target); }
  std::vector<double> numbers(const std::string& target) const {
    const HttpReply reply = get(target);
    EXPECT_EQ(reply.status, 200) << target << ": " << reply.body;
    EXPECT_EQ(reply.fields.at("Content-Type"), "application/octet-stream");
    std::vector<double> values(reply.body.size() / sizeof(double));
    std::memcpy(values.data(), reply.body.data(), values.size() * sizeof(double));
    return values;
  }
};

TEST(PageServer, ServesTheBundleAndTheDocument) {
  const Stage stage;
  const std::tuple<const char*, std::string, const char*> files[] = {
      {"/", std::string(stage.bundle.html), "text/html; charset=utf-8"},
      {"/?view=robot", std::string(stage.bundle.html), "text/html; charset=utf-8"},
      {"/page.js", std::string(stage.bundle.script), "text/javascript; charset=utf-8"},
      {"/page.css", std::string(stage.bundle.style), "text/css; charset=utf-8"},
      {"/document.json", stage.page->document(), "application/json"}};
  for (const auto& [target, content, type] : files) {
    const HttpReply reply = stage.get(target);
    EXPECT_EQ(reply.status, 200) << target;
    EXPECT_EQ(reply.body, content) << target;
    EXPECT_EQ(reply.fields.at("Content-Type"), type);
  }
  EXPECT_TRUE(nlohmann::json::accept(stage.get("/document.json").body));
}

TEST(PageServer, ServesTheNumbersOfTheResultBitByBit) {
  const Stage stage;
  const ResultFile result(stage.result);
  EXPECT_EQ(stage.numbers("/rows?track=0&array=q&first=0&count=101"), result.read("q", 0, 101));
  EXPECT_EQ(stage.numbers("/rows?track=0&array=v&first=40&count=3"), result.read("v", 40, 3));
  const std::vector<double> all = result.read("q", 0, 101);
  EXPECT_EQ(stage.numbers("/rows?track=0&array=q&first=10&count=3&stride=20"),
            (std::vector<double>{all[10], all[30], all[50]}));
  EXPECT_EQ(stage.numbers("/overview?track=0&array=q&column=0&buckets=4"),
            stage.page->overview(0, "q", 0, 4));
}

TEST(PageServer, ServesMeshesByNumber) {
  const Stage stage;
  const HttpReply reply = stage.get("/mesh?index=0");
  EXPECT_EQ(reply.body, triangle);
  EXPECT_EQ(reply.fields.at("Content-Type"), "application/octet-stream");
  EXPECT_EQ(stage.get("/mesh?index=1").status, 400);
}

TEST(PageServer, RefusesInexactRequests) {
  const Stage stage;
  for (const char* target : {"/rows",
                             "/rows?track=0&array=q&first=0",
                             "/rows?track=0&array=q&first=0&count=",
                             "/rows?array=q&first=0&count=1",
                             "/rows?track=0&array=q&first=-1&count=1",
                             "/rows?track=0&array=q&first=+1&count=1",
                             "/rows?track=0&array=q&first=0x1&count=1",
                             "/rows?track=0&array=q&first=1e1&count=1",
                             "/rows?track=0&array=q&first=0&count=1000000000000000",
                             "/rows?track=0&array=q&first=0&count=99999999999999999999",
                             "/rows?track=0&array=q&first=0&count=102",
                             "/rows?track=0&array=q&first=102&count=1",
                             "/rows?track=0&array=q&first=0&count=1&stride=0",
                             "/rows?track=1&array=q&first=0&count=1",
                             "/rows?track=0&array=nothing&first=0&count=1",
                             "/rows?track=0&array=../q&first=0&count=1",
                             "/rows?track=0&track=0&array=q&first=0&count=1",
                             "/rows?track=0&array=q&first=0&count=1&more=1",
                             "/overview?track=0&array=q&column=1&buckets=4",

                             "/overview?track=0&array=q&column=0&buckets=999999999",
                             "/mesh",
                             "/mesh?index=",
                             "/mesh?index=0&index=0",
                             "/mesh?index=999999999999999",
                             "/mesh?file=arm.stl"}) {
    const HttpReply reply = stage.get(target);
    EXPECT_EQ(reply.status, 400) << target;
    EXPECT_EQ(std::count(reply.body.begin(), reply.body.end(), '\n'), 1) << reply.body;
    EXPECT_GT(reply.body.size(), 5u) << target;
  }
}

TEST(PageServer, HasNothingElse) {
  const Stage stage;
  for (const char* target : {"/index.html", "/page.js/", "//page.js", "/PAGE.JS", "/arm.stl", "/run.h5",
                             "/scene.yaml", "/favicon.ico", "/etc/passwd", "/%2fetc%2fpasswd", "//etc/passwd",
                             "/mesh/0", "/.git/config", "/page.js%20"}) {
    const HttpReply reply = stage.get(target);
    EXPECT_EQ(reply.status, 404) << target;
    EXPECT_EQ(reply.body, "there is nothing at this address\n");
  }
}

}  // namespace sinew::viewer::page_server_test
