// The document of a page: robots and scenes as the page reads them.
#include <gtest/gtest.h>

#include <algorithm>

#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "tests/support/files.hpp"
#include "tests/support/messages.hpp"
#include "tests/viewer/made_results.hpp"

namespace sinew::test::document_test {

const char* const robots[] = {"arm6.urdf",      "arm7.urdf",         "four_bar.urdf",         "humanoid.urdf",
                              "quadruped.urdf", "slider_crank.urdf", "stewart_platform.urdf", "humanoid.xml"};

Transform<double> transform_of(const Json& numbers) {
  const auto at = [&](std::size_t i) { return numbers.at(i).get<double>(); };
  return {{{at(0), at(1), at(2)}, {at(3), at(4), at(5)}, {at(6), at(7), at(8)}}, {at(9), at(10), at(11)}};
}

TEST(Document, HasTheBodiesJointsAndLimitsOfEveryRobot) {
  for (const char* const name : robots) {
    SCOPED_TRACE(name);
    const Model model = load(model_path(name));
    const Json document = document_of(model_path(name)), &track = document.at("tracks").at(0);
    const Json &robot = track.at("robot"), &bodies = robot.at("bodies");
    EXPECT_EQ(document.at("format"), "sinew page 1");
    EXPECT_EQ(track.at("name"), name);
    EXPECT_TRUE(track.at("result").is_null());
    EXPECT_EQ(track.at("start").at("q"), Json(model.neutral_position()));
    EXPECT_EQ(bodies.size(), model.description().bodies.size());
    EXPECT_EQ(robot.at("coordinates").size(), std::size_t(model.position_size()));
    ASSERT_EQ(robot.at("dofs").size(), std::size_t(model.velocity_size()));
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      EXPECT_LT(bodies[i].at("parent").get<int>(), int(i)) << "a parent behind its child";
      EXPECT_EQ(bodies[i].at("placement").size(), 12u);
    }
    for (const JointInfo& joint : model.joints()) {
      const auto body = std::find_if(bodies.begin(), bodies.end(),
                                     [&](const Json& b) { return b.at("name") == joint.body; });
      ASSERT_NE(body, bodies.end());
      EXPECT_EQ(body->at("joint").at("name"), joint.name);
      EXPECT_EQ(body->at("joint").at("q"), joint.q_index);
      EXPECT_EQ(body->at("joint").at("v"), joint.v_index);
      for (int i = joint.v_index; i < joint.v_index + joint.v_size; ++i) {
        const Json& dof = robot.at("dofs").at(std::size_t(i));
        const DegreeOfFreedom& expected = model.dofs()[std::size_t(i)];
        EXPECT_EQ(dof.at("body").get<std::ptrdiff_t>(), body - bodies.begin());
        EXPECT_EQ(dof.at("lower").is_null(), expected.lower == -infinity);
        if (expected.lower != -infinity) {
          EXPECT_EQ(dof.at("lower"), expected.lower);
        }
      }
    }
  }
}

// Placements along the tree give the library's poses, so rotations are by rows and parents are right.
TEST(Document, PlacesBodiesAsTheLibraryDoes) {
  for (const char* const name : robots) {
    SCOPED_TRACE(name);
    const Model model = load(model_path(name));
    Workspace<double> work(model);
    update_poses<double>(work, model.neutral_position());
    const Json document = document_of(model_path(name));
    std::vector<Transform<double>> poses;
    for (const Json& body : document.at("tracks")[0].at("robot").at("bodies")) {
      const Transform<double> placement = transform_of(body.at("placement"));
      const int parent = body.at("parent");
      poses.push_back(parent < 0 ? placement : poses[std::size_t(parent)] * placement);
      const Transform<double> expected = pose(work, model.frame(body.at("name").get<std::string>()));
      EXPECT_NEAR(norm(poses.back().translation - expected.translation), 0, 1e-12);
      EXPECT_NEAR(norm(poses.back().rotation.row_x - expected.rotation.row_x), 0, 1e-12);
    }
  }
}

TEST(Document, NamesCoordinatesAsResultsDo) {
  const Json document = document_of(model_path("arm7.urdf"), {.base = Base::floating});
  const Json& robot = document.at("tracks").at(0).at("robot");
  EXPECT_EQ(robot.at("coordinates").at(0).at("name"), "floating_base x");
  EXPECT_EQ(robot.at("coordinates").at(0).at("unit"), "m");
  EXPECT_EQ(robot.at("coordinates").at(3).at("name"), "floating_base qw");
  EXPECT_EQ(robot.at("coordinates").at(3).at("unit"), "1");
  EXPECT_EQ(robot.at("dofs").at(0).at("unit"), "rad/s");
  EXPECT_EQ(robot.at("dofs").at(0).at("torqueUnit"), "N m");
  EXPECT_EQ(robot.at("dofs").at(5).at("torqueUnit"), "N");
}

TEST(Document, HasShapesWithColours) {
  const Json document = document_of(model_path("humanoid.xml"));
  std::size_t shapes = 0;
  for (const Json& body : document.at("tracks")[0].at("robot").at("bodies")) {
    for (const Json& shape : body.at("shapes")) {
      ++shapes;
      EXPECT_EQ(shape.at("placement").size(), 12u);
      EXPECT_EQ(shape.at("size").size(), 3u);
      EXPECT_EQ(shape.at("mesh"), -1);
      EXPECT_TRUE(shape.at("color").is_null() || shape.at("color").size() == 4u);
    }
  }
  EXPECT_GT(shapes, 10u);
}

