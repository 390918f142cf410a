// The options that say how the program reads models: standard input, --srdf and --package-path.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/run_program.hpp"

namespace sinew::test::reading_test {

using Json = nlohmann::json;

const std::string arm = R"(<robot name="arm">
  <link name="base"/>
  <joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/></joint>
  <link name="upper"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
    <visual><geometry><mesh filename="package://arm_meshes/upper.stl"/></geometry></visual></link>
</robot>
)";
const std::string srdf = R"(<robot name="arm">
  <group name="all"><joint name="shoulder"/></group>
  <group_state name="home" group="all"><joint name="shoulder" value="0.5"/></group_state>
  <end_effector name="hand" group="all" parent_link="upper"/>
  <disable_collisions link1="base" link2="upper" reason="Adjacent"/>
</robot>
)";

class Reading : public testing::Test {
 protected:
  Reading() {
    ::unsetenv("ROS_PACKAGE_PATH");
    std::filesystem::create_directories(folder_ / "arm_meshes");
    std::ofstream(folder_ / "arm_meshes/upper.stl") << "solid";
  }
  ~Reading() override { std::filesystem::remove_all(folder_); }

  TemporaryFile robot_{arm, ".urdf"}, srdf_{srdf, ".srdf"};
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("sinew_reading_test_" + std::to_string(::getpid()));
};

TEST_F(Reading, AModelComesFromStandardInput) {
  const Outcome info = run_program_with_input(arm, {"info", "-"});
  EXPECT_EQ(info.exit_code, 0) << info.notes;
  EXPECT_TRUE(starts_with(info.output, "arm (<stdin>)\n"));
  const Outcome computed = run_program_with_input(arm, {"compute", "mass-matrix", "-", "--json"});
  EXPECT_EQ(Json::parse(computed.output)["mass_matrix"], Json::parse("[[1.0]]"));
  const Outcome mjcf = run_program_with_input(
      "<mujoco><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>", {"info", "-"});
  EXPECT_EQ(mjcf.exit_code, 0) << mjcf.notes;
}

TEST_F(Reading, MistakesInStandardInputAreReportedWithTheirLines) {
  const Outcome wrong = run_program_with_input("<robot name='r'>\n<link/></robot>", {"check", "-"});
  EXPECT_EQ(wrong.exit_code, 1);
  EXPECT_TRUE(starts_with(wrong.output, "<stdin>:2: error:"));
  const Outcome empty = run_program_with_input("", {"info", "-"});
  EXPECT_EQ(empty.exit_code, 2);
  EXPECT_EQ(empty.notes, "sinew: -: standard input is empty; expected a robot as URDF or MJCF\n");
}

TEST_F(Reading, AModelFromStandardInputCanBeSimulated) {
  const std::string result = (folder_ / "run.h5").string();
  const Outcome run =
      run_program_with_input(arm, {"simulate", "-", "--duration", "0.01", "-o", result, "--quiet"});
  EXPECT_EQ(run.exit_code, 0) << run.notes;
  EXPECT_TRUE(std::filesystem::exists(result));
}

TEST_F(Reading, InfoListsWhatAnSrdfFileAdds) {
  const Outcome info = run_program({"info", robot_.path(), "--srdf", srdf_.path()});
  EXPECT_EQ(info.exit_code, 0) << info.notes;
  EXPECT_TRUE(contains(info.output,
                       "  position  joints given\n  --------  ------------\n  home                 1\n"));
  EXPECT_TRUE(contains(info.output,
                       "  group  joints  names\n  -----  ------  --------\n  all         1  shoulder\n"));
  EXPECT_TRUE(contains(info.output, "  hand          all    upper\n"));
  EXPECT_TRUE(contains(info.output, "  disabled collisions: 1 pairs of bodies\n"));
  const Json json =
      Json::parse(run_program({"info", robot_.path(), "--srdf", srdf_.path(), "--json"}).output);
  EXPECT_EQ(json["positions"], Json::parse(R"([{"name": "home", "q": [0.5]}])"));
  EXPECT_EQ(json["srdf"]["groups"], Json::parse(R"([{"name": "all", "joints": ["shoulder"]}])"));
  EXPECT_EQ(json["srdf"]["disabled_collisions"], Json::parse(R"([["base", "upper", "Adjacent"]])"));
}

TEST_F(Reading, ANamedPositionIsUsedForQ) {
  const Outcome named = run_program(
      {"compute", "gravity-force", robot_.path(), "--srdf", srdf_.path(), "--q", "home", "--json"});
  EXPECT_EQ(named.exit_code, 0) << named.notes;
  EXPECT_EQ(Json::parse(named.output)["inputs"]["q"], Json::parse("[0.5]"));
  const Outcome misspelt =
      run_program({"compute", "gravity-force", robot_.path(), "--srdf", srdf_.path(), "--q", "hme"});
  EXPECT_EQ(misspelt.exit_code, 2);
  EXPECT_EQ(
      misspelt.notes.substr(misspelt.notes.find("--q")),
      "--q: unknown position 'hme': did you mean 'home'? (expected one of home); 'sinew info' lists the "
      "positions\n");
}

TEST_F(Reading, PackagesAreSearchedInGivenFolders) {
  const Outcome missing = run_program({"check", robot_.path()});
  EXPECT_TRUE(contains(missing.output, "package 'arm_meshes' was not found: mesh"));
  EXPECT_TRUE(contains(missing.output, "--package-path FOLDER"));
  const Outcome wrong = run_program({"check", robot_.path(), "--package-path", "/nowhere"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_EQ(wrong.notes, "sinew: --package-path /nowhere: no such folder\n");
  const std::string empty = (folder_ / "empty").string(), folder = folder_.string();
  std::filesystem::create_directories(empty);
  const Outcome found =
      run_program({"check", robot_.path(), "--package-path", empty, "--package-path", folder});
  EXPECT_EQ(found.output, robot_.path() + ": no findings\n");
}

}  // namespace sinew::test::reading_test
