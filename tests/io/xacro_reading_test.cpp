// Robots in xacro files: which files are xacro, and how models and scenes are read from them.
#include <gtest/gtest.h>

#include "sinew/io/scene.hpp"
#include "tests/io/xacro_texts.hpp"
#include "tests/support/files.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/places.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test::xacro_reading_test {

const std::string arm = source_folder() + "/tests/data/xacro/arm.xacro";

TEST(XacroReading, LoadsARobotWithArguments) {
  EXPECT_EQ(load(arm).velocity_size(), 3);
  const Model longer = load(arm, {.xacro_arguments = {{"joints", "6"}, {"tool", "true"}}});
  EXPECT_EQ(longer.velocity_size(), 6);
  EXPECT_NO_THROW(longer.frame("tool"));
}

TEST(XacroReading, RecognisesXacroByTheNameOrByItsElements) {
  const std::string expanded = in_robot("<xacro:property name='n' value='a'/><link name='${n}'/>");
  EXPECT_EQ(read_urdf_text(expanded, "robot.urdf").description.bodies.at(0).name, "a");
  EXPECT_EQ(read_urdf_text("<robot name='r'><link name='${\"a\"}'/></robot>", "robot.xacro")
                .description.bodies.at(0)
                .name,
            "a");
  EXPECT_EQ(read_urdf_text(in_robot("<link name='${n}'/>"), "robot.urdf").description.bodies.at(0).name,
            "${n}");
}

TEST(XacroReading, NamesAllFilesThatWereRead) {
  const TemporaryFolder folder;
  write(folder / "robot.xacro", in_robot("<xacro:include filename='link.xacro'/>"
                                         "<xacro:property name='d' value='${load_yaml(\"data.yaml\")}'/>"
                                         "<xacro:part name='${d.name}'/>"));
  write(folder / "link.xacro",
        in_robot("<xacro:macro name='part' params='name'>\n<link name='${name}'/></xacro:macro>"));
  write(folder / "data.yaml", "name: trunk");
  const ReadResult read = read_description(folder / "robot.xacro");
  ASSERT_EQ(read.findings.to_string(), "");
  EXPECT_EQ(read.description.files,
            (std::vector<std::string>{folder / "robot.xacro", folder / "link.xacro", folder / "data.yaml"}));
  EXPECT_EQ(read.description.bodies.at(0).source.file, folder / "link.xacro");
  EXPECT_EQ(read.description.bodies.at(0).source.line, 3);

  StoredTexts texts;
  for (const std::string& file : read.description.files) texts.add(file, content_of(file));
  texts.add(folder / "data.yaml", "name: stored");
  EXPECT_EQ(read_description(folder / "robot.xacro", {.texts = &texts}).description.bodies.at(0).name,
            "stored");
}

TEST(XacroReading, RefusesArgumentsForAFileThatIsNotXacro) {
  EXPECT_EQ(read_urdf_text("<robot name='r'><link name='a'/></robot>", "robot.urdf",
                           {.xacro_arguments = {{"a", "1"}}})
                .findings.to_string(),
            "robot.urdf: error: xacro arguments were given, but the file is not xacro\n");
}

TEST(XacroReading, TakesTheArgumentsOfASceneFromItsModel) {
  const SceneResult read =
      read_scene_text("model: " + arm + "\nxacro_arguments: {joints: 4, tool: true}\n", "scene.yaml");
  ASSERT_TRUE(read.scene) << read.findings.to_string();
  EXPECT_EQ(read.scene->robots.at(0).model.velocity_size(), 4);
  EXPECT_TRUE(contains(read_scene_text("model: " + arm + "\nxacro_arguments: {jionts: 4}\n", "scene.yaml")
                           .findings.to_string(),
                       "unknown xacro argument 'jionts': did you mean 'joints'?"));
}

}  // namespace sinew::test::xacro_reading_test
