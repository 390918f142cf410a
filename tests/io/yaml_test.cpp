#include "sinew/io/internal/text/yaml.hpp"

#include <gtest/gtest.h>

namespace sinew::test::yaml_test {

using Kind = yaml::Node::Kind;

yaml::Node parsed(const std::string& text) {
  Findings findings;
  const auto node = yaml::parse(text, "a.yaml", findings);
  EXPECT_EQ(findings.to_string(), "") << text;
  return node.value_or(yaml::Node{});
}

std::string refusal(const std::string& text) {
  Findings findings;
  EXPECT_FALSE(yaml::parse(text, "a.yaml", findings)) << text;
  return findings.to_string();
}

TEST(Yaml, KeepsValuesAsTextWithTheirLines) {
  const yaml::Node root = parsed("a: 1.50\n\n# comment\nb:\n  - x\n  - 'y'\nc: {d: ~}\n");
  ASSERT_EQ(root.kind, Kind::map);
  ASSERT_EQ(root.children.size(), 3u);
  EXPECT_EQ(root.find("a")->text, "1.50");
  EXPECT_EQ(root.find("a")->line, 1);
  const yaml::Node& list = *root.find("b");
  EXPECT_EQ(list.kind, Kind::list);
  EXPECT_EQ(list.key_line, 4);
  EXPECT_EQ(list.children.at(0).line, 5);
  EXPECT_FALSE(list.children.at(0).is_quoted);
  EXPECT_EQ(list.children.at(1).text, "y");
  EXPECT_TRUE(list.children.at(1).is_quoted);
  EXPECT_EQ(root.find("c")->find("d")->kind, Kind::nothing);
  EXPECT_EQ(root.find("e"), nullptr);
  EXPECT_EQ(list.find("a"), nullptr);
}

TEST(Yaml, AnAliasIsACopyOfItsAnchor) {
  const yaml::Node root = parsed("a: &pose {x: [1, 2]}\nb: *pose\n");
  EXPECT_EQ(root.find("b")->key, "b");
  EXPECT_EQ(root.find("b")->find("x")->children.at(1).text, "2");
  EXPECT_EQ(root.find("b")->find("x")->line, 1);
}

TEST(Yaml, AliasesThatMultiplyAreRefused) {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 10; ++i) {
    const std::string one = "*a" + std::to_string(i - 1);
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + one;
    for (int k = 0; k < 9; ++k) text += ", " + one;
    text += "]\n";
  }
  EXPECT_EQ(refusal(text), "a.yaml:5: error: more than the 100000 values that are accepted\n");
}

TEST(Yaml, AnAliasOfAnEnclosingNodeIsRefused) {
  EXPECT_EQ(refusal("a: &a\n  - *a\n"), "a.yaml:2: error: an alias is inside the value that it refers to\n");
}

TEST(Yaml, AnAliasOfAnUnknownAnchorIsRefused) {
  EXPECT_EQ(refusal("a: 1\nb: *c\n"), "a.yaml:2: error: not YAML: the referenced anchor is not defined\n");
}

TEST(Yaml, KeysWrittenTwiceAreErrorsAndTheFirstCounts) {
  Findings findings;
  const auto root = yaml::parse("a: 1\nb: 2\na: 3\n", "a.yaml", findings);
  EXPECT_EQ(findings.to_string(), "a.yaml:3: error: key 'a' is written twice (first in line 1)\n");
  ASSERT_TRUE(root);
  EXPECT_EQ(root->find("a")->text, "1");
}

TEST(Yaml, InvalidYamlIsRefusedWithItsLine) {
  EXPECT_EQ(refusal("a: 1\nb: [1, 2\nc: 3\n").substr(0, 24), "a.yaml:3: error: not YAM");
  EXPECT_EQ(refusal("a: b: c\n").substr(0, 24), "a.yaml:1: error: not YAM");
  EXPECT_EQ(refusal("\ta: 1\n").substr(0, 9), "a.yaml:1:");
  EXPECT_EQ(refusal("a: 1\n- x\n").substr(0, 9), "a.yaml:2:");
  EXPECT_EQ(refusal("a: 1\n  b: 2\n").substr(0, 9), "a.yaml:2:");
  EXPECT_EQ(refusal("a: {b: 1\n").substr(0, 9), "a.yaml:2:");
}

TEST(Yaml, SeveralDocumentsAreRefused) {
  EXPECT_EQ(refusal(""), "a.yaml:1: error: contains only blanks and comments\n");
  EXPECT_EQ(refusal("# only\n\n"), "a.yaml:1: error: contains only blanks and comments\n");
  EXPECT_EQ(refusal("a: 1\n---\nb: 2\n"), "a.yaml:3: error: a second document begins; expected one\n");
  EXPECT_EQ(refusal(std::string("a: 1\nb: \0", 9)),
            "a.yaml:2: error: byte 0 is not text; expected YAML in UTF-8\n");
  EXPECT_EQ(refusal("\xFF\xFE"), "a.yaml:1: error: byte 255 is not text; expected YAML in UTF-8\n");
}

TEST(Yaml, TagsAndComplexKeysAreRefused) {
  EXPECT_EQ(
      refusal("a: !!python/object x\n"),
      "a.yaml:1: error: tag 'tag:yaml.org,2002:python/object' is not accepted; expected a plain value\n");
  EXPECT_EQ(refusal("[1, 2]: x\n"), "a.yaml:1: error: expected a key, got a list\n");
  EXPECT_EQ(refusal("~: x\n"), "a.yaml:1: error: expected a key, got nothing\n");
  EXPECT_EQ(refusal(std::string(300, 'k') + ": x\n").substr(0, 21), "a.yaml:1: error: key ");
}

TEST(Yaml, DeepAndLargeTextsAreRefused) {
  EXPECT_EQ(refusal(std::string(5000, '[')),
            "a.yaml:1: error: nested deeper than the 32 levels that are accepted\n");
  std::string deep;
  for (int i = 0; i < 200; ++i) deep += std::string(std::size_t(i), ' ') + "a:\n";
  EXPECT_EQ(refusal(deep), "a.yaml:33: error: nested deeper than the 32 levels that are accepted\n");
  EXPECT_EQ(refusal("a: " + std::string(yaml::max_bytes, 'x')),
            "a.yaml: error: larger than the 1024 KiB that are accepted\n");
  std::string many = "a: [";
  for (int i = 0; i <= yaml::max_nodes; ++i) many += "1,";
  EXPECT_EQ(refusal(many + "1]"), "a.yaml:1: error: more than the 100000 values that are accepted\n");
}

}  // namespace sinew::test::yaml_test
