// <include> in SDF: where files are searched, what an include may change, and what is refused.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/io/sdf_texts.hpp"
#include "tests/support/frame_places.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test::sdf_include_test {

class SdfInclude : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const {
    const std::filesystem::path file = folder_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  // A model of two links in its own folder.
  void write_gripper() const {
    write("gripper/model.config",
          "<model><sdf version='1.4'>old.sdf</sdf><sdf version='1.10'>gripper.sdf</sdf>"
          "<sdf version='1.9'>other.sdf</sdf></model>");
    write("gripper/gripper.sdf",
          sdf_model(sdf_link("palm") + sdf_link("finger", "0 0 0.1 0 0 0") +
                    sdf_joint("slide", "prismatic", "palm", "finger", sdf_axis("0 1 0")) +
                    "<frame name='tip' attached_to='finger'><pose>0 0 0.05 0 0 0</pose></frame>"));
  }
  ReadResult read(const std::string& text, const ReadOptions& options = {}) const {
    write("top.sdf", text);
    return read_sdf(folder_ / "top.sdf", options);
  }
  Description read_good(const std::string& text, const ReadOptions& options = {}) const {
    ReadResult result = read(text, options);
    EXPECT_EQ(result.findings.to_string(), "");
    return std::move(result.description);
  }
  // With the folder's name removed.
  std::string findings(const std::string& text) const {
    std::string found = read(text).findings.to_string();
    const std::string prefix = folder_.path().string() + "/";
    for (auto at = found.find(prefix); at != std::string::npos; at = found.find(prefix))
      found.erase(at, prefix.size());
    return found;
  }

  TemporaryFolder folder_;
};

TEST_F(SdfInclude, ReadsTheNewestFileOfAModelsFolder) {
  write_gripper();
  const auto robot = read_good(sdf_model(sdf_link("hand") +
                                         "<include><uri>model://gripper</uri><name>left</name>"
                                         "<pose relative_to='hand'>1 0 0 0 0 0</pose></include>" +
                                         sdf_joint("mount", "fixed", "hand", "left::palm")));
  EXPECT_EQ(sdf_body(robot, "left::palm").parent, "hand");
  EXPECT_EQ(sdf_body(robot, "left::finger").joint.name, "left::slide");
  EXPECT_EQ(robot.frames.at(0).name, "left::tip");
  EXPECT_EQ(place_of(Model(robot), "left::palm").translation, (Vector3<double>{1, 0, 0}));
  EXPECT_EQ(robot.files.size(), 3u);  // with the model.config, so that a result can keep all of them
}

TEST_F(SdfInclude, IncludesAFileTwiceUnderDifferentNames) {
  write_gripper();
  const auto robot =
      read_good(sdf_world("<include><uri>gripper/gripper.sdf</uri><name>l</name></include>"
                          "<include><uri>file://gripper</uri><name>r</name><pose>0 1 0 0 0 "
                          "0</pose><static>true</static></include>"));
  EXPECT_EQ(sdf_body(robot, "l::palm").joint.kind, JointKind::floating);
  EXPECT_EQ(sdf_body(robot, "r::finger").joint.kind, JointKind::fixed);
  EXPECT_EQ(sdf_body(robot, "r::finger").parent, "");
}

TEST_F(SdfInclude, PlacesTheIncludedModelByItsPlacementFrame) {
  write_gripper();
  const auto robot =
      read_good(sdf_world("<include><uri>model://gripper</uri><pose>0 0 1 0 0 0</pose>"
                          "<placement_frame>tip</placement_frame></include>"));
  EXPECT_LT(norm(place_of(Model(robot), "m::tip").translation - Vector3<double>{0, 0, 1}), 1e-15);
  EXPECT_LT(norm(place_of(Model(robot), "m::palm").translation - Vector3<double>{0, 0, 0.85}), 1e-15);
}

TEST_F(SdfInclude, MergesTheLinksOfAModelIntoTheModelAroundIt) {
  write_gripper();
  const auto robot = read_good(
      sdf_model(sdf_link("hand") +
                "<include merge='true'><uri>model://gripper</uri><pose>1 0 0 0 0 0</pose></include>" +
                sdf_joint("mount", "fixed", "hand", "palm")));
  EXPECT_EQ(sdf_body(robot, "palm").parent, "hand");
  EXPECT_EQ(sdf_body(robot, "finger").joint.name, "slide");
  EXPECT_LT(norm(place_of(Model(robot), "finger").translation - Vector3<double>{1, 0, 0.1}), 1e-15);
}

