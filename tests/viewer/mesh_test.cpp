// Meshes of a page: which are served, and that no other files are.
#include <gtest/gtest.h>

#include "tests/viewer/made_results.hpp"

namespace sinew::test::mesh_test {

namespace fs = std::filesystem;

// A package: robots in pkg/urdf, meshes in pkg/meshes.
struct Package {
  TemporaryFolder folder;
  std::string robot = folder / "pkg/urdf/robot.urdf";

  explicit Package(const std::string& shapes) {
    fs::create_directories(folder / "pkg/urdf");
    fs::create_directories(folder / "pkg/meshes");
    write(folder / "pkg/meshes/a.stl", "solid a");
    write(robot, hinge_urdf(shapes));
  }
  Json document() const { return document_of(robot); }
  std::string problem() const { return document().at("meshes").at(0).at("problem"); }
};

TEST(Meshes, AreNamedOnceAndReadOnRequest) {
  const Package package(mesh_shape("package://pkg/meshes/a.stl") + mesh_shape("../meshes/a.stl") +
                        mesh_shape("../meshes/B.OBJ"));
  write(package.folder / "pkg/meshes/B.OBJ", "v 0 0 0");
  const viewer::Page page = page_of({package.robot});
  const Json document = Json::parse(page.document());
  const Json& shapes = document.at("tracks")[0].at("robot").at("bodies")[1].at("shapes");
  ASSERT_EQ(document.at("meshes").size(), 2u) << document.at("meshes");
  EXPECT_EQ(shapes[0].at("mesh"), shapes[1].at("mesh"));
  EXPECT_EQ(document.at("meshes")[0].at("name"), "a.stl");
  EXPECT_EQ(document.at("meshes")[1].at("format"), "obj");
  EXPECT_EQ(document.at("warnings").size(), 0u) << document.at("warnings");
  EXPECT_EQ(page.mesh(0), "solid a");
  write(package.folder / "pkg/meshes/a.stl", "solid b");
  EXPECT_EQ(page.mesh(0), "solid b");
  fs::remove(package.folder / "pkg/meshes/a.stl");
  EXPECT_THROW(page.mesh(0), std::runtime_error);
  EXPECT_THROW(page.mesh(2), std::invalid_argument);
}

TEST(Meshes, ThatAreMissingGiveAWarning) {
  const Package package(mesh_shape("package://nowhere/x.stl") + mesh_shape("../meshes/a.stl"));
  const Json document = package.document();
  EXPECT_EQ(document.at("meshes")[0].at("problem"), "not found: package://nowhere/x.stl");
  EXPECT_EQ(document.at("meshes")[1].at("problem"), "");
  ASSERT_EQ(document.at("warnings").size(), 1u) << document.at("warnings");
  EXPECT_NE(document.at("warnings")[0].get<std::string>().find("x.stl"), std::string::npos);
  EXPECT_THROW(page_of({package.robot}).mesh(0), std::invalid_argument);
}

TEST(Meshes, OfMjcfThatAreMissingGiveAWarning) {
  const TemporaryFolder folder;
  write(
      folder / "robot.xml",
      "<mujoco><asset><mesh name='m' file='gone.stl'/></asset><worldbody><body><joint/><inertial pos='0 0 0' "
      "mass='1' diaginertia='1 1 1'/><geom type='mesh' mesh='m'/></body></worldbody></mujoco>");
  const Json document = document_of(folder / "robot.xml");
  ASSERT_EQ(document.at("meshes").size(), 1u);
  EXPECT_NE(document.at("meshes")[0].at("problem"), "");
  EXPECT_GE(document.at("warnings").size(), 1u);
}

TEST(Meshes, DoNotIncludeOtherFiles) {
  const Package secret(mesh_shape("../meshes/key"));
  write(secret.folder / "pkg/meshes/key", "secret");
  EXPECT_NE(secret.problem().find("of a kind that is not shown"), std::string::npos) << secret.problem();
  EXPECT_THROW(page_of({secret.robot}).mesh(0), std::invalid_argument);

  const Package folder(mesh_shape("../meshes/folder.stl"));
  fs::create_directory(folder.folder / "pkg/meshes/folder.stl");
  EXPECT_NE(folder.problem(), "");
}

TEST(Meshes, LinksAreFollowedWithinThePackage) {
  const Package package(mesh_shape("../meshes/link.stl"));
  fs::create_symlink("a.stl", package.folder / "pkg/meshes/link.stl");
  EXPECT_EQ(package.problem(), "");
  EXPECT_EQ(page_of({package.robot}).mesh(0), "solid a");
}

TEST(Meshes, LinksOutOfThePackageAreRefused) {
  const Package package(mesh_shape("../meshes/link.stl"));
  write(package.folder / "private.stl", "solid private");
  fs::create_symlink(package.folder / "private.stl", package.folder / "pkg/meshes/link.stl");
  const Json document = package.document();
  EXPECT_NE(package.problem().find("leads out"), std::string::npos) << package.problem();
  ASSERT_EQ(document.at("warnings").size(), 1u);
  EXPECT_THROW(page_of({package.robot}).mesh(0), std::invalid_argument);
}

TEST(Meshes, LinksToOtherKindsOfFilesAreRefused) {
  const Package package(mesh_shape("../meshes/link.stl"));
  write(package.folder / "pkg/meshes/key", "secret");
  fs::create_symlink("key", package.folder / "pkg/meshes/link.stl");
  EXPECT_NE(package.problem().find("of a kind that is not shown"), std::string::npos) << package.problem();
}

// As made by colcon build --symlink-install.
TEST(Meshes, OfAPackageOfLinksAreShown) {
  const TemporaryFolder folder;
  for (const char* const place : {"src/pkg/", "install/pkg/"}) {
    fs::create_directories(folder / (std::string(place) + "urdf"));
    fs::create_directories(folder / (std::string(place) + "meshes"));
  }
  write(folder / "src/pkg/urdf/robot.urdf", hinge_urdf(mesh_shape("package://pkg/meshes/a.stl")));
  write(folder / "src/pkg/meshes/a.stl", "solid a");
  for (const char* const name : {"urdf/robot.urdf", "meshes/a.stl"})
    fs::create_symlink(folder / (std::string("src/pkg/") + name),
                       folder / (std::string("install/pkg/") + name));
  const viewer::Page page = page_of({folder / "install/pkg/urdf/robot.urdf"});
  EXPECT_EQ(Json::parse(page.document()).at("meshes").at(0).at("problem"), "");
  EXPECT_EQ(page.mesh(0), "solid a");
}

TEST(Meshes, ThatAreTooLargeAreNotRead) {
  const Package package(mesh_shape("../meshes/a.stl"));
  fs::resize_file(package.folder / "pkg/meshes/a.stl", (std::uintmax_t(256) << 20) + 1);
  EXPECT_NE(package.problem().find("larger than 256 MB"), std::string::npos) << package.problem();
}

TEST(Meshes, OfAResultAreSearchedInTheirOriginalFolder) {
  const Package package(mesh_shape("../meshes/a.stl"));
  simulate(package.robot, package.folder / "run.h5", 0.02);
  fs::remove(package.robot);
  const viewer::Page page = page_of({package.folder / "run.h5"});
  EXPECT_EQ(page.mesh(0), "solid a");
}

}  // namespace sinew::test::mesh_test