TEST(Document, OfSeveralArmsHasPartsAndGrasps) {
  const std::string file = model_path("three_arm_release.yaml");
  const Scene scene = load_scene(file);
  const Json document = document_of(file);
  const Json &track = document.at("tracks").at(0), &robot = track.at("robot"), &parts = robot.at("parts");
  ASSERT_EQ(parts.size(), 4u);
  EXPECT_EQ(parts[3].at("name"), "plate");
  EXPECT_EQ(parts[3].at("bodyCount"), 1);
  EXPECT_EQ(parts[1].at("q"), 6);
  EXPECT_EQ(parts[3].at("v"), 18);
  for (const Json& part : parts) {
    const std::string prefix = part.at("name").get<std::string>() + "/";
    for (int i = 0; i < part.at("bodyCount"); ++i) {
      const Json& body = robot.at("bodies").at(std::size_t(part.at("firstBody").get<int>() + i));
      EXPECT_EQ(body.at("name").get<std::string>().rfind(prefix, 0), 0u) << body.at("name");
    }
  }
  const Json& loops = robot.at("loops");
  ASSERT_EQ(loops.size(), 3u);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(loops[std::size_t(i)].at("arm"), i);
    EXPECT_EQ(loops[std::size_t(i)].at("kind"), "weld");
  }
  EXPECT_EQ(track.at("start").at("q"), Json(as_one_state(scene).q));
}

TEST(Document, HasLoopsAndCouplings) {
  const Json robot = document_of(model_path("four_bar.yaml")).at("tracks").at(0).at("robot");
  ASSERT_EQ(robot.at("loops").size(), 1u);
  EXPECT_EQ(robot.at("loops")[0].at("arm"), -1);
  EXPECT_TRUE(robot.at("parts").empty());

  const TemporaryFolder folder;
  std::string text = hinge_urdf();
  text.insert(
      text.find("</robot>"),
      "<link name=\"toe\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" "
      "ixz=\"0\" iyz=\"0\"/></inertial></link><joint name=\"ankle\" type=\"continuous\"><parent "
      "link=\"leg\"/><child link=\"toe\"/><mimic joint=\"hinge\" multiplier=\"-2\" offset=\"0.5\"/></joint>");
  write(folder / "mimic.urdf", text);
  const Json follower = document_of(folder / "mimic.urdf").at("tracks").at(0).at("robot");
  ASSERT_EQ(follower.at("couplings").size(), 1u);
  EXPECT_EQ(follower.at("couplings")[0].at("body"), 2);
  EXPECT_EQ(follower.at("couplings")[0].at("leader"), 1);
  EXPECT_EQ(follower.at("couplings")[0].at("polynomial"), Json({0.5, -2.0, 0.0, 0.0, 0.0}));
}

TEST(Document, IsValidForAnyNames) {
  const TemporaryFolder folder;
  const std::string name = "&lt;/script&gt;&lt;!-- \" ' \xc3\xa4&#10;&#9;\\" + std::string(100'000, 'x');
  write(folder / "odd.urdf",
        hinge_urdf("", "&quot;" + name.substr(0, name.find('"')) + name.substr(name.find('"') + 1)));
  const Json document = document_of(folder / "odd.urdf");
  const std::string joint = document.at("tracks")[0].at("robot").at("bodies")[1].at("joint").at("name");
  EXPECT_EQ(joint.substr(0, 15), "\"</script><!-- ");
  EXPECT_GT(joint.size(), 100'000u);
}

TEST(Document, HasValidTextForFileNamesThatAreNotUtf8) {
  const TemporaryFolder folder;
  const std::string file = folder / "h\xff\xfeinge.urdf";
  write(file, hinge_urdf());
  const Json document = document_of(file);
  EXPECT_NE(document.at("tracks")[0].at("name").get<std::string>().find("h\xef\xbf\xbd\xef\xbf\xbdinge"),
            std::string::npos);
}

TEST(Document, ShowsARobotThatCannotExistWithTheReason) {
  const TemporaryFolder folder;
  write(folder / "tip.urdf",
        "<robot name='x'><link name='a'/><link name='b'/><joint name='j' type='continuous'><parent link='a'/>"
        "<child link='b'/></joint></robot>");
  const Json warnings = document_of(folder / "tip.urdf").at("warnings");
  ASSERT_EQ(warnings.size(), 1u) << warnings;
  EXPECT_NE(warnings[0].get<std::string>().find("physical error: joint 'j' moves no inertia"),
            std::string::npos);
}

TEST(Document, RefusesRobotsThatCannotBeShown) {
  const TemporaryFolder folder;
  EXPECT_EQ(complaint<std::exception>([&] { page_of({folder / "none.urdf"}); }),
            "no such file: " + folder / "none.urdf");
  write(folder / "no.urdf", "<robot name='x'><link/></robot>");
  EXPECT_THROW(page_of({folder / "no.urdf"}), InvalidModel);
  write(folder / "no.yaml", "arms: 3\n");
  EXPECT_THROW(page_of({folder / "no.yaml"}), InvalidModel);
  write(folder / "no.h5", "not HDF5");
  EXPECT_THROW(page_of({folder / "no.h5"}), std::runtime_error);
  EXPECT_THROW(page_of({}), std::invalid_argument);
  const std::string arm = model_path("arm6.urdf");
  EXPECT_THROW(page_of({arm, arm}), std::invalid_argument);
  const viewer::Page page = page_of({arm});
  EXPECT_THROW(page.rows(0, "q", 0, 1), std::invalid_argument);
  EXPECT_THROW(page.mesh(0), std::invalid_argument);
}

}  // namespace sinew::test::document_test
