// Files of robots that cannot exist, with the faults of published ones: what is reported, and what a repair changes.
#include <fstream>

#include "sinew/algorithms/dynamics/forward_dynamics.hpp"
#include "sinew/io/scene.hpp"
#include "tests/io/mjcf_texts.hpp"
#include "tests/io/urdf_texts.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test::physical_errors_test {

std::string link(const std::string& name, const std::string& mass, const std::string& inertia,
                 const std::string& more = "") {
  return "<link name='" + name + "'><inertial><mass value='" + mass + "'/><inertia " + inertia +
         "/></inertial>" + more + "</link>\n";
}
std::string moments(const std::string& xx, const std::string& yy, const std::string& zz,
                    const std::string& xz = "0") {
  return "ixx='" + xx + "' ixy='0' ixz='" + xz + "' iyy='" + yy + "' iyz='0' izz='" + zz + "'";
}
// Link a, and the given link b on joint j.
std::string moving(const std::string& b) {
  return robot(solid("a") + b + joint("j", "continuous", "a", "b"));
}

std::string levels_of(const std::string& text) {
  return read_urdf_text(text, "bad.urdf").findings.to_string();
}

TEST(PhysicalErrorsOfUrdf, GiveFileLineBodyAndPrincipalMoments) {
  const auto errors_of_link = [](const std::string& mass, const std::string& inertia) {
    const ReadResult read = read_urdf_text(moving(link("b", mass, inertia)), "bad.urdf");
    EXPECT_FALSE(read.findings.has_errors());
    return read.findings.of(Severity::physical_error).to_string();
  };
  EXPECT_EQ(errors_of_link(".5", moments("-.0012", "-.0011", ".0012")),
            "bad.urdf:3: physical error: body 'b': the inertia is not positive definite: principal moments "
            "(-0.0012, -0.0011, 0.0012)\n");
  EXPECT_EQ(
      errors_of_link(".05", moments("1.3e-5", "7.1e-5", "9.9e-5")),
      "bad.urdf:3: physical error: body 'b': the inertia breaks the triangle inequality: principal moments "
      "(1.3e-05, 7.1e-05, 9.9e-05), the largest must not exceed the sum of the others\n");
  EXPECT_EQ(
      errors_of_link("0", moments("1", "1", "1")),
      "bad.urdf:3: physical error: body 'b': has inertia but no mass; expected mass > 0 or no inertia at "
      "all\n");
  EXPECT_EQ(
      levels_of(moving("<link name='b'/>\n")),
      "bad.urdf:3: physical error: joint 'j' moves no inertia, so the mass matrix is singular; give body "
      "'b' (or a body that it carries) mass and inertia that this joint moves, or give the joint an "
      "armature\n");
}

TEST(PhysicalErrorsOfUrdf, AreNotMadeOfRoundingOrOfPartsThatAreFixedToOthers) {
  const std::string rod = link("b", "0.27", moments("0", "0", "0", "1.4e-20"));
  EXPECT_EQ(levels_of(robot(solid("a") + rod +
                            joint("j", "prismatic", "a", "b",
                                  "<limit lower='0' upper='1' "
                                  "effort='1' velocity='1'/>"))),
            "bad.urdf:3: warning: body 'b': is a point mass (mass 0.27, no inertia)\n");
  const auto fixed = [](const std::string& part) {
    return robot("<link name='ground'/>\n" + link("a", "30", moments("1", "1", "1")) + part +
                 joint("j", "continuous", "ground", "a") + joint("bolt", "fixed", "a", "b"));
  };
  EXPECT_EQ(
      levels_of(fixed(link("b", "0.001", moments("-3.5e-8", "3.5e-8", "9e-8")))),
      "bad.urdf:4: warning: body 'b': the inertia is not positive definite: principal moments (-3.5e-08, "
      "3.5e-08, 9e-08); it is fixed to others, and only their total matters\n");
  EXPECT_EQ(
      levels_of(fixed(link("b", "0", moments("1e-5", "1e-5", "1e-5")))),
      "bad.urdf:4: warning: body 'b': has inertia but no mass; expected mass > 0 or no inertia at all; it "
      "is fixed to others, and only their total matters\n");
}