TEST_F(SdfInclude, FindsModelsInGivenFolders) {
  write("far/away/box/model.sdf", sdf_model(sdf_link("a")));
  const std::string text = sdf_world("<include><uri>model://box</uri></include>");
  EXPECT_NE(findings(text).find("top.sdf:2: error: include of 'model://box': no such model; name the folder"),
            std::string::npos);
  EXPECT_EQ(read_good(text, {.package_folders = {folder_ / "far/away"}}).bodies.size(), 1u);
  // A model on a server is read from a local folder of the same name.
  const std::string remote =
      sdf_world("<include><uri>https://example.org/1.0/someone/models/box</uri></include>");
  EXPECT_EQ(read_good(remote, {.package_folders = {folder_ / "far/away"}}).bodies.size(), 1u);
}

TEST_F(SdfInclude, LeavesOutSunAndGroundPlaneIfTheyAreMissing) {
  const auto result =
      read(sdf_world("<include><uri>model://sun</uri></include>"
                     "<include><uri>https://example.org/models/Ground Plane</uri></include>"
                     "<model name='m'>" +
                     sdf_link("a") + "</model>"));
  EXPECT_EQ(result.findings.count(Severity::error), 0) << result.findings.to_string();
  EXPECT_EQ(result.findings.count(Severity::warning), 2);
}

TEST_F(SdfInclude, RefusesAFileThatIncludesItself) {
  write("a/model.sdf", sdf_model("<include><uri>model://b</uri></include>"));
  write("b/model.sdf", sdf_model("\n<include><uri>model://a</uri></include>"));
  const std::string found = findings(sdf_world("<include><uri>model://a</uri></include>"));
  EXPECT_NE(found.find("b/model.sdf:3: error: include of 'model://a': file 'a/model.sdf' includes itself"),
            std::string::npos)
      << found;
}

// Every level includes the next one twice.
TEST_F(SdfInclude, RefusesIncludesThatDoubleAtEveryLevel) {
  constexpr int levels = 25;
  for (int i = 0; i < levels; ++i) {
    const std::string next = "<include><uri>" + std::to_string(i + 1) + ".sdf</uri><name>";
    write(std::to_string(i) + ".sdf", sdf_model(next + "l</name></include>" + next + "r</name></include>"));
  }
  write(std::to_string(levels) + ".sdf", sdf_model(sdf_link("a")));
  const std::string found = findings(sdf_world("<include><uri>0.sdf</uri></include>"));
  EXPECT_NE(found.find("the robot has more than 10000 includes"), std::string::npos) << found.substr(0, 1000);
}

TEST_F(SdfInclude, RefusesIncludesThatAreNestedTooDeep) {
  for (int i = 0; i < 40; ++i) {
    write(std::to_string(i) + ".sdf",
          sdf_model("<include><uri>" + std::to_string(i + 1) + ".sdf</uri></include>"));
  }
  const std::string found = findings(sdf_world("<include><uri>0.sdf</uri></include>"));
  EXPECT_NE(found.find("it is nested more than 32 includes deep"), std::string::npos) << found;
}

TEST_F(SdfInclude, ReportsWhatTheIncludedFileLacks) {
  write("light.sdf", "<sdf version='1.9'><light name='l'/></sdf>");
  write("old.sdf", "<sdf version='1.0'><model name='m'/></sdf>");
  write("urdf.sdf", "<robot name='r'/>");
  const auto include = [&](const std::string& uri) {
    return findings(
        sdf_world("<model name='m'>" + sdf_link("a") + "</model><include><uri>" + uri + "</uri></include>"));
  };
  EXPECT_EQ(include("light.sdf"), "");
  EXPECT_NE(include("old.sdf").find("old.sdf:1: error: version '1.0' of <sdf>"), std::string::npos);
  EXPECT_NE(include("urdf.sdf").find("the root element of"), std::string::npos);
}

}  // namespace sinew::test::sdf_include_test
