// Errors in xacro files: each names the file and line, and quotes what is wrong.
#include <gtest/gtest.h>

#include "tests/io/xacro_texts.hpp"
#include "tests/support/messages.hpp"

namespace sinew::test::xacro_error_test {

const std::string at_2 = "robot.xacro:2: error: ";

TEST(XacroErrors, SuggestANameForAnUnknownOne) {
  const std::string text = expansion("<xacro:property name='width' value='1'/>\n<v x='${2 * widht}'/>");
  EXPECT_TRUE(
      starts_with(text,
                  "robot.xacro:3: error: in the expression '2 * widht', column 5: unknown name 'widht': "
                  "did you mean 'width'?"));
}

TEST(XacroErrors, NameThePropertyAndTheMacrosInWhichTheyHappen) {
  EXPECT_EQ(
      expansion(
          "<xacro:property name='p' value='${1 / 0}'/>\n<xacro:macro name='m'>\n<v x='${p}'/></xacro:macro>"
          "\n<xacro:m/>"),
      "robot.xacro:4: error: in the expression '1 / 0', column 3: division by zero, needed by property 'p' "
      "(robot.xacro:2), in macro 'm' called at robot.xacro:5\n");
}

TEST(XacroErrors, PointToTheColumnOfAnExpression) {
  EXPECT_EQ(value_of("1 +"), at_2 + "in the expression '1 +', column 4: expected a value, found the end\n");
  EXPECT_EQ(value_of("(1, 2"), at_2 + "in the expression '(1, 2', column 6: expected ')', found the end\n");
  EXPECT_EQ(value_of("1 2"),
            at_2 +
                "in the expression '1 2', column 3: expected the end of the expression, found a "
                "number\n");
  EXPECT_EQ(value_of("'a' + 1"),
            at_2 + "in the expression ''a' + 1', column 5: '+' is not defined for str and int\n");
  EXPECT_EQ(value_of("[1][5]"),
            at_2 + "in the expression '[1][5]', column 4: index 5 is outside of the list of 1 items\n");
  EXPECT_EQ(value_of("sqrt(-1)"),
            at_2 + "in the expression 'sqrt(-1)', column 5: the function is not defined for this argument\n");
  EXPECT_EQ(value_of("lambda: 1"),
            at_2 +
                "in the expression 'lambda: 1', column 1: lambda is not supported; expected a value, found "
                "'lambda'\n");
  EXPECT_EQ(expansion("<v x='${1'/>"), at_2 + "in '${1': expected '}'\n");
}

TEST(XacroErrors, DescribeWrongCallsOfMacros) {
  const std::string macro = "<xacro:macro name='leg' params='side *origin'/>";
  EXPECT_EQ(expansion(macro + "<xacro:lge/>"),
            at_2 + "unknown macro 'lge': did you mean 'leg'? (expected one of leg)\n");
  EXPECT_EQ(expansion(macro + "<xacro:leg sdie='1'/>"),
            at_2 + "unknown parameter 'sdie': did you mean 'side'? (expected one of side) of macro 'leg'\n");
  EXPECT_EQ(expansion(macro + "<xacro:leg side='1'/>"),
            at_2 + "macro 'leg' needs an element for its block '*origin'\n");
  EXPECT_EQ(expansion(macro + "<xacro:leg><a/></xacro:leg>"),
            at_2 + "macro 'leg' needs the parameters 'side'\n");
  EXPECT_EQ(expansion(macro + "<xacro:leg side='1'><a/><b/></xacro:leg>"),
            at_2 + "macro 'leg' has no block for the element <b>\n");
  EXPECT_EQ(
      expansion("<xacro:macro name='m' params=\"a:='b\"/>"),
      at_2 +
          "cannot read the parameter at 'a:='b'; expected NAME, NAME:=DEFAULT, NAME:=^, *BLOCK or **BLOCK\n");
}

TEST(XacroErrors, ListTheDeclaredArguments) {
  EXPECT_EQ(
      expansion("<xacro:arg name='side' default='left'/>", {.xacro_arguments = {{"sied", "right"}}}),
      "robot.xacro: error: unknown xacro argument 'sied': did you mean 'side'? (expected one of side)\n");
  EXPECT_EQ(expansion("<xacro:arg name='side' default='left'/><v x='$(arg sde)'/>"),
            at_2 +
                "unknown argument 'sde': did you mean 'side'? (expected one of side); give it by --xacro-arg "
                "sde:=VALUE, or declare a default by <xacro:arg>\n");
}

TEST(XacroErrors, SayWhereFilesAndPackagesWereSearched) {
  EXPECT_EQ(expansion("<xacro:include filename='parts/leg.xacro'/>"),
            at_2 + "no such file: 'parts/leg.xacro'\n");
  EXPECT_TRUE(
      starts_with(expansion("<v x='$(find no_such_package)'/>"),
                  at_2 + "package 'no_such_package' is neither in the given folders nor above robot.xacro"));
  EXPECT_TRUE(starts_with(expansion("<v x='$(env SINEW_NOT_SET)'/>"),
                          at_2 + "the environment variable 'SINEW_NOT_SET' is not set"));
}

TEST(XacroErrors, DescribeWrongElements) {
  EXPECT_EQ(expansion("<xacro:property value='1'/>"), at_2 + "<xacro:property> has no attribute 'name'\n");
  EXPECT_TRUE(starts_with(expansion("<xacro:property name='if' value='1'/>"),
                          at_2 + "'if' cannot be the name of a property"));
  EXPECT_EQ(expansion("<xacro:if value='maybe'/>"),
            at_2 + "the condition 'maybe' has the value 'maybe'; expected true, false or a number\n");
  EXPECT_EQ(expansion("<xacro:insert_block name='b'/>"), at_2 + "unknown block 'b' (there are none)\n");
  EXPECT_EQ(expansion("<xacro:property name='a' value='${a}'/><v x='${a}'/>"),
            at_2 +
                "in the expression 'a', column 1: property 'a' needs its own value; lazy_eval=\"false\" "
                "evaluates a "
                "property where it is written, needed by property 'a' (robot.xacro:2)\n");
}

TEST(XacroErrors, OfTheModelSayWhereTheMacroWasCalled) {
  const auto read = read_urdf_text(
      in_robot("<xacro:macro name='m' params='n'>\n<link name='${n}'><inertial/></link>\n</xacro:macro>\n"
               "<xacro:m n='a'/>"),
      "robot.xacro");
  EXPECT_TRUE(contains(read.findings.to_string(), "robot.xacro:3: error: "));
  EXPECT_TRUE(contains(read.findings.to_string(), " (in macro 'm' called at robot.xacro:5)\n"));
}

}  // namespace sinew::test::xacro_error_test
