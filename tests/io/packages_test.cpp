// Tests the search for packages and for the meshes that robots name: given folders, environment variables, the folders
// above the file, and the findings about missing files.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "sinew/io/internal/files/packages.hpp"
#include "sinew/io/load.hpp"
#include "sinew/io/scene.hpp"
#include "tests/io/urdf_texts.hpp"

namespace sinew::test::packages_test {

namespace fs = std::filesystem;

class Packages : public testing::Test {
 protected:
  Packages() {
    for (const char* const variable : variables) ::unsetenv(variable);
    fs::remove_all(folder_);
  }
  ~Packages() override {
    for (const char* const variable : variables) ::unsetenv(variable);
    fs::remove_all(folder_);
  }

  fs::path make(const fs::path& file, const std::string& text = "solid") const {
    fs::create_directories((folder_ / file).parent_path());
    std::ofstream(folder_ / file) << text;
    return folder_ / file;
  }
  static std::string box(const std::string& mesh) {
    return "<visual><geometry><mesh filename='" + mesh + "'/></geometry></visual>\n";
  }
  ReadResult read_meshes(const std::vector<std::string>& names, const ReadOptions& options = {}) const {
    std::string link = "<link name='a'>\n";
    for (const std::string& name : names) link += box(name);
    return read_urdf(make(robot_file, robot(link + "</link>")), options);
  }
  void expect_found(const std::string& name, const fs::path& file, const ReadOptions& options = {}) const {
    const ReadResult result = read_meshes({name}, options);
    EXPECT_EQ(result.findings.to_string(), "") << name;
    EXPECT_EQ(result.description.bodies.at(0).shapes.at(0).mesh, (folder_ / file).string());
  }

