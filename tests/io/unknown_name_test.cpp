// Messages about unknown names: similar names are suggested, and long lists take no time.
#include "sinew/base/unknown_name.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "tests/io/sdf_texts.hpp"

namespace sinew::test::unknown_name_test {

TEST(UnknownName, SuggestsANameThatDiffersInHalfOfItsLettersAtMost) {
  EXPECT_EQ(unknown_name("loop", "tow", {"one", "two"}),
            "unknown loop 'tow': did you mean 'two'? (expected one of one, two)");
  EXPECT_EQ(unknown_name("frame", "tol", {"base", "tool"}),
            "unknown frame 'tol': did you mean 'tool'? (expected one of base, tool)");
  EXPECT_EQ(unknown_name("frame", "tip", {"base", "tool"}),
            "unknown frame 'tip' (expected one of base, tool)");
  EXPECT_EQ(unknown_name("frame", "x", {"y"}), "unknown frame 'x' (expected one of y)");
  EXPECT_EQ(unknown_name("frame", "tol", {}), "unknown frame 'tol' (there are none)");
}

TEST(UnknownName, ListsTheNearestOfManyNames) {
  std::vector<std::string> names;
  for (int i = 0; i < 1000; ++i) names.push_back("joint" + std::to_string(i));
  const std::string message = unknown_name("joint", "joimt700", names);
  EXPECT_EQ(message.find("unknown joint 'joimt700': did you mean 'joint700'? (nearest of 1000: joint700, "),
            0u);
  names.push_back("one more");
  EXPECT_EQ(
      unknown_name("joint", "joimt700", names).find("unknown joint 'joimt700' (the first of 1001: joint0, "),
      0u);
}

TEST(UnknownName, AThousandOfThemInALargeFileAreReportedInSeconds) {
  std::string links, joints;
  for (int i = 0; i < 20000; ++i) links += sdf_link("link_number_" + std::to_string(i));
  for (int i = 0; i < 300; ++i) {
    const std::string number = std::to_string(i);
    joints += "<joint name='j" + number + "' type='fixed'><parent>lnk_number_" + number +
              "</parent><child>link_number_" + number + "</child></joint>";
  }
  const auto start = std::chrono::steady_clock::now();
  EXPECT_NE(sdf_findings(sdf_model(links + joints)).find("unknown frame 'lnk_number_7'"), std::string::npos);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

}  // namespace sinew::test::unknown_name_test