TEST(PhysicalErrorsOfUrdf, AreRepairedOnRequest) {
  const std::string text = moving(link("b", "1", moments("1", "1", "3")));
  const ReadResult read = read_urdf_text(text, "bad.urdf", {.repair = Repair::inertia});
  EXPECT_EQ(
      read.findings.to_string(),
      "bad.urdf:3: warning: repaired body 'b': principal moments (1, 1, 3) became (1.5, 1.5, 3) kg m^2, a "
      "change of 21.3201 %\n");
  const Model model(read.description);
  Workspace<double> work(model);
  std::vector<double> a(1);
  forward_dynamics(work, std::vector<double>{0}, std::vector<double>{0}, std::vector<double>{3}, a);
  EXPECT_NEAR(a[0], 2, 1e-15);  // about x: 3 / 1.5
}

TEST(PhysicalErrorsOfMjcf, LoadAndAreRepaired) {
  const auto body = [](const std::string& inertial) {
    return world("<body name='b'><joint name='j'/><inertial pos='0 0 0' " + inertial + "/></body>");
  };
  EXPECT_EQ(findings_of(body("mass='-1' diaginertia='1 1 1'")).substr(0, 58),
            "robot.xml:2: physical error: body 'b': mass is -1, expecte");
  EXPECT_EQ(
      findings_of(body("mass='1' fullinertia='1 1 1 2 0 0'")),
      "robot.xml:2: physical error: body 'b': the inertia is not positive definite: principal moments (-1, "
      "1, 3)\n");
  EXPECT_EQ(
      findings_of(body("mass='1' diaginertia='1 1 3'"), {.repair = Repair::inertia}),
      "robot.xml:2: warning: repaired body 'b': principal moments (1, 1, 3) became (1.5, 1.5, 3) kg m^2, a "
      "change of 21.3201 %\n");
}

TEST(PhysicalErrorsOfScenes, AreRepairedByTheKeyRepair) {
  const TemporaryFolder folder;
  const auto file = folder / "bad.urdf";
  std::ofstream(file) << moving(link("b", "1", moments("1", "1", "3")));
  const auto read = [&](const std::string& more) {
    return read_scene_text("model: bad.urdf\n" + more, folder / "scene.yaml");
  };
  const SceneResult plain = read("");
  ASSERT_TRUE(plain.scene.has_value()) << plain.findings.to_string();
  EXPECT_FALSE(plain.scene->robots[0].model.is_possible());
  EXPECT_EQ(plain.findings.count(Severity::physical_error), 1);
  const SceneResult repaired = read("repair: inertia\n");
  ASSERT_TRUE(repaired.scene.has_value()) << repaired.findings.to_string();
  EXPECT_TRUE(repaired.scene->robots[0].model.is_possible());
  EXPECT_EQ(repaired.findings.count(Severity::warning), 1);
  EXPECT_FALSE(read("repair: none\n").scene->robots[0].model.is_possible());
  EXPECT_NE(read("repair: all\n").findings.to_string().find("unknown repair 'all'"), std::string::npos);
  EXPECT_NE(read("assemble: true\n").findings.to_string().find("expected repair: inertia too"),
            std::string::npos);
}

TEST(PhysicalErrorsOfScenes, OfTheirOwnObjectsNameTheLine) {
  const TemporaryFolder folder;
  std::ofstream(folder / "arm.urdf") << pair("continuous");
  for (const char* inertia : {"mass: 1, inertia: [1, 1, 9]", "mass: -1, inertia: [1, 1, 1]"}) {
    const SceneResult read = read_scene_text(
        "arms:\n  - {model: arm.urdf}\nobject: {" + std::string(inertia) + "}\n", folder / "scene.yaml");
    ASSERT_TRUE(read.scene.has_value()) << read.findings.to_string();
    EXPECT_NE(read.findings.to_string().find("scene.yaml:3: physical error: body 'object'"),
              std::string::npos)
        << read.findings.to_string();
  }
}

}  // namespace sinew::test::physical_errors_test
