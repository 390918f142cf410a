// <include>: where files are searched, and what is refused.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/io/mjcf_texts.hpp"
#include "tests/support/places.hpp"

namespace sinew::test::mjcf_include_test {

// A temporary folder of files.
class MjcfInclude : public testing::Test {
 protected:
  MjcfInclude()
      : folder_(std::filesystem::temp_directory_path() / ("sinew_include_" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_ / "parts");
  }
  ~MjcfInclude() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  // With the folder's name removed.
  std::string findings(const std::string& name) const {
    std::string text = read_mjcf(folder_ / name).findings.to_string();
    const std::string prefix = folder_.string() + "/";
    for (auto at = text.find(prefix); at != std::string::npos; at = text.find(prefix))
      text.erase(at, prefix.size());
    return text;
  }

  std::filesystem::path folder_;
};

// dm_control#240, #529, PR#417.
TEST_F(MjcfInclude, SearchesTheFolderOfTheTopFileAlsoFromIncludedFiles) {
  const auto result = read_mjcf(source_folder() + "/tests/data/mjcf/with_includes.xml");
  EXPECT_EQ(result.findings.to_string(), "");
  const Body& limb = body_of(result.description, "limb");
  EXPECT_EQ(limb.shapes.size(), 2u);
  EXPECT_EQ(limb.joint.dofs.at(0).damping, 3);  // from a file included in <default>
  EXPECT_TRUE(limb.source.file.ends_with("parts/limb.xml"));
  EXPECT_EQ(limb.source.line, 2);
}

// BehaviorTree.CPP#1210: stack overflow.
TEST_F(MjcfInclude, RefusesAFileThatIncludesItself) {
  write("top.xml", "<mujoco>\n<include file='top.xml'/>\n</mujoco>");
  EXPECT_EQ(findings("top.xml"),
            "top.xml:2: error: include: file 'top.xml' is already included (the file itself)\n");
  write("a.xml", "<mujoco>\n<include file='b.xml'/>\n</mujoco>");
  write("b.xml", "<mujoco>\n<include file='./parts/../a.xml'/>\n</mujoco>");
  EXPECT_EQ(findings("a.xml"),
            "b.xml:2: error: include: file './parts/../a.xml' is already included (the file itself)\n");
}

// ByroRedux#4650: 2^n copies of the last file.
TEST_F(MjcfInclude, RefusesIncludesThatDoubleAtEveryLevel) {
  for (int i = 0; i < 25; ++i) {
    const std::string next = "<include file='" + std::to_string(i + 1) + ".xml'/>";
    write(std::to_string(i) + ".xml", "<mujoco>\n" + next + "\n" + next + "\n</mujoco>");
  }
  write("25.xml", "<mujoco><compiler/></mujoco>");
  const auto result = read_mjcf(folder_ / "0.xml");
  EXPECT_EQ(result.findings.count(Severity::error), 25);
  EXPECT_NE(findings("0.xml").find("0.xml:3: error: include: file '1.xml' is already included (0.xml:2)\n"),
            std::string::npos);
}

TEST_F(MjcfInclude, RefusesMoreFilesInAChainThanTheLimit) {
  for (int i = 0; i < 34; ++i) {
    write(std::to_string(i) + ".xml",
          "<mujoco>\n<include file='" + std::to_string(i + 1) + ".xml'/>\n</mujoco>");
  }
  EXPECT_EQ(findings("0.xml"),
            "32.xml:2: error: include: file '33.xml' is nested more than 32 includes deep\n");
}

TEST_F(MjcfInclude, RefusesMoreBytesThanTheLimit) {
  const std::string filling = "<mujoco><!--" + std::string(22 << 20, ' ') + "--><compiler/></mujoco>";
  write("top.xml",
        "<mujoco>\n<include file='a.xml'/>\n<include file='b.xml'/>\n<include file='c.xml'/>\n</mujoco>");
  for (const char* name : {"a.xml", "b.xml", "c.xml"}) write(name, filling);
  EXPECT_EQ(
      findings("top.xml"),
      "top.xml:4: error: include: with file 'c.xml' the model is larger than the 64 MiB that are accepted\n");
}

TEST_F(MjcfInclude, ReportsFaultsInTheFileWhereTheyAre) {
  write("top.xml", "<mujoco>\n<worldbody>\n<include file='parts/a.xml'/>\n</worldbody>\n</mujoco>");
  write("parts/a.xml", "<mujocoinclude>\n<body name='b'\n pos='x'/>\n</mujocoinclude>");
  EXPECT_EQ(findings("top.xml"),
            "parts/a.xml:2: error: body 'b': pos of <body>: expected a number, got 'x'\n");
  write("parts/a.xml", "<mujocoinclude>\n<body>");
  EXPECT_EQ(findings("top.xml"), "parts/a.xml:2: error: <body> is never closed\n");
  write("parts/a.xml", "<mujocoinclude/>");
  EXPECT_EQ(findings("top.xml"),
            "top.xml:3: error: include: file 'parts/a.xml' contains no element to include\n");
}

}  // namespace sinew::test::mjcf_include_test
