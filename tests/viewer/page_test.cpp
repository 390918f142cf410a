// Pages of results: robots from the texts stored in results, numbers as in the file.
#include <gtest/gtest.h>

#include <cmath>

#include "sinew/chains/loops/consistent_state.hpp"
#include "sinew/io/results/result_file.hpp"
#include "tests/support/artificial_run.hpp"
#include "tests/support/files.hpp"
#include "tests/support/messages.hpp"
#include "tests/viewer/made_results.hpp"

namespace sinew::test::page_test {

namespace fs = std::filesystem;

// A folder with a scene of one hinge and its result.
struct Stage {
  TemporaryFolder folder;
  std::string scene = folder / "scene.yaml", robot = folder / "hinge.urdf", result = folder / "run.h5";

  Stage() {
    write(robot, hinge_urdf());
    write(scene, "model: hinge.urdf\nq: [0.5]\nsimulation: {record: {interval: 0.01}}\n");
    simulate(scene, result, 1);
  }
};

TEST(Page, ShowsAMechanismThatStartsOpenAssembled) {
  const TemporaryFolder folder;
  const std::string robot = folder / "four_bar.urdf", scene = folder / "open.yaml";
  fs::copy_file(model_path("four_bar.urdf"), robot);
  write(scene, "model: four_bar.urdf\nq: {crank_joint: 0.5}\n");
  const Model model = load(robot);
  const std::vector<double> v(std::size_t(model.velocity_size()));
  ASSERT_FALSE(constraint_errors(model, std::vector<double>{0.5, 0, 0}, v).fit());
  const viewer::Page page = page_of({scene});
  const Json document = Json::parse(page.document());
  const std::vector<double> q = document.at("tracks").at(0).at("start").at("q");
  EXPECT_TRUE(constraint_errors(model, q, v).fit());
  const std::vector<std::string> warnings = document.at("warnings");
  EXPECT_EQ(warnings.back(), "the initial position violates the loops; the page shows the robot assembled");
}

TEST(Page, OfAResultHasItsArraysEventsAndReport) {
  const TemporaryFolder folder;
  const std::string scene = folder / "release.yaml";
  std::string text = content_of(model_path("three_arm_release.yaml"));
  fs::copy_file(model_path("arm6.urdf"), folder / "arm6.urdf");
  text.replace(text.find("at: 5"), 5, "at: 0.05");
  write(scene, text);
  simulate(scene, folder / "run.h5", 0.1);
  const viewer::Page page = page_of({folder / "run.h5"});
  const Json document = Json::parse(page.document()), &result = document.at("tracks").at(0).at("result");
  const ResultFile file(folder / "run.h5");
  EXPECT_EQ(document.at("title"), "release");
  EXPECT_EQ(result.at("rows"), file.rows());
  EXPECT_EQ(result.at("every"), 1);
  EXPECT_EQ(result.at("first"), 0.0);
  EXPECT_NEAR(result.at("last").get<double>(), 0.1, 1e-12);
  EXPECT_EQ(result.at("status"), "finished");
  ASSERT_EQ(result.at("events").size(), 1u);
  EXPECT_EQ(result.at("events")[0].at("name"), "third lets go");
  EXPECT_EQ(result.at("report").at("steps"), file.report("steps"));
  ASSERT_EQ(result.at("arrays").size(), file.arrays().size());
  for (const Json& array : result.at("arrays")) {
    const std::string path = array.at("path");
    EXPECT_EQ(array.at("columns").size(), file.array(path).columns.size());
    EXPECT_EQ(page.rows(0, path, 0, file.rows()), file.read(path, 0, file.rows()));
  }
  const Json& robot = document.at("tracks").at(0).at("robot");
  EXPECT_EQ(robot.at("parts").size(), 4u);
  for (std::size_t i = 0; i < file.array("q").columns.size(); ++i)
    EXPECT_EQ(robot.at("coordinates").at(i).at("name"), file.array("q").columns[i]);
}

TEST(Page, ShowsTheSimulatedRobotEvenIfItsFilesChanged) {
  const Stage stage;
  const std::string before = page_of({stage.result}).document();
  write(stage.robot, "<robot name='another'/>");
  write(stage.scene, "model: elsewhere.urdf\n");
  EXPECT_EQ(page_of({stage.result}).document(), before);
  fs::remove(stage.robot);
  fs::remove(stage.scene);
  EXPECT_EQ(page_of({stage.result}).document(), before);
  EXPECT_EQ(Json::parse(before).at("tracks")[0].at("robot").at("name"), "one hinge");
}

TEST(Page, ShowsModelsWithTheFilesTheyIncluded) {
  const TemporaryFolder folder;
  write(
      folder / "robot.xml",
      "<mujoco model='in parts'><include file='defaults.xml'/><worldbody><body name='rod'><joint name='pin'/>"
      "<geom type='capsule' size='0.1 0.5'/></body></worldbody></mujoco>");
  write(folder / "defaults.xml", "<mujoco><default><joint axis='1 0 0'/></default></mujoco>");
  simulate(folder / "robot.xml", folder / "run.h5");
  fs::remove(folder / "robot.xml");
  fs::remove(folder / "defaults.xml");
  const Json robot = document_of(folder / "run.h5").at("tracks")[0].at("robot");
  EXPECT_EQ(robot.at("bodies")[0].at("joint").at("axis"), Json({1.0, 0.0, 0.0}));
}

TEST(Page, KnowsTheBaseOfAModelSimulatedWithoutAScene) {
  const TemporaryFolder folder;
  for (const Base base : {Base::as_written, Base::floating}) {
    simulate(model_path("arm6.urdf"), folder / "run.h5", 0.02, base);
    const Json robot = document_of(folder / "run.h5").at("tracks")[0].at("robot");
    EXPECT_EQ(robot.at("coordinates").size(), base == Base::floating ? 13u : 6u);
  }
}

TEST(Page, ShowsARobotWithItsLocksPayloadsAndCuts) {
  const TemporaryFolder folder;
  const std::string file = model_path("arm6.urdf");
  const ModelEdits edits{.lock = {"joint2=0.5"}, .payload = {"tool:2kg@0,0,5cm"}, .cut = {"joint6"}};
  simulate(file, folder / "run.h5", 0.02, Base::as_written, edits);
  const std::vector<fs::path> files{file};
  const Json alone = Json::parse(viewer::Page(files, {.edits = edits}).document());
  for (const Json& document : {document_of(folder / "run.h5"), alone}) {
    const Json robot = document.at("tracks")[0].at("robot");
    EXPECT_EQ(robot.at("coordinates").size(), 4u + 7u);
    const auto payload = std::find_if(robot.at("bodies").begin(), robot.at("bodies").end(),
                                      [](const Json& body) { return body.at("name") == "payload1"; });
    ASSERT_NE(payload, robot.at("bodies").end());
    EXPECT_EQ(payload->at("mass"), 2.0);
  }
}

TEST(Page, ShowsARobotThatIsATextInsteadOfAFile) {
  StoredTexts texts;
  texts.add("<stdin>", hinge_urdf());
  EXPECT_EQ(document_of("<stdin>", {.texts = &texts}).at("tracks")[0].at("robot").at("name"), "one hinge");
  EXPECT_THROW(document_of("<stdin>"), std::runtime_error);
}

TEST(Page, NeedsNoTrajectoryFileOfTheScene) {
  const Stage stage;
  write(stage.folder / "way.csv", "0, 0.5\n1, 0.6\n");
  write(stage.scene,
        "model: hinge.urdf\nq: [0.5]\nsimulation: {controllers: [{kind: joint_pd, stiffness: 1, damping: 1, "
        "target: "
        "{file: way.csv}}]}\n");
  simulate(stage.scene, stage.result, 0.1);
  fs::remove(stage.folder / "way.csv");
  EXPECT_EQ(document_of(stage.result).at("tracks")[0].at("robot").at("name"), "one hinge");
}

TEST(Page, RefusesAResultWhoseNumbersAreOfAnotherRobot) {
  const TemporaryFolder folder;
  ArtificialRun run(1);
  const auto record = [&](ResultOrigin origin) {
    ResultRecorder recorder(folder / "run.h5", run.model, run.options, std::move(origin));
    recorder.record(run.sample(0));
    recorder.finish({});
  };
  record({.scene = "odd", .scene_file = {"hinge.urdf", hinge_urdf()}});
  const std::string why = complaint<std::exception>([&] { page_of({folder / "run.h5"}); });
  EXPECT_NE(why.find("the result's q has 8 columns, that of the model it holds 1"), std::string::npos) << why;
  record({.scene = "odd", .scene_file = {"scene.yaml", "model: lost.urdf\n"}});
  const std::string lost = complaint<std::exception>([&] { page_of({folder / "run.h5"}); });
  EXPECT_NE(lost.find("cannot be read again"), std::string::npos) << lost;
  EXPECT_NE(lost.find("lost.urdf"), std::string::npos) << lost;
  record({.scene = "odd"});
  EXPECT_NE(complaint<std::exception>([&] { page_of({folder / "run.h5"}); }).find("does not hold"),
            std::string::npos);
}

TEST(Page, GivesEveryStridethRow) {
  const Stage stage;
  const viewer::Page page = page_of({stage.result});
  const std::vector<double> all = page.rows(0, "energy", 0, 101), some = page.rows(0, "energy", 5, 14, 7);
  ASSERT_EQ(some.size(), 14u * 6);
  for (std::size_t row = 0; row < 14; ++row) {
    for (std::size_t k = 0; k < 6; ++k) EXPECT_EQ(some[row * 6 + k], all[(5 + 7 * row) * 6 + k]);
  }
  EXPECT_EQ(page.rows(0, "time", 101, 0), std::vector<double>{});
}

TEST(Page, RefusesRowsThatDoNotExist) {
  const Stage stage;
  const viewer::Page page = page_of({stage.result});
  constexpr std::size_t huge = ~std::size_t(0);
  const auto expect_refusal = [&](auto&& work) { EXPECT_THROW(work(), std::invalid_argument); };
  expect_refusal([&] { page.rows(0, "q", 0, 102); });
  expect_refusal([&] { page.rows(0, "q", 101, 1); });
  expect_refusal([&] { page.rows(0, "q", huge, 2); });
  expect_refusal([&] { page.rows(0, "q", 0, huge); });
  expect_refusal([&] { page.rows(0, "q", 0, 2, huge); });
  expect_refusal([&] { page.rows(0, "q", 0, 2, 0); });
  expect_refusal([&] { page.rows(0, "q", 0, 15, 8); });
  expect_refusal([&] { page.rows(1, "q", 0, 1); });
  expect_refusal([&] { page.rows(0, "../q", 0, 1); });
  expect_refusal([&] { page.rows(0, "scene/text", 0, 1); });
  expect_refusal([&] { page.overview(0, "q", 1, 10); });
  expect_refusal([&] { page.overview(0, "q", 0, huge); });
  expect_refusal([&] { page.overview(0, "none", 0, 10); });
}

TEST(Page, OverviewHasMinimumAndMaximumOfEveryPiece) {
  const Stage stage;
  const viewer::Page page = page_of({stage.result});
  const std::vector<double> all = page.rows(0, "energy", 0, 101);
  for (const std::size_t buckets : {1u, 7u, 101u, 250u}) {
    const std::vector<double> overview = page.overview(0, "energy", 1, buckets);
    ASSERT_EQ(overview.size(), 2 * buckets);
    for (std::size_t b = 0; b < buckets; ++b) {
      double least = infinity, greatest = -infinity;
      for (std::size_t row = b * 101 / buckets; row < (b + 1) * 101 / buckets; ++row) {
        least = std::min(least, all[row * 6 + 1]);
        greatest = std::max(greatest, all[row * 6 + 1]);
      }
      if (least > greatest) {
        EXPECT_TRUE(std::isnan(overview[2 * b]) && std::isnan(overview[2 * b + 1])) << "an empty piece";
      } else {
        EXPECT_EQ(overview[2 * b], least);
        EXPECT_EQ(overview[2 * b + 1], greatest);
      }
    }
    EXPECT_EQ(std::isnan(page.overview(0, "energy", 1, buckets)[0]), std::isnan(overview[0])) << "kept";
  }
}

TEST(Page, ShowsTwoResults) {
  const Stage stage;
  simulate(stage.scene, stage.folder / "other.h5", 0.5);
  const viewer::Page page = page_of({stage.result, stage.folder / "other.h5"});
  const Json document = Json::parse(page.document());
  ASSERT_EQ(document.at("tracks").size(), 2u);
  EXPECT_EQ(document.at("tracks")[0].at("result").at("rows"), 101);
  EXPECT_EQ(document.at("tracks")[1].at("result").at("rows"), 51);
  EXPECT_EQ(page.rows(1, "time", 50, 1).at(0), document.at("tracks")[1].at("result").at("last"));
  EXPECT_EQ(document.at("tracks")[0].at("name"), "run.h5");
  EXPECT_EQ(document.at("tracks")[1].at("name"), "other.h5");
  EXPECT_THROW(page_of({stage.result, stage.scene}), std::invalid_argument);
}

TEST(Page, DistinguishesResultsOfTheSameNameByTheirFolders) {
  const Stage stage;
  std::filesystem::create_directory(stage.folder / "later");
  const std::string later = stage.folder / "later/run.h5";
  std::filesystem::copy_file(stage.result, later);
  const Json document = Json::parse(page_of({stage.result, later}).document());
  EXPECT_EQ(document.at("tracks")[0].at("name"), stage.result);
  EXPECT_EQ(document.at("tracks")[1].at("name"), later);
}

TEST(Page, ShowsTheFinishedPartOfARunInProgress) {
  const TemporaryFolder folder;
  write(folder / "hinge.urdf", hinge_urdf());
  const Model model = load(folder / "hinge.urdf");
  const SimulationOptions options{.duration = 10, .record_interval = 0.01};
  ResultRecorder recorder(folder / "run.h5", model, options,
                          {.scene = "going on", .scene_file = {folder / "hinge.urdf", hinge_urdf()}});
  const std::vector<double> one{1};
  const auto record = [&](int row) {
    sinew::Sample sample{};
    sample.t = 0.01 * row;
    sample.q = sample.v = sample.a = sample.actuation = one;
    recorder.record(sample);
  };
  for (int i = 0; i < 30; ++i) record(i);
  recorder.flush();
  const viewer::Page page = page_of({folder / "run.partial.h5"});
  for (int i = 30; i < 60; ++i) record(i);
  recorder.finish({});
  const Json result = Json::parse(page.document()).at("tracks")[0].at("result");
  EXPECT_EQ(result.at("status"), "running");
  EXPECT_EQ(result.at("rows"), 30);
  EXPECT_TRUE(result.at("report").empty());
  EXPECT_EQ(page.rows(0, "time", 29, 1).at(0), 0.01 * 29);
  EXPECT_THROW(page.rows(0, "time", 30, 1), std::invalid_argument);
}

TEST(Page, NamesArraysForUseInAddresses) {
  const TemporaryFolder folder;
  const std::string loop(2000, 'p');
  std::string robot = hinge_urdf();
  robot.insert(robot.find("</robot>"), "<loop_joint name=\"" + loop +
                                           "\" type=\"revolute\"><link1 link=\"foot\"/><link2 link=\"leg\"/>"
                                           "<axis xyz=\"0 1 0\"/></loop_joint>");
  write(folder / "hinge.urdf", robot);
  simulate(folder / "hinge.urdf", folder / "run.h5", 0.02);
  const viewer::Page page = page_of({folder / "run.h5"});
  const Json document = Json::parse(page.document());
  const Json array = document.at("tracks")[0].at("result").at("arrays").back();
  EXPECT_EQ(array.at("label"), loop);
  EXPECT_LT(array.at("path").get<std::string>().size(), 400u);
  EXPECT_EQ(page.rows(0, array.at("path").get<std::string>(), 0, 1).size(), 6u);
}

}  // namespace sinew::test::page_test
