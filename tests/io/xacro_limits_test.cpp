// xacro files that ask for too much end in an error that names the limit.
#include <gtest/gtest.h>

#include "tests/io/xacro_texts.hpp"
#include "tests/support/files.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test::xacro_limits_test {

TEST(XacroLimits, RefuseMacrosThatDoubleAtEveryLevel) {
  std::string text = "<xacro:macro name='m0'><a/></xacro:macro>";
  for (int i = 1; i < 30; ++i) {
    const std::string call = "<xacro:m" + std::to_string(i - 1) + "/>";
    text += "<xacro:macro name='m" + std::to_string(i) + "'>" + call + call + "</xacro:macro>";
  }
  EXPECT_TRUE(contains(expansion(text + "<xacro:m29/>"),
                       "the file expands to more than the 1000000 elements that are accepted"));
}

TEST(XacroLimits, RefuseMacrosThatCallThemselvesForever) {
  EXPECT_TRUE(contains(expansion("<xacro:macro name='m'><xacro:m/></xacro:macro><xacro:m/>"),
                       "nested deeper than the 1000 levels that are accepted"));
}

TEST(XacroLimits, RefuseFilesThatIncludeThemselves) {
  const TemporaryFolder folder;
  write(folder / "a.xacro", in_robot("<xacro:include filename='a.xacro'/>"));
  EXPECT_TRUE(contains(expand_xacro(folder / "a.xacro").findings.to_string(),
                       "includes are nested deeper than the 50 levels that are accepted"));
}

TEST(XacroLimits, RefuseTextsThatDoubleAtEveryProperty) {
  std::string text = "<xacro:property name='p0' value='${\"aaaaaaaaaaaaaaaa\"}'/>";
  for (int i = 1; i < 30; ++i) {
    const std::string before = "p" + std::to_string(i - 1);
    text += "<xacro:property name='p" + std::to_string(i) + "' value='${" + before + " + " + before + "}'/>";
  }
  EXPECT_TRUE(contains(expansion(text + "<v x='${p29}'/>"), "a text is longer than the 1000000 bytes"));
}

TEST(XacroLimits, RefuseListsInListsWhoseTextWouldBeEndless) {
  std::string text = "<xacro:property name='p0' value='${[1, 2]}'/>";
  for (int i = 1; i < 40; ++i) {
    const std::string before = "p" + std::to_string(i - 1);
    text += "<xacro:property name='p" + std::to_string(i) + "' value='${[" + before + ", " + before + "]}'/>";
  }
  EXPECT_TRUE(contains(expansion(text + "<v x='${p39}'/>"), "a text is longer than the 1000000 bytes"));
  EXPECT_TRUE(contains(expansion(text + "<v x='${p39 == [p38, p38]}'/>"), "the expressions need more than"));
}

TEST(XacroLimits, RefuseLargeIntegersTextsAndLists) {
  EXPECT_TRUE(contains(value_of("9**9**9"), "does not fit into 64 bits"));
  EXPECT_TRUE(contains(value_of("9223372036854775807 + 1"), "does not fit into 64 bits"));
  EXPECT_TRUE(contains(value_of("'a' * 10**9"), "a text is longer than the 1000000 bytes"));
  EXPECT_TRUE(contains(value_of("'a' * 9223372036854775807"), "a text is longer than"));
  EXPECT_TRUE(contains(value_of("[0] * 10**9"), "a list is longer than the 100000 items"));
  EXPECT_TRUE(contains(value_of("range(10**9)"), "a list is longer than the 100000 items"));
  EXPECT_TRUE(contains(value_of("'%999999999d' % 1"), "wider than 1000"));
  EXPECT_TRUE(contains(value_of("[[y for y in range(10000)] for x in range(10000)]"), "that are accepted"));
}

TEST(XacroLimits, RefuseExpressionsThatAreNestedDeeply) {
  EXPECT_TRUE(contains(value_of(std::string(5000, '(') + "1"), "nested deeper than the 100 levels"));
  EXPECT_TRUE(contains(value_of(std::string(5000, '-') + "1"), "nested deeper than the 100 levels"));
  std::string sum = "1";
  for (int i = 0; i < 5000; ++i) sum += "+1";
  EXPECT_TRUE(contains(value_of(sum), "too many parts"));
  EXPECT_TRUE(contains(value_of("'" + std::string(70'000, 'a') + "'"), "longer than the 65536 bytes"));
}

TEST(XacroLimits, RefuseLongChainsOfProperties) {
  std::string text = "<xacro:property name='p0' value='${1 + 1}'/>";
  for (int i = 1; i < 5000; ++i) {
    text += "<xacro:property name='p" + std::to_string(i) + "' value='${p" + std::to_string(i - 1) + "}'/>";
  }
  EXPECT_TRUE(contains(expansion(text + "<v x='${p4999}'/>"), "more than 100 properties need each other"));
}

}  // namespace sinew::test::xacro_limits_test
