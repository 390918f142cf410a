// The elements of xacro; tests/io/xacro_comparison_test.cpp compares many more with the package from PyPI.
#include <gtest/gtest.h>

#include "tests/io/xacro_texts.hpp"

namespace sinew::test::xacro_test {

TEST(Xacro, EvaluatesAPropertyWhenItIsFirstUsed) {
  EXPECT_EQ(
      expansion("<xacro:property name='a' value='${b}'/><xacro:property name='b' value='2'/><v x='${a}'/>"
                "<xacro:property name='b' value='3'/><v x='${a} ${b}'/>"),
      "<v x=\"2\" /><v x=\"2 3\" />");
}

TEST(Xacro, WritesNumbersAsPythonDoes) {
  EXPECT_EQ(value_of("1"), "1");
  EXPECT_EQ(value_of("1.0"), "1.0");
  EXPECT_EQ(value_of("6 / 3"), "2.0");
  EXPECT_EQ(value_of("0.1 + 0.2"), "0.30000000000000004");
  EXPECT_EQ(value_of("1e16"), "1e+16");
  EXPECT_EQ(value_of("1e-5"), "1e-05");
  EXPECT_EQ(value_of("True"), "True");
  EXPECT_EQ(value_of("None"), "None");
  EXPECT_EQ(value_of("round(0.5)"), "0");
  EXPECT_EQ(value_of("-7 // 2"), "-4");
  EXPECT_EQ(value_of("-7 % 3"), "2");
}

TEST(Xacro, GivesAMacroItsParametersDefaultsAndBlocks) {
  EXPECT_EQ(expansion("<xacro:property name='z' value='9'/>"
                      "<xacro:macro name='m' params='x y:=2 z:=^ w:=^|4 *block'>"
                      "<v x='${x} ${y} ${z} ${w}'><xacro:insert_block name='block'/></v></xacro:macro>"
                      "<xacro:m x='1'><b z='${z}'/></xacro:m>"),
            "<v x=\"1 2 9 4\"><b z=\"9\" /></v>");
}

TEST(Xacro, KeepsTheLineOfTheSourceOfEveryElement) {
  Findings findings;
  const auto document = xacro::expanded_if_xacro(
      xml::Document::parse(in_robot("<xacro:macro name='m'>\n<a/>\n</xacro:macro>\n<b/>\n<xacro:m/>"),
                           "robot.xacro", findings),
      {}, findings);
  ASSERT_TRUE(document);
  std::vector<int> lines;
  for (const xml::Element element : document->root().children()) lines.push_back(element.line());
  EXPECT_EQ(lines, (std::vector{5, 3}));
}

TEST(Xacro, ReplacesTheDefaultsOfArguments) {
  const std::string text = "<xacro:arg name='a' default='1'/><v x='$(arg a) ${$(arg a) + 1}'/>";
  EXPECT_EQ(expansion(text), "<v x=\"1 2\" />");
  EXPECT_EQ(expansion(text, {.xacro_arguments = {{"a", "5"}}}), "<v x=\"5 6\" />");
}

TEST(Xacro, SaysThatAnAttributeOutsideOfItsElementHasNoEffect) {
  EXPECT_EQ(expansion("<v><xacro:if value='1'><xacro:attribute name='a' value='1'/></xacro:if></v>"),
            "robot.xacro:2: warning: the attribute 'a' has no effect: as in xacro, it must be directly in "
            "the element "
            "that it changes\n<v />");
}

TEST(Xacro, ReportsTheWarningsOfTheFileAndEndsAtItsFatalErrors) {
  EXPECT_EQ(expansion("<v x='a${xacro.warning(\"old\", 2)}b'/>"),
            "robot.xacro:2: warning: old 2\n<v x=\"ab\" />");
  EXPECT_EQ(expansion("<v x='${xacro.fatal(\"bad\")}'/>"),
            "robot.xacro:2: error: in the expression 'xacro.fatal(\"bad\")', column 12: the file ends the "
            "expansion: "
            "bad\n");
}

}  // namespace sinew::test::xacro_test
