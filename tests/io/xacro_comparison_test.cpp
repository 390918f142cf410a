// xacro files, expanded by sinew and by the package `xacro` from PyPI (tools/make_xacro_expectations.py).
#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>
#include <sstream>

#include "sinew/io/internal/text/xml.hpp"
#include "sinew/io/load.hpp"
#include "tests/support/places.hpp"

namespace sinew::test::xacro_comparison_test {

namespace fs = std::filesystem;

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

// Numbers may differ by rounding, because the functions of other C libraries do.
bool same_word(const std::string& a, const std::string& b) {
  if (a == b) return true;
  double x = 0, y = 0;
  const auto [end_a, fault_a] = std::from_chars(a.data(), a.data() + a.size(), x);
  const auto [end_b, fault_b] = std::from_chars(b.data(), b.data() + b.size(), y);
  return fault_a == std::errc{} && fault_b == std::errc{} && end_a == a.data() + a.size() &&
         end_b == b.data() + b.size() && std::abs(x - y) <= 1e-14 * std::abs(x);
}

bool same_text(std::string_view a, std::string_view b) {
  const auto x = words_of(a), y = words_of(b);
  return std::equal(x.begin(), x.end(), y.begin(), y.end(), same_word);
}

std::map<std::string, std::string> attributes_of(xml::Element element) {
  std::map<std::string, std::string> all;
  for (const auto& [name, value] : element.attributes()) all.emplace(name, value);
  return all;
}

// Returns the first difference, or an empty text.
std::string difference(xml::Element ours, xml::Element theirs, const std::string& path) {
  const std::string here = path + "/" + std::string(ours.name());
  if (ours.name() != theirs.name()) return here + " instead of " + std::string(theirs.name());
  const auto mine = attributes_of(ours), expected = attributes_of(theirs);
  if (mine.size() != expected.size()) return here + ": other attributes";
  for (const auto& [name, value] : expected) {
    const auto found = mine.find(name);
    if (found == mine.end()) return here + ": no attribute " + name;
    if (!same_text(found->second, value))
      return here + "@" + name + ": '" + found->second + "' instead of '" + value + "'";
  }
  if (!same_text(ours.text(), theirs.text())) return here + ": other text";
  const auto all = ours.children(), wanted = theirs.children();
  auto child = all.begin();
  for (const xml::Element expected_child : wanted) {
    if (child == all.end()) return here + ": no " + std::string(expected_child.name());
    if (auto found = difference(*child, expected_child, here); !found.empty()) return found;
    ++child;
  }
  return child == all.end() ? "" : here + ": one more " + std::string((*child).name());
}

// A result called NAME@ARGUMENT=VALUE,....expected.urdf comes from NAME.xacro with these arguments.
ReadOptions options_of(const std::string& stem, const fs::path& folder) {
  ReadOptions options{.package_folders = {folder / "packages"}};
  std::istringstream list(stem.find('@') == std::string::npos ? "" : stem.substr(stem.find('@') + 1));
  for (std::string entry; std::getline(list, entry, ',');)
    options.xacro_arguments.emplace_back(entry.substr(0, entry.find('=')), entry.substr(entry.find('=') + 1));
  return options;
}

TEST(XacroComparison, ExpandsEveryFileAsThePackageFromPyPIDoes) {
  const fs::path folder = source_folder() + "/tests/data/xacro";
  const std::string ending = ".expected.urdf";
  int files = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    std::string stem = entry.path().filename();
    if (!stem.ends_with(ending)) continue;
    stem.resize(stem.size() - ending.size());
    const ExpandedXacro expanded =
        expand_xacro(folder / (stem.substr(0, stem.find('@')) + ".xacro"), options_of(stem, folder));
    Findings findings = expanded.findings;
    ASSERT_EQ(findings.to_string(), "") << stem;
    const auto ours = xml::Document::parse(expanded.text, stem, findings);
    const auto theirs = xml::Document::read(entry.path(), findings);
    ASSERT_TRUE(ours && theirs) << findings.to_string();
    EXPECT_EQ(difference(ours->root(), theirs->root(), ""), "") << stem;
    ++files;
  }
  EXPECT_EQ(files, 8);
}

}  // namespace sinew::test::xacro_comparison_test