  static constexpr const char* variables[] = {"ROS_PACKAGE_PATH", "AMENT_PREFIX_PATH", "GAZEBO_MODEL_PATH",
                                              "GZ_SIM_RESOURCE_PATH"};
  static constexpr const char* robot_file = "robots/arm_description/urdf/arm.urdf";
  static constexpr const char* package_text = "<package>\n<name> hand </name>\n</package>";
  fs::path folder_ = fs::temp_directory_path() / ("sinew_packages_test_" + std::to_string(::getpid()));
};

// $(find ...) has to give a path that the including file, which is in another folder, can use.
TEST_F(Packages, AFolderRelativeToTheCurrentOneServesXacroAndMeshes) {
  make("packages/hand/package.xml", package_text);
  make("packages/hand/urdf/hand.xacro",
       "<robot xmlns:xacro='http://www.ros.org/wiki/xacro'><link name='palm'>" +
           box("package://hand/meshes/palm.stl") + "</link></robot>");
  make("packages/hand/meshes/palm.stl");
  const fs::path file = make("elsewhere/arm.urdf.xacro",
                             "<robot name='arm' xmlns:xacro='http://www.ros.org/wiki/xacro'>"
                             "<xacro:include filename='$(find hand)/urdf/hand.xacro'/></robot>");
  const ReadOptions options{.package_folders = {fs::relative(folder_ / "packages")}};
  const ReadResult result = read_description(file, options);
  EXPECT_EQ(result.findings.to_string(), "");
  ASSERT_EQ(result.description.bodies.size(), 1u);
  EXPECT_EQ(result.description.bodies[0].shapes.at(0).mesh,
            (folder_ / "packages/hand/meshes/palm.stl").string());
  ::setenv("ROS_PACKAGE_PATH", fs::relative(folder_ / "packages").c_str(), 1);
  EXPECT_EQ(read_description(file).findings.to_string(), "");
}

TEST_F(Packages, OneAboveTheFileIsFound) {
  make("robots/arm_description/meshes/link.stl");
  expect_found("package://arm_description/meshes/link.stl", "robots/arm_description/meshes/link.stl");
  expect_found("model://arm_description/meshes/link.stl", "robots/arm_description/meshes/link.stl");
  expect_found("package:///arm_description//meshes/link.stl", "robots/arm_description/meshes/link.stl");
}

TEST_F(Packages, AFolderOfAnotherNameAboveTheFileIsSearchedForTheRest) {
  make("robots/arm_description/meshes/link.stl");
  expect_found("package://renamed/meshes/link.stl", "robots/arm_description/meshes/link.stl");
  expect_found("meshes/link.stl", "robots/arm_description/meshes/link.stl");
}

TEST_F(Packages, TheNearestOfSeveralIsUsed) {
  make("arm_description/meshes/link.stl");
  make("robots/arm_description/meshes/link.stl");
  expect_found("package://arm_description/meshes/link.stl", "robots/arm_description/meshes/link.stl");
}

TEST_F(Packages, AGivenFolderIsThePackageOrContainsIt) {
  make("else/hand/palm.stl");
  make("ws/src/group/hand_v2/package.xml", package_text);
  make("ws/src/group/hand_v2/palm.stl");
  const std::string name = "package://hand/palm.stl";
  expect_found(name, "else/hand/palm.stl", {.package_folders = {folder_ / "nothing", folder_ / "else"}});
  expect_found(name, "else/hand/palm.stl", {.package_folders = {folder_ / "else/hand"}});
  expect_found(name, "else/hand/palm.stl", {.package_folders = {folder_ / "else/hand/"}});
  const fs::path deep = "ws/src/group/hand_v2/palm.stl";
  for (const char* const given : {"ws", "ws/src", "ws/src/group", "ws/src/group/hand_v2"})
    expect_found(name, deep, {.package_folders = {folder_ / given}});
}

TEST_F(Packages, AGivenFolderGoesBeforeTheFoldersAboveTheFile) {
  make("robots/hand/palm.stl");
  make("else/hand/palm.stl");
  expect_found("package://hand/palm.stl", "robots/hand/palm.stl");
  expect_found("package://hand/palm.stl", "else/hand/palm.stl", {.package_folders = {folder_ / "else"}});
}

TEST_F(Packages, APackageWithoutTheFileDoesNotHideAnotherOne) {
  make("robots/hand/other.stl");
  make("else/hand/palm.stl");
  expect_found("package://hand/other.stl", "robots/hand/other.stl", {.package_folders = {folder_ / "else"}});
}

TEST_F(Packages, TheVariablesOfRosAreUsed) {
  make("ws/src/hand/palm.stl");
  make("ws/src/hand/package.xml", package_text);
  ::setenv("ROS_PACKAGE_PATH", (":/nowhere::" + (folder_ / "ws").string()).c_str(), 1);
  expect_found("package://hand/palm.stl", "ws/src/hand/palm.stl");
  ::unsetenv("ROS_PACKAGE_PATH");
  make("install/share/hand/palm.stl");
  ::setenv("AMENT_PREFIX_PATH", ("/nowhere:" + (folder_ / "install").string()).c_str(), 1);
  expect_found("package://hand/palm.stl", "install/share/hand/palm.stl");
}

TEST_F(Packages, TheVariablesOfGazeboAreUsed) {
  make("models/hand/palm.stl");
  for (const char* const variable : {"GAZEBO_MODEL_PATH", "GZ_SIM_RESOURCE_PATH"}) {
    ::setenv(variable, (folder_ / "models").c_str(), 1);
    expect_found("model://hand/palm.stl", "models/hand/palm.stl");
    ::unsetenv(variable);
  }
}

TEST_F(Packages, OtherPathsAreAbsoluteOrRelativeToTheFile) {
  make("robots/arm_description/urdf/beside.stl");
  make("robots/arm_description/meshes/link.stl");
  make("else/hand/palm.stl");
  const std::string palm = (folder_ / "else/hand/palm.stl").string();
  expect_found("beside.stl", "robots/arm_description/urdf/beside.stl");
  expect_found("file://beside.stl", "robots/arm_description/urdf/beside.stl");
  expect_found("../meshes/link.stl", "robots/arm_description/meshes/link.stl");
  expect_found("..\\meshes\\link.stl", "robots/arm_description/meshes/link.stl");
  expect_found("package://arm_description\\meshes\\link.stl", "robots/arm_description/meshes/link.stl");
  expect_found(palm, "else/hand/palm.stl");
  expect_found("file://" + palm, "else/hand/palm.stl");
  expect_found("file://localhost" + palm, "else/hand/palm.stl");
}

TEST_F(Packages, AFileNameAloneIsNotSearchedFurther) {
  make("robots/link.stl");
  EXPECT_EQ(read_meshes({"link.stl"}).findings.list.size(), 1u);
}

TEST_F(Packages, OneFindingNamesAllMeshesOfAMissingPackage) {
  const ReadResult result =
      read_meshes({"package://hand/a.stl", "package://hand/a.stl", "package://hand/b/c.stl"});
  EXPECT_EQ(result.findings.to_string(),
            (folder_ / robot_file).string() +
                ":3: warning: package 'hand' was not found: 2 meshes were not found, the first is "
                "'package://hand/a.stl'; give its folder, or a folder that contains it, with "
                "--package-path FOLDER (ReadOptions::package_folders) or in ROS_PACKAGE_PATH\n");
  EXPECT_EQ(result.description.bodies.at(0).shapes.at(0).mesh, "package://hand/a.stl");
}

TEST_F(Packages, FilesThatAPackageOrFolderLacksAreNamedOncePerFolder) {
  make("robots/hand/other.stl");
  const ReadResult result = read_meshes({"package://hand/a.stl", "../meshes/b.stl", "../meshes/c.stl"});
  const std::string file = (folder_ / robot_file).string();
  const std::string option = " with --package-path FOLDER (ReadOptions::package_folders)\n";
  EXPECT_EQ(result.findings.to_string(),
            file + ":3: warning: package 'hand' in " + (folder_ / "robots/hand").string() +
                " is incomplete: mesh 'package://hand/a.stl' was not found; give the folder of a complete "
                "package" +
                option + file +
                ":4: warning: folder '../meshes' is missing or incomplete: 2 meshes were not " +
                "found, the first is '../meshes/b.stl'; give the folder that contains it" + option);
}

TEST_F(Packages, TheFindingsAboutManyPackagesAreBounded) {
  std::vector<std::string> names;
  for (int i = 0; i < 100; ++i) names.push_back("package://p" + std::to_string(i) + "/a.stl");
  const ReadResult result = read_meshes(names);
  EXPECT_EQ(result.findings.list.size(), 21u);
}

TEST_F(Packages, TheSearchBelowAGivenFolderIsBounded) {
  fs::path deep = "ws";
  for (int i = 0; i < max_package_depth; ++i) deep /= "d";
  make(deep / "hand/package.xml", package_text);
  make(deep / "hand/palm.stl");
  EXPECT_TRUE(read_meshes({"package://hand/palm.stl"}, {.package_folders = {folder_ / "ws/d"}})
                  .findings.list.empty());
  EXPECT_FALSE(
      read_meshes({"package://hand/palm.stl"}, {.package_folders = {folder_ / "ws"}}).findings.list.empty());
}

TEST_F(Packages, FindPackageReturnsItsFolder) {
  make("ws/hand_v2/package.xml", package_text);
  const ReadOptions options{.package_folders = {folder_ / "ws"}};
  EXPECT_EQ(find_package("hand", "arm.urdf", options), folder_ / "ws/hand_v2");
  EXPECT_EQ(find_package("hand_v2", "arm.urdf", options), folder_ / "ws/hand_v2");
  for (const char* const name : {"", ".", "..", "nothing"})
    EXPECT_EQ(find_package(name, folder_ / "ws/x.urdf", options), std::nullopt) << name;
}

TEST_F(Packages, ASceneNamesFoldersRelativeToItsFile) {
  make("packages/hand/palm.stl");
  make("robot/arm.urdf", robot("<link name='a'>" + box("package://hand/palm.stl") + "</link>"));
  for (const char* const value : {"../packages", "[nothing, ../packages]"}) {
    const SceneResult read = read_scene(
        make("scenes/one.yaml", std::string("model: ../robot/arm.urdf\npackage_path: ") + value + "\n"));
    EXPECT_EQ(read.findings.to_string(), "");
  }
  const SceneResult wrong =
      read_scene(make("scenes/two.yaml", "model: ../robot/arm.urdf\npackage_path: {a: 1}\n"));
  EXPECT_NE(wrong.findings.to_string().find("two.yaml:2: error: package_path: expected a name"),
            std::string::npos)
      << wrong.findings.to_string();
}

}  // namespace sinew::test::packages_test
